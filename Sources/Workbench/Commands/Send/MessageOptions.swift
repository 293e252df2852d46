/// The options of `send` for the messages of a WebSocket, and the events of a response that is a stream.
struct MessageOptions: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A saved message to send first, by its name; may be repeated.", valueName: "name"))
  var message: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Closes after this many received messages or events; exits with 1 if there are fewer.", valueName: "number"))
  var count: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Closes after a message that passes this check, such as '$.type == done'; exits with 1 if none does.",
      valueName: "check"))
  var until: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Closes when no message was sent or received for this time, such as 2s.", valueName: "seconds"))
  var idle: WrittenTime?

  @Flag(help: "Reads /ping, /close 1000 bye, /send NAME, /file PATH and /binary BASE64 as commands.")
  var interactive = false

  @Flag(help: "Sends the lines of standard input as binary messages; they are base64.")
  var binary = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Prints the texts at this JSONPath of each event as one, such as $.choices[0].delta.content; auto finds a usual one.",
      valueName: "path"))
  var join: String?

  @Flag(
    help: "Connects again whenever a stream of events has ended, with Last-Event-ID, until the server answers 204.")
  var reconnect = false

  func validate() throws {
    if let count, count < 1 { throw ValidationError("--count takes a number of messages from 1 on, not \(count)") }
    if binary, interactive {
      throw ValidationError("--binary is for all lines, and --interactive has /binary for one — use one of them")
    }
    _ = try limits()
    _ = try pieces()
  }

  /// The used options, as typed.
  var used: [String] { sending + receiving }

  /// The used ones about messages that are sent.
  var sending: [String] {
    [("--message", !message.isEmpty), ("--interactive", interactive), ("--binary", binary)].filter(\.1).map(\.0)
  }

  /// The used ones about what is received, also events of a stream.
  var receiving: [String] {
    [("--count", count != nil), ("--until", until != nil), ("--idle", idle != nil), ("--join", join != nil)]
      .filter(\.1).map(\.0)
  }

  func limits() throws -> ConversationLimits {
    var limits = ConversationLimits(count: count)
    limits.idle = try idle.map { Duration.seconds(try $0.seconds(of: "--idle")) }
    do throws(Failure) {
      limits.until = try until.map { (text) throws(Failure) in try MessageCheck(text) }
    } catch {
      throw ValidationError("--until: \(error.sentence)")
    }
    return limits
  }

  /// The text of `--join`; `nil` prints messages.
  func pieces() throws -> TextPieces? {
    guard let join else { return nil }
    do throws(CheckProblem) {
      return try join == "auto" ? TextPieces() : TextPieces(path: join)
    } catch {
      throw ValidationError("--join: \(error.sentence.text { $0 })")
    }
  }

  /// The saved messages of `--message`.
  func first(of request: SavedRequest) throws -> [ChannelMessage] {
    try message.map { name in
      guard let saved = request.message(named: name) else {
        let names = request.messages.map { "\"\($0.name)\"" }.joined(separator: ", ")
        let known = names.isEmpty ? "it has none" : "it has \(names)"
        throw CommandExit.usageError("The request has no message \"\(name)\" — \(known)")
      }
      return saved.outgoing
    }
  }
}

/// When a conversation is over.
struct ConversationLimits: Sendable {
  var count: Int?
  var until: MessageCheck?
  var idle: Duration?

  /// Whether the end of the input closes the connection.
  var endsWithInput: Bool { count == nil && until == nil && idle == nil }
}
