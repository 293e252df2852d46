import Foundation
import Glibc

struct TutorialCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tutorial", abstract: "Opens twelve self-explanatory requests and a local server for them.",
    discussion: CommandHelp.text(
      """
      Writes the tutorial to the folder, opens it, and runs the built-in demo server meanwhile. A tutorial that is there already \
      stays as you left it. Without a terminal, sends its requests and prints a line for each.
      """, examples: ["workbench tutorial", "workbench tutorial /tmp/tutorial"],
      exits: """
        0 done, 2 usage, 3 a file is broken, 4 a request could not be sent, 5 interrupted.
        """))

  @Argument(help: "A new or empty folder. (default: a folder of your data)", completion: .directory)
  var folder: String?

  @Flag(help: CommandHelp.plain)
  var plain = false

  @MainActor
  func run() async throws {
    let environment = ProcessInfo.processInfo.environment
    let folders = try UserFolders(environment: environment)
    var settings = (try? SettingsFile(folders).load()) ?? Settings()
    let session = TutorialSession(folders: folders)
    let files = Tutorial.files(KeyMap(&settings))
    let (root, builtIn): (String, [String: String])
    do throws(Problem) {
      (root, builtIn) = try await session.prepare(files, in: folder)
    } catch {
      throw CommandExit.usageError(error.sentence)
    }
    let services = try Services(root: root, builtIn: builtIn, environment: environment)
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      return try await Opening.sendAll(services, environment: Tutorial.environment)
    }
    try await Loop(
      services: services, places: [try LaunchTarget(root, folders)], environment: Tutorial.environment, isPlain: plain,
      opensDocs: true
    ).run()
  }
}
