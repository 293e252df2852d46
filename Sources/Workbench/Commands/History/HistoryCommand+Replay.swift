import Foundation

extension HistoryCommand {
  struct Replay: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "replay", abstract: "Connects again and sends the messages of a recorded conversation.",
      discussion: CommandHelp.text(
        """
        The request is the recorded one, with the variables and credentials of today. Its messages are sent as they were, \
        with the gaps between them, and received ones are printed. The new conversation is recorded, too: workbench diff \
        compares the two. A conversation in which a secret was sent is refused: history does not have it.
        """,
        examples: ["workbench history replay 3f2a", "workbench history replay 3f2a --no-gaps --print messages"],
        exits: """
          0 done, 1 a check failed, or a message was not sent, 2 usage, 3 a file is broken, 4 the connection failed, or \
          the output could not be written, 5 interrupted, or the reader closed the pipe.
          """))

    enum Part: String, CaseIterable, ExpressibleByArgument {
      case body, messages
    }

    @Argument(help: "The id from the list, or its first letters.")
    var id: String

    @Flag(help: "Sends the messages one right after the other, and closes when nothing arrives any more.")
    var noGaps = false

    @Option(
      name: .customLong("env"), parsing: .unconditional,
      help: ArgumentHelp("The environment, instead of the recorded one.", valueName: "name"))
    var environment: String?

    @OptionGroup
    var variables: VariableOption

    @Option(
      help: ArgumentHelp(
        "The received messages as lines, or the messages of both directions as JSON lines.", valueName: "part"))
    var print: Part = .body

    func run() async throws {
      let exchange = try HistoryAccess.exchange(id, in: try HistoryAccess.open())
      guard exchange.request.kind.takesMessages else {
        throw CommandExit.usageError(
          "\(exchange.id) is not a conversation — send its request again: workbench send FILE")
      }
      let script = try ReplayedMessages(exchange, keepsGaps: !noGaps)
      let part: ExchangePrinter.Part = print == .body ? .body : .messages
      var document = exchange.request.document
      // Only the recorded messages are sent, not the steps of the request.
      document["steps"] = nil
      let conversation = try Conversation(
        SavedRequest(document: document), MessageOptions.parse([]), part: part)
      conversation.replay(script)
      let sender = try sender(for: exchange)
      let result = await sender.send(
        exchange.request, at: exchange.origin?.address, conversation: conversation)
      try finish(result.exchange, conversation, part, isInterrupted: sender.interruption.isInterrupted)
    }

    private func sender(for exchange: Exchange) throws -> HeadlessSender {
      let root = exchange.origin?.root ?? FileManager.default.currentDirectoryPath
      guard FileManager.default.fileExists(atPath: root) else {
        throw CommandExit.fail("The folder of the request no longer exists: \(root)", CommandExit.broken)
      }
      return HeadlessSender(
        services: try Services(root: root), interruption: Interruption(),
        environment: environment ?? exchange.environment,
        overrides: try variables.values())
    }

    private func finish(
      _ exchange: Exchange, _ conversation: Conversation, _ part: ExchangePrinter.Part, isInterrupted: Bool
    ) throws {
      // A response instead of a connection has a body.
      if exchange.response?.body.isEmpty == false { try ExchangePrinter(part: part).write(exchange) }
      StandardError.write(exchange.summaryLine)
      StandardError.write(lines: CheckLines.lines(of: exchange))
      if let text = conversation.closeText { StandardError.write(text) }
      // The summary has the problem that ended the exchange.
      if let problem = conversation.problem, exchange.outcome.failure?.sentence != problem.description { throw problem }
      if isInterrupted { throw CommandExit.interrupted }
      if let code = CommandExit.code(for: exchange, failsOnStatus: false) { throw code }
      if let sentence = conversation.disappointment { throw CommandExit.fail(sentence, CommandExit.checkFailed) }
    }
  }
}
