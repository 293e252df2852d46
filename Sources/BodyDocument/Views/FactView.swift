/// One line of ours, where there is no text to show.
struct FactView: FlatView {
  let sentence: String

  var lineCount: Int { 1 }

  func pieces(of line: Int, in source: UnsafeRawBufferPointer, emit: (Piece) -> Void) { emit(.words(sentence, .note)) }

  func bytes(of line: Int, in source: UnsafeRawBufferPointer) -> Range<Int> { 0..<0 }

  func line(at offset: Int, in source: UnsafeRawBufferPointer) -> Int { 0 }
}
