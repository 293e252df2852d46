/// The requests of each iteration, in order.
package struct RunPlan: Equatable, Sendable {
  package private(set) var items: [RunItem]

  package init(_ items: [RunItem]) { self.items = items }

  /// Keeps the requests with any of the tags, or all if `tags` is empty.
  package func tagged(_ tags: [String]) -> RunPlan {
    tags.isEmpty ? self : RunPlan(items.filter { $0.tags.contains(where: tags.contains) })
  }

  /// Removes requests with any of the tags.
  package func without(_ tags: [String]) -> RunPlan {
    RunPlan(items.filter { !$0.tags.contains(where: tags.contains) })
  }

  /// Keeps the requests that are in any of the folders or have the name themselves, or all if `names` is empty.
  ///
  /// - Throws: `RunPlanError` for an unknown name.
  package func inFolders(_ names: [String]) throws(RunPlanError) -> RunPlan {
    if names.isEmpty { return self }
    var kept: Set<String> = []
    for name in names {
      let found = items.filter { $0.isIn(name) }
      if found.isEmpty { throw .noFolder(name) }
      kept.formUnion(Self.first(of: found, named: name).map(\.path))
    }
    return RunPlan(items.filter { kept.contains($0.path) })
  }

  /// In files of other programs, only the first folder or request with the name counts, as in newman: the outer one
  /// before the inner one.
  private static func first(of found: [RunItem], named name: String) -> [RunItem] {
    let places = found.map { $0.placeInFile(of: name) }
    guard let outermost = places.compactMap({ $0?.count }).min() else { return found }
    let first = places.first { $0?.count == outermost }
    return zip(found, places).filter { $0.1 == nil || $0.1 == first }.map(\.0)
  }

  /// Keeps the requests to send in an iteration.
  ///
  /// - Parameter iterations: The iterations in which each request is sent, from 0.
  package func selected(by iterations: [Address: Set<Int>], in iteration: Int) -> RunPlan {
    RunPlan(items.filter { iterations[$0.address]?.contains(iteration) == true })
  }

  /// Begins with the request with that id, path or name.
  ///
  /// - Throws: `RunPlanError` for an unknown request.
  package func from(_ name: String) throws(RunPlanError) -> RunPlan {
    guard let index = items.firstIndex(where: { $0.isNamed(name) }) else { throw .noStart(name) }
    return RunPlan(Array(items[index...]))
  }

  /// The position for a name used by a script: an id, else a path, else a name. If several requests have the name, the
  /// last one counts.
  package func position(of name: String) -> Int? {
    items.firstIndex { $0.hasID(name) } ?? items.lastIndex { $0.isNamed(name) }
  }
}

/// The reason why a run has no plan.
package enum RunPlanError: Error, Equatable, CustomStringConvertible {
  case noStart(String)
  case noFolder(String)

  package var description: String {
    switch self {
    case .noStart(let name): "No request to run is named \"\(name)\" — --from takes an id, a path or a name"
    case .noFolder(let name): "No folder or request to run is named \"\(name)\" — --folder takes a name or a path"
    }
  }
}
