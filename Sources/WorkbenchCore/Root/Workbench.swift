/// An open folder on the screen as a value: an event changes it and yields effects, and it renders to a frame.
///
/// The root owns the folder, the panes and the input stack. It routes events to the panes and their outputs onwards.
package struct Workbench: Equatable, Sendable {
  package private(set) var size: Size
  /// The open folder.
  package internal(set) var workspace: Workspace
  /// The other open workspaces; `nil` without any.
  package internal(set) var others: OtherWorkspaces?
  package internal(set) var panes = Panes()
  /// The pane on the left: collections, history, environments, changes or a run.
  package internal(set) var leftPane = Command.Scope.collections
  package internal(set) var inputs = InputStack()
  /// Dialogs that events open, and those that wait.
  var late = LateDialogs()
  /// Whether work that Ctrl+C cancels was in progress after the last key, and whether that key was Ctrl+C.
  var hadWork = false
  var wasCancelled = false
  package internal(set) var isZoomed = false
  /// The parts of the layout that the user chose by keys and mouse, and those from the settings.
  package internal(set) var layoutChoices = LayoutChoices()
  package internal(set) var layoutSettings = LayoutChoices()
  var areLayoutSettingsKnown = false
  var borderDrag: BorderDrag?
  package internal(set) var notice: Notice? { didSet { if let notice { messages.add(notice) } } }
  package internal(set) var messages = MessageLog()
  /// Whether the terminal has the focus; `nil` if it does not report that.
  package internal(set) var hasTerminalFocus: Bool?
  /// Whether the mouse was pressed in the open text field, so that moving it selects.
  var isFieldDragged = false
  /// Where the mouse was pressed in text, so that moving it selects.
  var markedText: MarkedText?
  var firstClick = FirstClick()
  package private(set) var settings: Settings {
    get { workspace.settings }
    set { workspace.settings = newValue }
  }
  package var keys: KeyMap { workspace.keys }
  /// The typed part of a sequence of keys, or the number before it.
  package internal(set) var pending = PendingKeys()
  /// The pane that had the focus when a file was shown in another list than the collections, until they are shown again.
  var focusBeforeList: Focus?
  /// The keys of an earlier release whose new command was named: once is enough.
  var namedFormers: Set<KeySequence> = []
  /// The typed letters of a label in jump mode.
  package internal(set) var jump: String?
  /// The number typed before the running command.
  var count: Int?
  package private(set) var theme = ThemeChoice()
  private(set) var accessibility = Accessibility()
  /// Whether a `.wake` is pending. One is enough for all running exchanges.
  private var isWakeAsked = false

  package init(
    size: Size, root: String, environment: String? = nil, chosenEnvironments: [String: String] = [:],
    selection: Address? = nil, filters: [String] = [], clock: Clock = Clock(offset: 0),
    exportFormats: [ExportChoice] = [], seed: UInt64
  ) {
    self.size = size
    var workspace = Workspace(root: root, environment: environment)
    workspace.chosenEnvironments = chosenEnvironments
    (workspace.clock, workspace.exportFormats) = (clock, exportFormats)
    workspace.identifiers = SplitMix64(seed: seed)
    self.workspace = workspace
    panes[CollectionsPane.self] = CollectionsPane(selected: selection)
    responsePane = ResponsePane(filters: filters)
  }

  /// The effects to run before the first event.
  package var startEffects: [Effect] { [.files(workspace.id, .loadCollections), .listHistory(query: "")] }

  package mutating func update(_ event: Event) -> [Effect] {
    let visit = visit(event)
    late.begin(event)
    let effects = handle(event) + updatePanes() + note(visit)
    late.end(effects, reading: workspace.sendsWhenRead)
    noteWork(after: event)
    return effects
  }

  /// Updates the variables and every pane, which any change may affect.
  mutating func updatePanes() -> [Effect] {
    workspace.updateVariables()
    refreshVariables()
    return Command.Scope.panes.flatMap { update($0, .changed) }
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
      return route(workspace.update(event, selected: panes[CollectionsPane.self].selected))
    case .exchange(let id, .ended(let exchange, let sent)):
      // The failure of a token is a notice.
      if workspace.items.subjects(where: { $0.token.job?.id == id }).isEmpty { messages.add(failureOf: exchange) }
      return route(workspace.update(.ended(exchange, sentBody: sent), of: id))
        + alerts.alert(after: exchange.duration, exchange.alertText)
    case .exchange(let id, let event): return route(workspace.update(event, of: id))
    case .focused(let hasFocus): hasTerminalFocus = hasFocus
    case .message(let message): return message.deliver(to: &self)
    case .clipboard(let text): return takeClipboard(text)
    case .notice(let notice): show(notice)
    }
    return []
  }

  /// Shows a notice. A failure stays until the next key: information after it is only added to the messages.
  mutating func show(_ notice: Notice) {
    if notice.kind == .information, self.notice?.kind == .failure {
      messages.add(notice)
    } else {
      self.notice = notice
    }
  }

  /// Applies the settings except invalid ones.
  package mutating func apply(_ settings: Settings) {
    self.settings = settings
    (workspace.keys, theme) = (KeyMap(&self.settings), ThemeChoice(&self.settings))
    accessibility = Accessibility(self.settings)
    applyLayout(LayoutChoices(settings: settings))
    requestPane.settings.usesVim = self.settings["editor", "vim"]?.bool ?? false
    let keys = keys
    inputs.change(HelpScreen.self) { $0.show(keys) }
    let items = self.settings.items
    inputs.change(Picker.self) { if $0.title == Settings.listTitle { $0.show(items) } }
    if let first = self.settings.syntaxError ?? self.settings.findings.first {
      let others = self.settings.findings.count - 1
      let more = others > 0 ? "; \(Formatting.count(others, "other problem")): :settings" : ""
      notice = Notice(.failure, "settings.json:\(first)\(remark)\(more)")
    }
  }

  /// A remark on which settings apply although the file could not be read completely.
  private var remark: String {
    if settings.syntaxError == nil { return "" }
    return settings.isStaying ? " — the last good settings stay" : " — the settings before it apply"
  }

  /// Requests one wake-up while anything is running.
  mutating func wake() -> [Effect] {
    guard workspace.isAnythingRunning || !panes.work.isEmpty, !isWakeAsked else { return [] }
    isWakeAsked = true
    return [.wake(after: accessibility.clockStep)]
  }
}
