import BodyDocument
import Foundation
import RequestModel
import TerminalUI

extension MessagesTab {
  package static let commands: [TabCommand<MessagesTab>] = [
    command(
      "response.compose", "Write message", "Write a message and send it with Enter; Up recalls those sent before.",
      keywords: "send websocket type compose", keys: [.character("i")], footer: "write", opensField: true
    ) { tab, _ in
      tab.composer.isOpen = true
      return []
    },
    command(
      "response.savedMessage", "Send saved message", "Choose a saved message of the request and send it.",
      keywords: "websocket stored template", keys: [.character("m")], footer: "saved", opensField: true,
      whyUnavailable: { ($0.workspace.request?.messages ?? []).isEmpty ? noMessages : nil }
    ) { _, context in chooseMessage(in: context) },
    command("response.ping", "Ping", "Send a ping; the answer is a pong.", keywords: "websocket alive latency") {
      give(.message(ChannelMessage("ping", Data())), in: $1)
    },
    command(
      "response.close", "Close connection", "Close the connection with a code and a reason.",
      keywords: "websocket end disconnect hang up", go: "q", opensField: true
    ) { _, context in
      guard let id = context.workspace.exchange?.id else { return [] }
      return [
        .overlay(
          .prompt(
            Prompt(
              title: "Close the connection", hint: "A code and a reason, such as 1000 bye", text: "1000",
              purpose: ClosePrompt(exchange: id))))
      ]
    },
    TabCommand(
      .whileShown,
      PaneCommand(
        "response.message", "Show message", "Show the whole message, JSON laid out.",
        keywords: "websocket read full pretty detail", keys: [], go: "j", footer: "read",
        whyUnavailable: { tab, _ in tab.rows.count == 0 ? "No messages yet" : nil },
        run: { tab, context in tab.showMessage(in: context) })),
    joining,
  ]

  private static let noMessages = "The request has no saved messages: the Messages tab of its form adds one"

  private static func command(
    _ name: String, _ title: String, _ help: String, keywords: String, keys: [Key] = [], go: Character? = nil,
    footer: String? = nil, opensField: Bool = false,
    whyUnavailable: @escaping @Sendable (PaneContext) -> String? = { _ in nil },
    run: @escaping @Sendable (inout MessagesTab, PaneContext) -> [PaneOutput]
  ) -> TabCommand<MessagesTab> {
    TabCommand(
      .everyTab,
      PaneCommand(
        name, title, help, keywords: keywords, keys: keys, go: go, footer: footer, opensField: opensField,
        whyUnavailable: { _, context in context.workspace.whyNotConnected ?? whyUnavailable(context) }, run: run))
  }

  private static func give(_ input: ExchangeInput, in context: PaneContext) -> [PaneOutput] {
    context.workspace.exchange.map { [.effect(.exchange(.give($0.id, input)))] } ?? []
  }

  private static func chooseMessage(in context: PaneContext) -> [PaneOutput] {
    guard let id = context.workspace.exchange?.id else { return [] }
    let items = (context.workspace.request?.messages ?? []).map { message in
      Picker.Item(
        title: message.name, detail: message.file.map { "@" + $0 } ?? message.text.truncated(to: 60),
        whyUnavailable: nil, action: .effect(.exchange(.give(id, .message(message.outgoing)))))
    }
    var picker = Picker(title: "Send message", items: items)
    picker.choosing = "send"
    return [.overlay(.picker(picker))]
  }

  private func showMessage(in context: PaneContext) -> [PaneOutput] {
    guard let message = messages?.message(at: view.window.selected) else { return [] }
    let document = BodyDocument(message.body.content, contentType: nil)
    let lines = (0..<min(document.lineCount, Self.shownLines)).map { index in
      let line = document.line(at: index, columns: 0..<Self.shownColumns)
      return Span(String(repeating: " ", count: min(line.indent, 200)) + line.spans.map(\.text).joined())
    }
    let rest = document.lineCount - lines.count
    let more = rest > 0 ? [Span("… \(Formatting.count(rest, "more line"))", .hint)] : []
    return [.overlay(.text(TextScreen(title: "Message", lines: lines + more)))]
  }

  private static let shownLines = 5_000
  private static let shownColumns = 100_000
}

extension Workspace {
  /// Why no message can be sent.
  fileprivate var whyNotConnected: String? {
    if let live = exchange, live.request?.kind.takesMessages == false {
      return "Only a WebSocket takes messages: this response is received"
    }
    guard let live = exchange, live.isRunning else {
      return "No connection is open: \(keys.name(of: "request.send")) connects"
    }
    return live.phase == .closing ? "The connection is being closed" : nil
  }
}

/// Asks for the code and the reason of closing a connection.
struct ClosePrompt: PromptUse {
  let exchange: ExchangeID

  var accepting: String { "close" }
  var acceptsNothing: Bool { true }

  func output(_ text: String) -> PaneOutput {
    if text.trimmingBlanks.isEmpty { return .effect(.exchange(.give(exchange, .close(nil)))) }
    guard let reason = CloseReason(text) else {
      return .failure("Not closed: begin with a code, such as 1000 bye")
    }
    if let problem = reason.problem { return .failure("Not closed: \(problem)") }
    return .effect(.exchange(.give(exchange, .close(reason))))
  }
}
