import Foundation
internal import RequestModel

/// Reads the literals of JavaScript: strings, templates, numbers, objects, arrays, and calls that only make values.
struct ScriptReader {
  struct Problem: Error {
    let text: String
    let offset: Int
  }

  struct Call: Equatable {
    let url: ScriptValue
    let options: ScriptValue
  }

  let text: [Unicode.Scalar]
  var index = 0 {
    // What ends early, ends at the end.
    didSet { index = min(index, text.count) }
  }
  /// Names that have a value.
  var values: [String: ScriptValue] = [:]
  private(set) var variables = ShellVariables()
  /// The calls of `fetch` so far.
  private(set) var calls: [Call] = []
  /// Expressions whose value is unknown.
  private(set) var unknown: [String] = []
  private var depth = 0

  init(_ source: String) {
    text = source.unicodeScalars.filter { !VariableMarks.isMark($0) }
  }

  var peek: Unicode.Scalar? { index < text.count ? text[index] : nil }

  func looksAt(_ prefix: String) -> Bool { text[index...].starts(with: prefix.unicodeScalars) }

  /// Line and column of an offset, counted from 1.
  func position(_ offset: Int) -> String {
    let before = text[..<min(offset, text.count)]
    let line = before.count { $0 == "\n" } + 1
    return "\(line):\(offset - (before.lastIndex(of: "\n").map { $0 + 1 } ?? 0) + 1)"
  }

  // MARK: Tokens

  mutating func skipSpaces() {
    while let scalar = peek {
      if scalar.properties.isWhitespace || scalar == "\u{FEFF}" {
        index += 1
      } else if looksAt("//") {
        while let next = peek, next != "\n" { _ = next; index += 1 }
      } else if looksAt("/*") {
        index += 2
        while index < text.count, !looksAt("*/") { index += 1 }
        index = min(index + 2, text.count)
      } else {
        return
      }
    }
  }

  mutating func take(_ token: String) -> Bool {
    skipSpaces()
    guard looksAt(token) else { return false }
    index += token.unicodeScalars.count
    return true
  }

