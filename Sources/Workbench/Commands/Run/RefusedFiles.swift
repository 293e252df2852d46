/// The files of a run of which nothing is sent because an entry in them cannot be read.
struct RefusedFiles {
  /// The entries that cannot be read, by the root of their collection.
  private var broken: [String: [RunItem]] = [:]

  init(_ sources: [RunPaths.Source]) {
    for source in sources {
      guard let foreign = source.foreign, foreign.format.isSentWhole else { continue }
      for item in source.items {
        guard let problem = item.problem else { continue }
        var item = item
        item.problem = "No request of \(foreign.shownName) is sent: \(problem)"
        broken[item.root, default: []].append(item)
      }
    }
  }

  /// The plan with the entries that cannot be read in place of all requests of their file.
  func replacingRequests(in plan: RunPlan) -> RunPlan {
    var reported: Set<String> = []
    var items: [RunItem] = []
    for item in plan.items {
      if let entries = broken[item.root] {
        if reported.insert(item.root).inserted { items += entries }
      } else {
        items.append(item)
      }
    }
    return RunPlan(items)
  }
}
