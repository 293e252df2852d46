import ArgumentParser
import DemoServer
import Foundation
import Glibc
import RequestModel
import RequestStore
import WorkbenchCore

struct OpenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Opens the workbench on a folder, a collection or a request (what no command does).")

  @Argument(
    help: "A folder, a collection or a request; without it ./collections, else your own collections.",
    completion: .file())
  var path: String?

  @Option(name: .customLong("env"), help: "The environment to start with.")
  var environment: String?

  @Flag(help: "Runs the built-in demo server behind it, as the variable {{demo}}.")
  var demo = false

  /// The examples have an environment of that name for the built-in server.
  private var chosenEnvironment: String? { environment ?? (demo ? "demo" : nil) }

  @MainActor
  func run() async throws {
    let processEnvironment = ProcessInfo.processInfo.environment
    let place = try Place(path, UserFolders(environment: processEnvironment))
    guard demo || (isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1) else {
      throw CommandExit.fail(TerminalProblem.notATerminal.description, CommandExit.usage)
    }
    let server = DemoServer()
    let builtIn = demo ? ["demo": "http://127.0.0.1:\(try await server.start())"] : [:]
    let services = Services(root: place.root, builtIn: builtIn, environment: processEnvironment)
    if demo, isatty(STDIN_FILENO) != 1 || isatty(STDOUT_FILENO) != 1 {
      try await FolderSender(services: services, environment: chosenEnvironment, overrides: [:], failsOnStatus: false).send(
        Address(""))
      return
    }
    try await Loop(services: services, place: place, environment: chosenEnvironment).run()
  }
}

/// What the workbench is opened on.
struct Place {
  /// An absolute path.
  let root: String
  /// What to select there.
  let selection: Address?

  init(_ path: String?, _ folders: UserFolders) throws {
    let chosen = path ?? Self.defaultPath(folders)
    let full = URL(fileURLWithPath: chosen).standardizedFileURL.resolvingSymlinksInPath().path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: full, isDirectory: &isFolder) else {
      throw CommandExit.fail("There is no file or folder \"\(chosen)\" — \(Self.advice(chosen))", CommandExit.usage)
    }
    guard !isFolder.boolValue else {
      (root, selection) = (full, nil)
      return
    }
    // A request is shown inside the collection that it belongs to.
    let folder = (full as NSString).deletingLastPathComponent
    let store = CollectionStore(root: folder, trash: folders.trash)
    root = store.collectionRoot(of: Address((full as NSString).lastPathComponent))
    selection = Address(String(full.dropFirst(root.count + 1)))
  }

  /// A word that is nearly a command was probably meant as one.
  private static func advice(_ path: String) -> String {
    let commands = WorkbenchCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
    let near = commands.first {
      $0.count == path.count && $0.sorted() == path.sorted() || $0.hasPrefix(path) && path.count > 2
    }
    return near.map { "did you mean the command \"\($0)\"?" } ?? "check the path"
  }

  private static func defaultPath(_ folders: UserFolders) -> String {
    if FileManager.default.fileExists(atPath: "collections") { return "collections" }
    let own = folders.data + "/collections"
    // Where it cannot be made, opening it says why.
    try? FileManager.default.createDirectory(
      atPath: own, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return own
  }
}
