/// New keys for a command, with their consequences for others.
struct KeyChange {
  let command: Command
  let keys: KeySequence
  let map: KeyMap

  /// Why the keys cannot be used.
  var problem: String? {
    KeySequence(name: keys.settingsName) == keys ? nil : "\(keys) has no name in the settings and cannot be used"
  }

  /// The commands of the same place that lose a key.
  private var losers: [(command: Command, keys: [KeySequence], left: [KeySequence])] {
    Command.all.filter { $0.scope == command.scope && $0.name != command.name }.compactMap { other in
      let all = map.keys(of: other)
      let left = all.filter { !$0.excludes(keys) }
      return left.count < all.count ? (other, all.filter { $0.excludes(keys) }, left) : nil
    }
  }

  /// The consequences for other commands, one sentence each.
  var consequences: [String] {
    let taken = losers.map { other, lost, left in
      let rest = left.isEmpty ? "no key then" : Self.names(left) + " left"
      return "Takes \(Self.names(lost)) from \(other.title) (\(other.name)), which has \(rest)"
    }
    return taken + hidden
  }

  /// A pane's command takes precedence over one that acts everywhere.
  private var hidden: [String] {
    let others = Command.all.filter { other in
      other.scope != command.scope && map.keys(of: other).contains { $0.excludes(keys) }
    }
    if command.scope != .everywhere {
      return others.filter { $0.scope == .everywhere }
        .map { "In \(command.scope.title) it no longer runs \($0.title) (\($0.name))" }
    }
    return others.map { "In \($0.scope.title) it still runs \($0.title) (\($0.name))" }
  }

  /// Writes the keys to the settings; the commands that lose a key there come first.
  ///
  /// - Parameter adding: Whether the command keeps its other keys.
  func outputs(adding: Bool) -> [PaneOutput] {
    let kept = adding ? map.keys(of: command).filter { !$0.excludes(keys) } : []
    let changes =
      losers.filter { map.inSettings.contains($0.command.name) }.map { ($0.command, $0.left) }
      + [(command, kept + [keys])]
    return changes.map { .setting(["keys", $0.name], to: .array($1.map { .string($0.settingsName) })) }
      + [.success("\(keys) runs \(command.title)")]
  }

  static func names(_ keys: [KeySequence]) -> String { keys.map(\.description).joined(separator: " ") }
}

extension KeySequence {
  fileprivate var settingsName: String { keys.map(\.settingsName).joined(separator: " ") }
}

extension Key {
  fileprivate var settingsName: String {
    if case .character = self { return description }
    let words = ["⏎": "Enter", "⌫": "Backspace", "↑": "Up", "↓": "Down", "←": "Left", "→": "Right"]
    return words.reduce(description) { $0.replacing($1.key, with: $1.value) }
  }
}
