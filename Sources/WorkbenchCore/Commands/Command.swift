package import TerminalUI

/// A user action. Keys, footer, help screen, palette and docs/keys.md are all derived from this declaration.
package struct Command: Sendable {
  /// Where its keys act: in one pane or everywhere. A pane's commands take precedence.
  package enum Scope: String, Sendable, CaseIterable {
    case everywhere, collections, history, environments, changes, difference, run, request, response
  }

  /// Its identifier, such as `request.send`.
  package let name: String
  package let title: String
  /// One sentence for the help screen.
  package let help: String
  package let scope: Scope
  package let keys: [KeySequence]
  /// The word in the footer; `nil` leaves it out.
  package let footer: String?
  /// The word in the footer for what it does now; `nil` is `footer`.
  let footerNow: (@Sendable (Workbench) -> String)?
  /// Its position in the footer; lower ranks come first.
  let footerRank: Int
  /// Whether its keys also act while a text field is open.
  package let worksWhileEditing: Bool
  /// Whether it opens a text field or a list, so that typed text may follow its key.
  package let opensField: Bool
  /// What a number typed before its key means.
  let count: CountUse
  /// The word in the palette after which an argument can be typed.
  package let word: String?
  package let whyUnavailable: @Sendable (Workbench) -> String?
  package let run: @Sendable (inout Workbench) -> [Effect]
  /// Runs it with the argument typed after its word.
  let runWith: (@Sendable (inout Workbench, String) -> [Effect])?

  package init(
    _ name: String, _ title: String, _ help: String, in scope: Scope, keys: [Key], go: Character? = nil,
    footer: String? = nil, footerRank: Int = 0,
    worksWhileEditing: Bool = false, opensField: Bool = false, count: CountUse = .none, word: String? = nil,
    whyUnavailable: @escaping @Sendable (Workbench) -> String? = { _ in nil },
    run: @escaping @Sendable (inout Workbench) -> [Effect],
    runWith: (@Sendable (inout Workbench, String) -> [Effect])? = nil
  ) {
    self.name = name
    self.title = title
    self.help = help
    self.scope = scope
    self.keys = keys.map { KeySequence($0) } + (go.map { [.go($0)] } ?? [])
    self.footer = footer
    footerNow = nil
    self.footerRank = footerRank
    self.worksWhileEditing = worksWhileEditing
    self.opensField = opensField
    self.count = count
    self.word = word
    self.runWith = runWith
    self.whyUnavailable = whyUnavailable
    self.run = run
  }

  /// Reads and changes a pane. Key paths would take longer to make than all commands.
  private typealias Reader<P> = @Sendable (Workbench) -> P
  private typealias Writer<P> = @Sendable (inout Workbench, (inout P) -> [PaneOutput]) -> [PaneOutput]

  /// Wraps a pane's command.
  private init<P: Pane>(
    _ command: PaneCommand<P>, in scope: Scope, of pane: @escaping Reader<P>, _ change: @escaping Writer<P>
  ) {
    (name, title, help, self.scope, keys) = (command.name, command.title, command.help, scope, command.keys)
    (footer, footerRank) = (command.footer, command.footerRank)
    (worksWhileEditing, opensField, count) = (false, command.opensField, command.count)
    (word, runWith) = (nil, nil)
    if let now = command.footerNow {
      footerNow = { now(pane($0), $0.context(scope)) }
    } else {
      footerNow = nil
    }
    whyUnavailable = { command.whyUnavailable(pane($0), $0.context(scope)) }
    run = { bench in
      let context = bench.context(scope)
      return bench.route(change(&bench) { command.run(&$0, context) })
    }
  }

  package static let collections = CollectionsPane.commands.map {
    Command($0, in: .collections, of: { $0.collectionsPane }) { $1(&$0.collectionsPane) }
  }
  package static let history = HistoryPane.commands.map {
    Command($0, in: .history, of: { $0.historyPane }) { $1(&$0.historyPane) }
  }
  package static let environments = EnvironmentsPane.commands.map {
    Command($0, in: .environments, of: { $0.environmentsPane }) { $1(&$0.environmentsPane) }
  }
  package static let changes = ChangesPane.commands.map {
    Command($0, in: .changes, of: { $0.changesPane }) { $1(&$0.changesPane) }
  }
  package static let difference = DifferencePane.commands.map {
    Command($0, in: .difference, of: { $0.differencePane }) { $1(&$0.differencePane) }
  }
  package static let run = RunPane.commands.map {
    Command($0, in: .run, of: { $0.runPane }) { $1(&$0.runPane) }
  }
  package static let request = RequestPane.commands.map {
    Command($0, in: .request, of: { $0.requestPane }) { $1(&$0.requestPane) }
  }
  package static let response = ResponsePane.commands.map {
    Command($0, in: .response, of: { $0.responsePane }) { $1(&$0.responsePane) }
  }

  package static let all =
    everywhere + collections + history + environments + changes + difference + run
    + request + response

  package static func named(_ name: String) -> Command? { all.first { $0.name == name } }
}
