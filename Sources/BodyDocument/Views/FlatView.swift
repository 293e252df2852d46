/// A way to show a body as lines that stand as they are: nothing folds.
protocol FlatView: Sendable {
  var lineCount: Int { get }

  /// Whether the first line names what stands below it, and should stay on the screen.
  var hasHeader: Bool { get }

  /// Hands the pieces of a line to `emit`, one after another.
  func pieces(of line: Int, in source: UnsafeRawBufferPointer, emit: (Piece) -> Void)

  /// The bytes that a line shows.
  func bytes(of line: Int, in source: UnsafeRawBufferPointer) -> Range<Int>

  /// The line that shows the byte at `offset`.
  func line(at offset: Int, in source: UnsafeRawBufferPointer) -> Int
}

extension FlatView {
  var hasHeader: Bool { false }
}
