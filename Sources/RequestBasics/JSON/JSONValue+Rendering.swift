extension JSONValue {
  /// The text without white space, as sent in bodies.
  package var compact: String {
    var bytes: [UInt8] = []
    write(to: &bytes, isSpaced: false)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns indented text without a line break at the end.
  ///
  /// Each element or member is on its own line, except that objects of scalars in arrays stay on one line if they fit
  /// in 100 columns.
  package func rendered(indent: String = "  ", newline: String = "\n") -> String {
    String(decoding: JSONLayout(indent: indent, newline: newline).bytes(of: self, after: "", column: 0), as: UTF8.self)
  }

  /// The text of `rendered()` with a line break, as files have it.
  package var renderedFile: [UInt8] {
    var bytes = JSONLayout(indent: "  ", newline: "\n").bytes(of: self, after: "", column: 0)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  /// The text on one line, with spaces: `{ "name": "page", "value": "1" }`.
  var onOneLine: String {
    var bytes: [UInt8] = []
    write(to: &bytes, isSpaced: true)
    return String(decoding: bytes, as: UTF8.self)
  }

  package var isContainer: Bool {
    switch self {
    case .array, .object: true
    default: false
    }
  }

  /// Appends the text without white space.
  package func writeCompact(to bytes: inout [UInt8]) { write(to: &bytes, isSpaced: false) }

  /// - Parameter isSpaced: Whether there are spaces within braces, and after commas and colons.
  fileprivate func write(to bytes: inout [UInt8], isSpaced: Bool) {
    switch self {
    case .null: bytes.append("null")
    case .bool(let bool): bytes.append(bool ? "true" : "false")
    case .number(let number): bytes.append(number.text)
    case .string(let string): bytes.append(string)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for index in elements.indices {
        if index > 0 { bytes.append(UInt8(ascii: ","), spaced: isSpaced) }
        elements[index].write(to: &bytes, isSpaced: isSpaced)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let object):
      let members = object.members
      guard !members.isEmpty else { return bytes.append("{}") }
      bytes.append(UInt8(ascii: "{"), spaced: isSpaced)
      for index in members.indices {
        if index > 0 { bytes.append(UInt8(ascii: ","), spaced: isSpaced) }
        bytes.append(members[index].key)
        bytes.append(UInt8(ascii: ":"), spaced: isSpaced)
        members[index].value.write(to: &bytes, isSpaced: isSpaced)
      }
      if isSpaced { bytes.append(UInt8(ascii: " ")) }
      bytes.append(UInt8(ascii: "}"))
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ text: String) { append(contentsOf: text.utf8) }

  fileprivate mutating func append(_ byte: UInt8, spaced isSpaced: Bool) {
    append(byte)
    if isSpaced { append(UInt8(ascii: " ")) }
  }

  fileprivate mutating func append(_ string: JSONString) {
    append(UInt8(ascii: "\""))
    append(contentsOf: string.escaped.utf8)
    append(UInt8(ascii: "\""))
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
  func bytes(of value: JSONValue, after margin: String, column: Int, inArray: Bool = false) -> [UInt8] {
    var bytes: [UInt8] = []
    write(value, to: &bytes, after: newline + margin, column: column, inArray: inArray)
    return bytes
  }

  /// - Parameter margin: A line break, and the white space of the line that the value starts on.
  private func write(_ value: JSONValue, to bytes: inout [UInt8], after margin: String, column: Int, inArray: Bool) {
    switch value {
    case .array(let elements) where !elements.isEmpty:
      let inner = margin + indent
      let column = inner.count - 1
      bytes.append(UInt8(ascii: "["))
      for index in elements.indices {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(inner)
        write(elements[index], to: &bytes, after: inner, column: column, inArray: true)
      }
      bytes.append(margin)
      bytes.append(UInt8(ascii: "]"))
    case .object(let object) where !object.members.isEmpty:
      if inArray, writeOnOneLine(object, value, to: &bytes, column) { return }
      let inner = margin + indent
      bytes.append(UInt8(ascii: "{"))
      let members = object.members
      for index in members.indices {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(inner)
        bytes.append(members[index].key)
        bytes.append(": ")
        write(members[index].value, to: &bytes, after: inner, column: 0, inArray: false)
      }
      bytes.append(margin)
      bytes.append(UInt8(ascii: "}"))
    default: value.write(to: &bytes, isSpaced: true)
    }
  }

  /// - Returns: `false` if it does not fit, or has containers in it; nothing is written then.
  private func writeOnOneLine(
    _ object: JSONObject, _ value: JSONValue, to bytes: inout [UInt8], _ column: Int
  ) -> Bool {
    guard object.members.allSatisfy({ !$0.value.isContainer }) else { return false }
    let start = bytes.count
    value.write(to: &bytes, isSpaced: true)
    if fits(bytes[start...], column) { return true }
    bytes.removeSubrange(start...)
    return false
  }

  /// Counts characters only where there may be fewer of them than bytes.
  private func fits(_ line: ArraySlice<UInt8>, _ column: Int) -> Bool {
    if column + line.count <= Self.width { return true }
    return !line.allSatisfy { $0 < 0x80 } && column + String(decoding: line, as: UTF8.self).count <= Self.width
  }
}
