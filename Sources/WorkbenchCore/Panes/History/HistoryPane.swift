/// The list of recorded exchanges, newest first.
package struct HistoryPane: RowPane {
  package static let scope = Command.Scope.history
  package static let opener: String? = "history.toggle"

  package private(set) var entries: [ExchangeSummary] = [] { didSet { measure() } }
  /// The columns of the longest row without its time. They do not shrink while the list is shown, so that a filter moves
  /// no pane.
  var widest = 0
  /// The number of exchanges in history, ignoring the filter.
  package private(set) var total = 0
  package var footnote: [Span]? { [Span("history \(total) ", .hint)] }
  package private(set) var window = ListWindow()
  /// Whether to keep the selection when the list is shown again, as after opening a run.
  var keepsPlace = false
  package internal(set) var filter: ListFilter?
  /// The last deleted exchanges, for undoing.
  private var deleted: [ExchangeID] = []
  package var facts = HistoryFacts()
  /// An exchange to select, which may be missing from the list.
  var wanted: ExchangeSummary?
  /// An exchange that was sent again. The row of the new one is selected once it is listed.
  private var sentAgain: SentAgain?
  /// The exchange to compare with another one.
  package internal(set) var marked: ExchangeID?
  /// The error if history cannot be read.
  private(set) var problem: Problem?

  private struct SentAgain: Equatable, Sendable {
    let old, new: ExchangeID
  }

  package init() {}

  var query: String { filter?.text ?? "" }

  package var selectedEntry: ExchangeSummary? { entries[ifPresent: window.selected] }

  // MARK: Events

  package var isTyping: Bool { filter?.isOpen ?? false }

  package var closing: String? { filter == nil ? nil : "show all" }

  package mutating func point(_ pointer: FieldPointer) { filter?.editor.point(pointer) }

  package mutating func update(_ event: PaneEvent, in context: PaneContext) -> [PaneOutput] {
    var outputs: [PaneOutput] = []
    switch event {
    case .changed: window.fit(count: entries.count, height: height(in: context))
    case .appeared:
      if !keepsPlace { window = ListWindow() }
      keepsPlace = false
      widest = 0
      measure()
      if wanted != nil { return sought(in: context) + lists }
      return shown(in: context) + lists
    case .key(let key): outputs = handle(key, in: context)
    case .paste(let text):
      filter?.editor.insert(text)
      outputs = lists
    case .escape: return close(in: context)
    case .blurred: if isTyping { outputs = closeFilter(keeping: !query.isEmpty, in: context) }
    case .scrolled(let rows): window.scroll(by: rows, of: entries.count, height: height(in: context))
    case .clicked(let point):
      let line = point.row - filterRows(columns: context.contentColumns)
      // A click beside the rows focuses the pane and selects nothing.
      guard line >= 0, window.first + line < entries.count else { return [] }
      window.select(window.first + line, of: entries.count, height: height(in: context))
    case .moved, .task: break
    }
    return outputs + shown(in: context)
  }

  /// Shows a list, unless the filter has changed since it was requested. Keeps the selection.
  mutating func show(_ list: [ExchangeSummary], total: Int, for query: String, in context: PaneContext) -> [PaneOutput]
  {
    self.total = total
    guard query == self.query else { return [] }
    let selected = selectedEntry?.id
    let list = withWanted(list)
    (entries, problem) = (list, nil)
    let next = takeSentAgain(selected, in: context)
    let row = list.firstIndex { $0.id == next ?? selected } ?? 0
    window.select(row, of: list.count, height: height(in: context))
    let moved = next.flatMap { new in selected.map { PaneOutput.workspace(.showSentAgain($0, as: new)) } }
    return (moved.map { [$0] } ?? []) + shown(in: context)
  }

  /// The new exchange of the selected one that was sent again, once it is listed. Another selection ends the wait.
  private mutating func takeSentAgain(_ selected: ExchangeID?, in context: PaneContext) -> ExchangeID? {
    guard let sent = sentAgain else { return nil }
    let isListed = entries.contains { $0.id == sent.new }
    if isListed || sent.old != selected { sentAgain = nil }
    return isListed && sent.old == selected && context.isShown ? sent.new : nil
  }

  /// Adds the newest exchanges to the unfiltered list. The rows of older ones stay unchanged.
  mutating func add(
    newest: [ExchangeSummary], total: Int, size: Int?, in context: PaneContext
  ) -> [PaneOutput] {
    (self.total, facts.size) = (total, size)
    guard query.isEmpty else { return [] }
    // These are all exchanges.
    if newest.count < Self.newestCount { return show(newest, total: total, for: "", in: context) }
    guard let last = entries.firstIndex(where: { $0.id == newest.last?.id }) else { return lists }
    let runs = Set(newest.compactMap { $0.run?.id })
    // A run is listed at the position of its last exchange.
    let older = entries[(last + 1)...].filter { entry in entry.run.map { !runs.contains($0.id) } ?? true }
    return show(Array((newest + older).prefix(Self.limit)), total: total, for: "", in: context)
  }

  /// The maximum number of rows. The filter finds others.
  package static let limit = 1_000
  /// The number of rows read after each exchange: the cost must not grow with the list.
  static let newestCount = 50

  mutating func show(_ problem: Problem) { self.problem = problem }

  private func shown(in context: PaneContext) -> [PaneOutput] {
    context.isShown ? [.select(selectedEntry.map { .past($0.id) } ?? .nothing)] : []
  }

  /// Selects an exchange that was found elsewhere.
  mutating func seek(_ exchange: ExchangeSummary) { (wanted, filter) = (exchange, nil) }

  mutating func sought(in context: PaneContext) -> [PaneOutput] {
    entries = withWanted(entries)
    let row = entries.firstIndex { $0.id == wanted?.id } ?? 0
    window.select(row, of: entries.count, height: height(in: context))
    return shown(in: context)
  }

  /// The list with the wanted exchange, which may be older than the listed ones.
  private mutating func withWanted(_ list: [ExchangeSummary]) -> [ExchangeSummary] {
    guard let wanted, query.isEmpty else {
      wanted = nil
      return list
    }
    if list.contains(where: { $0.id == wanted.id }) { return list }
    let row = list.firstIndex { $0.startedAt <= wanted.startedAt } ?? list.endIndex
    return Array(list[..<row]) + [wanted] + list[row...]
  }

  /// The requests for the exchanges that match the filter; none while it has a mistake, so that the last list stays.
  var lists: [PaneOutput] { mistake == nil ? [.effect(.listHistory(query: query))] : [] }

  /// The requests for the newest exchanges. With a filter, the whole list is read again, as it may not match them.
  var listsNewest: [PaneOutput] { query.isEmpty ? [.effect(.listNewest(Self.newestCount))] : lists }

  private func height(in context: PaneContext) -> Int {
    max(1, context.contentRows - filterRows(columns: context.contentColumns))
  }

  func page(in context: PaneContext) -> Int { max(1, height(in: context) - 1) }

  mutating func move(by step: Int, in context: PaneContext) -> [PaneOutput] {
    window.move(by: step, of: entries.count, height: height(in: context))
    return shown(in: context)
  }

  // MARK: The filter

  /// Opens an empty filter, replacing an earlier one.
  private mutating func openFilter(in context: PaneContext) -> [PaneOutput] {
    let hadWords = !query.isEmpty
    filter = ListFilter()
    window.fit(count: entries.count, height: height(in: context))
    return hadWords ? lists : []
  }

  private mutating func handle(_ key: Key, in context: PaneContext) -> [PaneOutput] {
    if key == .tab, isTyping { return complete() }
    switch filter?.handle(key) {
    case .changed: return lists
    case .moved(let step): return move(by: step, in: context)
    case .kept: return closeFilter(keeping: true, in: context)
    case .dropped: return closeFilter(keeping: false, in: context)
    case .nothing, nil: return []
    }
  }

  private mutating func closeFilter(keeping: Bool, in context: PaneContext) -> [PaneOutput] {
    if keeping {
      filter?.isOpen = false
      return []
    }
    filter = nil
    window.fit(count: entries.count, height: height(in: context))
    return lists
  }

  /// Clears the filter; without one, returns to the collections.
  private mutating func close(in context: PaneContext) -> [PaneOutput] {
    filter == nil ? [.run("history.toggle")] : closeFilter(keeping: false, in: context)
  }

  // MARK: Marks

  /// Runs an action on the selected exchange.
  private func withSelected(_ outputs: (ExchangeSummary) -> [PaneOutput]) -> [PaneOutput] {
    selectedEntry.map(outputs) ?? []
  }

  /// Deletes the selected exchange; asks about one that the user has marked.
  private mutating func delete(in context: PaneContext) -> [PaneOutput] {
    guard let entry = selectedEntry else { return [] }
    let marks = entry.annotation.words
    guard entry.run == nil, !marks.isEmpty else { return delete(entry) }
    let confirm = Confirm(
      title: "Delete \(entry.method) \(entry.url)?",
      text: context.workspace.keys.text("It is \(marks.joined(separator: ", ")). {history.undelete} restores it."),
      choices: [.letter("d", "delete", .tell(Message.delete(entry))), .leave("keep")])
    return [.open(confirm)]
  }

  private mutating func delete(_ entry: ExchangeSummary) -> [PaneOutput] {
    // The list shows it until history has answered.
    if !deleted.contains(entry.id) { deleted.append(entry.id) }
    if wanted?.id == entry.id { wanted = nil }
    return [.effect(.history(.delete(entry.id, run: entry.run?.id)))]
  }

  private mutating func undelete() -> [PaneOutput] {
    deleted.popLast().map { [.effect(.history(.restore($0)))] } ?? []
  }

  /// Shows only the exchanges of the selected one's request, or all again.
  private mutating func toggleRequest(in context: PaneContext) -> [PaneOutput] {
    if query.hasPrefix("request:") { return closeFilter(keeping: false, in: context) }
    guard let entry = selectedEntry, let id = entry.requestID else { return [] }
    let text = TextEditor("request:" + HistoryQuery.quoted(id.text))
    filter = ListFilter(editor: text, label: "request: " + Self.name(of: entry), isOpen: false)
    window.fit(count: entries.count, height: height(in: context))
    return lists
  }

  static func nothingSelected(_ pane: HistoryPane, _ context: PaneContext) -> String? {
    pane.selectedEntry == nil ? "Select an exchange first" : nil
  }

  // MARK: Commands

  package static let commands: [PaneCommand<HistoryPane>] = [
    PaneCommand(
      "history.request", "Only this request", "Show only exchanges of this request, or all.",
      keywords: "filter same only this",
      keys: [.character("f")],
      whenHidden: .awaitsRow,
      whyUnavailable: { pane, _ in
        pane.selectedEntry?.requestID == nil && !pane.query.hasPrefix("request:") ? "This request has no id" : nil
      },
      run: { $0.toggleRequest(in: $1) }),
    PaneCommand(
      "history.pin", "Pin exchange", "Pin or unpin; pinned exchanges are not pruned.",
      keywords: "keep favourite favorite star protect bookmark", keys: [], go: "&",
      whenHidden: .awaitsRow, whyUnavailable: nothingSelected,
      run: { pane, _ in
        pane.withSelected { [.effect(.history(.pin($0.id, !$0.annotation.isPinned)))] }
      }),
    PaneCommand(
      "history.tag", "Tag exchange", "Edit the tags of this exchange.",
      keywords: "label category mark organize", keys: [.character("e")], opensField: true,
      whenHidden: .awaitsRow, whyUnavailable: nothingSelected,
      run: { pane, _ in
        pane.withSelected { entry in
          let prompt = Prompt(
            title: "Tags", hint: "Separate by commas · tag:x finds them",
            text: entry.annotation.tags.joined(separator: ", "), purpose: ExchangeRemark.tags(entry.id))
          return [.open(prompt)]
        }
      }),
    PaneCommand(
      "history.note", "Annotate exchange", "Edit the note of this exchange.",
      keywords: "comment annotate remark describe", keys: [.character("a")], opensField: true,
      whenHidden: .awaitsRow, whyUnavailable: nothingSelected,
      run: { pane, _ in
        pane.withSelected { entry in
          let prompt = Prompt(
            title: "Note", hint: "has:note and its words find it", text: entry.annotation.note ?? "",
            purpose: ExchangeRemark.note(entry.id))
          return [.open(prompt)]
        }
      }),
    PaneCommand(
      "history.delete", "Delete exchange", "Delete this exchange, or all of this run; {history.undelete} restores it.",
      keywords: "remove erase clear rm trash history",
      keys: [.character("d"), .delete], whenHidden: .awaitsRow, whyUnavailable: nothingSelected,
      run: { $0.delete(in: $1) }),
    PaneCommand(
      "history.undelete", "Restore exchange", "Restore the last deleted exchange.",
      keywords: "restore recover undelete revert", keys: [.character("u")],
      whyUnavailable: { pane, _ in pane.deleted.isEmpty ? "No exchange was deleted" : nil },
      run: { pane, _ in pane.undelete() }),
    PaneCommand(
      "history.statistics", "Statistics", "Show counts, times and the last failure of this request.",
      keywords: "average latency count percentile times stats",
      keys: [], go: "i", whenHidden: .awaitsRow, whyUnavailable: nothingSelected,
      run: { pane, _ in pane.withSelected(WaitingScreen.ofStatistics) }),
    markForComparison, compareWithMarked, setLimits,
    PaneCommand(
      "history.read", "Open exchange", "Focus the response of the selected exchange, or show the results of a run.",
      keywords: "show response view body result",
      keys: [.enter], footer: "read", footerNow: { pane, _ in pane.selectedEntry?.run == nil ? "read" : "results" },
      whenHidden: .awaitsRow, whyUnavailable: nothingSelected,
      run: { pane, _ in [pane.selectedEntry?.run.map { PaneOutput.tell(RunRequest.open($0)) } ?? .focus(.response)] }),
    PaneCommand(
      "history.filter", "Find in history", "Show only matching exchanges.",
      keywords: "search query filter status url date", keys: [.character("/")],
      footer: "find", run: { $0.openFilter(in: $1) }),
    PaneCommand(
      "history.open", "Go to request", "Select the request of this exchange in the collections.",
      keywords: "show request source original reveal locate",
      keys: [.character("o")],
      footer: "request",
      whenHidden: .awaitsRow, whyUnavailable: { $1.workspace.whyNoOrigin },
      run: { $1.workspace.originInTree.map { [.reveal($0)] } ?? [] }),
    PaneCommand(
      "history.copy", "New request from exchange",
      "Open the request of this exchange as a new one, to be edited, sent and saved.",
      keywords: "scratch duplicate edit resend replay modify", keys: [.character("S")],
      footer: "new request", whyUnavailable: { $1.workspace.whyNothingToCopy },
      run: { _, _ in [.tell(ScratchRequest.copyPast)] }),
    PaneCommand(
      "history.close", "Close history", "Return to the collections.",
      keywords: "back leave return hide exit", keys: [.escape], footer: "back",
      whenHidden: .refuses, run: { $0.close(in: $1) }),
    move("history.down", "Down", "Select the next exchange.", [.down, .character("j")]) { _ in 1 },
    move("history.up", "Up", "Select the previous exchange.", [.up, .character("k")]) { _ in -1 },
    move("history.pageDown", "Page down", "Move down a page.", [.pageDown, .control("f")]) { $0 },
    move("history.pageUp", "Page up", "Move up a page.", [.pageUp, .control("b")]) { -$0 },
    jump("history.top", "Top", "Select the newest exchange.", to: .top),
    jump("history.bottom", "Bottom", "Select the oldest listed exchange.", to: .bottom),
  ]
}

