/// A table from CSV (RFC 4180) with any delimiter. The first record names the columns.
struct DelimitedTable: TableRows {
  private let records: RecordIndex<DelimitedRecord>
  let columns: [TableColumn]

  /// Reads the text once to index its records.
  ///
  /// - Parameter delimiter: `nil` detects the delimiter.
  init(_ bytes: UnsafeRawBufferPointer, delimiter: UInt8?, unless isStopped: () -> Bool) {
    let rule = DelimitedRecord(delimiter: delimiter ?? DelimitedRecord.delimiter(of: bytes))
    records = RecordIndex(bytes, rule: rule, unless: isStopped)
    columns = Self.columns(of: records, in: bytes)
  }

  var count: Int { max(0, records.count - 1) }

  func row(_ row: Int, in source: UnsafeRawBufferPointer) -> TableRow {
    let fields = records.rule.fields(of: bytes(of: row, in: source), in: source, atMost: columns.count)
    var cells: [TableCell?] = fields.cells.map { $0 }
    cells += repeatElement(nil, count: columns.count - cells.count)
    return TableRow(cells: cells, hasMore: fields.hasMore)
  }

  /// A record without its line end.
  func bytes(of row: Int, in source: UnsafeRawBufferPointer) -> Range<Int> {
    let range = records.range(of: row + 1, in: source)
    var end = range.upperBound
    if end > range.lowerBound, source[end - 1] == UInt8(ascii: "\n") { end -= 1 }
    if end > range.lowerBound, source[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return range.lowerBound..<end
  }

  func row(at offset: Int, in source: UnsafeRawBufferPointer) -> Int? {
    let record = records.record(at: offset, in: source)
    return record > 0 ? record - 1 : nil
  }

  private static func columns(
    of records: RecordIndex<DelimitedRecord>, in bytes: UnsafeRawBufferPointer
  ) -> [TableColumn] {
    var columns: [TableColumn] = []
    var offset = 0
    for record in 0..<min(records.count, TableColumn.sampledRows + 1) {
      let end = records.rule.next(after: offset, in: bytes)
      let cells = records.rule.fields(of: offset..<end, in: bytes, atMost: TableColumn.maximumCount).cells
      for (index, cell) in cells.enumerated() {
        if index == columns.count { columns.append(TableColumn(record == 0 ? cell.text(in: bytes) : "")) }
        if record > 0, cell.width > 0 { columns[index].widen(for: cell) }
      }
      offset = end
    }
    return columns
  }
}

extension TableCell {
  fileprivate func text(in source: UnsafeRawBufferPointer) -> String {
    switch content {
    case .bytes(let range): source.text(range)
    case .words(let words): words
    }
  }
}
