import TerminalUI

// Commands chosen from a list run whichever pane has the focus.
extension Workbench {
  /// Shows and focuses the pane of the command, then runs it.
  mutating func choose(_ command: Command) -> [Effect] {
    if let reason = whyNotShown(command) { return refuse(command, reason) }
    let wasShown = isShown(command.scope)
    let effects = show(paneOf: command)
    guard wasShown || command.whenHidden != .awaitsRow else {
      let name = keys.name(of: command.name)
      return effects + route(.information("Select a row first, then press \(name): \(command.title)"))
    }
    return effects + run(command)
  }

  /// Why a command would not run if it was chosen; `nil` for those of hidden panes, which say so once they are shown.
  func whyNotChosen(_ command: Command) -> String? {
    if let reason = whyNotShown(command) { return reason }
    guard isShown(command.scope) else { return nil }
    guard command.reveal != nil else { return whyUnavailable(command) }
    var copy = self
    _ = copy.show(paneOf: command)
    return copy.whyUnavailable(command)
  }

  /// The dialog that a list offers in place of a command that cannot run.
  func offer(insteadOf command: Command) -> PaneOutput? {
    guard isShown(command.scope), command.reveal == nil, let reason = reason(against: command) else { return nil }
    return offer(command, reason)
  }

  /// The keys of a command in a list, after its place if that has not the focus.
  func detail(of command: Command) -> String {
    let names = keys.keys(of: command).map(\.description).joined(separator: " ")
    guard command.scope != .everywhere, command.scope != scope else { return names }
    return "in \(command.scope.title)" + (names.isEmpty ? "" : " · \(names)")
  }

  private func isShown(_ scope: Command.Scope) -> Bool { scope == .everywhere || shownPanes.contains(scope) }

  /// Why the pane of a command cannot be shown for it.
  private func whyNotShown(_ command: Command) -> String? {
    guard !isShown(command.scope) else { return nil }
    if command.scope == .response, case .response = neighbours {
      return "No response is shown: open a result of \(leftPane.title) first, or Esc returns to the request"
    }
    guard let opener = command.scope.opener.flatMap(Command.named) else { return nil }
    if let reason = whyUnavailable(opener) { return reason }
    return command.whenHidden == .refuses
      ? "Not open: \(keys.name(of: opener.name)) opens \(command.scope.title)" : nil
  }

  private mutating func show(paneOf command: Command) -> [Effect] {
    guard command.scope != .everywhere, command.scope != scope || command.reveal != nil else { return [] }
    var effects: [Effect] = []
    if !isShown(command.scope) { effects += open(command.scope) }
    effects += focus(command.scope.place)
    // A pane computes its rows for its new size first.
    effects += update(command.scope, .changed)
    command.reveal?(&self)
    return effects
  }

  /// Shows a hidden pane.
  private mutating func open(_ scope: Command.Scope) -> [Effect] {
    if let opener = scope.opener.flatMap(Command.named) { return run(opener) }
    let effects = commit()
    return effects + show(scope.place == .sidebar ? scope : .collections)
  }
}
