import Pictures

/// The body of a response, with folds, filters, comparison and masked secrets.
package struct BodyTab: ResponseTab {
  package static let id = "body"
  package static let title = "Body"
  package static let keywords = "json content payload preview result"
  package static let letter: Character? = "b"

  package var view = RowsView()
  /// The view of the shown exchange's body.
  package internal(set) var shown = BodyView()
  private var exchange: ExchangeID?
  /// The views of other exchanges' bodies.
  private var others: [ExchangeID: BodyView] = [:]
  package internal(set) var filter: FilterLine?
  /// Earlier filters, the newest last.
  package internal(set) var filterHistory: [String] = []
  /// The level that the body is folded to, if set.
  var foldLevel: Int?
  /// The scroll position before filtering.
  var windowBeforeFilter: ListWindow?
  /// The selected byte, kept while another view shows it within a larger row.
  var viewPlace: Int?
  /// The last choice whether to save a body with its secrets.
  var savesSecrets: Bool?
  var following = Following.automatic
  /// The number of rows that have arrived since the end was selected.
  var unseen = 0
  /// The comparison that is being made for what is shown.
  var comparisonTask: TaskID?
  /// Whether a comparison was started and has not ended, even if something else is shown since.
  var isComparing = false
  var revealTask: TaskID?
  /// The message that is shown in place of the body.
  var message: ShownMessage?
  /// Whether the conversation is what is saved to a file.
  var savesMessages = false
  /// The last save of the shown exchange's response.
  var lastSave: BodySave?

  package init() {}

  package var rows: ResponseRows { shown.rows }

  /// The selected line of the body.
  var line: Int { view.window.selected + (shown.document?.headerLines ?? 0) }

  package static func placeholder(for live: LiveExchange) -> String {
    if live.isConversation { return "No body: \(MessagesTab.title) has the conversation" }
    return if case .receiving = live.stage { "Receiving" } else { "" }
  }

  package mutating func reset() {
    closeMessage()
    view.reset()
    (filter, foldLevel, windowBeforeFilter, viewPlace, following, unseen) = (nil, nil, nil, nil, .automatic, 0)
  }

  package mutating func show(_ live: LiveExchange?, in context: PaneContext) -> [PaneOutput] {
    let outputs = showBody(live, in: context)
    guard isComparing, comparisonTask == nil else { return outputs }
    isComparing = false
    return [.effect(.body(.stopComparing))] + outputs
  }

  private mutating func showBody(_ live: LiveExchange?, in context: PaneContext) -> [PaneOutput] {
    if live?.id != exchange { turn(to: live?.id, context) }
    if message != nil {
      if live?.body != message?.body.received { message?.body.receive(live?.body) }
      return []
    }
    guard let live, live.body != shown.received else { return [] }
    // A response that arrives at once is read from its beginning.
    let isGrowing = shown.received != nil || live.body?.isWhole == false
    let follows = isGrowing && isFollowing(live, in: context)
    let former = rows.count
    shown.receive(live.body)
    unseen += max(0, rows.count - former)
    if follows { goToEnd(in: context) }
    return filterAgain(in: context)
  }

  private mutating func turn(to id: ExchangeID?, _ context: PaneContext) {
    closeMessage()
    if let exchange { others[exchange] = shown }
    shown = id.flatMap { others.removeValue(forKey: $0) } ?? BodyView()
    exchange = id
    (comparisonTask, revealTask, lastSave) = (nil, nil, nil)
    let items = context.workspace.items
    others = others.filter { id, _ in !items.subjects { $0.live?.id == id }.isEmpty }
  }

  /// Resets the position for other rows of the body.
  mutating func rewind() {
    view.rewind()
    (foldLevel, unseen) = (nil, 0)
  }

  // MARK: Text fields

  package var isTyping: Bool { filter?.isOpen ?? false || view.search?.isOpen ?? false }

  package var typingHints: [(key: String, label: String)] {
    guard let filter, filter.isOpen else { return searchHints }
    return filter.hints(history: filterHistory, isFiltered: shown.filtered != nil)
  }

  package mutating func point(_ pointer: FieldPointer) {
    if filter?.isOpen == true { filter?.editor.point(pointer) } else { view.search?.editor.point(pointer) }
  }

  package mutating func handle(_ key: Key, in context: PaneContext) -> [PaneOutput] {
    filter?.isOpen ?? false ? handleInFilter(key, context) : handleInSearch(key, context)
  }

  package mutating func paste(_ text: String, in context: PaneContext) -> [PaneOutput] {
    guard filter?.isOpen ?? false else { return pasteIntoSearch(text, context) }
    filter?.editor.insert(text)
    return []
  }

  package mutating func blur(in context: PaneContext) {
    filter?.isOpen = false
    view.search?.isOpen = false
  }

  package mutating func stepOut(in context: PaneContext) -> [PaneOutput]? {
    if let outputs = stepOutOfRows(context) { return outputs }
    if let outputs = stopComparing(in: context) { return outputs }
    if shown.comparison != nil { return endComparison(in: context) }
    if filter != nil || shown.filtered != nil { return clearFilter(in: context) }
    return message == nil ? nil : [.tell(ResponsePane.MessageRequest.close)]
  }

  package var closing: String? {
    if let closing = closingOfRows { return closing }
    if comparisonTask != nil { return "cancel" }
    if shown.comparison != nil { return "end comparison" }
    if let filter { return filter.isRunning ? "cancel" : shown.filtered == nil ? "close filter" : "show all" }
    if shown.filtered != nil { return "show all" }
    return message == nil ? nil : "to the list"
  }

  package mutating func applyResult(_ result: BodyTaskEvent, of task: TaskID, in context: PaneContext) -> [PaneOutput] {
    switch result {
    case .found, .counted, .searchFailed: return takeSearch(result, of: task, context)
    case .filtered(let document, let remark, let isComplete):
      return task == filter?.task ? takeFiltered(document, remark, isComplete: isComplete, context) : []
    case .filterFailed(let sentence): if task == filter?.task { filter?.state = .failed(sentence) }
    case .compared, .comparisonFailed: return task == comparisonTask ? takeCompared(result, in: context) : []
    case .revealed(let document): return task == revealTask ? reveal(document, in: context) : []
    case .messagesChosen, .joined, .joiningFailed: break
    }
    return []
  }

  package mutating func cancel(in context: PaneContext) -> [PaneOutput]? {
    if let outputs = stopComparing(in: context) { return outputs }
    return filter?.isRunning == true ? clearFilter(in: context) : nil
  }

  // MARK: Around the rows

  package func headLines(in context: PaneContext) -> [HeadLine] {
    let title = message.map { message -> HeadLine in { canvas in message.draw(into: &canvas) } }
    return (title.map { [$0] } ?? []) + filterLines(in: context)
  }

  private func filterLines(in context: PaneContext) -> [HeadLine] {
    // The result is for the other response, not for the pinned one.
    if comparisonTask != nil, context.pinnedTitle == nil { return [{ FilterField.drawComparing(into: &$0) }] }
    if let comparison = shown.comparison {
      return [{ FilterField.draw(comparison, into: &$0) }]
    }
    if let filter {
      return [{ [remark = shown.filtered?.remark] in FilterField.draw(filter, remark: remark, into: &$0) }]
    }
    if let filtered = shown.filtered { return [{ FilterField.draw(filtered, into: &$0) }] }
    return []
  }

  package func notice(in context: PaneContext) -> Notice? {
    if let diff = shown.comparison?.diff { return diff.notice.map { Notice(.information, $0) } }
    if case .failed(let sentence) = filter?.state { return Notice(.information, sentence) }
    if filter == nil, let remark = shown.filtered?.remark { return Notice(.information, remark) }
    return shown.document?.notice.map { Notice(.information, $0) }
  }

  package func facts(in context: PaneContext) -> [String] {
    var facts: [String] = []
    if let fact = followingFact(in: context) { facts.append(fact) }
    if view.isWrapped { facts.append("wrapped") }
    let secrets = secrets(in: context)
    if !secrets.isEmpty, shown.comparison == nil {
      facts.append(shown.revealed == nil ? secrets.remark : "secrets shown")
    }
    if let document = shown.document {
      if let foldLevel { facts.append("level \(foldLevel)") }
      if document.view != document.views.first { facts.append("\(document.view)") }
    }
    return facts
  }

  package func path(in context: PaneContext) -> String? {
    if let comparison = shown.comparison { return comparison.diff.path(at: view.window.selected) }
    return shown.document.map { $0.path(at: min(line, $0.lineCount - 1)) }
  }

  package func drawContent(into canvas: inout Canvas, in context: PaneContext) -> Bool {
    guard shown.comparison == nil, shown.document?.view == .picture, let picture = shown.picture else { return false }
    let (top, rest) = Rect(canvas.size).splitTop(1)
    canvas.write(picture.picture.caption, column: 0, row: top.row, style: Style(.hint))
    canvas.draw(in: rest) { picture.draw(into: &$0) }
    return true
  }
}

