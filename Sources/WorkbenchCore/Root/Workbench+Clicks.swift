// Places beside the panes that can be clicked: the environment, the key that sends, hints of the footer, the history.
extension Workbench {
  /// - Returns: `nil` if there is nothing of this kind at the point.
  mutating func clickHint(_ point: Point) -> [Effect]? {
    let layout = layout
    guard !layout.isTooSmall else { return nil }
    if layout.footer.contains(point) { return clickFooter(at: point.column) }
    guard overlays.isEmpty, layout.pane(at: point) == nil, let name = command(at: point, layout) else { return nil }
    return runCommand(name)
  }

  private func command(at point: Point, _ layout: Layout) -> String? {
    if layout.header.contains(point) {
      let facts = headerFacts(columns: size.columns)
      return facts.spans.columns + 6 < size.columns ? facts.command(at: point.column, endingAt: size.columns) : nil
    }
    guard let address = layout.address, address.contains(point), !drawnPanes.isEmpty else { return nil }
    let end = address.column + address.columns - 1
    return addressFacts(columns: address.columns).command(at: point.column, endingAt: end)
  }

  private mutating func runCommand(_ name: String) -> [Effect] {
    guard let command = Command.named(name) else { return [] }
    // A key would have committed the open text, too.
    return (isEditingText ? update(scope, .blurred) : []) + run(command)
  }

  /// Opens the messages where one is shown, else presses the key of the hint. A message that covers the hints of a
  /// dialog is removed.
  private mutating func clickFooter(at column: Int) -> [Effect] {
    if notice != nil {
      if overlays.isEmpty { return runCommand("messages.open") }
      notice = nil
      return []
    }
    if runningText != nil { return column >= size.columns - Self.cancelHint.columns ? press("Ctrl+C") : [] }
    if let footnote, column >= size.columns - footnote.text.columns {
      guard overlays.isEmpty else { return [] }
      return leftPane == footnote.pane ? focus(.sidebar) : footnote.pane.opener.map { runCommand($0) } ?? []
    }
    let hint = shownHints(columns: size.columns).first { hint in
      (hint.column..<hint.column + hint.key.columns + 1 + hint.label.columns).contains(column)
    }
    return hint.map { press($0.key) } ?? []
  }

  /// Presses the keys of a hint: the first of several that a field or dialog names, none of a range such as `a–z`.
  private mutating func press(_ keys: String) -> [Effect] {
    var effects: [Effect] = []
    let all = KeySequence(name: keys)?.keys ?? []
    for key in isEditingText || !overlays.isEmpty ? Array(all.prefix(1)) : all {
      effects += handle(TerminalInput.key(key))
    }
    return effects
  }
}
