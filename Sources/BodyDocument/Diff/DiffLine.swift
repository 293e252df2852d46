/// Whether a line was removed, added or kept.
package enum DiffMark: Hashable, Sendable { case same, removed, added }

/// A visible line of a comparison.
package struct DiffLine: Equatable, Sendable {
  package var mark: DiffMark
  /// If `isFolded` is true, it represents a range of unchanged lines.
  package var line: Line
}
