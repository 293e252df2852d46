struct OpenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Opens the workbench on folders, collections or requests.",
    discussion: CommandHelp.text(
      examples: ["workbench", "workbench ~/shop ~/admin", "workbench collections --demo"],
      exits: "0 the workbench was quit, 2 usage or no terminal, 3 a file is broken."))

  @Argument(
    help: """
      Folders, collections or requests: each opens as a workspace, and Ctrl+O switches between them. (default: \
      ./collections, else the collection around the current folder, else your own collections)
      """,
    completion: .file())
  var paths: [String] = []

  @Option(name: .customLong("env"), help: ArgumentHelp("The environment to start with.", valueName: "name"))
  var environment: String?

  @Flag(help: CommandHelp.demo)
  var demo = false

  @Flag(help: CommandHelp.plain)
  var plain = false

  func run() async throws {
    try await Opening(paths: paths, environment: environment, demo: demo, plain: plain).run()
  }
}
