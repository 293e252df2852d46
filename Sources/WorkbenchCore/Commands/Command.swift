/// A user action. Keys, footer, help screen, palette and docs/keys.md are all derived from this declaration.
package final class Command: Sendable {
  /// Where its keys act: in one pane or everywhere. A pane's commands take precedence.
  package struct Scope: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package static let everywhere = Self(rawValue: "everywhere")
    package static var allCases: [Scope] { [everywhere] + panes }
    static let panes = Panes.all.map { $0.scope }
  }

  /// Its identifier, such as `request.send`.
  package let name: String
  package let title: String
  /// One sentence for the help screen.
  package let help: String
  /// Other words for it, in lower case, which lists of commands find: those of similar programs, and synonyms.
  package let keywords: String
  package let scope: Scope
  package let keys: [KeySequence]
  /// The word in the footer; `nil` leaves it out.
  package let footer: String?
  /// The footer's word for its current effect; `nil` uses `footer`.
  let footerNow: (@Sendable (Workbench, PaneContext) -> String)?
  /// Its position in the footer; lower ranks come first.
  let footerRank: Int
  /// Whether the footer has a use for it while it is available; `nil` names it then.
  let isHinted: (@Sendable (Workbench, PaneContext) -> Bool)?
  /// Whether its keys also act while a text field is open.
  package let worksWhileEditing: Bool
  /// Whether it opens a text field or a list, so that typed text may follow its key.
  package let opensField: Bool
  /// The meaning of a number typed before its key.
  let count: CountUse
  /// The word in the palette after which an argument can be typed.
  package let word: String?
  /// Why it cannot run, as its declaration says it: with names of commands in braces.
  let reason: @Sendable (Workbench, PaneContext) -> String?
  package let run: @Sendable (inout Workbench) -> [Effect]
  /// Runs it with the argument typed after its word.
  let runWith: (@Sendable (inout Workbench, String) -> [Effect])?
  /// How it runs when it is chosen from a list while its pane is hidden.
  let whenHidden: HiddenUse
  /// The command that it is a further key of, in its pane. Lists of commands have only that one.
  package let alias: String?
  /// Shows the part of its pane that it acts on.
  let reveal: (@Sendable (inout Workbench) -> Void)?

  package init(
    _ name: String, _ title: String, _ help: String, keywords: String = "", in scope: Scope, keys: [Key],
    go: Character? = nil,
    footer: String? = nil, isHinted: (@Sendable (Workbench) -> Bool)? = nil,
    worksWhileEditing: Bool = false, opensField: Bool = false, count: CountUse = .none, word: String? = nil,
    whyUnavailable: @escaping @Sendable (Workbench) -> String? = { _ in nil },
    run: @escaping @Sendable (inout Workbench) -> [Effect],
    runWith: (@Sendable (inout Workbench, String) -> [Effect])? = nil
  ) {
    self.name = name
    self.title = title
    self.help = help
    self.keywords = keywords
    self.scope = scope
    (whenHidden, alias, reveal) = (.runs, nil, nil)
    self.keys = keys.map { KeySequence($0) } + (go.map { [.go($0)] } ?? [])
    self.footer = footer
    (footerNow, footerRank) = (nil, 0)
    if let isHinted {
      self.isHinted = { (bench: Workbench, _: PaneContext) -> Bool in isHinted(bench) }
    } else {
      self.isHinted = nil
    }
    self.worksWhileEditing = worksWhileEditing
    self.opensField = opensField
    self.count = count
    self.word = word
    self.runWith = runWith
    reason = { (bench: Workbench, _: PaneContext) -> String? in whyUnavailable(bench) }
    self.run = run
  }

  /// The fact in a reason, and the command that changes it: `Nothing is staged: {changes.stage} stages a file`.
  static func remedy(in reason: String) -> (fact: String, command: Command)? {
    for mark in CommandMark.all(in: reason) {
      let before = reason[..<mark.range.lowerBound]
      if before.hasSuffix(": ") { return named(mark.name).map { (String(before.dropLast(2)), $0) } }
    }
    return nil
  }

  /// The `footerRank` of what a pane is for, which comes before the key that cancels.
  static let mainRank = -2

  private typealias Reader<Owner> = @Sendable (Workbench) -> Owner
  private typealias Writer<Owner> = @Sendable (inout Workbench, (inout Owner) -> [PaneOutput]) -> [PaneOutput]

  /// Wraps the command of a pane or feature.
  private init<Owner: Sendable>(
    _ command: PaneCommand<Owner>, in scope: Scope, of owner: @escaping Reader<Owner>,
    _ change: @escaping Writer<Owner>
  ) {
    (name, title, help, self.scope, keys) = (command.name, command.title, command.help, scope, command.keys)
    (keywords, whenHidden, alias) = (command.keywords, command.whenHidden, command.alias)
    (footer, footerRank, word, count) = (command.footer, command.footerRank, command.word, command.count)
    (worksWhileEditing, opensField) = (command.worksWhileEditing, command.opensField)
    footerNow = Self.reading(command.footerNow, of: owner)
    isHinted = Self.reading(command.isHinted, of: owner)
    if let reveal = command.reveal {
      self.reveal = { (bench: inout Workbench) -> Void in
        let context = bench.context(scope)
        _ = change(&bench) { (owner: inout Owner) -> [PaneOutput] in
          reveal(&owner, context)
          return []
        }
      }
    } else {
      reveal = nil
    }
    reason = { command.whyUnavailable(owner($0), $1) }
    run = { (bench: inout Workbench) -> [Effect] in
      let context = bench.context(scope)
      let outputs = change(&bench) { command.run(&$0, context) }
      return bench.route(outputs)
    }
    if let run = command.runWith {
      runWith = { (bench: inout Workbench, argument: String) -> [Effect] in
        let context = bench.context(scope)
        let outputs = change(&bench) { run(&$0, argument, context) }
        return bench.route(outputs)
      }
    } else {
      runWith = nil
    }
  }

  private static func reading<Owner: Sendable, Value>(
    _ read: (@Sendable (Owner, PaneContext) -> Value)?, of owner: @escaping Reader<Owner>
  ) -> (@Sendable (Workbench, PaneContext) -> Value)? {
    guard let read else { return nil }
    return { read(owner($0), $1) }
  }

  fileprivate convenience init<P: Pane>(_ command: PaneCommand<P>, in scope: Scope = P.scope) {
    self.init(command, in: scope, of: { $0.panes[P.self] }, { $1(&$0.panes[P.self]) })
  }

  fileprivate convenience init<F: Feature>(_ command: PaneCommand<F>) {
    self.init(command, in: .everywhere, of: { $0.workspace.features[F.self] }, { $1(&$0.workspace.features[F.self]) })
  }

  package static let all = everywhere + Panes.all.flatMap { $0.everyCommand }

  /// Those of lists of commands.
  package static let listed = all.filter { $0.alias == nil }

  package static func named(_ name: String) -> Command? { byName[name] }

  private static let byName = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
}

extension Pane {
  fileprivate static var everyCommand: [Command] { commands.map { Command($0) } }
  static var everyCommandEverywhere: [Command] { commandsEverywhere.map { Command($0, in: .everywhere) } }
}

extension Feature {
  static var everyCommand: [Command] { commands.map { Command($0) } }
}
