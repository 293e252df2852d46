internal import Foundation
internal import RequestModel

/// Reads CSV (RFC 4180) by newman's rules: the first row contains the names, fields are trimmed, quotes inside of an
/// unquoted field are literal, and rows may be shorter or longer than the first. A number without quotes is a number.
///
/// If the first row has no comma, fields are separated by semicolons or tabs.
struct CSVReader: Sendable {
  private let name: String
  private let bytes: Data
  private let separator: UInt8
  private(set) var names: [String] = []
  /// The offset of the next byte.
  private var offset: Int
  private var line = 1

  init(_ name: String, _ bytes: Data, isTabbed: Bool) throws(DataFileError) {
    self.name = name
    self.bytes = bytes
    offset = bytes.startIndex
    let head = bytes.prefix { !Self.endsLine($0) }
    let separators = isTabbed ? [Self.tab] : [UInt8(ascii: ","), UInt8(ascii: ";"), Self.tab]
    separator = separators.first(where: head.contains) ?? separators[0]
    names = try record()?.map(\.text) ?? []
    guard names.contains(where: { !$0.isEmpty }) else {
      throw DataFileError(name, nil, "its first row has no names — write the variables' names there")
    }
  }

  private static let tab = UInt8(ascii: "\t")
  private static let quote = UInt8(ascii: "\"")

  private static func endsLine(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// The number of rows below the names.
  func count() throws(DataFileError) -> Int {
    var (reader, count) = (self, 0)
    while try reader.skipRecord() { count += 1 }
    return count
  }

  mutating func next() throws(DataFileError) -> JSONObject? {
    guard let fields = try record() else { return nil }
    var row = JSONObject()
    row.set(zip(names, fields).filter { !$0.0.isEmpty }.map { ($0, $1.value) })
    return row
  }

  // MARK: Records

  private struct Field {
    var text: String
    var isQuoted = false

    var value: JSONValue {
      guard !isQuoted, text.utf8.contains(where: { (0x30...0x39).contains($0) }),
        text.utf8.allSatisfy({ (0x2B...0x39).contains($0) || $0 | 0x20 == 0x65 }),
        let value = try? JSONText(number).value, case .number = value
      else { return .string(text) }
      return value
    }

    /// The number in JSON's syntax, for numbers such as `.5` and `5.`.
    private var number: String {
      let sign = text.hasPrefix("-") ? "-" : ""
      let digits = text.dropFirst(sign.count)
      return sign + (digits.hasPrefix(".") ? "0" : "") + (digits.hasSuffix(".") ? digits.dropLast() : digits)
    }
  }

  /// Skips empty lines.
  ///
  /// - Returns: Whether there is a record.
  private mutating func begin() -> Bool {
    while offset < bytes.endIndex, Self.endsLine(bytes[offset]) { endLine() }
    return offset < bytes.endIndex
  }

  private mutating func endLine() {
    if bytes[offset] == 0x0D, offset + 1 < bytes.endIndex, bytes[offset + 1] == 0x0A { offset += 1 }
    offset += 1
    line += 1
  }

  private mutating func record() throws(DataFileError) -> [Field]? {
    guard begin() else { return nil }
    var fields: [Field] = []
    while true {
      let (field, isLast) = try self.field()
      fields.append(field)
      if isLast { return fields }
    }
  }

  private mutating func skipRecord() throws(DataFileError) -> Bool {
    guard begin() else { return false }
    while true {
      if try skipField() { return true }
    }
  }

  // MARK: Fields

  private mutating func field() throws(DataFileError) -> (Field, isLast: Bool) {
    let line = line
    let (content, isQuoted) = try scanField()
    let bytes = isQuoted ? unescaped(bytes[content]) : Self.trimmed(bytes[content])
    return (Field(text: try text(bytes, line), isQuoted: isQuoted), finishField())
  }

  private mutating func skipField() throws(DataFileError) -> Bool {
    _ = try scanField()
    return finishField()
  }

  /// Moves to the end of a field. A quoted field followed by more text counts as unquoted.
  private mutating func scanField() throws(DataFileError) -> (content: Range<Int>, isQuoted: Bool) {
    skipBlanks()
    let start = offset
    if offset < bytes.endIndex, bytes[offset] == Self.quote {
      let end = try closingQuote()
      if isAtEndOfField { return (start + 1..<end, true) }
    }
    while !isAtEndOfField { offset += 1 }
    return (start..<offset, false)
  }

  /// Moves past the closing quote of a field, and the blanks after it.
  private mutating func closingQuote() throws(DataFileError) -> Int {
    let start = TextPosition(line: line, column: 1)
    offset += 1
    while offset < bytes.endIndex {
      if bytes[offset] != Self.quote {
        if Self.endsLine(bytes[offset]) { endLine() } else { offset += 1 }
      } else if offset + 1 < bytes.endIndex, bytes[offset + 1] == Self.quote {
        offset += 2
      } else {
        defer { skipBlanks() }
        offset += 1
        return offset - 1
      }
    }
    throw DataFileError(name, start, "a field in this row has no closing quote")
  }

  private var isAtEndOfField: Bool {
    offset == bytes.endIndex || bytes[offset] == separator || Self.endsLine(bytes[offset])
  }

  /// Moves past the separator or the line end.
  ///
  /// - Returns: Whether the field was the last of its record.
  private mutating func finishField() -> Bool {
    guard offset < bytes.endIndex else { return true }
    guard bytes[offset] == separator else {
      endLine()
      return true
    }
    offset += 1
    return false
  }

  private mutating func skipBlanks() {
    while offset < bytes.endIndex, Self.isBlank(bytes[offset]), bytes[offset] != separator { offset += 1 }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == tab }

  private static func trimmed(_ bytes: Data) -> Data {
    let start = bytes.drop(while: isBlank)
    let end = start.lastIndex { !isBlank($0) }
    return end.map { start[...$0] } ?? Data()
  }

  private func unescaped(_ bytes: Data) -> Data {
    guard bytes.contains(Self.quote) else { return bytes }
    var result = Data(capacity: bytes.count)
    var isEscaped = false
    for byte in bytes {
      isEscaped = byte == Self.quote && !isEscaped
      if !isEscaped { result.append(byte) }
    }
    return result
  }

  private func text(_ bytes: Data, _ line: Int) throws(DataFileError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw DataFileError(
        name, TextPosition(line: line, column: 1), "a field in this row is not UTF-8 text — save the file as UTF-8")
    }
    return text
  }
}
