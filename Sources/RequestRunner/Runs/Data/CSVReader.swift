internal import BodyDocument
internal import Foundation

/// Reads CSV (RFC 4180) by newman's rules: the first row contains the names, fields are trimmed, quotes inside of an
/// unquoted field are literal, and rows may be shorter or longer than the first. A number without quotes is a number.
///
/// If the first row has no comma, fields are separated by semicolons or tabs.
struct CSVReader: Sendable {
  private let name: String
  private let bytes: Data
  private let rule: DelimitedRecord
  private(set) var names: [String] = []
  /// The offset of the next record.
  private var offset = 0

  init(_ name: String, _ bytes: Data, isTabbed: Bool) throws(DataFileError) {
    self.name = name
    self.bytes = bytes
    let head = bytes.prefix { !Self.endsLine($0) }
    let separators = isTabbed ? [Self.tab] : [UInt8(ascii: ","), UInt8(ascii: ";"), Self.tab]
    rule = DelimitedRecord(delimiter: separators.first(where: head.contains) ?? separators[0], skipsBlanks: true)
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
    while let fields = reader.nextRecord() {
      // Only at the end of the file can a quote be missing.
      if reader.offset == bytes.count { for field in fields { _ = try content(of: field) } }
      count += 1
    }
    return count
  }

  mutating func next() throws(DataFileError) -> JSONObject? {
    guard let values = try record() else { return nil }
    var row = JSONObject()
    row.set(zip(names, values).filter { !$0.0.isEmpty }.map { ($0, $1.value) })
    return row
  }

  private mutating func record() throws(DataFileError) -> [Field]? {
    guard let fields = nextRecord() else { return nil }
    return try fields.map { (field) throws(DataFileError) in try value(of: field) }
  }

  /// The fields of the next record. Empty lines are no records.
  private mutating func nextRecord() -> [Range<Int>]? {
    let (fields, end) = bytes.withUnsafeBytes { [rule, offset] bytes -> ([Range<Int>]?, Int) in
      guard let start = bytes[offset...].firstIndex(where: { !Self.endsLine($0) }) else { return (nil, bytes.count) }
      let end = rule.next(after: start, in: bytes)
      return (rule.fields(of: start..<end, in: bytes), end)
    }
    offset = end
    return fields
  }

  // MARK: Fields

  private struct Field {
    let text: String
    let isQuoted: Bool

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

  private func value(of field: Range<Int>) throws(DataFileError) -> Field {
    let (content, isQuoted) = try content(of: field)
    guard let text = String(validating: bytes.dropFirst(content.lowerBound).prefix(content.count), as: UTF8.self) else {
      throw problem(at: field, "a field in this row is not UTF-8 text — save the file as UTF-8")
    }
    return Field(text: isQuoted ? text.replacingExactly("\"\"", with: "\"") : text, isQuoted: isQuoted)
  }

  /// A field without its quotes, or without blanks around it. A quoted field followed by more text counts as unquoted.
  private func content(of field: Range<Int>) throws(DataFileError) -> (Range<Int>, isQuoted: Bool) {
    let (content, end) = bytes.withUnsafeBytes { [rule] bytes -> (Range<Int>, end: Int?) in
      let content = Self.trimmed(field, in: bytes)
      let record = UnsafeRawBufferPointer(rebasing: bytes[..<content.upperBound])
      return (content, rule.quoteEnd(from: content.lowerBound + 1, in: record))
    }
    guard bytes.dropFirst(content.lowerBound).first == Self.quote, !content.isEmpty else { return (content, false) }
    guard let end else { throw problem(at: field, "a field in this row has no closing quote") }
    return end == content.upperBound ? (content.lowerBound + 1..<end - 1, true) : (content, false)
  }

  private static func trimmed(_ field: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Range<Int> {
    func isText(_ offset: Int) -> Bool { bytes[offset] != 0x20 && bytes[offset] != tab }
    guard let first = field.first(where: isText), let last = field.last(where: isText) else {
      return field.lowerBound..<field.lowerBound
    }
    return first..<last + 1
  }

  private func problem(at field: Range<Int>, _ sentence: String) -> DataFileError {
    let text = bytes.prefix(field.lowerBound)
    let line = 1 + zip(text, text.dropFirst() + Data([0])).count { $0 == 0x0A || $0 == 0x0D && $1 != 0x0A }
    return DataFileError(name, TextPosition(line: line, column: 1), sentence)
  }
}
