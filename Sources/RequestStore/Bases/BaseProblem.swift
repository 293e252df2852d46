/// Why the base of a collection cannot be used.
package enum BaseProblem: Error, Equatable, Sendable {
  /// The user has not allowed it.
  case notAllowed(CollectionBase, OutsideSource)
  case notFetched(RepositoryBase)
  case missing(String)
  /// The folder does not exist in the repository.
  case missingInRepository(RepositoryBase)
  /// The collections that lead back to the first one.
  case circle([String])
  case tooDeep(limit: Int)
  /// Its settings cannot be read.
  case unreadable(String)
}

extension BaseProblem {
  /// The base that the user can allow and fetch.
  var pending: CollectionBase? {
    switch self {
    case .notAllowed(let base, _): base
    case .notFetched(let git): .git(git)
    default: nil
    }
  }
}

extension BaseProblem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notAllowed(let base, _):
      "The base \(base) is outside this collection — press t to allow it, or run: workbench base allow"
    case .notFetched(let git):
      "The base \(CollectionBase.git(git)) is not fetched yet — press t, or run: workbench base fetch"
    case .missing(let path): "There is no base in \(path) — check \"base\" in collection.json"
    case .missingInRepository(let git):
      "The base \(CollectionBase.git(git)) has no folder \"\(git.path)\" — check \"path\" of \"base\" in collection.json"
    case .circle(let paths): "These collections are each other's base: \(paths.joined(separator: ", "))"
    case .tooDeep(let limit): "More than \(limit) collections are based on one another — use a base closer to the first"
    case .unreadable(let sentence): "The base cannot be used: \(sentence)"
    }
  }
}
