/// JSON that keeps the order of its members and the text of its numbers.
enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSON])
  case object([Member])

  struct Member: Equatable, Sendable {
    let name: String
    let value: JSON
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  init(stringLiteral value: String) { self = .string(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(integerLiteral value: Int) { self = .number(String(value)) }
  init(arrayLiteral elements: JSON...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, JSON)...) { self = .object(elements.map(Member.init)) }
  init(nilLiteral: ()) { self = .null }
}

extension JSON {
  /// Two spaces a level and a line a member, as httpbin writes it.
  var pretty: String {
    var text = ""
    write(to: &text, indent: "\n")
    return text + "\n"
  }

  /// One line, without its end.
  var compact: String {
    var text = ""
    write(to: &text, indent: nil)
    return text
  }

  /// - Parameter indent: What stands before a value on a line of its own; `nil` keeps everything on one.
  private func write(to text: inout String, indent: String?) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let digits): text += digits
    case .string(let value): Self.write(value, to: &text)
    case .array(let elements):
      Self.write(elements, in: ("[", "]"), to: &text, indent) { $0.write(to: &$1, indent: $2) }
    case .object(let members):
      Self.write(members, in: ("{", "}"), to: &text, indent) { member, text, indent in
        Self.write(member.name, to: &text)
        text += ": "
        member.value.write(to: &text, indent: indent)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], in brackets: (String, String), to text: inout String, _ indent: String?,
    each: (Element, inout String, String?) -> Void
  ) {
    text += brackets.0
    let inner = indent.map { $0 + "  " }
    for (index, element) in elements.enumerated() {
      if index > 0 { text += inner == nil ? ", " : "," }
      text += inner ?? ""
      each(element, &text, inner)
    }
    if !elements.isEmpty { text += indent ?? "" }
    text += brackets.1
  }

  private static func write(_ value: String, to text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{0}"..<" ", "\u{7F}"..."\u{9F}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
