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

  package static let all: [FormerKey] = [
    FormerKey(.everywhere, .control("z"), "app.suspend"),
    FormerKey(.collections, .character("c"), "collections.duplicate"),
    FormerKey(.collections, .character("U"), "collections.useBase"),
    FormerKey(.history, .character("r"), "history.request"),
    FormerKey(.history, .character("p"), "history.pin"),
    FormerKey(.history, .character("t"), "history.tag"),
    FormerKey(.history, .character("s"), "history.statistics"),
    FormerKey(.history, .character("m"), "history.mark"),
    FormerKey(.history, .character("D"), "history.compare"),
    FormerKey(.history, .character("l"), "history.limits"),
    FormerKey(.environments, .character("c"), "environments.duplicate"),
    FormerKey(.changes, .character("f"), "changes.fetch"),
    FormerKey(.changes, .character("b"), "changes.branches"),
    FormerKey(.changes, .character("m"), "changes.proceed"),
    FormerKey(.changes, .character("A"), "changes.abort"),
    FormerKey(.difference, .character("n"), "difference.next"),
    FormerKey(.difference, .character("N"), "difference.previous"),
    FormerKey(.run, .character("s"), "run.stop"),
    FormerKey(.run, .character("r"), "run.again"),
    FormerKey(.run, .character("F"), "run.againFailed"),
    FormerKey(.run, .character("D"), "run.compare"),
    FormerKey(.request, .character("J"), "request.moveRowDown"),
    FormerKey(.request, .character("K"), "request.moveRowUp"),
    FormerKey(.request, .character("X"), "request.unsetSecret"),
    FormerKey(.request, .character("S"), "request.hardCheck"),
    FormerKey(.request, .character("o"), "request.chooseFile"),
    FormerKey(.response, .character("C"), "response.foldAll"),
    FormerKey(.response, .character("P"), "response.parent"),
    FormerKey(.response, .character("S"), "response.pause"),
    FormerKey(.response, .character("d"), "response.compareExchange"),
    FormerKey(.response, .character("p"), "response.raw"),
    FormerKey(.response, .character("D"), "response.compare"),
    FormerKey(.response, .character("c"), "response.copy"),
    FormerKey(.response, .character("o"), "response.pager"),
    FormerKey(.response, .character("X"), "response.check"),
    FormerKey(.response, .character("="), "response.variable"),
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
    // A key that means something else in other panes is pressed for that, too: it must not change anything here.
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
