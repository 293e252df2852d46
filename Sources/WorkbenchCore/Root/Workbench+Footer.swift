import TerminalUI

// The last row: a notice, running work, or the keys that are useful now.
extension Workbench {
  func drawFooter(into canvas: inout Canvas) {
    canvas.fill(Rect(canvas.size), Style(on: .bar))
    if let notice {
      return draw(notice, into: &canvas)
    }
    if let runningText { return drawRunning(runningText, into: &canvas) }
    if let footnote {
      canvas.writeTrailing(footnote.text, endingAt: canvas.size.columns, row: 0, on: .bar)
    }
    for hint in shownHints(columns: canvas.size.columns) {
      let used = canvas.write(hint.key, column: hint.column, row: 0, style: Style(.key, on: .bar, bold: true)) + 1
      canvas.write(hint.label, column: hint.column + used, row: 0, style: Style(.label, on: .bar))
    }
  }

  /// The work in place of the hints, unless one of them leads to a question.
  var runningText: String? {
    waitingHint == nil ? workspace.features.first({ $0.progress }) ?? workspace.baseFetch : nil
  }

  /// The figure of a pane at the end of the footer; `nil` on a narrow screen.
  var footnote: (text: [Span], pane: Command.Scope)? {
    size.columns < 60 ? nil : panes.first { pane in pane.footnote.map { (text: $0, pane: type(of: pane).scope) } }
  }

  /// The hints of the footer that fit, with their columns.
  func shownHints(columns: Int) -> [(column: Int, key: String, label: String)] {
    let room = columns - 1 - (footnote.map { $0.text.columns + 1 } ?? 0)
    var column = 1
    return Self.fitting(footerHints, in: room - column).map { key, label in
      defer { column += key.columns + label.columns + 3 }
      return (column, key, label)
    }
  }

  /// The hints that fit, in their order. Help and Escape have room before all others.
  private static func fitting(_ hints: [(String, String)], in room: Int) -> [(String, String)] {
    let leading = hints.indices.filter { hints[$0].1 == "help" || hints[$0].0 == "Esc" }
    let others = hints.indices.filter { !leading.contains($0) }
    var left = room
    var chosen: Set<Int> = []
    for index in [Int](leading.reversed()) + others {
      let columns = hints[index].0.columns + hints[index].1.columns + 3
      guard columns <= left else { continue }
      left -= columns
      chosen.insert(index)
    }
    return hints.indices.filter(chosen.contains).map { hints[$0] }
  }

  static let cancelHint = [Span("Ctrl+C", Style(.key, bold: true)), Span(" cancels ", .label)]

  private func drawRunning(_ text: String, into canvas: inout Canvas) {
    let hint = Self.cancelHint
    let room = canvas.size.columns - hint.columns - 2
    canvas.write((" " + text).truncated(to: room), column: 0, row: 0, style: Style(.title, on: .bar))
    canvas.writeTrailing(hint, endingAt: canvas.size.columns, row: 0, on: .bar)
  }

  /// The most useful keys for the current state.
  var footerHints: [(String, String)] { (waitingHint.map { [$0] } ?? []) + usualHints }

  private var usualHints: [(String, String)] {
    if let screen = overlays.last?.screen { return screen.footer }
    if jump != nil { return [("a–z", "jump to a label"), ("Esc", "cancel")] }
    if let countHints { return countHints }
    if pending.keys != nil { return [("Esc", "cancel")] }
    if isEditingText { return typingHints.map { ($0.key, $0.label) } }
    let named = usefulCommands.map { ($0.key.description, $0.label) }
    guard let escape = panes[scope]?.closing ?? (leadsBack && !isZoomed ? "back" : nil) else { return named }
    return [("Esc", escape)] + named.filter { $0.0 != "Esc" }
  }

  /// A command that the footer may name, with its first key and its word.
  private struct Hint {
    let command: Command
    let key: KeySequence
    let label: String
  }

  /// The commands of a scope that can run, and for which what is shown has a use.
  private func hints(of scope: Command.Scope, in context: PaneContext) -> [Hint] {
    (Command.inFooter[scope] ?? []).compactMap { command in
      guard let key = keys.keys(of: command).first, command.isHinted?(self, context) != false,
        command.obstacle(in: self, context) == nil
      else { return nil }
      return Hint(command: command, key: key, label: command.footerNow?(self, context) ?? command.footer ?? "")
    }
  }

  /// The commands of the focused pane and those that act everywhere, in the order of the footer.
  private var usefulCommands: [Hint] {
    let own = hints(of: scope, in: context(scope)).sorted { $0.command.footerRank < $1.command.footerRank }
    let everywhere = hints(of: .everywhere, in: context(.everywhere)).filter { hint in
      !own.contains { $0.command.footer == hint.command.footer || $0.key == hint.key }
    }
    // If the other panes are hidden, the keys that lead to them come first.
    let isAlone = whyCovered == nil && Focus.allCases.count { layout[$0] != nil } == 1
    let leading = isAlone ? ["pane.next", "help.open", "request.send"] : []
    let leads = everywhere.reversed().filter { leading.contains($0.command.name) }
    let cancel = everywhere.filter { $0.command.name == "app.cancel" }
    let others = everywhere.filter { !leading.contains($0.command.name) && $0.command.name != "app.cancel" }
    let main = own.filter { $0.command.footerRank <= Command.mainRank }
    let further = own.filter { $0.command.footerRank > Command.mainRank } + others
    // The way to end a running request comes first, except in a conversation, where one types.
    return main.isEmpty ? cancel + leads + further : main + leads + cancel + further
  }
}
