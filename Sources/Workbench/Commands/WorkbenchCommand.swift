import Dispatch
import Glibc

@main
struct WorkbenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "workbench",
    abstract: "A request workbench for the terminal.",
    discussion: """
      Edits and sends API requests stored in collections of JSON files, shows body, headers and timeline of each response, \
      and records every exchange in a history.

      Exit codes: 0 done, 1 a check failed, 2 usage, 3 a file or collection is broken, 4 the request could not be sent or \
      completed, or its response not written, 5 interrupted, or the reader closed the pipe.
      """,
    version: ProgramVersion.line,
    subcommands: [
      OpenCommand.self, SendCommand.self, RunCommand.self, NewmanCommand.self, HistoryCommand.self, CheckCommand.self,
      DemoCommand.self, TutorialCommand.self, SecretCommand.self,
      CookiesCommand.self, VarsCommand.self, ImportCommand.self, ExportCommand.self, ExampleCommand.self,
      MergeCommand.self, DiffCommand.self, GitSetupCommand.self, GitDiffCommand.self, PackCommand.self,
      UnpackCommand.self, SettingsCommand.self, KeysCommand.self, BaseCommand.self,
      SearchCommand.self, MCPCommand.self,
    ],
    defaultSubcommand: OpenCommand.self)

  /// Runs the command outside of Swift's thread pool: see `TaskQueue`.
  static func main() {
    // Writes report a closed pipe. SIGPIPE has a handler, because child processes would inherit an ignored signal.
    signal(SIGPIPE) { @Sendable _ in }
    if let number = argumentThatIsNotText {
      exit(
        withError: CommandExit.usageError("Argument \(number) is not UTF-8 text — pass bytes in a file: -d @FILE"))
    }
    let arguments = LeadingOptions.moved(Array(CommandLine.arguments.dropFirst()), behind: isCommand)
    Preparation.chooseHeap(for: arguments)
    Preparation.loadLibraries(for: arguments)
    Task.detached(executorPreference: TaskQueue(label: "workbench.command")) { await runCommand(arguments) }
    dispatchMain()
  }

  private static func runCommand(_ arguments: [String]) async -> Never {
    do {
      let named = arguments.first.flatMap(command)
      if named == nil, let opening = Opening(arguments, isCommand: isCommand) {
        try await opening.run()
        exit()
      }
      if let name = unknownHelp(arguments) {
        throw CommandExit.usageError("There is no command \"\(name)\" — workbench --help lists them")
      }
      let detached = AttachedValues.detached(arguments)
      if let refusal = CurlOptions.refusal(of: detached) { throw CommandExit.usageError(refusal) }
      if let refusal = RunHabits.refusal(of: detached) { throw CommandExit.usageError(refusal) }
      var command = try parsed(detached, named)
      Preparation.openHistory(for: command)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      Preparation.finish()
      exit()
    } catch {
      Preparation.finish()
      end(error)
    }
  }

  /// The reason why a command line cannot be run; `nil` if it can. Runs nothing.
  static func mistake(in typed: [String]) -> String? {
    let arguments = LeadingOptions.moved(typed, behind: isCommand)
    if let name = unknownHelp(arguments) { return "There is no command \"\(name)\"" }
    let detached = AttachedValues.detached(arguments)
    if let refusal = CurlOptions.refusal(of: detached) ?? RunHabits.refusal(of: detached) { return refusal }
    do {
      _ = try parsed(detached, arguments.first.flatMap(command))
      return nil
    } catch {
      return exitCode(for: error) == .success ? nil : fullMessage(for: error)
    }
  }

  /// Parses a command by itself, which takes half the time. Errors and help come from the root, which names the
  /// program.
  private static func parsed(
    _ arguments: [String], _ named: (any ParsableCommand.Type)?
  ) throws -> any ParsableCommand {
    if let named, !asksForHelp(arguments), named.configuration.subcommands.isEmpty,
      let command = try? named.parseAsRoot(Array(arguments.dropFirst()))
    {
      return command
    }
    return try parseAsRoot(arguments)
  }

  static func asksForHelp(_ arguments: [String]) -> Bool {
    arguments.contains { $0 == "-h" || $0.hasPrefix("--help") }
  }

  /// Finds a command by name. Paths are skipped: comparing them with all names takes a twentieth of the startup time.
  private static func command(named name: String) -> (any ParsableCommand.Type)? {
    guard name.utf8.allSatisfy({ (0x61...0x7A).contains($0) || $0 == 0x2D }) else { return nil }
    return configuration.subcommands.first { $0.configuration.commandName == name }
  }

  /// The unknown command in `help NAME`.
  private static func unknownHelp(_ arguments: [String]) -> String? {
    guard arguments.first == "help" else { return nil }
    var commands = configuration.subcommands
    for name in arguments.dropFirst() where !name.startsExactly(with: "-") && name != "help" {
      guard let named = commands.first(where: { $0.configuration.commandName == name }) else { return name }
      commands = named.configuration.subcommands
    }
    return nil
  }

  private static func isCommand(_ name: String) -> Bool { name == "help" || command(named: name) != nil }

  /// Exits with the program's own codes: 2 for usage errors, 3 for broken files.
  private static func end(_ error: any Error) -> Never {
    switch error {
    case StoreError.system(let action, let path, let code) where code == ENOENT && [.read, .list].contains(action):
      exit(withError: CommandExit.usageError("There is no file or folder \"\(path)\" — check the path"))
    case is StoreError, is HistoryError:
      exit(withError: CommandExit.fail(String(describing: error), CommandExit.broken))
    case let failure as Failure: exit(withError: CommandExit.fail(failure.sentence, CommandExit.broken))
    case let error as EnvironmentError: exit(withError: CommandExit.usageError(error.description))
    case let problem as OutputProblem:
      // A closed reader is not an error here.
      guard !problem.isReaderGone else { exit(withError: CommandExit.interrupted) }
      exit(withError: CommandExit.fail(problem.description, CommandExit.unfinished))
    default:
      let code = exitCode(for: error)
      // Help and version go to standard output.
      guard code != .success else { exit(withError: error) }
      let message = fullMessage(for: error)
      if !message.isEmpty { StandardError.write(lines: message.split(separator: "\n").map(String.init)) }
      exit(withError: code == .validationFailure ? CommandExit.usage : code)
    }
  }

  /// The number of the first argument that is not valid UTF-8.
  private static var argumentThatIsNotText: Int? {
    (1..<max(1, Int(CommandLine.argc))).first { number in
      CommandLine.unsafeArgv[number].map { String(validatingCString: $0) == nil } ?? false
    }
  }
}
