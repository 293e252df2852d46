import Foundation

struct SecretCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "secret", abstract: "Stores the values of secret variables outside of collections.",
    subcommands: [List.self, Set.self, Unset.self, Move.self])

  struct Which: ParsableArguments {
    @Argument(help: "The collection's folder, or a request in it.", completion: .file())
    var path: String

    @Argument(help: "The variable's name.")
    var name: String

    @Option(
      name: .customLong("env"),
      help: ArgumentHelp("The environment that declares it. (default: the collection or a folder)", valueName: "name"))
    var environment: String?

    var nothingKept: String {
      let place = environment.map { " in environment \"\($0)\"" } ?? ""
      return "No value is kept for \"\(name)\"\(place) — workbench secret list shows all"
    }
  }

  struct Set: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set", abstract: "Reads the value from standard input and stores it.",
      discussion:
        CommandHelp.text(
          "Reads a pipe or a file to its end, without one trailing line end. A terminal does not echo the value.",
          examples: [
            "workbench secret set collections/shop token --env staging",
            "pass show shop | workbench secret set collections/shop token",
          ])
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
      discussion: CommandHelp.text(
        """
        Columns: name, environment, source, and set or unset; a token may be expired. Values are \
        never shown.
        """, examples: ["workbench secret list collections/shop"]))

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
      discussion: CommandHelp.text(
        "New values are kept in the desktop's Secret Service where there is one, else in the secrets file.",
        examples: ["workbench secret move collections/shop token --to file"]))

    @OptionGroup var which: Which

    @Option(
      help: ArgumentHelp(
        "The place to move the value to.", valueName: "place"))
    var to: SecretStore.Place

    func run() async throws {
      let secrets = try CollectionSecrets(which.path)
      let key = secrets.key(which.name, which.environment)
      if try secrets.store.move(key, to: to) { return }
      let isThere = try secrets.store.keys(of: key.collection).contains { $0.key == key && $0.place == to }
      throw CommandExit.usageError(isThere ? "\(which.name) is in the \(to.description) already" : which.nothingKept)
    }
  }

  struct Unset: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "unset", abstract: "Deletes the value.",
      discussion: CommandHelp.text(examples: ["workbench secret unset collections/shop token --env staging"]),
      aliases: ["remove"])

    @OptionGroup var which: Which

    func run() async throws {
      let secrets = try CollectionSecrets(which.path)
      guard try !secrets.store.remove(secrets.key(which.name, which.environment)) else { return }
      throw CommandExit.usageError(which.nothingKept)
    }
  }
}

extension SecretStore.Place: ExpressibleByArgument {}
