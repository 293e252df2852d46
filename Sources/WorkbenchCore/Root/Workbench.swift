package import RequestModel
package import TerminalUI

/// An open folder on the screen as a value: an event changes it and yields effects, and it renders to a frame.
///
/// The root owns the folder, the panes and the input stack. It routes events to the panes and their outputs onwards.
package struct Workbench: Equatable, Sendable {
  package private(set) var size: Size
  /// The open folder.
  package internal(set) var workspace: Workspace
  /// What is open besides; `nil` if nothing is.
  package internal(set) var others: OtherWorkspaces?
  package internal(set) var collectionsPane: CollectionsPane
  package internal(set) var historyPane = HistoryPane()
  package internal(set) var environmentsPane = EnvironmentsPane()
  package internal(set) var changesPane = ChangesPane()
  package internal(set) var differencePane = DifferencePane()
  package internal(set) var runPane = RunPane()
  package internal(set) var requestPane = RequestPane()
  package internal(set) var responsePane: ResponsePane
  /// The pane on the left: collections, history, environments, changes or a run.
  package internal(set) var leftPane = Command.Scope.collections
  package internal(set) var inputs = InputStack()
  package internal(set) var isZoomed = false
  /// What the user chose of the layout by keys and mouse, and what the settings say.
  package internal(set) var layoutChoices = LayoutChoices()
  package internal(set) var layoutSettings = LayoutChoices()
  var areLayoutSettingsKnown = false
  var borderDrag: BorderDrag?
  package internal(set) var notice: Notice? { didSet { if let notice { messages.add(notice) } } }
  package internal(set) var pinned: PinnedResponse?
  package internal(set) var pinnedRequest: PinnedRequest?
  package internal(set) var messages = MessageLog()
  /// Whether the terminal has the focus, if it tells.
  package internal(set) var hasTerminalFocus: Bool?
  /// Exchanges being loaded from history, to be shown as the last response of their request.
  var reopening: [ExchangeID: Address] = [:]
  /// The request whose preview is being made.
  var previewing: SendJob?
  /// Whose documentation is read.
  var readingDocs: Address?
  /// Whether the mouse was pressed in the open text field, so that moving it selects.
  var isFieldDragged = false
  /// The number of the last import that was begun.
  var importNumber = 0
  /// What the last import or export did.
  package internal(set) var lastInterchange: InterchangeSummary?
  let exportFormats: [ExportChoice]
  package private(set) var settings = Settings()
  package var keys: KeyMap { workspace.keys }
  /// What was typed of a sequence of keys, or the number before them.
  package internal(set) var pending = PendingKeys()
  /// The letters typed of a label in jump mode.
  package internal(set) var jump: String?
  /// The number typed before the command that runs.
  var count: Int?
  package private(set) var theme = ThemeChoice()
  private(set) var accessibility = Accessibility()
  /// Generates exchange identifiers from the seed.
  var identifiers: SplitMix64
  /// Whether a `.wake` is pending. One serves all running exchanges.
  private var isWakeAsked = false
  /// The rows of the tree as the list of everything finds them.
  package internal(set) var tabs = TabStrip()
  var tabNodes = Derived<TabNodesKey, [Address: CollectionNode]>([:])
  var trail = Trail()
  var replacing = ReplaceMemory()
  /// The number of the last run that was started.
  var runNumber = 0
  /// The last run of each folder, whose form begins with it.
  var lastJobs: [Address: RunJob] = [:]
  /// What was shown on the left before the run.
  var paneBeforeRun = Command.Scope.collections
  var goToNames = Derived<GoToNames.Key, GoToNames>(GoToNames())

  package init(
    size: Size, root: String, environment: String? = nil, chosenEnvironments: [String: String] = [:],
    selection: Address? = nil, filters: [String] = [], clock: Clock = Clock(offset: 0),
    exportFormats: [ExportChoice] = [], seed: UInt64
  ) {
    self.size = size
    self.exportFormats = exportFormats
    var workspace = Workspace(root: root, environment: environment)
    workspace.chosenEnvironments = chosenEnvironments
    workspace.clock = clock
    self.workspace = workspace
    collectionsPane = CollectionsPane(selected: selection)
    responsePane = ResponsePane(filters: filters)
    identifiers = SplitMix64(seed: seed)
  }

  /// The effects to run before the first event.
  package var startEffects: [Effect] { [.files(workspace.id, .loadCollections), .listHistory(query: "")] }

  package mutating func update(_ event: Event) -> [Effect] {
    let visit = visit(event)
    let effects = handle(event)
    workspace.updateVariables()
    refreshVariables()
    // Any change may affect every pane.
    let all = Command.Scope.panes.reduce(effects) { $0 + update($1, .changed) }
    followInPinned()
    followInPinnedRequest()
    return all + note(visit)
  }

  private mutating func handle(_ event: Event) -> [Effect] {
    switch event {
    case .input(let input): return handle(input)
    case .resized(let size): self.size = size
    case .terminated: return commit() + [.quit]
    case .woke(let now):
      workspace.now = now
      messages.now = now
      workspace.measureTransfers()
      isWakeAsked = false
      return wake()
    case .draftDue: return route(requestPane.keepField(in: context(.request)))
    case .workspace(let id, let event):
      guard id == workspace.id else { return [] }
      return route(workspace.update(event, selected: collectionsPane.selected))
    case .exchange(let id, .ended(let exchange, let sent)):
      log(exchange)
      return route(workspace.update(.ended(exchange, sentBody: sent), of: id)) + alert(about: exchange)
    case .exchange(let id, let event): return route(workspace.update(event, of: id))
    case .focused(let hasFocus): hasTerminalFocus = hasFocus
    case .previewed(let id, let text): return show(text, of: id)
    case .docs(let address, let markdown): return showDocs(markdown, of: address)
    case .cookies(let cookies, let environment): return show(cookies, of: environment)
    case .cookieRefused(let text, let old, let environment, let why):
      notice = Notice(.failure, why)
      return route(.overlay(.prompt(.cookie(text, replacing: old, environment))))
    case .history(let event): return handle(event)
    case .run(let number, let update): return handle(update, of: number)
    case .found(let finding): return handle(finding)
    case .task(let task, let result): return update(.response, .task(task, result))
    case .saveRefused(let refusal): return route(.body(.refused(refusal)))
    case .imported(let number, let event): return handle(event, of: number)
    case .exported(let result): return show(result)
    case .git(let id, let event): if id == workspace.id { return handle(event) }
    case .completed(let text, let completion, let others):
      inputs.completePrompt(text, by: completion, others)
      var outputs: [PaneOutput] = []
      inputs.updateRunForm { outputs += $0.complete(text, by: completion, others) }
      return route(outputs)
    case .searched(let number, let event): inputs.updateSearch { $0.take(event, of: number) }
    case .clipboard(let text): return takeClipboard(text)
    case .edited(let ticket, let text):
      guard let text, ticket.workspace == workspace.id else { return [] }
      return route(workspace.take(text, for: ticket))
    case .suggested(let task, let items): return route(requestPane.take(items, for: task, in: context(.request)))
    case .notice(let notice): self.notice = notice
    case .terminal(let habits): return openKeyTester(habits)
    }
    return []
  }

  /// Applies the settings but those that are wrong.
  package mutating func apply(_ settings: Settings) {
    self.settings = settings
    (workspace.keys, theme) = (KeyMap(&self.settings), ThemeChoice(&self.settings))
    accessibility = Accessibility(self.settings)
    applyLayout(LayoutChoices(settings: settings))
    requestPane.settings.usesVim = self.settings["editor", "vim"]?.bool ?? false
    let items = settingItems
    inputs.updatePicker(named: Self.settingsTitle) { $0.show(items) }
    if let first = self.settings.syntaxError ?? self.settings.findings.first {
      let others = self.settings.findings.count - 1
      let more = others > 0 ? "; \(Formatting.count(others, "other problem")): :settings" : ""
      notice = Notice(.failure, "settings.json:\(first)\(remark)\(more)")
    }
  }

  /// Which settings apply although the file cannot be read to its end.
  private var remark: String {
    if settings.syntaxError == nil { return "" }
    return settings.isStaying ? " — the last good settings stay" : " — the settings before it apply"
  }

  private mutating func handle(_ event: HistoryEvent) -> [Effect] {
    switch event {
    case .listed(let query, let entries, let total, let facts):
      historyPane.facts = facts
      return route(historyPane.show(entries, total: total, for: query, in: context(.history)))
    case .newest(let entries, let total, let size):
      return route(historyPane.add(newest: entries, total: total, size: size, in: context(.history)))
    case .statistics(let title, let statistics):
      return route([.overlay(.text(.statistics(statistics, of: title, workspace.clock, columns: size.columns)))])
    case .found(let question, let exchanges): inputs.updateGoTo { $0.take(exchanges, for: question) }
    case .compared(let diff): return route([.overlay(.text(.comparison(diff, workspace.clock)))])
    case .changed(let notice):
      if let notice { self.notice = notice }
      return route([.listHistory])
    case .last(let origin, let summary):
      if origin.root == workspace.id.root { workspace.lastExchanges[origin.address] = summary }
    case .opened(let exchange, let body, let sentBody):
      let subject = reopening.removeValue(forKey: exchange.id).map(Subject.request) ?? .past(exchange.id)
      workspace.show(
        LiveExchange(id: exchange.id, stage: .ended(exchange), body: body, sentBody: sentBody), at: subject)
    case .failed(let problem):
      historyPane.show(problem)
      notice = Notice(.failure, problem.sentence)
    }
    return []
  }

  /// Requests one wake-up while anything is running.
  mutating func wake() -> [Effect] {
    guard workspace.isAnythingRunning || runPane.isRunning, !isWakeAsked else { return [] }
    isWakeAsked = true
    return [.wake(after: accessibility.clockStep)]
  }
}
