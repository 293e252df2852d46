import Foundation

struct ExampleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "example", abstract: "Saves responses of history as examples, and checks responses against them.",
    subcommands: [Save.self, Check.self])

  struct Save: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "save", abstract: "Saves a recorded response as an example in a request file.",
      discussion: CommandHelp.text(
        """
        Secrets are masked as in history. A body above 64 KiB, or one that is no text, goes to a file beside the \
        request. The rest of the request file keeps its bytes.
        """, examples: ["workbench example save 3f2a --request collections/shop/orders/show.json"],
        exits: """
          0 done, 2 usage, 3 the exchange has no complete response, or a file is broken.
          """))

    @Argument(help: "The id of the exchange in history, or its first letters.")
    var exchange: String

    @Option(help: ArgumentHelp("The request file.", valueName: "file"), completion: .file())
    var request: String

    @Option(help: ArgumentHelp("The name of the example. (default: the status and its reason)", valueName: "text"))
    var name: String?

    @Flag(help: "Updates the example with the same status and no rules, if there is one.")
    var replace = false

    func run() async throws {
      let found = try HistoryAccess.exchange(exchange, in: try HistoryAccess.open())
      guard let response = found.response else {
        throw CommandExit.fail("The exchange has no response to save", CommandExit.broken)
      }
      if found.request.kind == .program {
        throw CommandExit.usageError(ExampleDraft.notOfPrograms)
      }
      if let omission = response.omission {
        throw CommandExit.fail(
          "The response is incomplete: \(omission.byteCount) bytes are missing, because \(omission.reason)",
          CommandExit.broken)
      }
      let (store, address) = try ExampleCommand.file(named: request)
      try CommandExit.failing(with: CommandExit.broken) {
        let draft = ExampleDraft(response, of: found, name: name)
        let saved = try store.save(draft, to: try store.open(address), replacing: replace)
        let count = saved.request.examples.count
        StandardError.write("Saved \"\(draft.name)\" in \(address.path), which has \(count) now")
      }
    }
  }

  struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "Compares the newest response of a request with its examples.",
      discussion: CommandHelp.text(
        """
        Compares status, content type and the shape of JSON: members that are missing, new or of another type. The \
        example with the status of the response counts, else the first. Exits with 1 if there is a difference.
        """, examples: ["workbench example check collections/shop/orders/show.json"],
        exits: "0 no difference, 1 they differ, 2 usage, 3 a file is broken."))

    @Argument(help: "The request file.", completion: .file())
    var request: String

    func run() async throws {
      let (store, address) = try ExampleCommand.file(named: request)
      let saved = try CommandExit.failing(with: CommandExit.broken) { try store.open(address).request }
      guard let first = saved.examples.first else {
        throw CommandExit.usageError("\(address.path) has no examples")
      }
      guard let response = try newest(saved, address, store) else {
        throw CommandExit.usageError(
          "No response of \(address.path) is in history — send it first: workbench send \(request)")
      }
      let example = saved.examples.first { $0.status == response.status } ?? first
      let expected = try CommandExit.failing(with: CommandExit.broken) { try store.body(of: example, of: address) }
      let found = example.differences(from: response, body: [UInt8](expected)) { body, type in
        BodyDocument.meaning(of: body, contentType: type)
      }
      try StandardOutput.write(lines: found)
      StandardError.write("Compared with \"\(example.name)\": \(found.isEmpty ? "no difference" : "it differs")")
      if !found.isEmpty { throw CommandExit.checkFailed }
    }

    private func newest(_ request: SavedRequest, _ address: Address, _ store: CollectionStore) throws -> Response? {
      let history = try HistoryAccess.open()
      let newest = try history.newest(request.id, at: address, in: store.root)
      return try newest.flatMap { try history.exchange($0.id)?.response }
    }
  }
}

extension ExampleCommand {
  /// A request file named by a command.
  fileprivate static func file(named path: String) throws -> (CollectionStore, Address) {
    let place = try LaunchTarget(path)
    guard let address = place.selection else {
      throw CommandExit.usageError("\(path) is a folder — name a request file")
    }
    return (place.store, address)
  }
}
