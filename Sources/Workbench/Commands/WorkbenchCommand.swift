import ArgumentParser

@main
struct WorkbenchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "workbench",
    abstract: "A request workbench for the terminal.",
    discussion: """
      Keeps API requests in collections of JSON files, edits and sends them, shows body, headers and timeline, and finds \
      every exchange again in its history.

      Exit codes: 0 done, 1 a check failed, 2 usage, 3 a file or collection is broken, 4 the request could not be sent or \
      finished, 5 interrupted.
      """,
    version: "0.1.0",
    subcommands: [
      OpenCommand.self, SendCommand.self, HistoryCommand.self, CheckCommand.self, DemoCommand.self, SecretCommand.self,
    ],
    defaultSubcommand: OpenCommand.self)
}
