import ArgumentParser
import DemoServer
import Foundation
import Glibc
import RequestModel
import RequestStore
import WorkbenchCore

struct OpenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Opens the workbench on a folder, a collection or a request. (default command)")

  @Argument(
    help: """
      A folder, a collection or a request. (default: ./collections, else the collection around the current folder, else \
      your own collections)
      """,
    completion: .file())
  var path: String?

  @Option(name: .customLong("env"), help: "The environment to start with.")
  var environment: String?

  @Flag(help: "Runs the built-in demo server and sets the variable {{demo}} to its address.")
  var demo = false

  /// The examples have an environment named `demo` for the built-in server.
  private var chosenEnvironment: String? { environment ?? (demo ? "demo" : nil) }

  @MainActor
  func run() async throws {
    let processEnvironment = ProcessInfo.processInfo.environment
    let place = try LaunchTarget(path, try UserFolders(environment: processEnvironment))
    guard demo || (isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1) else {
      throw CommandExit.fail(TerminalProblem.notATerminal.description, CommandExit.usage)
    }
    let server = DemoServer()
    let builtIn = demo ? ["demo": "http://127.0.0.1:\(try await server.start())"] : [:]
    let services = try Services(root: place.root, builtIn: builtIn, environment: processEnvironment)
    if demo, isatty(STDIN_FILENO) != 1 || isatty(STDOUT_FILENO) != 1 {
      let interruption = Interruption()
      let sender = HeadlessSender(
        services: services, interruption: interruption, environment: chosenEnvironment, overrides: [:])
      return try await FolderSender(
        services: services, interruption: interruption, sender: sender.sender, failsOnStatus: false
      ).send(Address(""))
    }
    try await Loop(services: services, place: place, environment: chosenEnvironment).run()
  }
}
