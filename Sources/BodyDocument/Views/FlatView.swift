/// A view of a body as lines without folds.
protocol FlatView: Sendable {
  var lineCount: Int { get }

  /// Whether the first line is a header that should not scroll.
  var hasHeader: Bool { get }

  /// Calls `emit` with each piece of a line.
  func pieces(of line: Int, in source: UnsafeRawBufferPointer, emit: (Piece) -> Void)

  /// The bytes shown by a line.
  func bytes(of line: Int, in source: UnsafeRawBufferPointer) -> Range<Int>

  func line(at offset: Int, in source: UnsafeRawBufferPointer) -> Int

  /// Whether each line has a value of its own, rather than a part of a text.
  var hasValues: Bool { get }

  /// The value of a line, for copying.
  func value(of line: Int, in source: UnsafeRawBufferPointer) -> String
}

extension FlatView {
  var hasHeader: Bool { false }
  var hasValues: Bool { false }

  func value(of line: Int, in source: UnsafeRawBufferPointer) -> String { source.text(bytes(of: line, in: source)) }
}
