/// One line of a pretty view in 12 bytes. Everything else is read from the body when it is drawn.
///
/// | row | `parent` | `extent` |
/// |---|---|---|
/// | a leaf: a scalar or an empty container | its container | its index in the container |
/// | a container | its container | its closing row |
/// | a closing row | the row that it closes | the container's index in its container |
///
/// So a row is a container if it is the parent of the next row, and a closing row if it is the extent of its parent.
struct Row: Equatable, Sendable {
  private let place: UInt32
  let parent: UInt32
  var extent: UInt32

  static let maximumDepth = (1 << 24) - 1
  static let maximumCount = Int(UInt32.max)
  /// The largest body, in bytes.
  static let maximumSize = Int(UInt32.max)
  /// The parent of top-level rows.
  static let none = UInt32.max

  @inline(__always)
  init(start: Int, parent: UInt32, extent: UInt32) {
    place = UInt32(truncatingIfNeeded: start)
    self.parent = parent
    self.extent = extent
  }

  /// The first byte.
  var start: Int { Int(place) }
}
