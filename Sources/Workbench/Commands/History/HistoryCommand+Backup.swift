import Foundation

extension HistoryCommand {
  struct Backup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "backup", abstract: "Copies the history into one file, with all bodies.",
      discussion: CommandHelp.text(
        """
        Other programs can record meanwhile. To restore it while no workbench runs, remove history.sqlite-wal and copy \
        the file over history.sqlite. An earlier backup is replaced, another file only with --replace.
        """, examples: ["workbench history backup history.backup"]))

    @Argument(help: "The file to write.", completion: .file())
    var file: String

    @Flag(help: "Replaces a file that is not a backup.")
    var replace = false

    func run() async throws {
      guard !NamedFile.isStandardOutput(file) else {
        throw CommandExit.usageError("A backup is a database and needs a file — give its name")
      }
      try NamedFile.requireWritable([file])
      let path = try HistoryAccess.folders().history
      guard FileManager.default.fileExists(atPath: path) else {
        throw CommandExit.usageError("There is no history at \(path)")
      }
      do {
        try backUp(try HistoryAccess.open())
      } catch let error as HistoryError {
        switch error {
        case .backupRefused: throw CommandExit.usageError(error.description)
        case .notBackedUp, .full: throw CommandExit.fail(error.description, CommandExit.unfinished)
        default: throw error
        }
      }
    }

    private func backUp(_ history: HistoryStore) throws {
      let stop = OnceFlag()
      let interruption = Interruption()
      let backup = try HistoryBackup(history, to: file, replaces: replace)
      interruption.begin {
        stop.set()
        backup.interrupt()
      }
      defer { interruption.end() }
      guard let result = try backup.run(isStopped: { stop.isSet }) else { throw CommandExit.interrupted }
      let copied = "\(Formatting.count(result.count, "exchange")), \(Formatting.bytes(result.size))"
      StandardError.write("Backed up to \(file): \(copied)")
      if result.hasReplaced { StandardError.write("It replaced an earlier file") }
      if result.incompleteBodies > 0 {
        let bodies = Formatting.count(result.incompleteBodies, "body", plural: "bodies")
        StandardError.write("Incomplete in the history and its backup: \(bodies) — see workbench history check")
      }
    }
  }
}
