// Keys outside of text fields: numbers, sequences and the commands they run.
extension Workbench {
  mutating func handleAsCommand(_ key: Key) -> [Effect] {
    let isPending = !pending.isEmpty
    let focusing = pending.focusing
    pending.focusing = nil
    if scrollContinuations(with: key) { return [] }
    switch key {
    case .escape where isPending, .control("c") where isPending: pending = PendingKeys()
    case .backspace where isPending: pending.removeLast()
    default:
      return takeDigit(key, after: focusing)
        ?? handle(pending.keys?.appending(key) ?? KeySequence(key), after: focusing)
    }
    return []
  }

  /// A digit continues a number, or begins one if it is not bound to a command. A number cannot begin with zero, but
  /// zero after a digit that has just focused a pane makes that digit a number.
  ///
  /// - Returns: `nil` if the key is not part of a number.
  private mutating func takeDigit(_ key: Key, after focusing: FocusingDigit?) -> [Effect]? {
    guard pending.keys == nil, let digit = key.digit else { return nil }
    let isFree = if case .nothing = keys.meaning(of: KeySequence(key), in: scope) { true } else { false }
    if isFree, digit.value == 0, let focusing {
      pending.append(digit: focusing.value)
      pending.append(digit: 0)
      return focus(focusing.former)
    }
    guard pending.count != nil || digit.value > 0 && (digit.begins || isFree) else { return nil }
    pending.append(digit: digit.value)
    return []
  }

  private mutating func handle(_ typed: KeySequence, after focusing: FocusingDigit?) -> [Effect] {
    switch keys.meaning(of: typed, in: scope) {
    case .prefix:
      pending.keys = typed
      return []
    case .command(let found):
      let command = beforeSearch(found, on: typed)
      let count = pending.count
      let hint = namedFormers.contains(typed) ? nil : hintOnFormer(typed, now: command)
      if hint != nil { namedFormers.insert(typed) }
      pending = PendingKeys()
      if command.count == .place, count == nil, let focusing {
        return focus(focusing.former) + run(command, count: focusing.value)
      }
      if count == nil, Self.focusing.contains(command.name), let digit = typed.keys.first?.digit, !digit.begins {
        pending.focusing = FocusingDigit(value: digit.value, former: focusedPane)
      }
      return run(command, count: count) + add(hint: hint)
    case .nothing:
      let (wasPending, count) = (!pending.isEmpty, pending.count)
      pending = PendingKeys()
      if let effects = runFormer(typed, count: count) { return effects }
      if typed.keys == [.escape] { return update(scope, .escape) }
      let hint = hint(onElsewhere: typed) ?? (wasPending ? "\(typed) is not a command here" : nil)
      return hint.map { route(.information($0)) } ?? []
    }
  }

  /// Names the commands that keys without a meaning here have in the other panes on the screen, else in the only hidden
  /// pane that has one.
  private func hint(onElsewhere typed: KeySequence) -> String? {
    func commands(_ panes: [Command.Scope]) -> [Command] {
      panes.filter { $0 != scope }.compactMap { keys.command(of: typed, ownedBy: $0) }
    }
    var found = commands(shownPanes)
    if found.isEmpty {
      let hidden = Command.Scope.panes.filter { !shownPanes.contains($0) && $0.opener != nil }
      found = commands(hidden)
      guard found.count == 1 else { return nil }
    }
    let places = found.map { "\($0.title) in \($0.scope.title) (\(way(to: $0.scope)))" }
    return "\(typed) is \(places.joined(separator: ", "))"
  }

  /// The key that focuses or opens a pane.
  private func way(to pane: Command.Scope) -> String {
    if !shownPanes.contains(pane), let opener = pane.opener { return keys.name(of: opener) }
    return switch pane.place {
    case .sidebar: keys.name(of: "pane.first")
    case .request: keys.name(of: "pane.second")
    case .response: keys.name(of: "pane.third")
    }
  }

  /// The meaning of the keys of a search before there is one. A failed search still says why.
  private func beforeSearch(_ command: Command, on typed: KeySequence) -> Command {
    guard command.scope == .response, responsePane.tab.view.search == nil else { return command }
    return KeyMeaning.otherwise(command, on: typed, in: keys) ?? command
  }

  /// The commands that only focus a pane, so that the next key can take it back.
  private static let focusing: Set<String> = ["pane.first", "pane.second", "pane.third"]

  /// Runs a command as often as the number before its key says.
  mutating func run(_ command: Command, count: Int?) -> [Effect] {
    guard let count else { return run(command) }
    switch command.count {
    case .none:
      return route(.information("\(command.title) takes no number: press \(keys.name(of: command.name)) alone"))
    case .read, .place:
      self.count = max(1, count)
      defer { self.count = nil }
      return run(command)
    case .repeats: return (0..<min(max(1, count), Self.mostRepeats)).flatMap { _ in run(command) }
    }
  }

  private static let mostRepeats = 1_000
}
