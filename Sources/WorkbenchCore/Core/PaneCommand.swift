/// A command of one pane or feature, declared beside it.
package struct PaneCommand<Owner>: Sendable {
  let name: String
  let title: String
  let help: String
  /// Other words for it, in lower case, which lists of commands find.
  let keywords: String
  let keys: [KeySequence]
  let footer: String?
  /// The footer's word for its current effect; `nil` uses `footer`.
  let footerNow: (@Sendable (Owner, PaneContext) -> String)?
  let footerRank: Int
  /// Whether the footer has a use for it while it is available; `nil` names it then.
  let isHinted: (@Sendable (Owner, PaneContext) -> Bool)?
  let worksWhileEditing: Bool
  let opensField: Bool
  /// The word in the palette after which an argument can be typed.
  let word: String?
  let count: CountUse
  let whyUnavailable: @Sendable (Owner, PaneContext) -> String?
  let run: @Sendable (inout Owner, PaneContext) -> [PaneOutput]
  /// Runs it with the argument typed after its word.
  let runWith: (@Sendable (inout Owner, String, PaneContext) -> [PaneOutput])?
  /// How it runs when it is chosen from a list while its pane is hidden.
  let whenHidden: HiddenUse
  /// The command that it is a further key of, in this pane.
  let alias: String?
  /// Shows the part of the pane that it acts on.
  let reveal: (@Sendable (inout Owner, PaneContext) -> Void)?

  init(
    _ name: String, _ title: String, _ help: String, keywords: String = "", keys: [Key], go: Character? = nil,
    footer: String? = nil, footerNow: (@Sendable (Owner, PaneContext) -> String)? = nil, footerRank: Int = 0,
    isHinted: (@Sendable (Owner, PaneContext) -> Bool)? = nil,
    worksWhileEditing: Bool = false, opensField: Bool = false, word: String? = nil, count: CountUse = .none,
    whenHidden: HiddenUse = .runs, alias: String? = nil,
    whyUnavailable: @escaping @Sendable (Owner, PaneContext) -> String? = { _, _ in nil },
    run: @escaping @Sendable (inout Owner, PaneContext) -> [PaneOutput],
    runWith: (@Sendable (inout Owner, String, PaneContext) -> [PaneOutput])? = nil
  ) {
    self.name = name
    self.title = title
    self.help = help
    self.keywords = keywords
    self.keys = keys.map { KeySequence($0) } + (go.map { [.go($0)] } ?? [])
    self.footer = footer
    self.footerNow = footerNow
    self.footerRank = footerRank
    self.isHinted = isHinted
    self.worksWhileEditing = worksWhileEditing
    self.opensField = opensField
    self.word = word
    self.count = count
    self.runWith = runWith
    (self.whenHidden, self.alias, reveal) = (whenHidden, alias, nil)
    self.whyUnavailable = whyUnavailable
    self.run = run
  }
}

extension PaneCommand {
  /// Wraps a command of a part of the pane.
  init<Part>(
    wrapping command: PaneCommand<Part>, reveal: (@Sendable (inout Owner, PaneContext) -> Void)?,
    footerNow: (@Sendable (Owner, PaneContext) -> String)?, isHinted: (@Sendable (Owner, PaneContext) -> Bool)?,
    whyUnavailable: @escaping @Sendable (Owner, PaneContext) -> String?,
    run: @escaping @Sendable (inout Owner, PaneContext) -> [PaneOutput]
  ) {
    (name, title, help, keys) = (command.name, command.title, command.help, command.keys)
    (footer, self.footerNow, footerRank) = (command.footer, footerNow, command.footerRank)
    (worksWhileEditing, opensField, count) = (false, command.opensField, command.count)
    (word, runWith) = (nil, nil)
    (keywords, whenHidden, alias) = (command.keywords, command.whenHidden, command.alias)
    self.reveal = reveal
    (self.isHinted, self.whyUnavailable, self.run) = (isHinted, whyUnavailable, run)
  }
}

/// The meaning of a number typed before a command's key.
package enum CountUse: Sendable {
  /// Nothing: the command does not run with one.
  case none
  /// The command runs that many times.
  case repeats
  /// The command reads it from its context: rows to move, the row to go to.
  case read
  /// The command reads it as the number of a place, such as a tab: also a digit that has just focused a pane.
  case place
}

/// How a command of a pane runs when it is chosen from a list while the pane is hidden.
package enum HiddenUse: Sendable {
  /// The pane is shown, and the command runs.
  case runs
  /// The pane is shown for selecting a row: the command would change one that was never seen.
  case awaitsRow
  /// It only closes the pane, so there is nothing to do.
  case refuses
}
