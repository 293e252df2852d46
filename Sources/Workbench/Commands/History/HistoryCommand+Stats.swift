import Foundation

extension HistoryCommand {
  struct Stats: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "stats", abstract: "Shows how often a request was sent, how it failed, and how long it took.",
      discussion: CommandHelp.text(
        "Without a request, about everything that was sent. Times are of the last 5,000 exchanges.",
        examples: ["workbench history stats", "workbench history stats collections/shop/orders/show.json"]))

    @Argument(help: "The request's file, or its id.")
    var request: String?

    @Flag(help: "Prints JSON.")
    var json = false

    func run() async throws {
      let statistics = try statistics(try HistoryAccess.open())
      if json { return try StandardOutput.write(text: Self.json(statistics).rendered() + "\n") }
      let clock = Clock(offset: TimeZone.current.secondsFromGMT())
      try StandardOutput.write(rows: StatisticsLines.rows(statistics, clock, width: 60))
    }

    private func statistics(_ history: HistoryStore) throws -> RequestStatistics {
      guard let request else { return try history.statistics() }
      guard FileManager.default.fileExists(atPath: request) else {
        return try history.statistics(of: RequestID(request))
      }
      let place = try LaunchTarget(request)
      if let id = try place.store.open(place.address).request.id { return try history.statistics(of: id) }
      return try history.statistics(at: place.address, in: place.root)
    }

    private static func json(_ statistics: RequestStatistics) -> JSONValue {
      var object: JSONObject = [
        "count": .number(statistics.count), "examined": .number(statistics.recent.count),
        "failures": .number(statistics.failureCount),
      ]
      for (name, share) in [("p50", 0.5), ("p95", 0.95), ("p99", 0.99)] {
        object[name] = statistics.percentile(share).map { .number(Int($0 / .milliseconds(1))) }
      }
      if let failure = statistics.lastFailure {
        object["lastFailure"] = [
          "id": .string(failure.id.description), "startedAt": .string(UTCTime.milliseconds(failure.startedAt)),
          "result": .string(HistoryLines.result(failure.result)),
        ]
      }
      return .object(object)
    }
  }
}
