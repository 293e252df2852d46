/// What became of a line between two documents.
package enum DiffMark: Hashable, Sendable { case same, removed, added }

/// A line of a comparison as it is shown.
package struct DiffLine: Equatable, Sendable {
  package var mark: DiffMark
  /// Where `isFolded` is true, it stands for a stretch of lines without changes.
  package var line: Line
}
