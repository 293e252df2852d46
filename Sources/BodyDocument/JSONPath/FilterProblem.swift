/// Why a body could not be filtered.
package enum FilterProblem: Error, Equatable, Sendable, CustomStringConvertible {
  case notJSON
  case stopped
  /// The values together would be larger than 1 GB: those of nested values count again and again.
  case tooLarge

  package var description: String { Messages.notFiltered(self) }
}
