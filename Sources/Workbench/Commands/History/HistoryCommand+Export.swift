import Foundation

extension HistoryCommand {
  struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export", abstract: "Writes exchanges as an HTTP Archive or as lines of JSON, newest first.",
      discussion: CommandHelp.text(
        "A line has the members of history list --json and the exchange's entries of an HTTP Archive.",
        examples: [
          "workbench history export host:api.example.com since:2d -o api.har",
          "workbench history export --format jsonl | jq .url",
        ]))

    enum Format: String, CaseIterable, ExpressibleByArgument {
      case har, jsonl
    }

    @Argument(help: "Words and filters, such as status:5xx.")
    var query: [String] = []

    @Option(help: ArgumentHelp("The format: an HTTP Archive, or a line of JSON for each exchange.", valueName: "name"))
    var format: Format = .har

    @Option(name: [.short, .long], help: ArgumentHelp("The file, instead of standard output.", valueName: "file"))
    var output: String?

    func run() async throws {
      try NamedFile.requireWritable([output])
      let history = try HistoryAccess.open()
      let exporter = HistoryExporter(history: history, query: try HistoryAccess.query(query), format: format)
      guard let output = output.flatMap(NamedFile.unlessStandardOutput) else { return try exporter.write() }
      let file = try OutputFile(output)
      do {
        try exporter.write()
      } catch {
        // The original failure is reported instead.
        try? file.finish(isKept: false)
        throw (error as? OutputProblem).map(file.renamed) ?? error
      }
      try file.finish(isKept: true)
    }
  }
}

/// Writes exchanges one by one, so that a history of any size needs little memory.
struct HistoryExporter {
  let history: HistoryStore
  let query: HistoryQuery
  let format: HistoryCommand.Export.Format

  private static let version = ProgramVersion.number
  private static let page = 200

  func write() throws {
    if format == .har { try begin() }
    var isFirst = true
    var last: ExchangeID?
    repeat {
      let entries = try history.summaries(matching: query, before: last, limit: Self.page)
      for entry in entries {
        // Another program has pruned it since.
        guard let exchange = try history.exchange(entry.id) else { continue }
        try write(exchange, entry, &isFirst)
      }
      last = entries.count == Self.page ? entries.last?.id : nil
    } while last != nil
    if format == .har { try text("\n]}}\n") }
  }

  private func write(_ exchange: Exchange, _ entry: ExchangeSummary, _ isFirst: inout Bool) throws {
    let entries = Self.entries(of: exchange)
    switch format {
    case .har:
      for value in entries {
        try text((isFirst ? "" : ",\n") + value.compact)
        isFirst = false
      }
    case .jsonl:
      var object = HistoryLines.object(entry)
      object["environment"] = exchange.environment.map { .string($0) }
      object["request"] = .object(exchange.request.document)
      object["entries"] = .array(entries)
      try text(JSONValue.object(object).compact + "\n")
    }
  }

  private static func entries(of exchange: Exchange) -> [JSONValue] {
    HARExport.archive(of: exchange, version: version).object?["log"]?.object?["entries"]?.array ?? []
  }

  /// Writes the members of the archive before its entries.
  private func begin() throws {
    let log = HARExport.archive(of: [], version: Self.version).object?["log"]?.object
    let head = log?.members.filter { $0.key.value != "entries" } ?? []
    let members = head.map { JSONValue.string($0.key).compact + ":" + $0.value.compact + "," }
    try text("{\"log\":{" + members.joined() + "\"entries\":[\n")
  }

  private func text(_ text: String) throws { try StandardOutput.write(text: text) }
}
