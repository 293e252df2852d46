import ArgumentParser
import Foundation
import Glibc
import RequestModel
import RequestStore

struct SecretCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "secret", abstract: "Keeps the values of secret variables, outside of every collection.",
    subcommands: [Set.self, Remove.self])

  struct Which: ParsableArguments {
    @Argument(help: "The collection's folder, or a request in it.", completion: .file())
    var path: String

    @Argument(help: "The variable's name.")
    var name: String

    @Option(
      name: .customLong("env"), help: "The environment that declares it; without it the collection or a folder does.")
    var environment: String?

    func keyed() throws -> (SecretStore, SecretStore.Key) {
      let folders = UserFolders(environment: ProcessInfo.processInfo.environment)
      let place = try Place(path, folders)
      let store = CollectionStore(root: place.root, trash: folders.trash)
      let collection = store.collectionRoot(of: place.selection ?? Address(""))
      return (SecretStore(folders), SecretStore.Key(collection: collection, environment: environment, name: name))
    }
  }

  struct Set: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set", abstract: "Reads the value from standard input and keeps it.")

    @OptionGroup var which: Which

    func run() async throws {
      let (store, key) = try which.keyed()
      if isatty(STDIN_FILENO) == 1 { StandardError.write("Type the value of \(key.name), then Enter:") }
      guard let value = HiddenInput.readLine(), !value.isEmpty else {
        throw CommandExit.fail("No value came on standard input", CommandExit.usage)
      }
      try store.set(value, for: key)
    }
  }

  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Forgets the value.")

    @OptionGroup var which: Which

    func run() async throws {
      let (store, key) = try which.keyed()
      try store.remove(key)
    }
  }
}

/// A line of standard input that a terminal does not show.
enum HiddenInput {
  static func readLine() -> String? {
    var modes = termios()
    guard tcgetattr(STDIN_FILENO, &modes) == 0 else { return Swift.readLine() }
    var hidden = modes
    hidden.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSANOW, &hidden)
    defer { tcsetattr(STDIN_FILENO, TCSANOW, &modes) }
    return Swift.readLine()
  }
}
