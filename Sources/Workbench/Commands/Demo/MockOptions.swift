import MockServer

/// The options for the responses of `demo PATH`.
struct MockOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The address to listen on; with 0.0.0.0 or :: other machines can connect.", valueName: "address")
  )
  var host = "127.0.0.1"

  @Option(
    name: .customLong("env"),
    help: ArgumentHelp("The environment for {{variables}}. (default: the collection's only one)", valueName: "name"))
  var environment: String?

  @OptionGroup
  var variables: VariableOption

  @Option(
    help:
      ArgumentHelp(
        "Which web pages may read the responses: local for those of this machine, any, none, or one origin, which may send cookies too.",
        valueName: "origin")
  )
  var cors = "local"

  @Option(
    name: .customLong("allow-host"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Another host name to accept, besides localhost, addresses and --host; may be repeated.", valueName: "name"))
  var allowedHosts: [String] = []

  @Option(
    help: ArgumentHelp(
      "A delay before each response, such as 500ms or 2s, in addition to that of the example.", valueName: "time"))
  var delay = WrittenTime(argument: "0")

  @Option(
    help: ArgumentHelp(
      "A delay before each event or line of a stream, such as 200ms, instead of those of the example.",
      valueName: "time"))
  var eventDelay: WrittenTime?

  @Option(help: ArgumentHelp("The share of requests that fail, from 0 to 1. (default: 0)", valueName: "share"))
  var failRate: Double?

  @Option(
    help: ArgumentHelp(
      "How those of --fail-rate fail: reset, timeout, truncate, or a status. (default: 503)", valueName: "failure"))
  var failWith: String?

  @Option(
    help: ArgumentHelp(
      "Forwards requests without an example to this server, and saves its responses as examples.", valueName: "url"))
  var record: String?

  @Flag(help: "Forwards all requests to the server of --record, and updates existing examples.")
  var recordAll = false

  @Flag(help: "Lets a document refer to others in its folder, as OpenAPI documents do.")
  var references = false

  /// Whether any option differs from its default.
  var areGiven: Bool {
    host != "127.0.0.1" || environment != nil || !variables.texts.isEmpty || cors != "local" || !allowedHosts.isEmpty
      || seconds != 0 || eventDelay != nil || disturbs || failWith != nil || record != nil || recordAll || references
  }

  /// Whether some requests fail.
  private var disturbs: Bool { failRate.map { $0 > 0 } ?? false }

  func validate() throws {
    _ = try delay.secondsWithUnit(of: "--delay", upTo: 3600)
    _ = try eventDelay?.secondsWithUnit(of: "--event-delay", upTo: 3600)
    if let failRate, !(0...1).contains(failRate) { throw ValidationError("--fail-rate is from 0 to 1.") }
    if let failWith {
      guard MockFailure(rawValue: failWith) != nil || Int(failWith).map((200...599).contains) == true else {
        throw ValidationError("--fail-with is reset, timeout, truncate, or a status from 200 to 599.")
      }
      if failRate == nil { throw ValidationError("--fail-with needs --fail-rate SHARE.") }
    }
    guard ["local", "any", "none"].contains(cors) || cors.contains("://") else {
      throw ValidationError("--cors is local, any, none, or an origin such as http://localhost:3000.")
    }
    if let record, !["http://", "https://"].contains(where: { record.lowercased().hasPrefix($0) }) {
      throw ValidationError("--record needs a URL that starts with http:// or https://.")
    }
    guard !recordAll || record != nil else { throw ValidationError("--record-all needs --record URL.") }
  }

  var crossOrigin: CrossOrigin {
    switch cors {
    case "local": .loopback
    case "any": .anyOrigin
    case "none": .none
    default: .origin(cors.hasSuffix("/") ? String(cors.dropLast()) : cors)
    }
  }

  /// The delay of each response. Validated before.
  private var seconds: Double { (try? delay.secondsWithUnit(of: "--delay", upTo: 3600)) ?? 0 }

  /// The delays of each event or line. Validated before.
  private var eventDelays: EventDelays? {
    (try? eventDelay?.secondsWithUnit(of: "--event-delay", upTo: 3600)).map { EventDelays(seconds: $0) }
  }

  /// Delays a response, or makes it fail, as the options say.
  func disturbing(_ reply: MockReply) -> MockReply {
    var reply = reply
    if let failRate, Double.random(in: 0..<1) < failRate {
      let failWith = failWith ?? "503"
      if let failure = MockFailure(rawValue: failWith) { reply.failure = failure }
      if let status = Int(failWith) { reply = .failed(status, headers: reply.headers) }
    }
    reply.delay += seconds
    if reply.isStream, let eventDelays { reply.eventDelays = eventDelays }
    return reply
  }
}
