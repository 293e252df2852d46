import TerminalUI

// Keys outside of text fields: numbers, sequences and the commands they run.
extension Workbench {
  mutating func handleAsCommand(_ key: Key) -> [Effect] {
    let isPending = !pending.isEmpty
    switch key {
    case .escape where isPending, .control("c") where isPending: pending = PendingKeys()
    case .backspace where isPending: pending.removeLast()
    default:
      if !takeDigit(key) { return handle(pending.keys?.appending(key) ?? KeySequence(key)) }
    }
    return []
  }

  /// A digit counts where another one precedes it, or where no command has it.
  private mutating func takeDigit(_ key: Key) -> Bool {
    guard pending.keys == nil, let digit = key.digit else { return false }
    let isFree = if case .nothing = keys.meaning(of: KeySequence(key), in: scope) { true } else { false }
    guard digit.begins || pending.count != nil || isFree else { return false }
    pending.append(digit: digit.value)
    return true
  }

  private mutating func handle(_ typed: KeySequence) -> [Effect] {
    switch keys.meaning(of: typed, in: scope) {
    case .prefix:
      pending.keys = typed
      return []
    case .command(let command):
      let count = pending.count
      pending = PendingKeys()
      return run(command, count: count)
    case .nothing:
      let wasPending = !pending.isEmpty
      pending = PendingKeys()
      if typed.keys == [.escape] { return update(scope, .escape) }
      return wasPending ? route(.information("\(typed) is no command here")) : []
    }
  }

  /// Runs a command as often as the number says that was typed before its key.
  private mutating func run(_ command: Command, count: Int?) -> [Effect] {
    guard let count else { return run(command) }
    switch command.count {
    case .none: return route(.information("\(command.title) takes no number"))
    case .read:
      self.count = max(1, count)
      defer { self.count = nil }
      return run(command)
    case .repeats: return (0..<min(max(1, count), Self.mostRepeats)).flatMap { _ in run(command) }
    }
  }

  private static let mostRepeats = 1_000
}
