import ArgumentParser
import Foundation
import RequestModel
import RequestRunner
import RequestStore

struct SecretCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "secret", abstract: "Stores the values of secret variables outside of collections.",
    subcommands: [Set.self, List.self, Remove.self])

  struct Which: ParsableArguments {
    @Argument(help: "The collection's folder, or a request in it.", completion: .file())
    var path: String

    @Argument(help: "The variable's name.")
    var name: String

    @Option(
      name: .customLong("env"), help: "The environment that declares it. (default: the collection or a folder)")
    var environment: String?
  }

  struct Set: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set", abstract: "Reads the value from standard input and stores it.",
      discussion:
        "Reads a pipe or a file to its end, without one trailing line end. A terminal does not echo the value."
    )

    @OptionGroup var which: Which

    func run() async throws {
      let secrets = try CollectionSecrets(which.path)
      try secrets.checkDeclaration(of: which.name, environment: which.environment)
      let value = try SecretInput.read(for: which.name)
      try secrets.store.set(value, for: secrets.key(which.name, which.environment))
      if let weakness = MaskingWeakness(of: value) { StandardError.write(weakness.description) }
    }
  }

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "Lists a collection's secrets and whether they are set.",
      discussion: "Columns: name, environment, source, and set or unset. Values are never shown.")

    @Argument(help: "The collection's folder, or a request in it.", completion: .file())
    var path: String

    func run() async throws {
      let secrets = try CollectionSecrets(path)
      let rows = try secrets.rows(processEnvironment: ProcessInfo.processInfo.environment)
      if rows.isEmpty { StandardError.write("This collection declares no secrets") }
      try StandardOutput.write(rows: rows.map(\.fields))
    }
  }

  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Deletes the value.")

    @OptionGroup var which: Which

    func run() async throws {
      let secrets = try CollectionSecrets(which.path)
      guard try !secrets.store.remove(secrets.key(which.name, which.environment)) else { return }
      let place = which.environment.map { " in environment \"\($0)\"" } ?? ""
      throw CommandExit.fail(
        "No value is kept for \"\(which.name)\"\(place) — workbench secret list shows all", CommandExit.usage)
    }
  }
}
