/// A CSV record. Quoted fields may contain delimiters, line ends and doubled quotes.
package struct DelimitedRecord: RecordRule {
  let delimiter: UInt8
  /// Whether blanks may precede the quote of a field.
  let skipsBlanks: Bool

  package init(delimiter: UInt8, skipsBlanks: Bool = false) {
    (self.delimiter, self.skipsBlanks) = (delimiter, skipsBlanks)
  }

  package func next(after start: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    var offset = start
    while true {
      offset = fieldEnd(from: offset, in: bytes)
      guard offset < bytes.count else { return bytes.count }
      if bytes[offset] != delimiter { return lineEnd(at: offset, in: bytes) }
      offset += 1
      if offset == bytes.count { return offset }
    }
  }

  /// The fields of a record, with their quotes.
  package func fields(of record: Range<Int>, in source: UnsafeRawBufferPointer) -> [Range<Int>] {
    let bytes = UnsafeRawBufferPointer(rebasing: source[..<record.upperBound])
    var fields: [Range<Int>] = []
    var offset = record.lowerBound
    while true {
      let end = fieldEnd(from: offset, in: bytes)
      fields.append(offset..<end)
      guard end < bytes.count, bytes[end] == delimiter else { return fields }
      offset = end + 1
    }
  }

  /// The first `limit` cells of a record, and whether it has more.
  func fields(
    of record: Range<Int>, in source: UnsafeRawBufferPointer, atMost limit: Int
  ) -> (cells: [TableCell], hasMore: Bool) {
    let bytes = UnsafeRawBufferPointer(rebasing: source[..<record.upperBound])
    var cells: [TableCell] = []
    var offset = record.lowerBound
    while true {
      let end = fieldEnd(from: offset, in: bytes)
      guard cells.count < limit else { return (cells, true) }
      cells.append(cell(offset..<end, in: bytes))
      guard end < bytes.count, bytes[end] == delimiter else { return (cells, false) }
      offset = end + 1
    }
  }

  private func cell(_ field: Range<Int>, in bytes: UnsafeRawBufferPointer) -> TableCell {
    guard !field.isEmpty, bytes[field.lowerBound] == UInt8(ascii: "\"") else {
      return TableCell(field, Self.isNumber(bytes[field]) ? .number : .text, in: bytes)
    }
    let hasEnd = field.count > 1 && bytes[field.upperBound - 1] == UInt8(ascii: "\"")
    let inside = field.lowerBound + 1..<field.upperBound - (hasEnd ? 1 : 0)
    return TableCell(inside, .text, in: bytes) { $0.replacing("\"\"", with: "\"") }
  }

  /// The offset of the delimiter or line end after a field.
  @inline(__always)
  private func fieldEnd(from start: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    var offset = start
    while skipsBlanks, offset < bytes.count, bytes[offset].isBlank, bytes[offset] != delimiter { offset += 1 }
    if offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") {
      offset = quoteEnd(from: offset + 1, in: bytes) ?? bytes.count
    }
    while offset < bytes.count, bytes[offset] != delimiter, bytes[offset] != UInt8(ascii: "\n"),
      bytes[offset] != UInt8(ascii: "\r")
    {
      offset += 1
    }
    return offset
  }

  /// The offset after the closing quote of a field; `nil` without one.
  ///
  /// - Parameter start: The offset after the opening quote.
  package func quoteEnd(from start: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
    var offset = start
    while let quote = bytes.offset(of: UInt8(ascii: "\""), from: offset) {
      offset = quote + 1
      guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else { return offset }
      offset += 1
    }
    return nil
  }

  private func lineEnd(at offset: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    let isPair =
      bytes[offset] == UInt8(ascii: "\r") && offset + 1 < bytes.count && bytes[offset + 1] == UInt8(ascii: "\n")
    return offset + (isPair ? 2 : 1)
  }

  /// Whether the text is a number, with an optional sign, fraction and exponent.
  private static func isNumber(_ field: Slice<UnsafeRawBufferPointer>) -> Bool {
    guard let first = field.first, let last = field.last, field.count <= TableColumn.maximumWidth else { return false }
    guard last.isDigit, first.isDigit || first == UInt8(ascii: "-") || first == UInt8(ascii: "+") else { return false }
    return Double(String(decoding: field, as: UTF8.self)) != nil
  }

  // MARK: The delimiter

  /// The delimiter (comma, semicolon, tab or bar) that splits the first records into equally many fields, and the most.
  static func delimiter(of bytes: UnsafeRawBufferPointer) -> UInt8 {
    let head = UnsafeRawBufferPointer(rebasing: bytes.prefix(1 << 16))
    var best = (delimiter: UInt8(ascii: ","), score: 0)
    for delimiter in [",", ";", "\t", "|"].flatMap(\.utf8) {
      let score = DelimitedRecord(delimiter: delimiter).score(of: head)
      if score > best.score { best = (delimiter, score) }
    }
    return best.delimiter
  }

  private func score(of head: UnsafeRawBufferPointer) -> Int {
    var counts: [Int] = []
    var offset = 0
    while offset < head.count, counts.count < 10 {
      let end = next(after: offset, in: head)
      // The last record of the sample may be cut.
      if end < head.count || counts.isEmpty {
        counts.append(fields(of: offset..<end, in: head, atMost: TableColumn.maximumCount).cells.count)
      }
      offset = end
    }
    guard let first = counts.first, first > 1 else { return 0 }
    return first + (counts.allSatisfy { $0 == first } ? 1000 : 0)
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 }
}
