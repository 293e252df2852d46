import ArgumentParser
import Foundation
import RequestModel
import RequestRunner
import RequestStore

struct SecretCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "secret", abstract: "Keeps the values of secret variables, outside of every collection.",
    subcommands: [List.self, Set.self, Unset.self, Move.self])

  struct Which: ParsableArguments {
    @Argument(help: "The collection's folder, or a request in it.", completion: .file())
    var path: String

    @Argument(help: "The variable's name.")
    var name: String

    @Option(
      name: .customLong("env"), help: "The environment that declares it; without it the collection or a folder does.")
    var environment: String?

    var nothingKept: String {
      let place = environment.map { " in environment \"\($0)\"" } ?? ""
      return "No value is kept for \"\(name)\"\(place) — workbench secret list shows all"
    }
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
      discussion: """
        Columns: name, environment, where the value comes from, and set or unset; a token may be expired. Values are \
        never shown.
        """)

    @Argument(help: "The collection's folder, or a request in it.", completion: .file())
    var path: String

    func run() async throws {
      let secrets = try CollectionSecrets(path)
      let rows = try secrets.rows(processEnvironment: ProcessInfo.processInfo.environment)
      if rows.isEmpty { StandardError.write("This collection declares no secrets") }
      try StandardOutput.write(rows: rows.map(\.fields))
    }
  }

  struct Move: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "move", abstract: "Moves the value to another place.",
      discussion: "New values are kept in the desktop's Secret Service where there is one, else in the secrets file.")

    @OptionGroup var which: Which

    @Option(help: "The place: \(SecretStore.Place.allCases.map(\.rawValue).joined(separator: " or ")).")
    var to: SecretStore.Place

    func run() async throws {
      let secrets = try CollectionSecrets(which.path)
      let key = secrets.key(which.name, which.environment)
      if try secrets.store.move(key, to: to) { return }
      let isThere = try secrets.store.value(key) != nil
      throw CommandExit.fail(
        isThere ? "\(which.name) is in the \(to.description) already" : which.nothingKept, CommandExit.usage)
    }
  }

  struct Unset: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "unset", abstract: "Forgets the value.", aliases: ["remove"])

    @OptionGroup var which: Which

    func run() async throws {
      let secrets = try CollectionSecrets(which.path)
      guard try !secrets.store.remove(secrets.key(which.name, which.environment)) else { return }
      throw CommandExit.fail(which.nothingKept, CommandExit.usage)
    }
  }
}

extension SecretStore.Place: ExpressibleByArgument {}
