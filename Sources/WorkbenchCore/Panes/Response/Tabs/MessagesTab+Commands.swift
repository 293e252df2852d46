import Foundation

extension MessagesTab {
  package static let commands: [TabCommand<MessagesTab>] = [
    command(
      "response.compose", "Write message",
      "Write a message and send it with Enter; Alt+Enter begins a new line, Up recalls those sent before.",
      keywords: "send websocket type compose", keys: [.character("i")], footer: "write",
      footerRank: Command.mainRank, opensField: true
    ) { tab, _ in
      tab.composer.isOpen = true
      return []
    },
    command(
      "response.savedMessage", "Send saved message", "Choose a saved message of the request and send it.",
      keywords: "websocket stored template", keys: [.character("m")], footer: "saved", opensField: true,
      whyUnavailable: { ($0.workspace.request?.messages ?? []).isEmpty ? noMessages : nil }
    ) { _, context in chooseMessage(in: context) },
    command(
      "response.sendFile", "Send file", "Send the content of a file: UTF-8 as text, anything else as a binary message.",
      keywords: "websocket binary upload bytes", go: "f", opensField: true
    ) { _, context in
      guard let id = context.workspace.exchange?.id else { return [] }
      return [SentFile.ask(id)]
    },
    command("response.ping", "Ping", "Send a ping; the answer is a pong.", keywords: "websocket alive latency") {
      tab, context in
      let keys = context.workspace.keys
      let hint = tab.filter.showsPings ? "" : ": \(keys.name(of: "response.pings")) lists pings and pongs"
      return give(.message(ChannelMessage("ping", Data())), in: context) + [.information("Ping sent" + hint)]
    },
    command(
      "response.close", "Close connection", "Close the connection with a code and a reason.",
      keywords: "websocket end disconnect hang up", go: "q", opensField: true, offersConnection: false
    ) { _, context in
      guard let id = context.workspace.exchange?.id else { return [] }
      let prompt = Prompt(
        title: "Close the connection", hint: "A code and a reason, such as 1000 bye", text: "1000",
        purpose: ClosePrompt(exchange: id)
      ).selectingText
      return [.open(prompt)]
    },
    TabCommand(
      .everyTab,
      PaneCommand(
        "response.pings", "Show or hide pings",
        "List pings and pongs, or hide them; the lower border counts hidden ones.",
        keywords: "websocket pong keepalive heartbeat filter toggle", keys: [], go: "t",
        whyUnavailable: { tab, _ in tab.messages.map(\.count) ?? 0 == 0 ? noMessagesYet : nil },
        run: { $0.togglePings(in: $1) })),
    joining,
  ]

  static let noMessagesYet = "No messages yet"
  private static let noMessages = "The request has no saved messages: the Messages tab of its form adds one"

  private static func command(
    _ name: String, _ title: String, _ help: String, keywords: String, keys: [Key] = [], go: Character? = nil,
    footer: String? = nil, footerRank: Int = 0, opensField: Bool = false, offersConnection: Bool = true,
    whyUnavailable: @escaping @Sendable (PaneContext) -> String? = { _ in nil },
    run: @escaping @Sendable (inout MessagesTab, PaneContext) -> [PaneOutput]
  ) -> TabCommand<MessagesTab> {
    TabCommand(
      .everyTab,
      PaneCommand(
        name, title, help, keywords: keywords, keys: keys, go: go, footer: footer, footerRank: footerRank,
        opensField: opensField,
        whyUnavailable: { _, context in
          context.workspace.whyNotConnected(offersOne: offersConnection) ?? whyUnavailable(context)
        }, run: run))
  }

  private static func give(_ input: ExchangeInput, in context: PaneContext) -> [PaneOutput] {
    context.workspace.exchange.map { [.effect(.exchange(.give($0.id, input)))] } ?? []
  }

  static func chooseMessage(in context: PaneContext) -> [PaneOutput] {
    guard let id = context.workspace.exchange?.id else { return [] }
    let items = (context.workspace.request?.messages ?? []).map { message in
      Picker.Item(
        title: message.name, detail: message.file.map { "@" + $0 } ?? message.text.truncated(to: 60),
        action: .effect(.exchange(.give(id, .message(message.outgoing)))))
    }
    var picker = Picker(title: "Send message", items: items)
    picker.choosing = "send"
    return [.open(picker)]
  }
}

extension Workspace {
  /// Why no message can be sent.
  ///
  /// - Parameter offersOne: Whether opening a connection would help.
  fileprivate func whyNotConnected(offersOne: Bool) -> String? {
    if exchange?.request?.kind.takesMessages == false {
      return "This request takes no messages once it is sent"
    }
    guard let live = exchange, live.isRunning else {
      return offersOne ? "No connection is open: {request.send} connects" : "No connection is open"
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
    guard let reason = CloseReason(typed: text) else {
      return .failure("Not closed: begin with a code, such as 1000 bye")
    }
    if let problem = reason.problem { return .failure("Not closed: \(problem)") }
    return .effect(.exchange(.give(exchange, .close(reason))))
  }
}

/// The file whose content is sent as a message.
struct SentFile: PromptUse {
  let exchange: ExchangeID

  static func ask(_ exchange: ExchangeID, _ text: String = "", hint: String = BodyTab.pathHint) -> PaneOutput {
    .open(Prompt(title: "Send file", hint: hint, text: text, purpose: SentFile(exchange: exchange)))
  }

  var accepting: String { "send" }
  var pathHints: (new: String, existing: String)? { ("No such file", "Enter sends") }

  func output(_ text: String) -> PaneOutput { .effect(.exchange(.give(exchange, .file(text)))) }
}
