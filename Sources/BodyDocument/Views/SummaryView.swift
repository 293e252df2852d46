/// Generated lines about a body without text.
struct SummaryView: FlatView {
  let sentence: String
  /// Further facts, one per line.
  var details: [String] = []

  var lineCount: Int { 1 + details.count }

  func pieces(of line: Int, in source: UnsafeRawBufferPointer, emit: (Piece) -> Void) {
    emit(line == 0 ? .words(sentence, .note) : .words(details[line - 1], .text))
  }

  func bytes(of line: Int, in source: UnsafeRawBufferPointer) -> Range<Int> { 0..<0 }

  func line(at offset: Int, in source: UnsafeRawBufferPointer) -> Int { 0 }
}
