import Foundation
import Glibc

/// The options of `run` that generate load.
struct RunLoadOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help:
      ArgumentHelp(
        "Number of requests to start per unit of time, whether or not earlier ones have ended: 200/s, 600/min. The requests take turns.",
        valueName: "count/unit")
  )
  var rate: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Number of concurrent users, who send the requests one after another.", valueName: "count"))
  var users: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Number of connections to hold. They send their saved messages in turn: at the total --rate, or each one after a reply.",
      valueName: "count"))
  var connections: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A JSONPath, or a member such as id, that a message and its reply share. (default: the next message)",
      valueName: "path"))
  var match: String?

  @Option(
    name: .customLong("for"), parsing: .unconditional,
    help: ArgumentHelp("How long the load is measured: 30s, 5m. (default: 30s)", valueName: "time"))
  var length: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How long requests are sent before, without being counted: 5s.", valueName: "time"))
  var warmUp: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A limit for the load: 'p99<200ms', 'errors<1%', 'rate>190/s'; may be repeated. A broken one exits with 1.",
      valueName: "limit"))
  var threshold: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Maximum number of requests in flight with --rate. (default: 1000)", valueName: "count"))
  var maxInFlight: Int?

  /// Whether the run is a load.
  var isUsed: Bool { rate != nil || users != nil || connections != nil }

  private static let userRange = 1...100_000

  func validate() throws {
    guard isUsed else {
      let used = [
        ("--for", length != nil), ("--warm-up", warmUp != nil), ("--threshold", !threshold.isEmpty),
        ("--max-in-flight", maxInFlight != nil), ("--match", match != nil),
      ].filter(\.1)
      if let (name, _) = used.first {
        throw ValidationError("\(name) belongs to a load — add --rate, --users or --connections")
      }
      return
    }
    if rate != nil, users != nil { throw ValidationError("--rate and --users are different loads — use one of them") }
    if users != nil, connections != nil {
      throw ValidationError("--users is for HTTP requests, and --connections for conversations — use one of them")
    }
    if match != nil, connections == nil {
      throw ValidationError("--match is for replies in conversations — add --connections")
    }
    if rate == nil, maxInFlight != nil {
      let senders = users == nil ? "connections send one message" : "users send one request"
      throw ValidationError("--max-in-flight belongs to --rate: \(senders) at a time")
    }
    _ = try answers()
    _ = try settings()
    _ = try thresholds()
  }

  /// The load; `nil` if the run generates none.
  func settings() throws -> LoadSettings? {
    try Self.check(connections, "--connections")
    guard let model = try model() else { return nil }
    var settings = LoadSettings(model, for: try Self.span(length ?? "30s", of: "--for"))
    settings.connections = connections
    if settings.duration == .zero { throw ValidationError("--for takes a length of time such as 30s, not \"0\"") }
    if let warmUp { settings.warmUp = try Self.span(warmUp, of: "--warm-up") }
    if let maxInFlight {
      guard maxInFlight > 0 else {
        throw ValidationError("--max-in-flight takes a number from 1 on, not \(maxInFlight)")
      }
      settings.limit = maxInFlight
    }
    return settings
  }

  private func model() throws -> LoadSettings.Model? {
    if let rate {
      guard let perSecond = LoadSettings.rate(rate) else {
        throw ValidationError(
          "--rate takes requests in a unit of time up to \(Int(LoadSettings.fastest))/s, such as 200/s or 600/min, "
            + "not \"\(rate)\"")
      }
      return .rate(perSecond)
    }
    guard let count = users ?? connections else { return nil }
    try Self.check(users, "--users")
    return .users(count)
  }

  private static func check(_ count: Int?, _ option: String) throws {
    guard let count, !userRange.contains(count) else { return }
    throw ValidationError("\(option) takes 1 to 100000, not \(count)")
  }

  /// How the answers of messages are found; `nil` for the next message.
  func answers() throws -> AnswerMatch? {
    do throws(Failure) {
      return try match.map { (text) throws(Failure) in try AnswerMatch(text) }
    } catch {
      throw ValidationError("--match: \(error.sentence)")
    }
  }

  static func span(_ text: String, of option: String) throws -> Duration {
    guard let span = TimeSpan.parse(text) else {
      throw ValidationError("\(option) takes a length of time such as 30s, 5m or 250ms, not \"\(text)\"")
    }
    return span
  }

  func thresholds() throws -> [LoadThreshold] {
    try threshold.map { text in
      do { return try LoadThreshold(text) } catch { throw ValidationError("\(error)") }
    }
  }

  /// Whether progress is a redrawn line. Screen readers and terminals with reduced motion get a new line at intervals.
  static func redraws(_ sources: [RunPaths.Source]) -> Bool {
    guard isatty(STDERR_FILENO) == 1, ProcessInfo.processInfo.environment["TERM"] != "dumb" else { return false }
    // Unreadable settings count as defaults.
    let settings = sources.first.flatMap { try? SettingsFile($0.services.folders).load() } ?? Settings()
    return settings["plain"]?.bool != true && settings["motion"]?.string != "reduced"
  }

  /// Rejects options that a load does not support.
  func validate(with how: RunIterationOptions, _ output: RunOutputOptions) throws {
    guard isUsed else { return }
    let unused = [
      ("--iterations", how.iterations != nil), ("--jobs", how.jobs > 1), ("--retry", (how.retry ?? 0) > 0),
      ("--retry-delay", how.retryDelay != nil), ("--bail", how.bail),
      ("--delay", try rate != nil && how.pause() > .zero),
      ("--max-requests", how.maxRequests != RunCursor.standardLimit),
      ("--history", output.chosenHistory != nil && output.history != .none),
    ].filter(\.1)
    if let (name, _) = unused.first { throw ValidationError("A load has no \(name) — leave it out") }
    if rate == nil || connections != nil, output.exportEnvironment != nil || output.exportGlobals != nil {
      throw ValidationError(
        "Each user or connection of a load has its own variables — leave out --export-environment and --export-globals")
    }
    if how.fail { throw ValidationError("A load has no --fail — use --threshold \"errors<1\"") }
    for report in try output.reports() where report.format != .cli && report.format != .json {
      throw ValidationError("A load is reported as cli or json, not \(report.format.rawValue)")
    }
  }
}