  static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar == "$" || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
  }

  mutating func name() -> String? {
    skipSpaces()
    guard let first = peek, Self.isNameScalar(first), !("0"..."9").contains(first) else { return nil }
    return word(Self.isNameScalar)
  }

  private mutating func word(_ isPart: (Unicode.Scalar) -> Bool) -> String {
    let start = index
    while let scalar = peek, isPart(scalar) { index += 1 }
    return string(start..<index)
  }

  func string(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(text[range])) }

  // MARK: Expressions

  mutating func expression() throws(Problem) -> ScriptValue {
    depth += 1
    defer { depth -= 1 }
    guard depth < 200 else { throw Problem(text: "values are nested too deep", offset: index) }
    let start = index
    var value = try postfix()
    while true {
      skipSpaces()
      if looksAt("+"), !looksAt("++"), !looksAt("+=") {
        index += 1
        value = .text(value.text + (try postfix()).text)
      } else if looksAt("||") || looksAt("??") {
        index += 2
        let other = try postfix()
        if value.isNothing || VariableMarks.contains(value.text) { value = other }
      } else if let scalar = peek, !",;)]}:".unicodeScalars.contains(scalar), !isNextStatement(after: start) {
        // An operator, a function or another thing that only running it would tell.
        skipExpression()
        return mark(string(start..<index))
      } else {
        return value
      }
    }
  }

  /// Whether a line end ends the expression.
  private func isNextStatement(after start: Int) -> Bool {
    guard let scalar = peek else { return true }
    let gap = text[start..<index].reversed().prefix { $0.properties.isWhitespace }
    return gap.contains("\n") && (Self.isNameScalar(scalar) || "\"'`(".unicodeScalars.contains(scalar))
  }

  /// Skips to the end of the expression, over brackets and strings.
  private mutating func skipExpression() {
    var open = 0
    while let scalar = peek {
      if "\"'`".unicodeScalars.contains(scalar) {
        _ = try? quoted()
        continue
      }
      if looksAt("//") || looksAt("/*") { skipSpaces(); continue }
      if "([{".unicodeScalars.contains(scalar) { open += 1 }
      if ")]}".unicodeScalars.contains(scalar) {
        if open == 0 { return }
        open -= 1
      }
      if open == 0, ",;".unicodeScalars.contains(scalar) || (scalar == "\n" && !looksAt("\n.")) { return }
      index += 1
    }
  }

  /// A variable for an expression whose value is unknown.
  private mutating func mark(_ source: String) -> ScriptValue {
    let source = source.trimmingCharacters(in: .whitespacesAndNewlines)
    let isPath = !source.isEmpty && source.unicodeScalars.allSatisfy { Self.isNameScalar($0) || $0 == "." }
    if let variable = source.removingExactly(prefix: "process.env."), isPath {
      return .text(variables.reference(variable))
    }
    let name = isPath ? source : "value"
    if !unknown.contains(name) { unknown.append(name) }
    return .text(VariableMarks.mark(name))
  }

  private mutating func postfix() throws(Problem) -> ScriptValue {
    skipSpaces()
    guard let scalar = peek else { throw Problem(text: "a value is missing", offset: index) }
    var value: ScriptValue
    switch scalar {
    case "\"", "'", "`": value = .text(try quoted())
    case "{": value = try object()
    case "[": value = .array(try list("]"))
    case "(":
      index += 1
      value = try expression()
      guard take(")") else { return value }
    case "-", "0"..."9", ".": value = number()
    default:
      guard let name = name() else { return .undefined }
      value = try named(name)
    }
    while take(".") { value = try member(of: value) }
    return value
  }

  /// `.toString("base64")`, `.trim()` and other calls on a value; those that are unknown change nothing.
  private mutating func member(of value: ScriptValue) throws(Problem) -> ScriptValue {
    let name = name() ?? ""
    guard take("(") else { return value[name] ?? value }
    let arguments = try list(")", isOpen: true)
    switch (name, value) {
    case ("toString", .buffer(let text)) where arguments.first == .text("base64"):
      return .text(Data(text.utf8).base64EncodedString())
    case ("trim", .text(let text)): return .text(text.trimmingCharacters(in: .whitespacesAndNewlines))
    default: return value
    }
  }

  private mutating func number() -> ScriptValue {
    let sign = take("-") ? "-" : ""
    let text = sign + word { Self.isNameScalar($0) || $0 == "." }
    if let value = text.removingExactly(prefix: "0x").flatMap({ Int($0, radix: 16) }) { return .number(String(value)) }
    guard let double = Double(text.replacing("_", with: "")) else { return .number(text) }
    return .number(double == double.rounded() && abs(double) < 1e15 ? String(Int(double)) : String(double))
  }

  // MARK: Names

  private mutating func named(_ name: String) throws(Problem) -> ScriptValue {
    switch name {
    case "true", "false": return .bool(name == "true")
    case "null": return .null
    case "undefined": return .undefined
    case "await": return try postfix()
    case "new": return try construction()
    case "async", "function":
      let start = index
      skipExpression()
      return mark(name + string(start..<index))
    default: return try path(from: name)
    }
  }

  private mutating func construction() throws(Problem) -> ScriptValue {
    let start = index
    var type = name() ?? ""
    while take(".") { type = name() ?? "" }
    let arguments = take("(") ? try list(")", isOpen: true) : []
    if let kind = ScriptValue.ListKind(rawValue: type) { return .list(kind, arguments.first?.rows ?? []) }
    switch type {
    case "URL":
      guard arguments.count > 1, let base = URL(string: arguments[1].text),
        let url = URL(string: arguments[0].text, relativeTo: base)
      else { return arguments.first ?? .undefined }
      return .text(url.absoluteString)
    case "Request":
      let options = arguments.count > 1 ? arguments[1].rows : []
      return .object([ScriptMember("url", arguments.first ?? .undefined)] + options)
    case "Blob":
      if case .array(let parts)? = arguments.first { return .text(parts.map(\.text).joined()) }
      return .text("")
    default: return mark("new " + string(start..<index))
    }
  }

  /// `a.b.c`, and calls of functions that only make text.
  private mutating func path(from first: String) throws(Problem) -> ScriptValue {
    let start = index - first.unicodeScalars.count
    var path = first
    var end = index
    while take(".") {
      guard let next = name() else { break }
      path += "." + next
      end = index
    }
    index = end
    if take("(") {
      let arguments = try list(")", isOpen: true)
      if path == "fetch" || path.hasSuffix(".fetch") {
        if let url = arguments.first {
          calls.append(Call(url: url, options: arguments.count > 1 ? arguments[1] : .undefined))
        }
        return .undefined
      }
      return call(path, arguments) ?? mark(string(start..<index))
    }
    index = end
    // A member of an object, or the object itself and what is called on it.
    let names = path.split(separator: ".").map(String.init)
    guard var value = values[first] else { return mark(path) }
    for name in names.dropFirst() { value = value[name] ?? value }
    return value
  }

  private func call(_ path: String, _ arguments: [ScriptValue]) -> ScriptValue? {
    let first = arguments.first ?? .undefined
    switch path {
    case "JSON.stringify":
      let indent: String =
        switch arguments.count > 2 ? arguments[2] : .undefined {
        case .number(let count): String(repeating: " ", count: max(0, min(Int(count) ?? 0, 10)))
        case .text(let text): text
        default: ""
        }
      return first.json(indent: indent).map { .text($0) } ?? .undefined
    case "encodeURIComponent": return .text(VariableMarks.map(first.text, filter: "urlencode", Self.component))
    case "encodeURI": return .text(first.text.replacing(" ", with: "%20"))
    case "btoa": return .text(VariableMarks.map(first.text, filter: "base64") { Data($0.utf8).base64EncodedString() })
    case "String", "Object.freeze", "Object.entries", "Array.from": return first
    case "Buffer.from": return .buffer(first.text)
    case "Object.assign": return .object(arguments.flatMap(\.rows))
    default:
      let names = path.split(separator: ".").map(String.init)
      guard names.count > 1, ["toString", "trim"].contains(names[names.count - 1]) else { return nil }
      return values[names[0]]
    }
  }

  private static func component(_ text: String) -> String {
    var encoded = PercentEncoding.component(text)
    for kept in "!'()*" { encoded = encoded.replacing(PercentEncoding.component(String(kept)), with: String(kept)) }
    return encoded
  }

  // MARK: Brackets

  /// Reads the call of a function by its path, whose bracket is next.
  mutating func readCall(_ path: String) throws(Problem) { _ = try self.path(from: path) }

  mutating func list(_ end: String, isOpen: Bool = false) throws(Problem) -> [ScriptValue] {
    let start = index
    if !isOpen { index += 1 }
    var elements: [ScriptValue] = []
    while true {
      if take(end) { return elements }
      if take(",") { continue }
      if index >= text.count { throw Problem(text: "a bracket is not closed", offset: start) }
      let before = index
      if take("...") {
        if case .array(let more) = try expression() { elements += more }
      } else {
        elements.append(try expression())
      }
      if index == before { throw Problem(text: "a value or \(end) is missing", offset: index) }
    }
  }

  private mutating func object() throws(Problem) -> ScriptValue {
    let start = index
    index += 1
    var members: [ScriptMember] = []
    func set(_ member: ScriptMember) {
      members.removeAll { $0.name == member.name }
      members.append(member)
    }
    while true {
      if take("}") { return .object(members) }
      if take(",") { continue }
      if index >= text.count { throw Problem(text: "a brace is not closed", offset: start) }
      if take("...") {
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
    if take(":") { return (key, try expression()) }
    guard isName else { throw Problem(text: "a colon is missing", offset: index) }
    skipSpaces()
    if peek == "," || peek == "}" { return (key, values[key] ?? mark(key)) }
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
        guard take("}") else { throw Problem(text: "a ${ is not closed", offset: index) }
        continue
      }
      index += 1
      units += scalar == "\\" ? escape() : Array(String(scalar).utf16)
    }
    throw Problem(text: "a string is not closed", offset: start)
  }

  private mutating func escape() -> [UInt16] {
    guard let scalar = peek else { return [] }
    index += 1
    switch scalar {
    case "n": return [0x0A]
    case "t": return [0x09]
    case "r": return [0x0D]
    case "b": return [0x08]
    case "f": return [0x0C]
    case "v": return [0x0B]
    case "0": return [0]
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
