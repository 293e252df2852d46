/// The keys of all commands: the declared ones, changed by the settings.
package struct KeyMap: Equatable, Sendable {
  /// The keys of commands that differ from the declared ones.
  private let changed: [String: [KeySequence]]
  /// The names of commands whose keys are in the settings.
  package let inSettings: Set<String>
  private var byKeys: [Command.Scope: [KeySequence: Int]] = [:]
  /// The beginnings of longer sequences.
  private var prefixes: [Command.Scope: Set<KeySequence>] = [:]
  /// The commands of each scope that the footer may name; those of panes in the order of the footer.
  private(set) var footer: [Command.Scope: [FooterKey]] = [:]

  /// The declared keys.
  package static let standard = KeyMap(changed: [:])

  private init(changed: [String: [KeySequence]], inSettings: Set<String> = []) {
    (self.changed, self.inSettings) = (changed, inSettings)
    for (index, command) in Command.all.enumerated() {
      for keys in keys(of: command) {
        byKeys[command.scope, default: [:]][keys] = index
        prefixes[command.scope, default: []].formUnion(keys.prefixes)
      }
      if let key = FooterKey(index, keys(of: command).first) { footer[command.scope, default: []].append(key) }
    }
    for scope in footer.keys where scope != .everywhere {
      footer[scope]?.sort { $0.command.footerRank < $1.command.footerRank }
    }
  }

  /// Reads the keys of the settings, and reports mistakes in them.
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
    self.init(changed: changes.all, inSettings: Set(object.members.map(\.key.value)))
  }

  package func keys(of command: Command) -> [KeySequence] { changed[command.name] ?? command.keys }

  /// The command that keeps its key, so that one always leaves the program.
  static let leaving = "app.cancel"

  /// The meaning of pressed keys.
  package enum Meaning: Sendable {
    case command(Command)
    /// The beginning of longer sequences.
    case prefix
    case nothing
  }

  /// The meaning of `keys` in `scope`; the pane's commands take precedence over global ones.
  package func meaning(of keys: KeySequence, in scope: Command.Scope) -> Meaning {
    if let own = byKeys[scope]?[keys] { return .command(Command.all[own]) }
    if prefixes[scope]?.contains(keys) ?? false { return .prefix }
    if let global = byKeys[.everywhere]?[keys] { return .command(Command.all[global]) }
    return prefixes[.everywhere]?.contains(keys) ?? false ? .prefix : .nothing
  }

  /// The command of a pane itself with these keys.
  func command(of keys: KeySequence, ownedBy scope: Command.Scope) -> Command? {
    byKeys[scope]?[keys].map { Command.all[$0] }
  }

  /// The command of a single key.
  package func command(for key: Key, in scope: Command.Scope) -> Command? {
    if case .command(let command) = meaning(of: KeySequence(key), in: scope) { command } else { nil }
  }

  /// The keys that may follow `prefix`, the pane's first.
  package func continuations(of prefix: KeySequence, in scope: Command.Scope) -> [(keys: KeySequence, command: Command)]
  {
    let all = [scope, .everywhere].flatMap { scope in
      Command.all.filter { $0.scope == scope }.flatMap { command in
        keys(of: command).filter { $0.keys.count > prefix.keys.count && $0.keys.starts(with: prefix.keys) }
          .map { (keys: KeySequence(Array($0.keys.dropFirst(prefix.keys.count))), command: command) }
      }
    }
    var seen: Set<KeySequence> = []
    return all.filter { seen.insert($0.keys).inserted }
  }

  /// Replaces the names of commands in braces by the keys that run them.
  package func text(_ text: String) -> String {
    var (result, place) = ("", text.startIndex)
    for mark in CommandMark.all(in: text) {
      result += text[place..<mark.range.lowerBound]
      result += name(of: mark.name)
      place = mark.range.upperBound
    }
    return result + text[place...]
  }

  /// How the user runs a command, for texts: its first key, else its title in the palette.
  package func name(of command: String) -> String {
    guard let command = Command.named(command) else { return command }
    return keys(of: command).first?.description ?? "\":\(command.title)\""
  }
}

/// Reads `"request.send": ["F5", "Ctrl+R"]`.
private struct KeyChanges {
  private(set) var settings: Settings
  private var changed: [String: [KeySequence]] = [:]
  private var owners: [Command.Scope: [KeySequence: String]] = [:]

  private static let reserved = KeySequence(.control("c"))
  private static let leaving = KeyMap.leaving

  init(reporting settings: Settings) { self.settings = settings }

  mutating func read(_ name: String, _ value: JSONValue) {
    let place = JSONLocation([.key("keys"), .key(name)])
    guard let command = Command.named(name) else {
      return settings.report("unknown command \"\(name)\"\(Self.advice(name))", at: place)
    }
    // One key leaves the program regardless of the settings.
    guard command.name != Self.leaving else {
      return settings.report("\(name) keeps \(Self.reserved)", at: place)
    }
    var found: [KeySequence] = []
    for name in value.array ?? (value == .null ? [] : [value]) {
      do {
        let keys = try sequence(name, in: command.scope)
        owners[command.scope, default: [:]][keys] = command.name
        found.append(keys)
      } catch {
        settings.report(error.sentence, at: place)
      }
    }
    changed[command.name] = found
  }

  private func sequence(_ value: JSONValue, in scope: Command.Scope) throws(KeyProblem) -> KeySequence {
    guard let text = value.string, let keys = KeySequence(name: text) else {
      throw KeyProblem(
        "\(value.rendered()) is not a key: F5, Ctrl+S, Alt+x, Shift+Tab, Enter, PgDn, a character, or some like g b")
    }
    guard !keys.keys.contains(Self.reserved.keys[0]) else {
      throw KeyProblem("\(Self.reserved) is the key of \(Self.leaving)")
    }
    guard let (other, owner) = owners[scope]?.first(where: { $0.key.excludes(keys) }) else { return keys }
    throw KeyProblem(
      other == keys ? "\(keys) is the key of \(owner) already" : "\(keys) excludes \(other), the key of \(owner)")
  }

  private static func advice(_ name: String) -> String {
    let part = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    let near = Command.all.map(\.name).filter { !part.isEmpty && $0.lowercased().contains(part) }
    return near.isEmpty
      ? ": \"workbench keys\" lists them" : ": did you mean \(near.prefix(2).joined(separator: " or "))?"
  }

  /// The changes, including the commands that lose a key to another command of their pane.
  var all: [String: [KeySequence]] {
    var all = changed
    for command in Command.all where changed[command.name] == nil {
      let taken = owners[command.scope] ?? [:]
      let left = command.keys.filter { keys in !taken.keys.contains { $0.excludes(keys) } }
      if left.count < command.keys.count { all[command.name] = left }
    }
    return all
  }
}

private struct KeyProblem: Error {
  let sentence: String
  init(_ sentence: String) { self.sentence = sentence }
}