extension HistoryPane {
  package enum Message: PaneMessage, Equatable {
    /// Keep the selection when the list is shown again.
    case keepPlace
    /// History has changed.
    case list
    /// Lists the newest exchanges.
    case listNewest
    /// A shown exchange was sent again.
    case sentAgain(ExchangeID, as: ExchangeID)
    /// The user has confirmed the deletion.
    case delete(ExchangeSummary)

    package func apply(to pane: inout HistoryPane, in context: PaneContext) -> [PaneOutput] {
      switch self {
      case .keepPlace:
        pane.keepsPlace = true
        return []
      case .list: return pane.lists
      case .listNewest: return pane.listsNewest
      case .delete(let entry): return pane.delete(entry)
      case .sentAgain(let old, let new):
        pane.sentAgain = SentAgain(old: old, new: new)
        return []
      }
    }
  }
}

extension Annotation {
  /// How the user has marked the exchange: `pinned`, `tagged slow`.
  fileprivate var words: [String] {
    [
      isPinned ? "pinned" : nil, tags.isEmpty ? nil : "tagged " + tags.joined(separator: " "),
      note.map { _ in "annotated" },
    ]
    .compactMap(\.self)
  }
}

extension PaneOutput {
  static let listHistory = PaneOutput.tell(HistoryPane.Message.list)
  static let listNewest = PaneOutput.tell(HistoryPane.Message.listNewest)
}

extension Command.Scope {
  package static let history = Self(rawValue: "history")
}

/// The tags of an exchange, or its note.
enum ExchangeRemark: PromptUse {
  case tags(ExchangeID)
  case note(ExchangeID)

  func output(_ text: String) -> PaneOutput {
    switch self {
    case .tags(let id): .effect(.history(.tag(id, text.split(separator: ",").map(String.init))))
    case .note(let id): .effect(.history(.note(id, text)))
    }
  }
  var accepting: String { "save" }
  var acceptsNothing: Bool { true }
}
