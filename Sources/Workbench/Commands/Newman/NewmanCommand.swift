import Foundation

/// `newman run …` with newman's command line.
struct NewmanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "newman", abstract: "Runs a collection of Postman with the command line of newman.",
    usage: "workbench newman run <collection> [newman's options]",
    discussion: CommandHelp.text(
      """
      Takes the options of newman 6 in its units, which are milliseconds, with its reports and exit codes: 1 if a \
      test, a script or a request failed, or the run could not start, and 0 otherwise or with -x.

      -e, -g, -d, -n, -r, -k, -x, --environment, --globals, --iteration-data, --iteration-count, --folder, --env-var, \
      --global-var, --reporters cli,json,junit, --reporter-json-export, --reporter-junit-export, --reporter-cli-…, \
      --delay-request, --timeout, --timeout-request, --timeout-script, --bail, --ignore-redirects, --insecure, \
      --suppress-exit-code, --silent, --verbose, --color, --disable-unicode, --working-dir, --no-insecure-file-read, \
      --cookie-jar, --export-cookie-jar, --export-environment, --export-globals, --export-collection, \
      --ssl-client-cert, --ssl-client-key, --ssl-client-passphrase, --ssl-client-cert-list, --ssl-extra-ca-certs

      Scripts of the collection run without a question, as in newman, and as always without access to files and the \
      network. Files outside of the working folder are read with --allow-files only, which newman does not have.
      """, examples: ["workbench newman run shop.postman_collection.json -e dev.json -r cli,junit"],
      exits: "those of newman, 0 and 1; 5 interrupted."))

  @Argument(parsing: .captureForPassthrough, help: "run, the collection, and newman's options.")
  var arguments: [String] = []

  func run() async throws {
    switch arguments.first {
    case "run": break
    case "-v", "--version": return try StandardOutput.write(line: ProgramVersion.number)
    case "-h", "--help": return try Self.writeHelp()
    case nil:
      StandardError.write(lines: ["error: no arguments provided", "", "Usage: newman run <collection> [options]"])
      throw ExitCode.failure
    case let name?:
      throw CommandExit.fail("error: invalid command `\(name)` — newman has run alone", ExitCode.failure)
    }
    if arguments.dropFirst().contains(where: { $0 == "-h" || $0 == "--help" }) {
      return try Self.writeHelp()
    }
    let line = try CommandExit.failing(with: ExitCode.failure) { try NewmanLine(Array(arguments.dropFirst())) }
    do { try await Self.command(line).run() } catch {
      guard let code = Self.code(error, line) else { return }
      throw code
    }
  }

  private static func writeHelp() throws {
    try StandardOutput.write(lines: helpMessage().trimmingCharacters(in: .newlines).components(separatedBy: "\n"))
  }

  /// The equivalent `workbench run` command.
  private static func command(_ line: NewmanLine) throws -> RunCommand {
    let run = try NewmanRun(line)
    guard var command = try RunCommand.parseAsRoot(run.arguments) as? RunCommand else { throw ExitCode.failure }
    command.newman = run
    return command
  }

  /// newman's exit code: 1 for all failures. After a signal it is 130, as in the shell.
  ///
  /// - Returns: `nil` for success.
  private static func code(_ error: any Error, _ line: NewmanLine) -> ExitCode? {
    switch error {
    case let code as ExitCode:
      if code == CommandExit.interrupted { return ExitCode(130) }
      return code == .success || line.suppressesExitCode ? nil : .failure
    case let problem as OutputProblem where problem.isReaderGone: return .failure
    default:
      let message = WorkbenchCommand.message(for: error)
      StandardError.write(lines: message.split(separator: "\n").map { "error: \($0)" })
      return line.suppressesExitCode ? nil : .failure
    }
  }
}
