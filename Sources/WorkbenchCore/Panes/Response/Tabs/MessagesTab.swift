import Foundation

/// The messages of a connection in both directions, and the field in which a message is written.
package struct MessagesTab: ResponseTab {
  package static let id = "messages"
  package static let title = "Messages"
  package static let keywords = "websocket socket conversation frames ws events stream sse ndjson"
  package static let letter: Character? = "x"

  package var view = RowsView()
  private(set) var messages: MessageRows?
  var filter = MessageFilter()
  /// The message to select once the filter has looked at all of them.
  var wanted: Int?
  var composer = MessageComposer()
  /// How many messages have arrived below the screen since the end was left.
  private(set) var unseen = 0
  /// The pieces of a text that are being joined.
  var joiningJob: JoinJob?
  /// The first row that a running search does not know.
  private var growth: (task: TaskID, row: Int)?

  package init() {}

  package static func == (a: MessagesTab, b: MessagesTab) -> Bool {
    a.view == b.view && a.messages == b.messages && a.filter == b.filter && a.composer == b.composer
      && a.unseen == b.unseen
  }

  package var rows: ResponseRows { messages.map { .chosen(.messages($0), filter.numbers) } ?? .fixed([]) }

  /// The number of the selected message among all of the exchange.
  var selectedNumber: Int? {
    let row = view.window.selected
    return row < filter.numbers.count ? filter.numbers[row] : nil
  }

  var selectedMessage: LogEvent.Message? { selectedNumber.flatMap { messages?.message(at: $0) } }

  /// A response over HTTP has the tab once an event of a stream has arrived.
  package static func isShown(for kind: RequestKind, _ live: LiveExchange?) -> Bool {
    (kind.takesMessages || live?.messages.isEmpty == false) && kind.responseTabs?.contains(id) ?? true
  }

  package static func badge(for live: LiveExchange) -> String {
    let count = live.messages.count - live.messages.pingCount
    return count == 0 ? "" : Formatting.number(count)
  }

  package static func placeholder(for live: LiveExchange) -> String {
    if live.request?.kind.takesMessages == true, !live.isConversation, let response = live.response {
      return "Not connected: \(response.status) \(response.reason)".trimmingBlanks
    }
    let pings = live.messages.pingCount
    if live.messages.count > pings { return "No message passes the filter" }
    return "No messages yet" + (pings > 0 ? ", only " + Formatting.count(pings, "ping") : "")
  }

  package mutating func reset() {
    view.reset()
    (messages, unseen, growth, wanted) = (nil, 0, nil, nil)
    filter.restart()
    composer.isOpen = false
  }

  /// Follows the end while the last row is selected.
  package mutating func show(_ live: LiveExchange?, in context: PaneContext) -> [PaneOutput] {
    let former = rows.count
    let follows = isAtEnd
    messages = live.map { MessageRows($0) }
    layOut(in: context)
    filter.follow(messages)
    searchFurther(from: former)
    composer.show(for: context.workspace.subject)
    composer.hasSaved = context.workspace.request?.messages.isEmpty == false
    // The typed text stays for the next connection.
    if live?.isRunning != true { composer.isOpen = false }
    if follows, live?.isRunning == true {
      goToEnd(in: context)
    } else {
      unseen += max(0, rows.count - former)
    }
    noteSeen()
    return []
  }

  /// The width of the response on a screen of 100 columns, beside the collections.
  private static let columnsForGaps = 74

  package mutating func layOut(in context: PaneContext) {
    messages?.showsGaps = context.size.columns >= Self.columnsForGaps
  }

  var isAtEnd: Bool { view.window.selected >= rows.count - 1 }

  mutating func goToEnd(in context: PaneContext) { select(row: .max / 2, in: context) }

  package mutating func noteSeen() {
    if isAtEnd { unseen = 0 }
  }

  package func facts(in context: PaneContext) -> [String] {
    guard let live = context.workspace.exchange else { return [] }
    let pings = filter.showsPings ? 0 : live.messages.pingCount
    return (pings > 0 ? [Formatting.count(pings, "ping") + " hidden"] : []) + followingFacts(live)
  }

  private func followingFacts(_ live: LiveExchange) -> [String] {
    guard live.isRunning else { return [] }
    let below = rows.count - 1 - view.window.selected
    if below <= 0 { return ["following"] }
    return unseen > 0 ? ["\(Formatting.number(min(unseen, below))) new"] : ["not following"]
  }

  /// How the connection was closed, in full.
  package func notice(in context: PaneContext) -> Notice? {
    context.workspace.exchange?.closeText.map { Notice(.information, $0) }
  }

  package func value(in context: PaneContext) throws(Refusal) -> RowValue? {
    guard let message = selectedMessage else { return nil }
    guard message.type != "binary", let text = String(validating: message.body.content, as: UTF8.self) else {
      return RowValue(text: message.body.content.base64EncodedString(), what: "the message in base64")
    }
    return plainValue(text, in: context)
  }

  package func check(in context: PaneContext) throws(Refusal) -> JSONObject {
    throw Refusal(Self.whereChecksAre)
  }

  static let whereChecksAre =
    "Checks of messages are written in the form: in its Checks tab, or as steps in its Messages tab"

  // MARK: Searching while messages arrive

  package mutating func applyResult(_ result: BodyTaskEvent, of task: TaskID, in context: PaneContext) -> [PaneOutput] {
    if case .messagesChosen(let numbers, let scanned) = result {
      guard filter.adoptNumbers(numbers, scanned: scanned, of: task) else { return [] }
      filter.follow(messages)
      return showChosen(in: context)
    }
    switch result {
    case .joined(let text, let first): return endJoining(task, with: Self.show(joined: text, first: first))
    case .joiningFailed(let sentence): return endJoining(task, with: .failure(sentence))
    default: break
    }
    let outputs = takeSearch(result, of: task, context)
    if case .counted = result, let growth, growth.task == task {
      self.growth = nil
      countMatches(from: growth.row)
    }
    return outputs
  }

  /// Adds the matches in rows that have arrived.
  private mutating func searchFurther(from former: Int) {
    guard let search = view.search, let task = search.task, rows.count > former else { return }
    switch search.state {
    case .searching: if growth?.task != task { growth = (task, former) }
    case .counted: countMatches(from: former)
    case .idle, .failed: break
    }
  }

  private mutating func countMatches(from first: Int) {
    guard let search = view.search, let pattern = search.search, case .counted(var hits) = search.state else { return }
    let rows = rows
    for row in first..<max(first, rows.count) {
      for _ in rows.hits(of: pattern, inRow: row) { hits.add(row) }
    }
    view.search?.state = .counted(hits)
  }
}
