// Numbers, arrays, objects and strings.
extension ScriptReader {
  mutating func number() -> ScriptValue {
    let sign = consume("-") ? "-" : ""
    let text = sign + word { Self.isNameScalar($0) || $0 == "." }
    if let value = text.removingExactly(prefix: "0x").flatMap({ Int($0, radix: 16) }) { return .number(String(value)) }
    guard let double = Double(text.replacing("_", with: "")) else { return .number(text) }
    return ScriptValue(number: double)
  }

  // MARK: Brackets

  /// Reads the call of a function by its path, whose bracket is next.
  mutating func readCall(_ path: String) throws(Problem) { _ = try self.path(from: path) }

  mutating func list(_ end: String, isOpen: Bool = false) throws(Problem) -> [ScriptValue] {
    let start = index
    if !isOpen { index += 1 }
    var elements: [ScriptValue] = []
    while true {
      if consume(end) { return elements }
      if consume(",") { continue }
      if index >= text.count { throw Problem(text: "a bracket is not closed", offset: start) }
      let before = index
      if consume("...") {
        if case .array(let more) = try expression() { elements += more }
      } else {
        elements.append(try expression())
      }
      if index == before { throw Problem(text: "a value or \(end) is missing", offset: index) }
    }
  }

  mutating func object() throws(Problem) -> ScriptValue {
    let start = index
    index += 1
    var members: [ScriptMember?] = []
    var places: [String: Int] = [:]
    func set(_ member: ScriptMember) {
      if let former = places.updateValue(members.count, forKey: member.name) { members[former] = nil }
      members.append(member)
    }
    while true {
      if consume("}") { return .object(members.compactMap(\.self)) }
      if consume(",") { continue }
      if index >= text.count { throw Problem(text: "a brace is not closed", offset: start) }
      if consume("...") {
        for row in try expression().rows { set(row) }
        continue
      }
      let (name, value) = try member()
      set(ScriptMember(name, value))
    }
  }

  /// `name: value`, or `name` alone, which is both.
  private mutating func member() throws(Problem) -> (String, ScriptValue) {
    let key: String
    let isName: Bool
    switch peek {
    case "\"", "'", "`": (key, isName) = (try quoted(), false)
    case "[": (key, isName) = (try list("]").first?.text ?? "", false)
    case .some("0"..."9"): (key, isName) = (number().text, false)
    default:
      guard let name = name() else { throw Problem(text: "a name is missing", offset: index) }
      (key, isName) = (name, true)
    }
    if consume(":") { return (key, try expression()) }
    guard isName else { throw Problem(text: "a colon is missing", offset: index) }
    skipSpaces()
    if peek == "," || peek == "}" { return (key, try use(key) ?? mark(key)) }
    // A method.
    skipExpression()
    return (key, .undefined)
  }

  // MARK: Strings

  mutating func quoted() throws(Problem) -> String {
    let start = index
    let quote = text[index]
    index += 1
    var units: [UInt16] = []
    while let scalar = peek {
      if scalar == quote {
        index += 1
        return String(decoding: units, as: UTF16.self)
      }
      if scalar == "\n", quote != "`" { break }
      if quote == "`", looksAt("${") {
        index += 2
        let value = try expression()
        units += Array(value.text.utf16)
        guard consume("}") else { throw Problem(text: "a ${ is not closed", offset: index) }
        continue
      }
      index += 1
      units += scalar == "\\" ? escape() : Array(String(scalar).utf16)
    }
    throw Problem(text: "a string is not closed", offset: start)
  }

  private static let escapes: [Unicode.Scalar: UInt16] = [
    "n": 0x0A, "t": 0x09, "r": 0x0D, "b": 0x08, "f": 0x0C, "v": 0x0B, "0": 0,
  ]

  private mutating func escape() -> [UInt16] {
    guard let scalar = peek else { return [] }
    index += 1
    if let unit = Self.escapes[scalar] { return [unit] }
    switch scalar {
    case "x": return [UInt16(hexadecimal(2))]
    case "u" where peek == "{":
      index += 1
      let value = hexadecimal(6)
      if peek == "}" { index += 1 }
      return Array(String(Unicode.Scalar(UInt32(value)) ?? "\u{FFFD}").utf16)
    case "u": return [UInt16(truncatingIfNeeded: hexadecimal(4))]
    case "\n": return []
    case "\r":
      if peek == "\n" { index += 1 }
      return []
    default: return Array(String(scalar).utf16)
    }
  }

  private mutating func hexadecimal(_ digits: Int) -> Int {
    var value = 0
    for _ in 0..<digits {
      guard let scalar = peek, let digit = Int(String(scalar), radix: 16) else { break }
      value = value * 16 + digit
      index += 1
    }
    return value
  }
}
