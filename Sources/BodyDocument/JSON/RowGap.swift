/// The rows hidden by a folded container, in a list with running totals.
struct RowGap: Equatable, Sendable {
  var first: UInt32
  /// The number of hidden rows up to the end of this gap.
  var hiddenThrough: UInt32
}

extension ContiguousArray<RowGap> {
  /// Adds the rows hidden by folding the container from `row` to `end`.
  @inline(__always)
  mutating func append(row: UInt32, end: UInt32) {
    append(RowGap(first: row + 1, hiddenThrough: (last?.hiddenThrough ?? 0) + end - row))
  }
}
