import ArgumentParser
import Foundation
import RequestModel
import RequestStore
import Synchronization
import WorkbenchCore

struct HistoryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Lists, searches, shows and prunes recorded exchanges.",
    subcommands: [List.self, Show.self, Search.self, Prune.self])

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the newest exchanges.")

    @Option(name: [.short, .long], help: "How many.")
    var limit = 20

    func run() async throws { try HistoryList.print(matching: "", limit: limit) }
  }

  struct Search: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "search",
      abstract: "Lists the exchanges whose method, URL, name, status or environment contain every word.")

    @Argument(help: "Words to find.")
    var words: [String]

    @Option(name: [.short, .long], help: "How many.")
    var limit = 100

    func run() async throws { try HistoryList.print(matching: words.joined(separator: " "), limit: limit) }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Prints one exchange.")

    @Argument(help: "The id from the list, or its first letters.")
    var id: String

    @Option(help: "What to print: body, headers, exchange or har.")
    var output: ExchangePrinter.Part = .exchange

    func run() async throws {
      let history = try HistoryList.open()
      guard let found = try HistoryList.find(id, in: history) else {
        throw CommandExit.fail(
          "No exchange has the id \"\(id)\" — workbench history list shows them", CommandExit.usage)
      }
      for note in found.omissionNotes { StandardError.write(note) }
      try ExchangePrinter(part: output).write(found)
    }
  }

  struct Prune: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "prune", abstract: "Deletes old exchanges permanently.",
      discussion: "Shrinks the file. Ctrl+C stops between steps; the next prune continues.")

    @Option(help: "The number of exchanges to keep; 0 deletes all.")
    var keep: Int

    func run() async throws {
      guard keep >= 0 else { throw CommandExit.fail("--keep must be 0 or more", CommandExit.usage) }
      let stop = StopFlag()
      let interruption = Interruption()
      interruption.begin { stop.set() }
      defer { interruption.end() }
      let history = try HistoryList.open()
      var pruned = try history.prune(keeping: keep, isStopped: { stop.isSet })
      if pruned.isComplete { pruned.isComplete = try history.upgrade(isStopped: { stop.isSet }) }
      let removed = "Removed \(Formatting.count(pruned.count, "exchange"))"
      StandardError.write(pruned.isComplete ? removed : removed + ", then stopped — prune again to finish")
      if !pruned.isComplete { throw CommandExit.interrupted }
    }
  }
}

/// Shared by the subcommands.
enum HistoryList {
  static func open() throws -> HistoryStore {
    try HistoryStore(path: try UserFolders(environment: ProcessInfo.processInfo.environment).history)
  }

  static func print(matching query: String, limit: Int) throws {
    let clock = Clock(offset: TimeZone.current.secondsFromGMT())
    guard limit > 0 else { throw CommandExit.fail("--limit must be 1 or more", CommandExit.usage) }
    let entries = try open().summaries(matching: parsed(query), limit: limit)
    if entries.isEmpty { StandardError.write(query.isEmpty ? "Nothing was sent yet" : "Nothing matches") }
    try StandardOutput.write(rows: entries.map { fields($0, clock) })
  }

  /// - Throws: A usage error with the position of a mistake.
  static func parsed(_ query: String) throws -> HistoryQuery {
    do {
      return try HistoryQuery(query)
    } catch {
      throw CommandExit.fail("Cannot read the query, \(error)", CommandExit.usage)
    }
  }

  static func find(_ id: String, in history: HistoryStore) throws -> Exchange? {
    if let whole = ExchangeID(id) { return try history.exchange(whole) }
    let matches = try history.identifiers(startingWith: id)
    guard matches.count <= 1 else {
      throw CommandExit.fail(
        "\"\(id)\" is the beginning of \(matches.count) ids — give more letters", CommandExit.usage)
    }
    return try matches.first.flatMap { try history.exchange($0) }
  }

  private static func fields(_ entry: ExchangeSummary, _ clock: Clock) -> [String] {
    let result =
      switch entry.result {
      case .status(let status): String(status)
      case .failed: "ERR"
      case .cancelled: "---"
      }
    return [
      String(entry.id.description.prefix(8)), clock.fullText(entry.startedAt), result, entry.method, entry.url,
      Formatting.duration(entry.duration), Formatting.bytes(entry.bodySize), entry.name,
    ]
  }
}

/// Set by a signal, checked between steps.
private final class StopFlag: Sendable {
  private let value = Atomic(false)
  var isSet: Bool { value.load(ordering: .relaxed) }
  func set() { value.store(true, ordering: .relaxed) }
}
