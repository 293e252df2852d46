import BodyDocument
import Foundation
package import RequestModel
package import TerminalUI

/// The messages of a connection in both directions, and the field in which a message is written.
package struct MessagesTab: ResponseTab {
  package static let id = "messages"
  package static let title = "Messages"
  package static let keywords = "websocket socket conversation frames ws events stream sse ndjson"
  package static let letter: Character? = "x"

  package var view = RowsView()
  private(set) var messages: MessageRows?
  var composer = MessageComposer()
  /// How many messages have arrived below the screen since the end was left.
  private(set) var unseen = 0

  package init() {}

  package var rows: ResponseRows { messages.map { .messages($0) } ?? .fixed([]) }

  /// A response over HTTP has the tab once an event of a stream has arrived.
  package static func isShown(for kind: RequestKind, _ live: LiveExchange?) -> Bool {
    (kind.takesMessages || live?.messages.isEmpty == false) && kind.responseTabs?.contains(id) ?? true
  }

  package static func badge(for live: LiveExchange) -> String {
    live.messages.isEmpty ? "" : Formatting.number(live.messages.count)
  }

  package static func placeholder(for live: LiveExchange) -> String { "No messages yet" }

  package mutating func reset() {
    view.reset()
    (messages, unseen) = (nil, 0)
    composer.isOpen = false
  }

  /// Follows the end while the last row is selected.
  package mutating func show(_ live: LiveExchange?, in context: PaneContext) -> [PaneOutput] {
    let former = messages?.count ?? 0
    let follows = view.window.selected >= former - 1
    messages = live.map { MessageRows($0) }
    // What was typed stays for the next connection.
    if live?.isRunning != true { composer.isOpen = false }
    if follows, live?.isRunning == true {
      select(row: .max / 2, in: context)
    } else {
      unseen += max(0, (messages?.count ?? 0) - former)
    }
    noteSeen()
    return []
  }

  private mutating func noteSeen() {
    if view.window.selected >= (messages?.count ?? 0) - 1 { unseen = 0 }
  }

  package func facts(in context: PaneContext) -> [String] {
    guard let live = context.workspace.exchange, live.isRunning else { return [] }
    let below = rows.count - 1 - view.window.selected
    if below <= 0 { return ["following"] }
    return unseen > 0 ? ["\(Formatting.number(min(unseen, below))) new"] : ["not following"]
  }

  package func value(in context: PaneContext) throws(Refusal) -> RowValue? {
    guard let message = messages?.message(at: view.window.selected) else { return nil }
    guard message.type != "binary", let text = String(validating: message.body.content, as: UTF8.self) else {
      return RowValue(text: message.body.content.base64EncodedString(), what: "the message in base64")
    }
    return plainValue(text, in: context)
  }

  package func check(in context: PaneContext) throws(Refusal) -> JSONObject {
    throw Refusal("Messages cannot be checked yet")
  }

  // MARK: The field

  package var isTyping: Bool { composer.isOpen || view.search?.isOpen ?? false }

  package var typingHints: [(key: String, label: String)] {
    guard composer.isOpen else { return [("⏎", "done"), ("Esc", "clear")] }
    return [("⏎", "send"), ("↑ ↓", "earlier"), ("Esc", "to the list")]
  }

  package mutating func point(_ pointer: FieldPointer) {
    if composer.isOpen { composer.editor.point(pointer) } else { view.search?.editor.point(pointer) }
  }

  package mutating func handle(_ key: Key, in context: PaneContext) -> [PaneOutput] {
    guard composer.isOpen else { return handleInSearch(key, context) }
    switch key {
    case .escape: composer.isOpen = false
    case .up, .down: composer.recall(key == .up ? 1 : -1)
    case .enter:
      guard let live = context.workspace.exchange, let text = composer.take() else { return [] }
      return [.effect(.exchange(.give(live.id, .message(.template(text)))))]
    default: _ = composer.editor.handle(key)
    }
    return []
  }

  package mutating func paste(_ text: String, in context: PaneContext) -> [PaneOutput] {
    guard composer.isOpen else { return pasteIntoSearch(text, context) }
    composer.editor.insert(text)
    return []
  }

  package mutating func blur(in context: PaneContext) {
    composer.isOpen = false
    view.search?.isOpen = false
  }

  package func headLines(in context: PaneContext) -> [HeadLine] {
    guard composer.isOpen || !composer.editor.text.isEmpty else { return [] }
    let composer = composer
    return [
      { canvas in
        let status = composer.isOpen ? [Span("⏎ sends", .hint)] : []
        FilterField.draw("→ ", composer.editor, isOpen: composer.isOpen, status: status, into: &canvas)
      }
    ]
  }
}

/// The field in which a message is written, and the messages sent before.
struct MessageComposer: Equatable, Sendable {
  var editor = TextEditor("")
  var isOpen = false
  /// The newest last.
  private(set) var history: [String] = []
  private var recalled: Int?

  private static let historyLimit = 100

  /// Empties the field.
  ///
  /// - Returns: The typed text; `nil` if there is none.
  mutating func take() -> String? {
    let text = editor.text
    guard !text.isEmpty else { return nil }
    history.removeAll { $0.isExactly(text) }
    history = history.suffix(Self.historyLimit - 1) + [text]
    (editor, recalled) = (TextEditor(""), nil)
    return text
  }

  /// Shows an earlier message, or a later one.
  mutating func recall(_ step: Int) {
    guard !history.isEmpty else { return }
    let index = min(max(-1, (recalled ?? -1) + step), history.count - 1)
    recalled = index < 0 ? nil : index
    editor = TextEditor(index < 0 ? "" : history[history.count - 1 - index])
  }
}
