import Foundation
import Glibc

/// The options of the opened workbench.
struct Opening {
  var paths: [String] = []
  var environment: String?
  var demo = false
  var plain = false

  /// Parses the arguments of most starts itself: paths, `--demo` and `--plain`. The argument parser takes a third of
  /// the time to the first screen.
  ///
  /// - Parameter isCommand: Whether a name is the name of a subcommand.
  /// - Returns: `nil` if the arguments require the parser.
  init?(_ arguments: [String], isCommand: (String) -> Bool) {
    for argument in arguments {
      switch argument {
      case "--demo": demo = true
      case "--plain": plain = true
      case _ where argument.hasPrefix("-") || argument.isEmpty || isCommand(argument): return nil
      default: paths.append(argument)
      }
    }
  }

  init(paths: [String], environment: String?, demo: Bool, plain: Bool) {
    (self.paths, self.environment, self.demo, self.plain) = (paths, environment, demo, plain)
  }

  /// The examples have an environment named `demo` for the built-in server.
  private var chosenEnvironment: String? { environment ?? (demo ? "demo" : nil) }

  @MainActor
  func run() async throws {
    let processEnvironment = ProcessInfo.processInfo.environment
    let folders = try UserFolders(environment: processEnvironment)
    let places = try paths.isEmpty ? [LaunchTarget(nil, folders)] : paths.map { try LaunchTarget($0, folders) }
    guard demo || (isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1) else {
      throw CommandExit.usageError(TerminalProblem.notATerminal.description)
    }
    let builtIn = demo ? try await DemoExamples.serve(places.map(\.root), environment: chosenEnvironment) : [:]
    let services = try Services(root: places[0].root, builtIn: builtIn, environment: processEnvironment)
    if demo, isatty(STDIN_FILENO) != 1 || isatty(STDOUT_FILENO) != 1 {
      for place in places { try await Self.sendAll(services.beside(root: place.root), environment: environment) }
      return
    }
    try await Loop(services: services, places: places, environment: chosenEnvironment, isPlain: plain).run()
  }

  static func sendAll(_ services: Services, environment: String?) async throws {
    let interruption = Interruption()
    var sender = HeadlessSender(
      services: services, interruption: interruption, environment: environment, overrides: [:])
    sender.sender.usualEnvironment = "demo"
    try await FolderSender(
      services: services, interruption: interruption, sender: sender.sender, failsOnStatus: false
    ).send(Address(""))
  }
}
