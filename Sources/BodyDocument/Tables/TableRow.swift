/// A column of a table, as wide as its widest cell in the first rows.
struct TableColumn: Sendable {
  /// The maximum width of a column. Longer values end in `…`.
  static let maximumWidth = 40
  /// The maximum number of columns. Further values show as `…`.
  static let maximumCount = 256
  /// The number of rows that determine the columns and their widths.
  static let sampledRows = 1000

  var name: String
  /// The width in characters. Some, such as Chinese ones, take two terminal columns.
  var width: Int
  /// Whether all values in the first rows are numbers, which right-aligns the column's name.
  var isNumeric = true

  init(_ name: String) {
    self.name = TableCell.shown(name, isCut: false)
    width = max(1, self.name.count)
  }

  mutating func widen(for cell: TableCell) {
    width = max(width, cell.width)
    isNumeric = isNumeric && cell.token == .number
  }
}

/// A value in a column.
struct TableCell: Sendable {
  enum Content: Sendable {
    /// Printable ASCII of the body, one column per byte.
    case bytes(Range<Int>)
    case words(String)
  }

  var content: Content
  var token: SyntaxRole
  var width: Int
}

extension TableCell {
  /// - Parameters:
  ///   - value: The bytes in the body.
  ///   - decode: Decodes the first bytes of a value that cannot be shown directly.
  init(
    _ value: Range<Int>, _ token: SyntaxRole, in source: UnsafeRawBufferPointer, decode: (String) -> String = { $0 }
  ) {
    if value.count <= TableColumn.maximumWidth, source[value].allSatisfy(Self.isPlain) {
      self.init(content: .bytes(value), token: token, width: value.count)
    } else {
      // A character takes at most 12 bytes of escapes: enough for a whole column and one more.
      let end = min(value.upperBound, source.characterStart(value.lowerBound + 600))
      let text = decode(source.text(value.lowerBound..<max(value.lowerBound, end)))
      self.init(text, token, isCut: end < value.upperBound)
    }
  }

  init(_ text: String, _ token: SyntaxRole, isCut: Bool = false) {
    let shown = Self.shown(text, isCut: isCut)
    self.init(content: .words(shown), token: token, width: shown.count)
  }

  /// Cuts the text to a column and makes control characters visible.
  static func shown(_ text: String, isCut: Bool) -> String {
    let hasControls = text.utf8.contains { $0 < 0x20 || $0 == 0x7F }
    let text = hasControls ? String(String.UnicodeScalarView(text.unicodeScalars.map(picture))) : text
    let kept = text.prefix(TableColumn.maximumWidth)
    guard isCut || kept.endIndex < text.endIndex else { return text }
    return kept.prefix(TableColumn.maximumWidth - 1) + "…"
  }

  private static func picture(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.value < 0x20 { return Unicode.Scalar(0x2400 + scalar.value) ?? scalar }
    return scalar.value == 0x7F ? "\u{2421}" : scalar
  }

  /// Printable ASCII except quotes and backslashes.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "\"")
  }
}

/// The values of one line; `nil` for missing ones.
struct TableRow: Sendable {
  var cells: [TableCell?]
  /// Whether there are values beyond the last column.
  var hasMore = false
}
