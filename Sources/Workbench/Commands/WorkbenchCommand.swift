import ArgumentParser
import Glibc
import RequestRunner
import RequestStore

@main
struct WorkbenchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "workbench",
    abstract: "A request workbench for the terminal.",
    discussion: """
      Keeps API requests in collections of JSON files, edits and sends them, shows body, headers and timeline, and finds \
      every exchange again in its history.

      Exit codes: 0 done, 1 a check failed, 2 usage, 3 a file or collection is broken, 4 the request could not be sent or \
      finished, or its answer not written, 5 interrupted, also by a reader that stops.
      """,
    version: "0.1.0",
    subcommands: [
      OpenCommand.self, SendCommand.self, HistoryCommand.self, CheckCommand.self, DemoCommand.self, SecretCommand.self,
    ],
    defaultSubcommand: OpenCommand.self)

  /// Wrong usage ends with our own code (the argument parser's would be `EX_USAGE`, 64), and so does what is broken on disk.
  static func main() async {
    // Whoever stops reading, a pipe's end or a filter, is told by the write and ends nothing else. Not ignored: what is
    // ignored stays so in the programs that are started.
    signal(SIGPIPE) { @Sendable _ in }
    if let number = argumentThatIsNotText {
      exit(
        withError: CommandExit.fail(
          "Argument \(number) is not UTF-8 text — pass bytes in a file: -d @FILE", CommandExit.usage))
    }
    do {
      var command = try parseAsRoot(AttachedValues.detached(Array(CommandLine.arguments.dropFirst())))
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let error where error is StoreError || error is HistoryError {
      exit(withError: CommandExit.fail(String(describing: error), CommandExit.broken))
    } catch let error as EnvironmentError {
      exit(withError: CommandExit.fail(error.description, CommandExit.usage))
    } catch let problem as OutputProblem {
      // Nobody is to be told that nobody reads.
      guard !problem.isReaderGone else { exit(withError: CommandExit.interrupted) }
      exit(withError: CommandExit.fail(problem.description, CommandExit.unfinished))
    } catch {
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
