/// Why a body could not be filtered.
package enum FilterProblem: Error, Equatable, Sendable, CustomStringConvertible {
  case notJSON
  case stopped
  /// The result would exceed 1 GB. Nested values count once for each level.
  case tooLarge
  /// A pattern takes too many steps on a text of the body, so that it is not known whether it matches.
  case tooCostly

  package var description: String { Messages.notFiltered(self) }
}
