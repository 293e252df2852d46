/// A view of a body as a tree of rows.
protocol TreeView: Sendable {
  var tree: RowTree { get }

  /// Calls `emit` with each piece of a row's line.
  func pieces(of row: Int, isFolded: Bool, in source: UnsafeRawBufferPointer, emit: (Piece) -> Void)

  /// The bytes of a row; of a container, up to the end of its closing row.
  func bytes(of row: Int, in source: UnsafeRawBufferPointer) -> Range<Int>

  /// The path of a row, in the format's notation.
  func path(of row: Int, in source: UnsafeRawBufferPointer) -> String

  /// The decoded key of a row.
  func key(of row: Int, in source: UnsafeRawBufferPointer) -> String?

  /// The value of a row, for copying.
  func value(of row: Int, in source: UnsafeRawBufferPointer) -> String
}

extension TreeView {
  func key(of row: Int, in source: UnsafeRawBufferPointer) -> String? { nil }
}
