import ArgumentParser
import Foundation
import RequestModel
import RequestRunner
import RequestStore

struct SecretCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "secret", abstract: "Keeps the values of secret variables, outside of every collection.",
    subcommands: [Set.self, List.self, Remove.self])

  struct Which: ParsableArguments {
    @Argument(help: "The collection's folder, or a request in it.", completion: .file())
    var path: String

    @Argument(help: "The variable's name.")
    var name: String

    @Option(
      name: .customLong("env"), help: "The environment that declares it; without it the collection or a folder does.")
    var environment: String?
  }

  struct Set: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set", abstract: "Reads the value from standard input and keeps it.",
      discussion:
        "A pipe or a file is read to its end; one line end after it is left out. A terminal does not show what is typed."
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
      commandName: "list", abstract: "Lists a collection's secrets and whether they have a value.",
      discussion: "Columns: name, environment, where the value comes from, and set or unset. Values are never shown.")

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
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Forgets the value.")

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
