package import RequestModel
package import TerminalUI

/// The keys of all commands: those they are declared with, changed by the settings.
package struct KeyMap: Equatable, Sendable {
  /// The keys of commands that have other ones than declared.
  private let changed: [String: [Key]]
  private var byKey: [Command.Scope: [Key: Int]] = [:]

  /// The keys that commands are declared with.
  package static let standard = KeyMap(changed: [:])

  private init(changed: [String: [Key]]) {
    self.changed = changed
    for (index, command) in Command.all.enumerated() {
      for key in keys(of: command) { byKey[command.scope, default: [:]][key] = index }
    }
  }

  /// Reads the keys of the settings, and reports what is wrong with them.
  package init(_ settings: inout Settings) {
    guard let wanted = settings["keys"] else {
      self = .standard
      return
    }
    guard let object = wanted.object else {
      settings.report("\"keys\" is \(wanted.kindName), not an object of commands", at: [.key("keys")])
      self = .standard
      return
    }
    var changes = KeyChanges(reporting: settings)
    for member in object.members { changes.read(member.key.value, member.value) }
    settings = changes.settings
    self.init(changed: changes.all)
  }

  package func keys(of command: Command) -> [Key] { changed[command.name] ?? command.keys }

  /// The command of `key` in `scope`; the pane's commands take precedence over global ones.
  package func command(for key: Key, in scope: Command.Scope) -> Command? {
    let own = byKey[scope]?[key] ?? byKey[.everywhere]?[key]
    return own.map { Command.all[$0] }
  }
}

/// Reads `"request.send": ["F5", "Ctrl+R"]`.
private struct KeyChanges {
  private(set) var settings: Settings
  private var changed: [String: [Key]] = [:]
  private var owners: [Command.Scope: [Key: String]] = [:]

  private static let reserved = Key.control("c")
  private static let leaving = "app.cancel"

  init(reporting settings: Settings) { self.settings = settings }

  mutating func read(_ name: String, _ value: JSONValue) {
    let place = JSONLocation([.key("keys"), .key(name)])
    guard let command = Command.named(name) else {
      return settings.report("unknown command \"\(name)\"\(Self.advice(name))", at: place)
    }
    // Whatever the settings say, one key leaves the program.
    guard command.name != Self.leaving else {
      return settings.report("\(name) keeps \(Self.reserved)", at: place)
    }
    var keys: [Key] = []
    for name in value.array ?? (value == .null ? [] : [value]) {
      guard let text = name.string, let key = Key(name: text) else {
        settings.report(
          "\(name.rendered()) is not a key: F5, Ctrl+S, Alt+x, Shift+Tab, Enter, PgDn or a character", at: place)
        continue
      }
      guard key != Self.reserved else {
        settings.report("\(key) is the key of \(Self.leaving)", at: place)
        continue
      }
      if let owner = owners[command.scope]?[key] {
        settings.report("\(key) is the key of \(owner) already", at: place)
        continue
      }
      owners[command.scope, default: [:]][key] = command.name
      keys.append(key)
    }
    changed[command.name] = keys
  }

  private static func advice(_ name: String) -> String {
    let part = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    let near = Command.all.map(\.name).filter { !part.isEmpty && $0.lowercased().contains(part) }
    return near.isEmpty
      ? ": \"workbench keys\" lists them" : ": did you mean \(near.prefix(3).joined(separator: " or "))?"
  }

  /// The changes, and the commands that lose a key to another one of their pane.
  var all: [String: [Key]] {
    var all = changed
    for command in Command.all where changed[command.name] == nil {
      let left = command.keys.filter { owners[command.scope]?[$0] == nil }
      if left.count < command.keys.count { all[command.name] = left }
    }
    return all
  }
}
