// The workspace among other open ones.
extension Workbench {
  var isLoaded: Bool { workspace.isLoaded }

  var requestCount: Int { workspace.tree.nodes.count { if case .request = $0.kind { true } else { false } } }

  /// The number of files with unsaved edits, including an open text field.
  var unsavedCount: Int {
    let unsaved = workspace.unsaved
    guard let open = workspace.openField?.address, !unsaved.contains(open) else { return unsaved.count }
    return unsaved.count + (workspace.hasEdits(open) ? 1 : 0)
  }

  var hasUnsavedEdits: Bool { unsavedCount > 0 }

  /// Whether an unsaved edit has a file to be saved in, which a new request has not.
  var canSaveEdits: Bool {
    let open = workspace.openField.map(\.address)
    return workspace.unsaved.contains { !$0.isScratch }
      || open.map { !$0.isScratch && workspace.hasEdits($0) } ?? false
  }

  /// Whether a question waits for the user.
  var asks: Bool { overlays.last?.screen.isQuestion == true || late.waiting.contains(where: \.isQuestion) }

  // MARK: The switcher

  var showsSwitcher: Bool { overlays.last?.screen is WorkspacesScreen }

  mutating func show(_ switcher: WorkspacesScreen) { inputs.push(Overlay(switcher), over: workspace.subject) }

  // MARK: Leaving

  /// Whether it ends once its edits are saved.
  var isSavingToLeave: Bool { workspace.quitsWhenSaved }

  /// Ends the workspace with a `.quit`, which follows the last save.
  mutating func leave(_ edits: UnsavedEdits) -> [Effect] {
    let effects = commit()
    // New requests have no name to be saved under: they stay drafts.
    let unsaved = workspace.unsaved.filter { !$0.isScratch }
    switch edits {
    case .saved where !unsaved.isEmpty:
      for address in unsaved { workspace.items[address].quitsWhenSaved = true }
      let saves = route([.commit, .workspace(.saveFiles)])
      late.expect(saves)
      return effects + saves
    case .discarded: return effects + route(workspace.discardAllEdits()) + [remember(), .quit]
    case .saved, .keptAsDrafts: return effects + [remember(), .quit]
    }
  }

  /// The unsaved edits of other workspaces, such as `2 unsaved in shop`.
  var unsavedElsewhere: [String] {
    (others?.others ?? []).filter { $0.unsaved > 0 }.map { "\($0.unsaved) unsaved in \($0.title)" }
  }

  /// The requests and conversations that quitting would end.
  var exchangesUnderWay: ExchangesUnderWay {
    let conversations = workspace.items.subjects { $0.live?.isUnderWay == true && $0.live?.isConversation == true }
    let all = workspace.items.subjects { $0.live?.isUnderWay == true }
    return ExchangesUnderWay(requests: all.count - conversations.count, conversations: conversations.count)
  }

  /// A description of the requests and runs of all workspaces that quitting would cut off.
  var workUnderWay: [String] {
    let elsewhere = (others?.others ?? []).flatMap { other in
      (other.underWay.texts() + other.paneWork).map { "\(other.title): \($0)" }
    }
    return exchangesUnderWay.texts(ending: "quitting") + panes.work.map { "the \($0)" } + elsewhere
  }

  /// Why Ctrl+C does not quit: another workspace waits for a response.
  var runningInOther: String? {
    others?.others.first { $0.running > 0 }.map {
      "\($0.title): \(Formatting.count($0.running, "request")) still running — \(keys.name(of: "workspaces.open")) shows it, \(keys.name(of: "app.quit")) quits"
    }
  }

  /// The most urgent state of the other workspaces: a question, else a running request.
  var newsOfOthers: [Span] {
    guard let others = others?.others else { return [] }
    if let asking = others.first(where: \.asks) { return [Span("\(asking.title) asks", .warning), Span("  ")] }
    if let running = others.first(where: { $0.running > 0 }) {
      return [Span("\(running.title) is running", .hint), Span("  ")]
    }
    return []
  }
}
