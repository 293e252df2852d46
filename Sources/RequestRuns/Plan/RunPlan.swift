package import RequestModel

/// The requests of each iteration, in order.
package struct RunPlan: Equatable, Sendable {
  package private(set) var items: [RunItem]

  package init(_ items: [RunItem]) { self.items = items }

  /// Keeps requests with any of the tags; all if there are none.
  package func tagged(_ tags: [String]) -> RunPlan {
    tags.isEmpty ? self : RunPlan(items.filter { $0.tags.contains(where: tags.contains) })
  }

  /// Leaves out requests with any of the tags.
  package func without(_ tags: [String]) -> RunPlan {
    RunPlan(items.filter { !$0.tags.contains(where: tags.contains) })
  }

  /// Keeps what is in any of the folders, or has the name itself; all if there are none.
  ///
  /// - Throws: `RunPlanError` for a name that nothing has.
  package func inFolders(_ names: [String]) throws(RunPlanError) -> RunPlan {
    for name in names where !items.contains(where: { $0.isIn(name) }) { throw .noFolder(name) }
    return names.isEmpty ? self : RunPlan(items.filter { item in names.contains(where: item.isIn) })
  }

  /// Keeps the requests that are sent in an iteration.
  ///
  /// - Parameter iterations: The iterations in which each request is sent, from 0.
  package func selected(by iterations: [Address: Set<Int>], in iteration: Int) -> RunPlan {
    RunPlan(items.filter { iterations[$0.address]?.contains(iteration) == true })
  }

  /// Begins with the request of that id, path or name.
  ///
  /// - Throws: `RunPlanError` if there is none.
  package func from(_ name: String) throws(RunPlanError) -> RunPlan {
    guard let index = items.firstIndex(where: { $0.isNamed(name) }) else { throw .noStart(name) }
    return RunPlan(Array(items[index...]))
  }

  /// The position that a script names: by id, then by path, then by name. Of several with the name the last counts.
  package func position(of name: String) -> Int? {
    items.firstIndex { $0.hasID(name) } ?? items.lastIndex { $0.isNamed(name) }
  }
}

/// Why a run has no plan.
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
