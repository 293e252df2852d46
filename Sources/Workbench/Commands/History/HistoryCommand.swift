import Foundation

struct HistoryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Lists, searches, shows, replays, marks, exports, backs up and prunes recorded exchanges.",
    discussion: """
      A QUERY is words and filters that must all hold: status:5xx method:POST host:api.x env:local since:2d until:1d \
      time:>1s size:>1M tag:x url:x name:x request:ID run:ID has:failure|note|tag|pin|body. A minus sign excludes: -status:2xx. \
      Words are found in the URL, name, headers and text bodies.
      """,
    subcommands: [
      List.self, Search.self, Show.self, Replay.self, Stats.self, Tag.self, Untag.self, Note.self, Pin.self, Unpin.self,
      Delete.self, Undelete.self, Export.self, Backup.self, Prune.self, Limits.self, Check.self,
    ])

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "Lists the newest exchanges.",
      discussion: CommandHelp.text(examples: ["workbench history list", "workbench history list --limit 5 --json"]))

    @Argument(help: "Words and filters, such as status:5xx.")
    var query: [String] = []

    @Option(name: [.short, .long], help: ArgumentHelp("Maximum number of exchanges to list.", valueName: "count"))
    var limit = 20

    @Flag(help: "Prints JSON.")
    var json = false

    func run() async throws { try HistoryLister(query: query, limit: limit, isJSON: json).run() }
  }

  struct Search: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "search", abstract: "Lists the exchanges that match words and filters.",
      discussion: CommandHelp.text(examples: ["workbench history search orders status:5xx since:2d"]))

    @Argument(help: "Words and filters, such as status:5xx.")
    var words: [String]

    @Option(name: [.short, .long], help: ArgumentHelp("Maximum number of exchanges to list.", valueName: "count"))
    var limit = 100

    @Flag(help: "Prints JSON.")
    var json = false

    func run() async throws { try HistoryLister(query: words, limit: limit, isJSON: json).run() }
  }

  /// The parts of a recorded exchange that can be printed.
  enum ShownPart: String, CaseIterable, ExpressibleByArgument {
    case body, headers, response, exchange, har, messages

    var part: ExchangePrinter.Part {
      switch self {
      case .body: .body
      case .headers: .headers
      case .response: .response
      case .exchange: .exchange
      case .har: .har
      case .messages: .messages
      }
    }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Prints one exchange.",
      discussion: CommandHelp.text(examples: [
        "workbench history show 3f2a", "workbench history show 3f2a --print body > body.json",
      ]))

    @Argument(help: "The id from the list, or its first letters.")
    var id: String

    @Option(help: ArgumentHelp("The part to print.", valueName: "part"))
    var print: ShownPart = .exchange

    func run() async throws {
      let history = try HistoryAccess.open()
      let found = try HistoryAccess.exchange(id, in: history)
      if found.outcome.ending != .completed { StandardError.write(found.summaryLine) }
      for note in found.omissionNotes { StandardError.write(note) }
      for line in HistoryLines.annotation(try history.annotation(of: found.id)) { StandardError.write(line) }
      try ExchangePrinter(part: print.part).write(found)
    }
  }
}
