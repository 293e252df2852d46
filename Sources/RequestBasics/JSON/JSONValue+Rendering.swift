extension JSONValue {
  /// The text without white space, as sent in bodies.
  package var compact: String {
    var text = ""
    write(to: &text, separator: ",", colon: ":", pad: "")
    return text
  }

  /// Returns indented text without a line break at the end.
  ///
  /// Each element or member is on its own line, except that objects of scalars in arrays stay on one line if they fit
  /// in
  /// 100 columns.
  package func rendered(indent: String = "  ", newline: String = "\n") -> String {
    JSONLayout(indent: indent, newline: newline).text(of: self, after: "", column: 0)
  }

  /// The text on one line, with spaces: `{ "name": "page", "value": "1" }`.
  var onOneLine: String {
    var text = ""
    write(to: &text, separator: ", ", colon: ": ", pad: " ")
    return text
  }

  package var isContainer: Bool {
    switch self {
    case .array, .object: true
    default: false
    }
  }

  private func write(to text: inout String, separator: String, colon: String, pad: String) {
    switch self {
    case .null: text += "null"
    case .bool(let bool): text += bool ? "true" : "false"
    case .number(let number): text += number.text
    case .string(let string): text += string.quoted
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += separator }
        element.write(to: &text, separator: separator, colon: colon, pad: pad)
      }
      text += "]"
    case .object(let object):
      guard !object.members.isEmpty else { return text += "{}" }
      text += "{" + pad
      for (index, member) in object.members.enumerated() {
        if index > 0 { text += separator }
        text += member.key.quoted + colon
        member.value.write(to: &text, separator: separator, colon: colon, pad: pad)
      }
      text += pad + "}"
    }
  }
}

extension JSONString {
  var quoted: String { "\"" + escaped + "\"" }
}

/// Line layout of new values.
struct JSONLayout: Equatable, Sendable {
  static let width = 100

  var indent: String
  var newline: String

  /// - Parameters:
  ///   - margin: Leading white space of the line that the value starts on.
  ///   - column: Column of the value's start, in characters.
  func text(of value: JSONValue, after margin: String, column: Int, inArray: Bool = false) -> String {
    var text = ""
    write(value, to: &text, after: margin, column: column, inArray: inArray)
    return text
  }

  private func write(_ value: JSONValue, to text: inout String, after margin: String, column: Int, inArray: Bool) {
    let inner = margin + indent
    switch value {
    case .array(let elements) where !elements.isEmpty:
      text += "["
      for (index, element) in elements.enumerated() {
        startLine(inner, isFirst: index == 0, &text)
        write(element, to: &text, after: inner, column: inner.count, inArray: true)
      }
      text += newline + margin + "]"
    case .object(let object) where !object.members.isEmpty:
      if inArray, object.members.allSatisfy({ !$0.value.isContainer }) {
        let line = value.onOneLine
        if fits(line, column) {
          text += line
          return
        }
      }
      text += "{"
      for (index, member) in object.members.enumerated() {
        startLine(inner, isFirst: index == 0, &text)
        text += member.key.quoted + ": "
        write(member.value, to: &text, after: inner, column: 0, inArray: false)
      }
      text += newline + margin + "}"
    default: text += value.onOneLine
    }
  }

  private func startLine(_ margin: String, isFirst: Bool, _ text: inout String) {
    if !isFirst { text += "," }
    text += newline
    text += margin
  }

  /// Counts characters only where there may be fewer of them than bytes.
  private func fits(_ line: String, _ column: Int) -> Bool {
    if column + line.utf8.count <= Self.width { return true }
    return !line.utf8.allSatisfy { $0 < 0x80 } && column + line.count <= Self.width
  }
}
