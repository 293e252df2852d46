/// The source of a table's rows.
protocol TableRows: Sendable {
  var count: Int { get }
  var columns: [TableColumn] { get }

  func row(_ index: Int, in source: UnsafeRawBufferPointer) -> TableRow

  func bytes(of row: Int, in source: UnsafeRawBufferPointer) -> Range<Int>

  /// The row that contains the byte at `offset`; `nil` before the first.
  func row(at offset: Int, in source: UnsafeRawBufferPointer) -> Int?
}

/// Shows records, one per line, below the column names.
struct TableView: FlatView {
  private static let gap = 2

  let rows: any TableRows

  var lineCount: Int { rows.count + 1 }

  var hasHeader: Bool { true }

  var hasValues: Bool { true }

  func pieces(of line: Int, in source: UnsafeRawBufferPointer, emit: (Piece) -> Void) {
    let columns = rows.columns
    guard line > 0 else {
      let names = TableRow(cells: columns.map { TableCell($0.name, .key) })
      return Self.lay(names, in: columns, isHeader: true, emit)
    }
    Self.lay(rows.row(line - 1, in: source), in: columns, isHeader: false, emit)
  }

  func bytes(of line: Int, in source: UnsafeRawBufferPointer) -> Range<Int> {
    line == 0 ? 0..<0 : rows.bytes(of: line - 1, in: source)
  }

  func line(at offset: Int, in source: UnsafeRawBufferPointer) -> Int {
    rows.row(at: offset, in: source).map { $0 + 1 } ?? 0
  }

  /// Right-aligns numbers and left-aligns everything else.
  private static func lay(_ row: TableRow, in columns: [TableColumn], isHeader: Bool, _ emit: (Piece) -> Void) {
    var blanks = 0
    for (column, cell) in zip(columns, row.cells) {
      defer { blanks += gap }
      guard let cell, cell.width > 0 else {
        blanks += column.width
        continue
      }
      let missing = max(0, column.width - cell.width)
      let isRight = cell.token == .number || (isHeader && column.isNumeric)
      if isRight { blanks += missing }
      if blanks > 0 { emit(.words(String(repeating: " ", count: blanks), .text)) }
      blanks = isRight ? 0 : missing
      switch cell.content {
      case .bytes(let range): emit(.bytes(range, cell.token))
      case .words(let words): emit(.words(words, cell.token))
      }
    }
    if row.hasMore { emit(.words(String(repeating: " ", count: blanks) + "…", .note)) }
  }
}
