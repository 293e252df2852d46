import ArgumentParser
import Dispatch
import Glibc
import RequestRunner
import RequestStore

@main
struct WorkbenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "workbench",
    abstract: "A request workbench for the terminal.",
    discussion: """
      Keeps API requests in collections of JSON files, edits and sends them, shows body, headers and timeline, and finds \
      every exchange again in its history.

      Exit codes: 0 done, 1 a check failed, 2 usage, 3 a file or collection is broken, 4 the request could not be sent or \
      finished, or its response not written, 5 interrupted, also by a reader that stops.
      """,
    version: "0.1.0",
    subcommands: [
      OpenCommand.self, SendCommand.self, HistoryCommand.self, CheckCommand.self, DemoCommand.self, SecretCommand.self,
      CookiesCommand.self, VarsCommand.self,
    ],
    defaultSubcommand: OpenCommand.self)

  /// Runs the command on a thread that is not one of Swift's own: see `TaskQueue`.
  static func main() {
    // A closed pipe is reported by the write. Not ignored, as child processes would inherit that.
    signal(SIGPIPE) { @Sendable _ in }
    if let number = argumentThatIsNotText {
      exit(
        withError: CommandExit.fail(
          "Argument \(number) is not UTF-8 text — pass bytes in a file: -d @FILE", CommandExit.usage))
    }
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == SendCommand.configuration.commandName { LibraryLoading.start() }
    Task.detached(executorPreference: TaskQueue(label: "workbench.command")) { await run(arguments) }
    dispatchMain()
  }

  private static func run(_ arguments: [String]) async -> Never {
    do {
      var command = try parseAsRoot(AttachedValues.detached(arguments))
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      exit()
    } catch {
      end(error)
    }
  }

  /// Ends with the program's own codes: usage is 2, where the argument parser has 64, and a broken file is 3.
  private static func end(_ error: any Error) -> Never {
    switch error {
    case is StoreError, is HistoryError:
      exit(withError: CommandExit.fail(String(describing: error), CommandExit.broken))
    case let error as EnvironmentError: exit(withError: CommandExit.fail(error.description, CommandExit.usage))
    case let problem as OutputProblem:
      // A reader that has gone needs no message.
      guard !problem.isReaderGone else { exit(withError: CommandExit.interrupted) }
      exit(withError: CommandExit.fail(problem.description, CommandExit.unfinished))
    default:
      let code = exitCode(for: error)
      // Help and version are data.
      guard code != .success else { exit(withError: error) }
      let message = fullMessage(for: error)
      if !message.isEmpty { StandardError.write(lines: message.split(separator: "\n").map(String.init)) }
      exit(withError: code == .validationFailure ? CommandExit.usage : code)
    }
  }

  /// The number of the first argument that would be passed on with other bytes than were typed.
  private static var argumentThatIsNotText: Int? {
    (1..<max(1, Int(CommandLine.argc))).first { number in
      CommandLine.unsafeArgv[number].map { String(validatingCString: $0) == nil } ?? false
    }
  }
}
