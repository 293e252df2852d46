import Foundation

extension HistoryCommand {
  struct Prune: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "prune", abstract: "Deletes old exchanges permanently, except pinned ones.",
      discussion: CommandHelp.text(
        """
        Also erases deleted exchanges, and shrinks the file. Ctrl+C stops between steps; the next prune continues.
        """, examples: ["workbench history prune --older-than 90d", "workbench history prune --keep 1000 --dry-run"]))

    @Option(help: ArgumentHelp("The number of exchanges to keep; 0 deletes all.", valueName: "count"))
    var keep: Int?

    @Option(help: ArgumentHelp("Delete those older than this, such as 30d, 12h or 1y.", valueName: "age"))
    var olderThan: String?

    @Option(help: ArgumentHelp("Delete those with a larger response body, such as 10M.", valueName: "size"))
    var largerThan: String?

    @Flag(help: "Only prints how many would be deleted.")
    var dryRun = false

    func run() async throws {
      let rules = try rules()
      let history = try HistoryAccess.open()
      if dryRun {
        StandardError.write("Would remove \(Formatting.count(try history.pruneCount(rules), "exchange"))")
        return
      }
      try Self.prune(rules, history)
    }

    private func rules() throws -> PruneRules {
      guard keep != nil || olderThan != nil || largerThan != nil else {
        throw CommandExit.usageError("Choose what to prune: --keep, --older-than or --larger-than")
      }
      guard keep ?? 0 >= 0 else { throw CommandExit.usageError("--keep must be 0 or more") }
      var rules = PruneRules(keep: keep)
      if let olderThan {
        guard let age = HistoryQuery.ago(olderThan) else {
          let units = HistoryQuery.ageUnits
          throw CommandExit.usageError(
            "--older-than does not take \"\(olderThan)\" — write 30d, 12h or 1y; the units are \(units)")
        }
        rules.olderThan = Date(timeIntervalSinceNow: -age)
      }
      if let largerThan {
        guard let size = ByteSize.parse(largerThan) else {
          throw CommandExit.usageError("--larger-than does not take \"\(largerThan)\" — write bytes, or 64k, 10M, 1G")
        }
        rules.largerThan = size
      }
      return rules
    }

    private static func prune(_ rules: PruneRules, _ history: HistoryStore) throws {
      let stop = OnceFlag()
      let interruption = Interruption()
      interruption.begin { stop.set() }
      defer { interruption.end() }
      var pruned = try history.prune(rules, isStopped: { stop.isSet })
      if pruned.isComplete { pruned.isComplete = try history.completeIndex(isStopped: { stop.isSet }) }
      let removed = "Removed \(Formatting.count(pruned.count, "exchange"))"
      StandardError.write(pruned.isComplete ? removed : removed + ", then stopped — prune again to finish")
      if !pruned.isComplete { throw CommandExit.interrupted }
    }
  }

  struct Limits: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "limits", abstract: "Shows the size of history, and shows or sets how much of it is kept.",
      discussion: CommandHelp.text(
        """
        Older exchanges are removed in the background while the workbench is open; pinned ones stay. The limits are the \
        member "history" of settings.json: count, days, size. 0 removes a limit.
        """, examples: ["workbench history limits", "workbench history limits --days 90 --size 2G"]))

    @Option(help: ArgumentHelp("Maximum number of exchanges to keep.", valueName: "number"))
    var count: Int?

    @Option(help: ArgumentHelp("Maximum age of exchanges, in days.", valueName: "number"))
    var days: Int?

    @Option(help: ArgumentHelp("Maximum size of history on disk, such as 2G.", valueName: "bytes"))
    var size: String?

    func run() async throws {
      let folders = try HistoryAccess.folders()
      var limits = try Retention(folders)
      if let count { limits.count = count > 0 ? count : nil }
      if let days { limits.days = days > 0 ? days : nil }
      if let size {
        guard let bytes = ByteSize.parse(size) else {
          throw CommandExit.usageError("--size does not take \"\(size)\" — write bytes, or 64k, 10M, 2G")
        }
        limits.size = bytes > 0 ? bytes : nil
      }
      if count != nil || days != nil || size != nil { try limits.save(folders) }
      let history = try HistoryAccess.open()
      try StandardOutput.write(rows: [
        ["exchanges", String(try history.count()), limits.count.map { "at most \($0)" } ?? "no limit"],
        [
          "size", Formatting.bytes(try history.size()),
          limits.size.map { "at most \(Formatting.bytes($0))" } ?? "no limit",
        ],
        ["age", "", limits.days.map { "at most \(Formatting.count($0, "day"))" } ?? "no limit"],
      ])
      if let limit = limits.size, let smallest = try history.smallestSize(above: limit) {
        StandardError.write(HistoryLines.tooSmall(limit: limit, smallest: smallest))
      }
    }
  }

  struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "Checks the file, its tables, the files of bodies and the search index.",
      discussion: CommandHelp.text(
        """
        Exit code 1 if there is a problem. --repair removes what has no exchange and builds the index again; of a \
        damaged file, it copies what can be read into a new one and keeps the old one beside it.
        """, examples: ["workbench history check", "workbench history check --repair"],
        exits: "0 no problem, 1 problems, 2 usage, 3 the file cannot be read or is not a history."))

    @Flag(help: "Repairs the problems found.")
    var repair = false

    @Argument(help: "Another history's file, such as one that was set aside.")
    var file: String?

    func run() async throws {
      let own = try HistoryAccess.folders().history
      let path = file ?? own
      guard FileManager.default.fileExists(atPath: path) else {
        throw CommandExit.usageError("There is no history at \(path)")
      }
      guard HistoryFile(path).isHistory(own: own) else {
        throw CommandExit.fail("\(path) is not a history — it was left unchanged", CommandExit.broken)
      }
      let check = try check(path)
      for problem in check.problems { try StandardOutput.write(line: problem) }
      if check.isSound { return StandardError.write("History is sound: \(path)") }
      guard repair else {
        StandardError.write("History has problems — workbench history check --repair repairs them")
        throw CommandExit.checkFailed
      }
      guard check.isDamaged else {
        try HistoryStore(path: path).repair()
        return StandardError.write("Repaired \(path)")
      }
      let result = try HistorySalvage(path: path).run()
      let saved = Formatting.count(result.count, "exchange")
      StandardError.write("Saved \(saved) in \(path); the damaged file is \(result.setAside)")
    }

    private func check(_ path: String) throws -> HistoryCheck {
      do {
        return try HistoryStore(checking: path).check()
      } catch HistoryError.damaged {
        return HistoryCheck(problems: ["The file is damaged: it cannot be opened"], isDamaged: true)
      }
    }
  }
}
