import TerminalUI

extension [Span] {
  /// The line with `…` in its last column, if more than blanks follow there. Reads no more of a giant line than it has to.
  func markedWhereCut(at columns: Int) -> [Span] {
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
    return isWhole && isBlank ? self : start.truncated(to: columns)
  }
}