/// The state of one shown body.
package struct BodyView: Equatable, Sendable {
  private(set) var received: BodyDocument?
  /// The body with its folds.
  package private(set) var body: BodyDocument?
  /// The body with its secrets, while shown.
  var revealed: BodyDocument?
  /// The result of a filter.
  package var filtered: FilteredBody?
  /// The comparison with another body, while shown.
  package var comparison: Comparison?
  /// The decoded picture, if the body is one.
  private(set) var picture: ShownPicture?

  /// Updates a growing body and keeps its folds.
  mutating func receive(_ next: BodyDocument?) {
    received = next
    var next = next
    if let body { next?.takeView(of: body) }
    (body, revealed) = (next, nil)
    if picture?.picture != next?.picture {
      picture = next.flatMap { body in body.picture.map { ShownPicture($0, of: body) } }
    }
  }

  /// Masks the secrets and keeps the folds.
  mutating func mask() {
    if let revealed { body?.takeView(of: revealed) }
    revealed = nil
  }

  /// The body, or the result of a filter.
  package var document: BodyDocument? {
    get { filtered?.document ?? unfiltered }
    set {
      if let newValue, filtered != nil {
        filtered?.document = newValue
      } else if revealed != nil {
        revealed = newValue
      } else {
        body = newValue
      }
    }
  }

  /// The input of filters: the body with its secrets masked or shown.
  var unfiltered: BodyDocument? { revealed ?? body }

  var rows: ResponseRows {
    comparison.map { .comparison($0.diff) } ?? document.map { .document($0) } ?? .fixed([])
  }
}
