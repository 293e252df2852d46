// Closing a workspace, and quitting all of them.
extension Program {
  /// Closes a workspace without unsaved edits or running work; asks about any other.
  mutating func askToClose(_ number: WorkspaceNumber) -> [ProgramEffect] {
    guard let index = index(of: number) else { return [] }
    guard open.count > 1 else {
      open[0].bench.notice = Notice(.information, "This is the only open workspace: q quits")
      return []
    }
    let bench = open[index].bench
    guard bench.hasUnsavedEdits || bench.workspace.isAnythingRunning || !bench.panes.work.isEmpty else {
      return close(number, .keptAsDrafts)
    }
    let title = WorkspaceTitles(of: open.map(\.root))[open[index].root]
    return routeEffects(open[0].bench.route(.open(Confirm.close(number, title, bench))), of: open[0].number)
  }

  mutating func close(_ number: WorkspaceNumber, _ edits: UnsavedEdits) -> [ProgramEffect] {
    guard open.count > 1, let index = index(of: number) else { return [] }
    departure = .closing(number)
    return routeEffects(open[index].bench.leave(edits), of: number) + stayIfRefused(number)
  }

  mutating func quit(_ edits: UnsavedEdits) -> [ProgramEffect] {
    let numbers = open.map(\.number)
    departure = .quitting(Set(numbers))
    return numbers.flatMap { number in
      guard let index = index(of: number) else { return [ProgramEffect]() }
      return routeEffects(open[index].bench.leave(edits), of: number)
    }
  }

  /// Keeps open text fields as drafts and quits at once.
  mutating func terminate() -> [ProgramEffect] {
    open.indices.flatMap { index in
      let effects = open[index].bench.update(.terminated).filter { $0 != .quit }
      return effects.isEmpty ? [] : [ProgramEffect.run(open[index].number, effects)]
    } + [.quit]
  }

  /// Removes a workspace that has nothing left to save.
  mutating func depart(_ number: WorkspaceNumber) -> [ProgramEffect] {
    switch departure {
    case .closing(number): return remove(number)
    case .quitting(var waiting):
      waiting.remove(number)
      departure = .quitting(waiting)
      return waiting.isEmpty ? recentEffects + [.quit] : []
    case .closing, nil: return recentEffects + [.quit]
    }
  }

  /// The workspace that was shown last is the most recent.
  private var recentEffects: [ProgramEffect] {
    open.reversed().map { .keepRecent(root: $0.root, requests: $0.bench.isLoaded ? $0.bench.requestCount : nil) }
  }

  private mutating func remove(_ number: WorkspaceNumber) -> [ProgramEffect] {
    departure = nil
    guard open.count > 1, let index = index(of: number) else { return [] }
    let titles = WorkspaceTitles(of: open.map(\.root))
    let closed = open.remove(at: index)
    let kept = closed.bench.hasUnsavedEdits ? "; its unsaved edits are kept as drafts" : ""
    let requests = closed.bench.isLoaded ? closed.bench.requestCount : nil
    let effects = index == 0 ? showFirst() : []
    open[0].bench.notice = Notice(.information, "Closed \(titles[closed.root])\(kept)")
    return [.keepRecent(root: closed.root, requests: requests), .close(number)] + effects + [.listRecents]
  }

  /// Cancels leaving when a file of a leaving workspace could not be saved, and shows that workspace with its question,
  /// unless the user has done something else since.
  mutating func stayIfRefused(_ number: WorkspaceNumber) -> [ProgramEffect] {
    switch departure {
    case .closing(number): break
    case .quitting(let waiting) where waiting.contains(number): break
    default: return []
    }
    guard let index = index(of: number), !open[index].bench.isSavingToLeave else { return [] }
    departure = nil
    for index in open.indices { open[index].bench.workspace.stayWhenSaved() }
    if index == 0 { return [] }
    if open[0].bench.awaitsLeaving { return show(number) }
    let title = WorkspaceTitles(of: open.map(\.root))[open[index].root]
    let key = open[0].bench.keys.name(of: "workspaces.open")
    open[0].bench.notice = Notice(.failure, "\(title) stays open: a file could not be saved — \(key) shows why")
    return []
  }
}

extension Confirm {
  fileprivate static func close(_ number: WorkspaceNumber, _ title: String, _ bench: Workbench) -> Confirm {
    let conversations = bench.exchangesUnderWay.conversations
    let running = ExchangesUnderWay(
      requests: bench.workspace.runningCount - conversations, conversations: conversations)
    let known = [
      bench.hasUnsavedEdits ? Formatting.count(bench.unsavedCount, "file") + " with unsaved edits" : nil,
      bench.workspace.hasUnsavedNew ? Workspace.fateOfNew(saving: bench.canSaveEdits) : nil,
    ]
    let facts =
      known.compactMap(\.self) + running.texts(ending: "closing")
      + bench.panes.work.map { "the \($0); closing stops it" }
    func choice(_ key: Character, _ label: String, short: String? = nil, _ edits: UnsavedEdits) -> Choice {
      .letter(key, label, short: short, .effect(.program(.closeNow(number, edits))))
    }
    let leaving =
      bench.hasUnsavedEdits
      ? (bench.canSaveEdits ? [choice("s", "save all and close", short: "save", .saved)] : []) + [
        choice("c", "close; keep edits as drafts", short: "keep", .keptAsDrafts),
        choice("d", "close; discard the edits", short: "discard", .discarded),
      ] : [choice("c", "close", .keptAsDrafts)]
    return Confirm(
      title: "Close \(title)?", text: facts.joined(separator: "; "),
      choices: leaving + [.leave("stay")])
  }
}
