/// A message that the Body tab shows in place of the body.
struct ShownMessage: Equatable, Sendable {
  /// Its number among the messages of the exchange, from 0.
  let index: Int
  let document: BodyDocument
  let secrets: MaskedSecrets
  /// Time, direction, type and size.
  private let title: [Span]
  /// The body, which is shown again afterwards, and its place.
  var body = BodyView()
  var window = ListWindow()

  /// - Returns: `nil` if there is no such message.
  init?(_ index: Int, of rows: MessageRows) {
    guard let message = rows.message(at: index) else { return nil }
    self.index = index
    secrets = message.body.maskedSecrets
    document = message.document
    let isSent = message.direction == .sent
    title = [
      Span(isSent ? "→ " : "← ", isSent ? .key : .success), Span(isSent ? "sent" : "received"),
      Span(
        " · \(LogEvent.seconds(rows.time(at: index))) s · \(message.part?.title ?? message.type) · "
          + Formatting.bytes(message.body.content.count), .label),
    ]
  }

  func draw(into canvas: inout Canvas) {
    let way = [Span("Esc shows the list", .hint)]
    let columns = canvas.size.columns
    // The footer shows the key, too.
    let isWide = columns >= title.columns + way.columns + 2
    let end = isWide ? canvas.writeTrailing(way, endingAt: columns, row: 0) : columns
    canvas.write(title, column: 0, row: 0, limit: max(0, end))
  }
}

extension LogEvent.Message {
  /// Its content as a body. Bytes that are not text are shown in hex at first.
  var document: BodyDocument {
    var document = BodyDocument(body.content, contentType: nil, isMasked: true)
    if document.format == .binary { document.show(.hex) }
    return document
  }
}

// A message in the Body tab.
extension BodyTab {
  mutating func open(_ message: ShownMessage, in context: PaneContext) {
    closeMessage()
    var message = message
    (message.body, message.window) = (shown, view.window)
    shown = BodyView()
    shown.receive(message.document)
    self.message = message
    turnToOther()
    fit(in: context)
  }

  mutating func closeMessage() {
    guard let message else { return }
    (self.message, shown) = (nil, message.body)
    turnToOther()
    view.window = message.window
  }

  /// Forgets what belongs to the rows that were shown before.
  private mutating func turnToOther() {
    (filter, windowBeforeFilter, viewPlace, comparisonTask, revealTask) = (nil, nil, nil, nil, nil)
    view.search = nil
    rewind()
  }

  func secrets(in context: PaneContext) -> MaskedSecrets {
    message?.secrets ?? context.workspace.exchange?.secrets ?? MaskedSecrets()
  }

  mutating func compareMessage(with other: Int, in context: PaneContext) -> [PaneOutput] {
    guard let message, let rows = context.workspace.exchange.map({ MessageRows($0) }),
      let document = rows.message(at: other)?.document
    else { return [] }
    let task = beginComparing(in: context)
    let isOlder = other < message.index
    let title = "\(isOlder ? "since" : "until") the message of \(LogEvent.seconds(rows.time(at: other))) s"
    let (old, new) = isOlder ? (document, message.document) : (message.document, document)
    return [.effect(.body(.compareMessages(task, old, new, title: title)))]
  }
}

extension ResponsePane {
  enum MessageRequest: PaneMessage, Equatable {
    case open(Int)
    case close
    /// Returns from a message to the list, and follows its end.
    case follow
    /// Opens a message, and compares it with another one.
    case compare(Int, with: Int)
    case join(JoinJob)
    /// Shows a typed text again that was not sent.
    case restore(ExchangeID, String)

    func apply(to pane: inout ResponsePane, in context: PaneContext) -> [PaneOutput] {
      switch self {
      case .open(let index): return pane.openMessage(at: index, in: context)
      case .close: return pane.closeMessage(in: context)
      case .follow:
        let outputs = pane.closeMessage(in: context)
        pane.withTab(MessagesTab.self) { tab in
          tab.goToEnd(in: context)
          tab.noteSeen()
        }
        return outputs
      case .compare(let index, let other):
        let outputs = pane.openMessage(at: index, in: context)
        return outputs + (pane.withTab(BodyTab.self) { $0.compareMessage(with: other, in: context) } ?? [])
      case .join(let job): return pane.withTab(MessagesTab.self) { $0.join(job) } ?? []
      case .restore(let id, let text):
        guard context.workspace.exchange?.id == id else { return [] }
        pane.withTab(MessagesTab.self) { $0.restore(text, in: context) }
        return []
      }
    }
  }

  /// Whether the open text field handles a key before the commands that act everywhere.
  func takesFirst(_ key: Key) -> Bool {
    tabID == MessagesTab.id && tab(MessagesTab.self)?.composer.isOpen == true && MessageComposer.ownKeys.contains(key)
  }
}

/// The list of messages to compare with one of them.
enum MessagePicker {
  private static let mostCandidates = 500

  /// The newest first.
  static func open(for index: Int, in context: PaneContext) -> [PaneOutput] {
    guard let rows = context.workspace.exchange.map({ MessageRows($0) }) else { return [] }
    let others = (0..<rows.count).reversed().lazy.filter { $0 != index && rows.message(at: $0)?.isPing == false }
    let items: [Picker.Item] = others.prefix(mostCandidates).map { other in
      Picker.Item(
        title: rows.row(other).map(\.text).joined().truncated(to: 200).trimmingBlanks,
        action: .tell(ResponsePane.MessageRequest.compare(index, with: other)))
    }
    guard !items.isEmpty else { return [.refusal("Compare", "There is no other message to compare with")] }
    var picker = Picker(title: "Compare message with", items: items)
    picker.choosing = "compare"
    return [.open(picker)]
  }
}
