// Actions of the global commands.
extension Workbench {
  /// Cancels running work, else leaves the open text as Escape does, else quits.
  mutating func cancelOrQuit() -> [Effect] {
    // Cancel the work on the screen first.
    if let outputs = panes.cancel(leftPane, in: context(leftPane)) { return route(outputs) }
    if let outputs = workspace.features.first({ $0.cancel() }) { return route(outputs) }
    if workspace.baseFetch != nil { return [.files(workspace.id, .cancelBase)] }
    if let outputs = responsePane.cancel(in: context(.response)) { return route(outputs) }
    if let running = workspace.exchange, running.isRunning { return [.cancel(running.id)] + tellCancelled(running) }
    let token = workspace.items[workspace.subject].token
    if token.isFetching, let job = token.job { return [.cancel(job.id)] }
    if isEditingText { return update(scope, .key(.escape)) }
    if let gone = workspace.runningWithoutRow {
      let name = gone.request?.name ?? gone.origin?.title ?? "the request"
      return [.cancel(gone.id)] + route(.information("Cancelled \(name), which is no longer in the collections"))
    }
    if let other = workspace.runningElsewhere {
      return route(
        .information("\(other) is still running: select it to cancel, or press \(keys.name(of: "app.quit")) to quit"))
    }
    let everywhere = context(.everywhere)
    if let reason = panes.first({ $0.whyNotQuit(in: everywhere) }) { return route(.information(reason)) }
    if let elsewhere = runningInOther { return route(.information(elsewhere)) }
    // The work ended before the key that was meant to cancel it.
    if hadWork, !wasCancelled {
      return route(.information("Nothing is running: press \(keys.name(of: "app.cancel")) again to quit"))
    }
    return quit()
  }

  /// Remembers whether work is in progress, so that a Ctrl+C for work that has just ended does not quit.
  mutating func noteWork(after event: Event) {
    let isUnderWay =
      !panes.work.isEmpty || workspace.features.first({ $0.progress }) != nil || workspace.baseFetch != nil
      || !workspace.items.subjects { $0.live?.isRunning == true || $0.token.isFetching }.isEmpty
    switch event {
    case .input(.key(let key)): (hadWork, wasCancelled) = (isUnderWay, key == .control("c"))
    // A click may have begun other work than the key cancelled.
    case .input(.mouse(let mouse)) where mouse.action == .press && isUnderWay: wasCancelled = false
    default: break
    }
    hadWork = hadWork || isUnderWay
  }

  /// Reports the cancelled exchange if its pane is not on the screen.
  private mutating func tellCancelled(_ running: LiveExchange) -> [Effect] {
    guard neighbours == .response(isShown: false), let request = running.request else { return [] }
    let name = request.name ?? SecretParameter.maskingURLs(in: request.url)
    return route(.information("Cancelled \(request.method) \(name)"))
  }

  /// Quits. Asks first if edits are unsaved, or if a request or a run is under way.
  mutating func quit() -> [Effect] {
    let effects = commit()
    let work = workUnderWay
    guard let edits = unsavedEdits else {
      return effects + route(work.isEmpty ? .quit(.keptAsDrafts) : .open(Confirm.quitting(work)))
    }
    let saving = Confirm.Choice.letter(
      "s", work.isEmpty ? "save all and quit" : "save all, stop and quit", short: "save", .quit(.saved))
    let question = Confirm(
      title: work.isEmpty ? "Unsaved edits" : "Quit?", text: ([edits] + work).joined(separator: "; "),
      choices: (canSaveAnyEdits ? [saving] : []) + [
        .letter(
          "q", work.isEmpty ? "quit; keep edits as drafts" : "stop and quit; keep edits as drafts", short: "keep",
          .quit(.keptAsDrafts)),
        .letter(
          "d", work.isEmpty ? "quit; discard the edits" : "stop and quit; discard the edits", short: "discard",
          .quit(.discarded)),
        .leave("stay"),
      ])
    return effects + route(.open(question))
  }

  private var canSaveAnyEdits: Bool { canSaveEdits || others?.others.contains(where: \.canSaveEdits) == true }

  /// A description of the unsaved edits of all workspaces; `nil` without any.
  private var unsavedEdits: String? {
    let unsaved = workspace.unsaved
    guard !unsaved.isEmpty || !unsavedElsewhere.isEmpty else { return nil }
    var seen: Set<String> = []
    let titles = unsaved.map(workspace.title).filter { seen.insert($0).inserted }
    let names = titles.prefix(5).joined(separator: ", ")
    let areRequests = unsaved.allSatisfy { workspace.items[$0].draft?.current.role == .request }
    let more = titles.count > 5 ? " and \(titles.count - 5) more" : ""
    let own = "\(Formatting.count(unsaved.count, areRequests ? "unsaved request" : "unsaved file")): \(names)\(more)"
    let hasNew = workspace.hasUnsavedNew || others?.others.contains(where: \.hasUnsavedNew) == true
    return ((unsaved.isEmpty ? [] : [own]) + unsavedElsewhere).joined(separator: "; ")
      + (hasNew ? " (\(Workspace.fateOfNew(saving: canSaveAnyEdits)))" : "")
  }

  func remember() -> Effect {
    let filters = responsePane.tab(BodyTab.self)?.filterHistory ?? []
    return .files(
      workspace.id,
      .remember(
        environments: workspace.chosenEnvironments, selection: selectedNode?.address,
        filters: filters.suffix(100)))
  }

  /// Updates the open list of variables.
  mutating func refreshVariables() {
    guard inputs.first(TableScreen.self) != nil else { return }
    let rows = workspace.variableRows
    inputs.change(TableScreen.self) { if $0.showsVariables { $0.rows = rows } }
  }
}
