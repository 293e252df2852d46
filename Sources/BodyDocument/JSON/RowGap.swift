/// Rows that a folded container hides: all behind it up to its end. In a list, with running totals.
struct RowGap: Equatable, Sendable {
  var first: UInt32
  /// Hidden rows up to the end of this gap.
  var hiddenThrough: UInt32
}

extension ContiguousArray<RowGap> {
  /// Adds what is hidden when the container at `row`, which ends at `end`, is folded.
  @inline(__always)
  mutating func append(row: UInt32, end: UInt32) {
    append(RowGap(first: row + 1, hiddenThrough: (last?.hiddenThrough ?? 0) + end - row))
  }
}
