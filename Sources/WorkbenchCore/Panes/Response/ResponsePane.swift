/// The response and the sent request, one tab for each part.
package struct ResponsePane: RowPane {
  package static let scope = Command.Scope.response
  package static let title = "the response"
  package static let place = Focus.response

  package private(set) var tabs: [any ResponseTab] = ResponseTabs.all.map { $0.init() }
  /// The shown tab.
  private var index = 0
  /// The tab that the user chose for each kind. It is shown again with the next exchange that has it.
  private var chosen: [RequestKind: Int] = [:]
  /// The tab that was opened for one exchange. Later ones are shown in the chosen tab again.
  private var opened: Opened?
  /// The tabs of the request's kind that its exchange has, in order.
  private var shown = ResponseTabs.all.indices.filter { ResponseTabs.all[$0].isShown(for: .standard, nil) }
  /// The state that the tabs were last built from.
  private var seen: Seen?
  private var fittedSize: Size?

  private struct Seen: Equatable {
    var subject: Subject
    var exchange: ExchangeID?
    var revision: Int?
    var kind: RequestKind
  }

  private struct Opened: Equatable {
    var tab: Int
    var subject: Subject
    /// `nil` until the exchange is there.
    var exchange: ExchangeID?
    /// Whether the tab shows a message.
    var isMessage = false
  }

  package init() {}

  /// - Parameter filters: Earlier body filters, the newest last.
  init(filters: [String]) {
    withTab(BodyTab.self) { $0.filterHistory = filters }
  }

  package static func == (a: ResponsePane, b: ResponsePane) -> Bool {
    a.index == b.index && a.seen == b.seen && zip(a.tabs, b.tabs).allSatisfy { $0.isEqual(to: $1) }
  }

  // MARK: Tabs

  package var tab: any ResponseTab {
    get { tabs[index] }
    set { tabs[index] = newValue }
  }

  /// The index of the shown tab among the titles.
  var selectedIndex: Int { shown.firstIndex(of: index) ?? 0 }
  package var tabID: String { type(of: tab).id }

  func tab<Tab: ResponseTab>(_ type: Tab.Type) -> Tab? { index(of: type).flatMap { tabs[$0] as? Tab } }

  /// Compares types: a failing cast is slow.
  private func index<Tab: ResponseTab>(of type: Tab.Type) -> Int? {
    tabs.firstIndex { Swift.type(of: $0) == type }
  }

  @discardableResult
  mutating func withTab<Tab: ResponseTab, Result>(_ type: Tab.Type, _ body: (inout Tab) -> Result) -> Result? {
    guard let index = index(of: type), var tab = tabs[index] as? Tab else { return nil }
    defer { tabs[index] = tab }
    return body(&tab)
  }

  func shows(_ id: String) -> Bool { shown.contains { type(of: tabs[$0]).id == id } }

  mutating func select(_ id: String, in context: PaneContext) {
    guard let index = shown.first(where: { type(of: tabs[$0]).id == id }) else { return }
    select(index, in: context)
  }

  /// Shows a tab of the exchange of the shown subject, as soon as it has that tab.
  mutating func open(_ id: String, in context: PaneContext) {
    guard let tab = tabs.firstIndex(where: { type(of: $0).id == id }) else { return }
    opened = Opened(tab: tab, subject: context.workspace.subject, exchange: context.workspace.exchange?.id)
    if shown.contains(tab) { show(tab, in: context) }
  }

  mutating func selectTab(by step: Int, in context: PaneContext) -> [PaneOutput] {
    select(shown[(selectedIndex + step + shown.count) % shown.count], in: context)
    return []
  }

  private mutating func select(_ next: Int, in context: PaneContext) {
    if next == index, opened?.isMessage == true { return }
    let live = context.workspace.exchange
    if type(of: tabs[next]).id == ChecksTab.id, Self.hasFailedCheck(live) {
      // The user looks at the failure, and not at the checks of all later responses.
      opened = Opened(tab: next, subject: context.workspace.subject, exchange: live?.id)
    } else {
      chosen[seen?.kind ?? .standard] = next
      opened = nil
    }
    show(next, in: context)
  }

  private static func hasFailedCheck(_ live: LiveExchange?) -> Bool {
    live?.log.checks.contains { !$0.isPassed } ?? false
  }

  private mutating func show(_ next: Int, in context: PaneContext) {
    guard next != index else { return }
    tab.blur(in: context)
    tab.view.anchor = nil
    if type(of: tab).id == BodyTab.id { withTab(BodyTab.self) { $0.closeMessage() } }
    index = next
    tab.fit(in: context)
  }

  // MARK: Messages

  /// Shows a message in the Body tab, until Escape or another tab.
  mutating func openMessage(at number: Int, in context: PaneContext) -> [PaneOutput] {
    guard let body = shown.first(where: { type(of: tabs[$0]).id == BodyTab.id }),
      let rows = tab(MessagesTab.self)?.messages, let message = ShownMessage(number, of: rows)
    else { return [.information("This message cannot be shown")] }
    opened = Opened(
      tab: body, subject: context.workspace.subject, exchange: context.workspace.exchange?.id, isMessage: true)
    withTab(BodyTab.self) { $0.open(message, in: context) }
    show(body, in: context)
    return []
  }

  /// Returns from a message to the list.
  mutating func closeMessage(in context: PaneContext) -> [PaneOutput] {
    opened = nil
    select(MessagesTab.id, in: context)
    return []
  }

  package var closing: String? { tab.closing }

  func titles(_ live: LiveExchange?) -> [(title: String, badge: String)] {
    shown.map { index in
      let isMessage = opened?.isMessage == true && opened?.tab == index
      let tab = type(of: tabs[index])
      return (isMessage ? "Message" : tab.title, live.map { tab.badge(for: $0) } ?? "")
    }
  }

  // MARK: Events

  package var isTyping: Bool { tab.isTyping }

  package func typingHints(in context: PaneContext) -> [(key: String, label: String)] { tab.typingHints }

  package mutating func point(_ pointer: FieldPointer) { tab.point(pointer) }

  package mutating func update(_ event: PaneEvent, in context: PaneContext) -> [PaneOutput] {
    switch event {
    case .changed: return refresh(in: context) + showInPinned(context)
    case .key(let key): return tab.handle(key, in: context)
    case .paste(let text): return tab.paste(text, in: context)
    case .escape: return tab.stepOut(in: context) ?? [.stepOut]
    case .blurred: tab.blur(in: context)
    case .scrolled(let rows): tab.scroll(by: rows, in: context)
    case .clicked(let point): click(point, in: context)
    case .moved(let change):
      if let subject = seen?.subject { seen?.subject = change(subject) ?? subject }
      if let subject = opened?.subject { opened?.subject = change(subject) ?? subject }
      withTab(MessagesTab.self) { $0.composer.follow(change) }
    case .appeared: break
    case .task(let task, let result):
      guard let index = tabs.firstIndex(where: { type(of: $0).id == task.tab }) else { return [] }
      return tabs[index].applyResult(result, of: task, in: context)
    }
    return []
  }

  /// Rebuilds the tabs after a change. Hidden tabs are fitted when they are selected.
  private mutating func refresh(in context: PaneContext) -> [PaneOutput] {
    let live = context.workspace.exchange
    let kind = live?.request?.kind ?? context.workspace.request?.kind ?? .standard
    let now = Seen(subject: context.workspace.subject, exchange: live?.id, revision: live?.revision, kind: kind)
    var outputs: [PaneOutput] = []
    if now != seen {
      let isOther = now.subject != seen?.subject || now.exchange != seen?.exchange
      closeOpened(at: now, live)
      showTabs(of: kind, live)
      seen = now
      fittedSize = nil
      for index in tabs.indices {
        if isOther { tabs[index].reset() }
        outputs += tabs[index].show(live, in: context)
      }
    }
    if fittedSize != context.size {
      fittedSize = context.size
      tab.fit(in: context)
    }
    tab.noteSeen()
    return outputs
  }

  private mutating func showTabs(of kind: RequestKind, _ live: LiveExchange?) {
    shown = tabs.indices.filter { type(of: tabs[$0]).isShown(for: kind, live) }
    let usual = chosen[kind] ?? usualTab(of: kind, live)
    let wanted = [opened?.tab, usual, index].lazy.compactMap(\.self).first(where: shown.contains)
    index = wanted ?? shown.first ?? index
  }

  /// The tab that is shown unless the user chose another: of a connection and a stream of events its messages.
  private func usualTab(of kind: RequestKind, _ live: LiveExchange?) -> Int {
    let isOpen = kind.takesMessages && live?.response.map { kind.isOpened(by: $0.status) } ?? true
    let hasMessages = isOpen || live?.hasEvents == true
    return tabs.firstIndex { type(of: $0).id == (hasMessages ? MessagesTab.id : BodyTab.id) } ?? 0
  }

  /// Forgets the tab that was opened for an exchange once another one is shown, unless a check has failed again.
  private mutating func closeOpened(at now: Seen, _ live: LiveExchange?) {
    guard let opened else { return }
    guard opened.subject == now.subject, !opened.isMessage || opened.exchange == now.exchange else {
      return self.opened = nil
    }
    if opened.exchange == nil || opened.exchange == now.exchange {
      self.opened?.exchange = now.exchange
    } else if live?.isRunning != true {
      self.opened = nil
      guard Self.hasFailedCheck(live) else { return }
      self.opened = Opened(tab: opened.tab, subject: now.subject, exchange: now.exchange)
    }
  }

  private mutating func click(_ point: Point, in context: PaneContext) {
    let titles = titles(context.workspace.exchange)
    if point.row == 0,
      let hit = TabBar.hit(point.column, titles, selected: selectedIndex, columns: context.size.columns - 4)
    {
      select(shown[hit], in: context)
    }
    let line = point.row - tab.headRows(in: context)
    if line >= 0, let place = tab.place(at: point, in: context) { tab.select(row: place.row, in: context) }
  }

  /// Cancels a tab's background task; `nil` without any.
  package mutating func cancel(in context: PaneContext) -> [PaneOutput]? {
    for index in tabs.indices {
      if let outputs = tabs[index].cancel(in: context) { return outputs }
    }
    return nil
  }

  // MARK: Commands

  /// Without an exchange, no tab is shown that could be changed.
  func whyNoOtherTab(in context: PaneContext) -> String? {
    if context.workspace.exchange == nil { return context.workspace.noResponse }
    return shown.count < 2 ? "There is only one tab" : nil
  }

  func whyNoTab(_ tab: any ResponseTab.Type, in context: PaneContext) -> String? {
    if context.workspace.exchange == nil { return context.workspace.noResponse }
    return shows(tab.id) ? nil : "This response has no \(tab.title) tab"
  }

  func whyNoRows(in context: PaneContext) -> String? {
    guard tab.rows.count == 0 else { return nil }
    return context.workspace.exchange == nil ? context.workspace.noResponse : "This tab is empty"
  }

  func page(in context: PaneContext) -> Int { max(1, tab.rowsSize(in: context).rows - 1) }

  @discardableResult
  mutating func move(by step: Int, in context: PaneContext) -> [PaneOutput] {
    tab.move(by: step, in: context)
    return []
  }

  mutating func toggleWrap(in context: PaneContext) -> [PaneOutput] {
    let isWrapped = !tab.view.isWrapped
    for index in tabs.indices {
      tabs[index].view.isWrapped = isWrapped
      tabs[index].view.skippedColumns = 0
    }
    tab.fit(in: context)
    return []
  }

  mutating func toggleNumbers(in context: PaneContext) -> [PaneOutput] {
    for index in tabs.indices { tabs[index].view.showsNumbers.toggle() }
    tab.fit(in: context)
    return []
  }

  func togglePause(in context: PaneContext) -> [PaneOutput] {
    guard let live = context.workspace.exchange else { return [] }
    return [.tell(SendRequest.paused(live.id, !live.isPaused)), .effect(.exchange(.pause(live.id, !live.isPaused)))]
  }
}

extension ResponsePane {
  /// Shows a tab, as soon as the exchange has it.
  package struct ShowTab: PaneMessage, Equatable {
    let id: String

    package func apply(to pane: inout ResponsePane, in context: PaneContext) -> [PaneOutput] {
      pane.open(id, in: context)
      return []
    }
  }

  /// The result of a background task of a tab. Stale results are ignored.
  struct TaskResult: PaneMessage {
    let task: TaskID
    let event: BodyTaskEvent

    func apply(to pane: inout ResponsePane, in context: PaneContext) -> [PaneOutput] {
      pane.update(.task(task, event), in: context)
    }
  }
}

extension Event {
  package static func task(_ task: TaskID, _ event: BodyTaskEvent) -> Event {
    .message(ResponsePane.TaskResult(task: task, event: event))
  }
}

extension Command.Scope {
  package static let response = Self(rawValue: "response")
}

extension Workbench {
  package internal(set) var responsePane: ResponsePane {
    get { panes[ResponsePane.self] }
    _modify { yield &panes[ResponsePane.self] }
  }
}
