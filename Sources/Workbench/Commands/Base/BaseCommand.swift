import Foundation
import Git
import Synchronization

struct BaseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "base", abstract: "Shows, allows, fetches and updates the collection that a collection is based on.",
    discussion: """
      A collection names its base in collection.json, as a folder or as a git repository at a commit or tag. Its requests \
      and settings are inherited, and a file of the same name changes single members of a request.
      """,
    subcommands: [Status.self, Allow.self, Fetch.self, Update.self], defaultSubcommand: Status.self)

  struct Collection: ParsableArguments {
    @Argument(help: "The collection's folder.", completion: .directory)
    var path = "."

    func preparation() throws -> BasePreparation {
      let place = try LaunchTarget(path)
      return BasePreparation(place.store, place.address, place.folders, ProcessInfo.processInfo.environment)
    }
  }

  struct Status: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "status", abstract: "Lists the bases of a collection, the nearest first.",
      discussion: CommandHelp.text(
        """
        Columns: base, folder, and the state: a folder, or the commit of a repository. Fetched files are compared with their \
        commit. Exits with 3 if a base cannot be used.
        """, examples: ["workbench base status collections/shop"], exits: "0 done, 2 usage, 3 a base cannot be used."))

    @OptionGroup var collection: Collection

    func run() async throws {
      let preparation = try collection.preparation()
      let layers = preparation.layers
      let rows = try layers.bases.map { [$0.name.description, $0.folder, try state(of: $0, preparation)] }
      try StandardOutput.write(rows: rows)
      if let problem = layers.problem { throw CommandExit.fail("\(problem)", CommandExit.broken) }
      if rows.contains(where: { $0[2] == Self.changed }) {
        throw CommandExit.fail(
          "The files of a base are not those of its commit — run: workbench base fetch", CommandExit.broken)
      }
      if rows.isEmpty { StandardError.write("\(preparation.collection) is based on no other collection") }
    }

    private static let changed = "changed"

    private func state(of base: CollectionLayers.Base, _ preparation: BasePreparation) throws -> String {
      guard case .git(let git) = base.name else { return "folder" }
      let fetch = preparation.fetch(git)
      let commit = try fetch.run()
      return try fetch.isIntact(commit) ? commit : Self.changed
    }
  }

  struct Allow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "allow", abstract: "Allows a collection to use its bases outside of its folder.",
      discussion: CommandHelp.text(
        "Exits with 3 if a base still cannot be used, also if it is not fetched yet.",
        examples: ["workbench base allow collections/shop"], exits: "0 done, 2 usage, 3 a base still cannot be used."))

    @OptionGroup var collection: Collection

    func run() async throws {
      let preparation = try collection.preparation()
      var isDone = false
      while let source = try preparation.allow() {
        StandardError.write("Allowed \(source) for \(preparation.collection)")
        isDone = true
      }
      if let problem = preparation.layers.problem { throw CommandExit.fail("\(problem)", CommandExit.broken) }
      if !isDone { StandardError.write("Nothing to allow") }
    }
  }

  struct Fetch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "fetch", abstract: "Allows and fetches the bases of a collection, to use them offline from then on.",
      discussion: CommandHelp.text(
        "Files that were changed since they were fetched are written again.",
        examples: ["workbench base fetch collections/shop"],
        exits: "0 done, 2 usage, 3 a base still cannot be used, 4 it could not be fetched, 5 interrupted."))

    @OptionGroup var collection: Collection

    func run() async throws {
      let preparation = try collection.preparation()
      try await BaseFetching(preparation).run()
      let bases = preparation.layers.bases
      if bases.isEmpty { StandardError.write("\(preparation.collection) is based on no other collection") }
      for base in bases {
        StandardError.write("Ready: \(base.name)")
        guard case .git(let git) = base.name else { continue }
        for path in try preparation.fetch(git).leftOut() {
          StandardError.write("Left out \(path): git would take its folder for a repository")
        }
      }
    }
  }
}

/// Fetches bases for a command. Shows progress, is cancelled by Ctrl+C, and lets git prompt on the terminal.
struct BaseFetching {
  private let preparation: BasePreparation
  private let interruption = Interruption()

  init(_ preparation: BasePreparation) { self.preparation = preparation }

  func run() async throws {
    do {
      try removeChanged()
      try withProgress { try preparation.run($0, progress: $1) }
    } catch let problem as GitProblem where problem.kind == .asks && isatty(STDIN_FILENO) == 1 {
      guard case .notFetched(let base)? = preparation.layers.problem,
        await TerminalProgram.run(preparation.fetch(base).command)
      else { throw CommandExit.fail("\(problem)", CommandExit.unfinished) }
      try await run()
    } catch let problem as GitProblem {
      let isInterrupted = problem.kind == .cancelled
      throw CommandExit.fail("\(problem)", isInterrupted ? CommandExit.interrupted : CommandExit.unfinished)
    } catch let problem as BaseProblem {
      throw CommandExit.fail("\(problem)", CommandExit.broken)
    }
  }

  private func removeChanged() throws {
    for base in preparation.layers.bases {
      guard case .git(let git) = base.name else { continue }
      let fetch = preparation.fetch(git)
      if try !fetch.isIntact(try fetch.run()) { fetch.remove() }
    }
  }

  /// - Parameter work: Gets a control to cancel it by, and a function that takes the last line of progress.
  func withProgress<Value>(_ work: (ProgramControl, @escaping (String) -> Void) throws -> Value) throws -> Value {
    let control = ProgramControl()
    interruption.begin { control.cancel() }
    defer { interruption.end() }
    let last = Mutex<String?>(nil)
    let line = isatty(STDERR_FILENO) == 1 ? ProgressLine { last.withLock(\.self) } : nil
    defer { line?.clear() }
    return try work(control) { text in last.withLock { $0 = text } }
  }
}
