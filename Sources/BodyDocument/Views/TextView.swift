/// The text line by line.
struct TextView: FlatView {
  let lines: LineIndex

  var lineCount: Int { lines.count }

  func pieces(of line: Int, in source: UnsafeRawBufferPointer, emit: (Piece) -> Void) {
    emit(.bytes(lines.range(of: line, in: source), .text))
  }

  func bytes(of line: Int, in source: UnsafeRawBufferPointer) -> Range<Int> { lines.range(of: line, in: source) }

  func line(at offset: Int, in source: UnsafeRawBufferPointer) -> Int { lines.line(at: offset, in: source) }
}
