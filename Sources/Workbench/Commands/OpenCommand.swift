import ArgumentParser
import DemoServer
import Foundation
import Glibc
import RequestModel
import RequestStore
import WorkbenchCore

struct OpenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Opens the workbench on folders, collections or requests. (default command)")

  @Argument(
    help: """
      Folders, collections or requests: each opens as a workspace, and Ctrl+O switches between them. (default: \
      ./collections, else the collection around the current folder, else your own collections)
      """,
    completion: .file())
  var paths: [String] = []

  @Option(name: .customLong("env"), help: "The environment to start with.")
  var environment: String?

  @Flag(help: "Runs the built-in demo server and sets the variable {{demo}} to its address.")
  var demo = false

  @Flag(
    help: "Draws one pane at a time as text without lines, with the cursor on the selected row, for screen readers.")
  var plain = false

  /// The examples have an environment named `demo` for the built-in server.
  private var chosenEnvironment: String? { environment ?? (demo ? "demo" : nil) }

  @MainActor
  func run() async throws {
    let processEnvironment = ProcessInfo.processInfo.environment
    let folders = try UserFolders(environment: processEnvironment)
    let places = try paths.isEmpty ? [LaunchTarget(nil, folders)] : paths.map { try LaunchTarget($0, folders) }
    guard demo || (isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1) else {
      throw CommandExit.fail(TerminalProblem.notATerminal.description, CommandExit.usage)
    }
    let server = DemoServer()
    let builtIn = demo ? ["demo": "http://127.0.0.1:\(try await server.start())"] : [:]
    let services = try Services(root: places[0].root, builtIn: builtIn, environment: processEnvironment)
    if demo, isatty(STDIN_FILENO) != 1 || isatty(STDOUT_FILENO) != 1 {
      for place in places { try await Self.sendAll(services.beside(root: place.root), environment: chosenEnvironment) }
      return
    }
    try await Loop(services: services, places: places, environment: chosenEnvironment, isPlain: plain).run()
  }

  static func sendAll(_ services: Services, environment: String?) async throws {
    let interruption = Interruption()
    let sender = HeadlessSender(
      services: services, interruption: interruption, environment: environment, overrides: [:])
    try await FolderSender(
      services: services, interruption: interruption, sender: sender.sender, failsOnStatus: false
    ).send(Address(""))
  }
}
