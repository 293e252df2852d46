extension [Span] {
  /// The line with `…` in its last column, if more than blanks follow there. Reads no more of a giant line than it has to.
  ///
  /// - Parameter keepsBytes: Whether the two digits of a byte in hexadecimal stay together.
  func markedWhereCut(at columns: Int, keepsBytes: Bool = false) -> [Span] {
    if reduce(0, { $0 + $1.text.utf8.count }) <= columns, self.columns <= columns { return self }
    var start: [Span] = []
    var room = columns * 2
    var isWhole = true
    for span in self {
      let piece = Substring(span.text).prefix(columns: room)
      start.append(Span(String(piece), span.style))
      room -= piece.columns
      isWhole = piece.endIndex == span.text.endIndex
      if !isWhole { break }
    }
    let rest = start.dropping(columns: columns)
    let isBlank = rest.allSatisfy { $0.text.allSatisfy { $0 == " " } }
    if isWhole && isBlank { return self }
    return start.truncated(to: keepsBytes && start.isInsideByte(columns - 1) ? columns - 1 : columns)
  }

  /// Whether a column is that of the second digit of a byte.
  private func isInsideByte(_ column: Int) -> Bool {
    guard column > 0 else { return false }
    let digits = map(\.text).joined().dropping(columns: column - 1).prefix(2)
    return digits.count == 2 && digits.allSatisfy(\.isHexDigit)
  }
}
