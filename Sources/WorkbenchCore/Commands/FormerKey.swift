/// A key that a command had in the last release.
///
/// It still runs the command where its letter means nothing else in any pane; otherwise only a hint names the new key.
/// Remove the list after a release.
package struct FormerKey: Sendable {
  package let scope: Command.Scope
  package let keys: KeySequence
  /// The name of the command.
  package let command: String

  private init(_ scope: Command.Scope, _ key: Key, _ command: String) {
    (self.scope, keys, self.command) = (scope, KeySequence(key), command)
  }

  package static let all: [FormerKey] =
    [FormerKey(.everywhere, .control("z"), "app.suspend")]
    + letters.flatMap { scope, commands in
      commands.map { FormerKey(scope, .character($0), "\(scope.rawValue).\($1)") }
    }

  /// The letters in panes, and the part after the dot of the names of their commands.
  private static let letters: [Command.Scope: [Character: String]] = [
    .collections: ["c": "duplicate", "U": "useBase"],
    .history: [
      "r": "request", "p": "pin", "t": "tag", "s": "statistics", "m": "mark", "D": "compare", "l": "limits",
    ],
    .environments: ["c": "duplicate"],
    .changes: ["f": "fetch", "b": "branches", "m": "proceed", "A": "abort"],
    .difference: ["n": "next", "N": "previous"],
    .run: ["s": "stop", "r": "again", "F": "againFailed", "D": "compare"],
    .request: ["J": "moveRowDown", "K": "moveRowUp", "X": "unsetSecret", "S": "hardCheck", "o": "chooseFile"],
    .response: [
      "C": "foldAll", "P": "parent", "S": "pause", "d": "compareExchange", "p": "raw", "D": "compare", "c": "copy",
      "o": "pager", "X": "check", "=": "variable",
    ],
  ]
}

extension KeyMap {
  /// The command that had these keys in the last release, unless the settings give it other keys.
  func former(_ keys: KeySequence, in scope: Command.Scope) -> Command? {
    let former = FormerKey.all.filter { $0.keys == keys && ($0.scope == scope || $0.scope == .everywhere) }
    let command = former.first.flatMap { Command.named($0.command) }
    return command.flatMap { self.keys(of: $0) == $0.keys ? $0 : nil }
  }

  /// The hint on a former key of `command`, which `current` may have now.
  func hint(on keys: KeySequence, formerlyOf command: Command, now current: Command?) -> String {
    let key = name(of: command.name)
    guard let current else { return "\(command.title): \(key) replaces \(keys)" }
    return "\(keys) is \(current.title) now; \(key) is \(command.title)"
  }
}

extension Workbench {
  /// Whether the user may know the keys of the last release, unlike a reader of the tutorial.
  private var knowsFormerKeys: Bool { !workspace.opensDocs }

  /// Runs the command that had these keys in the last release, or names its new key.
  ///
  /// - Returns: `nil` if there is none.
  mutating func runFormer(_ typed: KeySequence, count: Int?) -> [Effect]? {
    guard knowsFormerKeys, let command = keys.former(typed, in: scope) else { return nil }
    let hint = keys.hint(on: typed, formerlyOf: command, now: nil)
    // Keys with a meaning in other panes must not change anything here.
    if KeyMeaning.all.contains(where: { $0.keys.contains(typed) }) {
      return route(command.opensField ? .refusal(command.title, hint) : .information(hint))
    }
    return run(command, count: count) + add(hint: hint)
  }

  /// Names the new key of the command that had these keys before `current`; `nil` if the settings bind them.
  func hintOnFormer(_ typed: KeySequence, now current: Command) -> String? {
    guard knowsFormerKeys, keys.keys(of: current) == current.keys, let former = keys.former(typed, in: scope)
    else { return nil }
    return keys.hint(on: typed, formerlyOf: former, now: current)
  }

  /// Shows a hint after the message that a command has just shown, if any.
  mutating func add(hint: String?) -> [Effect] {
    guard let hint else { return [] }
    let shown = notice
    return route(.notice(Notice(shown?.kind ?? .information, shown.map { "\($0.text) · \(hint)" } ?? hint)))
  }
}
