import Foundation

// Tags, notes, pins, and deleting.
extension HistoryCommand {
  /// The exchanges that a command applies to.
  struct Identifiers: ParsableArguments {
    @Argument(help: "Ids from the list, or their first letters.")
    var ids: [String]

    func resolve(in history: HistoryStore) throws -> [ExchangeID] {
      try ids.map { try HistoryAccess.id($0, in: history) }
    }

    func annotate(_ change: (inout Annotation) -> Void) throws {
      let history = try HistoryAccess.open()
      for id in try resolve(in: history) { try history.annotate(id, change) }
    }
  }

  struct Tag: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "tag", abstract: "Adds a tag to exchanges.",
      discussion: CommandHelp.text(examples: ["workbench history tag slow 3f2a 91bc"]))

    @Argument(help: "The tag.")
    var tag: String

    @OptionGroup var identifiers: Identifiers

    func run() async throws { try identifiers.annotate { $0.tags.append(tag) } }
  }

  struct Untag: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "untag", abstract: "Removes a tag from exchanges.",
      discussion: CommandHelp.text(examples: ["workbench history untag slow 3f2a"]))

    @Argument(help: "The tag.")
    var tag: String

    @OptionGroup var identifiers: Identifiers

    func run() async throws { try identifiers.annotate { $0.tags.removeAll { $0 == tag } } }
  }

  struct Note: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "note", abstract: "Sets the note of an exchange, and replaces an earlier one.",
      discussion: CommandHelp.text(examples: [
        "workbench history note 3f2a before the fix", "workbench history note 3f2a ''",
      ]))

    @Argument(help: "The id from the list, or its first letters.")
    var id: String

    @Argument(help: "The note; an empty one removes it.")
    var words: [String] = []

    func run() async throws {
      let history = try HistoryAccess.open()
      try history.annotate(try HistoryAccess.id(id, in: history)) { $0.note = words.joined(separator: " ") }
    }
  }

  struct Pin: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "pin", abstract: "Keeps exchanges when old ones are pruned.",
      discussion: CommandHelp.text(examples: ["workbench history pin 3f2a"]))

    @OptionGroup var identifiers: Identifiers

    func run() async throws { try identifiers.annotate { $0.isPinned = true } }
  }

  struct Unpin: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "unpin", abstract: "Removes pins.",
      discussion: CommandHelp.text(examples: ["workbench history unpin 3f2a"]))

    @OptionGroup var identifiers: Identifiers

    func run() async throws { try identifiers.annotate { $0.isPinned = false } }
  }

  struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Deletes exchanges. They can be restored until the next prune, or for a week.",
      discussion: CommandHelp.text(examples: ["workbench history delete 3f2a"]))

    @OptionGroup var identifiers: Identifiers

    func run() async throws {
      let history = try HistoryAccess.open()
      let deleted = try history.delete(try identifiers.resolve(in: history))
      StandardError.write("Deleted \(Formatting.count(deleted.count, "exchange")) — history undelete restores")
    }
  }

  struct Undelete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "undelete", abstract: "Restores deleted exchanges; without an id, all of them.",
      discussion: CommandHelp.text(examples: ["workbench history undelete", "workbench history undelete 3f2a"]))

    @Argument(help: "Ids, or their first letters.")
    var ids: [String] = []

    func run() async throws {
      let history = try HistoryAccess.open()
      let chosen = try ids.isEmpty ? history.deleted(limit: .max) : ids.map { try HistoryAccess.id($0, in: history) }
      StandardError.write("Restored \(Formatting.count(try history.undelete(chosen).count, "exchange"))")
    }
  }
}
