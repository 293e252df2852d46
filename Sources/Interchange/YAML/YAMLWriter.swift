/// Writes JSON values as YAML in block style, which every YAML 1.2 and 1.1 reader understands alike.
struct YAMLWriter {
  private var lines: [String] = []

  static func text(_ value: JSONValue) -> String {
    var writer = YAMLWriter()
    switch value {
    case .object(let object) where !object.members.isEmpty: writer.write(object, indent: 0)
    case .array(let elements) where !elements.isEmpty: writer.write(elements, indent: 0)
    default: writer.lines = [inline(value)]
    }
    return writer.lines.joined(separator: "\n") + "\n"
  }

  private mutating func write(_ object: JSONObject, indent: Int) {
    for member in object.members {
      write(member.value, after: String(repeating: " ", count: indent) + Self.scalar(member.key.value) + ":", indent)
    }
  }

  private mutating func write(_ elements: [JSONValue], indent: Int) {
    let space = String(repeating: " ", count: indent)
    for element in elements {
      let start = lines.count
      switch element {
      case .object(let object) where !object.members.isEmpty: write(object, indent: indent + 2)
      case .array(let inner) where !inner.isEmpty: write(inner, indent: indent + 2)
      default:
        write(element, after: space + "-", indent)
        continue
      }
      // The dash replaces part of the first line's indent.
      lines[start] = space + "- " + lines[start].dropFirst(indent + 2)
    }
  }

  private mutating func write(_ value: JSONValue, after start: String, _ indent: Int) {
    switch value {
    case .object(let object) where !object.members.isEmpty:
      lines.append(start)
      write(object, indent: indent + 2)
    case .array(let elements) where !elements.isEmpty:
      lines.append(start)
      write(elements, indent: indent + 2)
    case .string(let string):
      let text = string.value
      if let block = Self.block(text, indent: indent + 2) {
        lines.append(start + " " + block.header)
        lines += block.lines
      } else {
        lines.append(start + " " + Self.scalar(text))
      }
    default: lines.append(start + " " + Self.inline(value))
    }
  }

  /// Several lines as a literal block (YAML 1.2, 8.1.2); `nil` where quotes are needed.
  private static func block(_ text: String, indent: Int) -> (header: String, lines: [String])? {
    let lines = text.parts(separatedBy: "\n")
    let isPrintable = text.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "\t" || isPlain($0) }
    // A first line that begins with a space would set the indent.
    guard lines.count > 1, isPrintable, let first = lines.first(where: { !$0.isEmpty }), first.first != " ",
      first.first != "\t", lines.allSatisfy({ $0.isEmpty || !$0.allSatisfy(\.isWhitespace) })
    else { return nil }
    var contents = lines[...]
    var trailing = 0
    while contents.last?.isEmpty == true {
      contents = contents.dropLast()
      trailing += 1
    }
    let header = trailing == 0 ? "|-" : trailing == 1 ? "|" : "|+"
    let space = String(repeating: " ", count: indent)
    let blanks = Array(repeating: "", count: max(trailing - 1, 0))
    return (header, contents.map { $0.isEmpty ? "" : space + $0 } + blanks)
  }

  private static func inline(_ value: JSONValue) -> String {
    switch value {
    case .string(let string): scalar(string.value)
    case .object: "{}"
    case .array: "[]"
    default: value.rendered()
    }
  }

  /// One line: plain where every reader takes it for a string, else in double quotes as in JSON.
  private static func scalar(_ text: String) -> String { isPlain(text) ? text : quoted(text) }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value > 0xFFFF || isPlain(scalar): result.unicodeScalars.append(scalar)
      default: result += "\\u" + scalar.value.padded(to: 4, radix: 16).uppercased()
      }
    }
    return result + "\""
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0x2027, 0x202A...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD, 0x10000...: true
    default: false
    }
  }

  /// Words that YAML 1.1 readers take for booleans and the like.
  private static let words: Set = [
    "y", "n", "yes", "no", "on", "off", "true", "false", "null", "~", ".nan", ".inf", "-.inf", "+.inf", "<<", "=",
  ]

  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last else { return false }
    guard text.unicodeScalars.allSatisfy(isPlain), first != " ", last != " ", last != ":" else { return false }
    guard !words.contains(text.lowercased()), !"-?:,[]{}#&*!|>'\"%@`".unicodeScalars.contains(first) else {
      return false
    }
    // Text that begins like a number could be read as a number, a date or a time.
    guard !(0x30...0x39).contains(first.value), first != "+", first != "." else { return false }
    return !text.contains(": ") && !text.contains(" #")
  }
}
