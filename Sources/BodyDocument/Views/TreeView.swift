/// A body whose pretty view is a tree of rows.
protocol TreeView: Sendable {
  var tree: RowTree { get }

  /// Hands the pieces of a row's line to `emit`, one after another.
  func pieces(of row: Int, isFolded: Bool, in source: UnsafeRawBufferPointer, emit: (Piece) -> Void)

  /// The bytes of a row; of a container to the end of its closing row.
  func bytes(of row: Int, in source: UnsafeRawBufferPointer) -> Range<Int>

  /// Where a row stands, in the notation of the format.
  func path(of row: Int, in source: UnsafeRawBufferPointer) -> String

  /// The name that a row gives to its value, decoded.
  func key(of row: Int, in source: UnsafeRawBufferPointer) -> String?

  /// The value of a row as somebody would paste it.
  func value(of row: Int, in source: UnsafeRawBufferPointer) -> String
}

extension TreeView {
  func key(of row: Int, in source: UnsafeRawBufferPointer) -> String? { nil }

  func value(of row: Int, in source: UnsafeRawBufferPointer) -> String { source.text(bytes(of: row, in: source)) }
}
