extension Sequence<UInt8> {
  fileprivate var isPrintableASCII: Bool {
    let isPrintable = { (byte: UInt8) in byte >= 0x20 && byte < 0x7F }
    return withContiguousStorageIfAvailable { $0.allSatisfy(isPrintable) } ?? allSatisfy(isPrintable)
  }
}

extension StringProtocol {
  /// Whether every byte is a character of one column.
  var isPrintableASCII: Bool { utf8.isPrintableASCII }

  /// The width of the text in columns.
  package var columns: Int {
    if isPrintableASCII { return utf8.count }
    return Glyphs(self).reduce(0) { $0 + $1.width }
  }

  /// Truncates the text to `columns` columns, ending in `…`.
  ///
  /// - Parameter always: Adds `…` even if the text fits, because more of the line follows.
  package func truncated(to columns: Int, always: Bool = false) -> String {
    let width = self.columns
    if width < columns || (width == columns && !always) { return String(self) }
    guard columns > 0 else { return "" }
    var result = ""
    var used = 0
    for glyph in Glyphs(self) {
      guard used + glyph.width <= columns - 1 else { break }
      result += glyph.text.string
      used += glyph.width
    }
    return result + "…"
  }

  /// Truncates the start of the text to `columns` columns, which keeps the end of a path.
  package func truncatedAtFront(to columns: Int) -> String {
    let width = self.columns
    if width <= columns { return String(self) }
    return columns > 0 ? "…" + dropping(columns: width - columns + 1) : ""
  }

  /// Truncates the middle of the text to `columns` columns, which keeps the first and the last words of a title.
  package func truncatedInMiddle(to columns: Int) -> String {
    let width = self.columns
    if width <= columns { return String(self) }
    let end = Swift.max(0, (columns - 1) / 2)
    return truncated(to: columns - end) + dropping(columns: width - end)
  }

  /// Drops the first `columns` columns. A wide character cut in half becomes a blank.
  package func dropping(columns: Int) -> String {
    guard columns > 0 else { return String(self) }
    var result = ""
    var used = 0
    for glyph in Glyphs(self) {
      if used >= columns {
        result += glyph.text.string
      } else if used + glyph.width > columns {
        result += " "
      }
      used += glyph.width
    }
    return result
  }

  /// Pads or truncates the text to exactly `columns` columns.
  package func padded(to columns: Int) -> String {
    let text = truncated(to: columns)
    return text + String(repeating: " ", count: Swift.max(0, columns - text.columns))
  }

  /// Pads the start of the text to `columns` columns.
  package func alignedRight(to columns: Int) -> String {
    String(repeating: " ", count: Swift.max(0, columns - self.columns)) + String(self)
  }
}

extension Substring {
  /// The longest prefix of whole characters that fits into `columns`.
  package func prefix(columns: Int) -> Substring {
    // A character of ASCII is whole if the next one is of ASCII, too.
    let start = utf8.prefix(Swift.max(0, columns) + 1)
    if start.isPrintableASCII { return start.count <= columns ? self : self[..<start.index(before: start.endIndex)] }
    var used = 0
    for index in indices {
      used += self[index...index].columns
      if used > columns { return self[..<index] }
    }
    return self
  }
}
