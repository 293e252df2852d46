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

  /// The running work, shown instead of the hints unless one of them leads to a question.
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
    return FooterHint.fitting(hints, in: room - column).map { key, label in
      defer { column += key.columns + label.columns + 3 }
      return (column, key, label)
    }
  }

  static let cancelHint = [Span("Ctrl+C", Style(.key, bold: true)), Span(" cancels ", .label)]

  private func drawRunning(_ text: String, into canvas: inout Canvas) {
    let hint = Self.cancelHint
    let room = canvas.size.columns - hint.columns - 2
    canvas.write((" " + text).truncated(to: room), column: 0, row: 0, style: Style(.title, on: .bar))
    canvas.writeTrailing(hint, endingAt: canvas.size.columns, row: 0, on: .bar)
  }

  /// For tests. The most useful keys for the current state, with their full labels.
  var footerHints: [(String, String)] { hints.compactMap { hint in hint.label().map { (hint.key, $0) } } }

  private var hints: [FooterHint] { (waitingHint.map { [FooterHint($0)] } ?? []) + usualHints }

  private var usualHints: [FooterHint] {
    if let screen = overlays.last?.screen {
      let short = screen.shortLabels
      return screen.footer(on: size).map { FooterHint($0, short: short[$0.1]) }
    }
    if jump != nil { return [FooterHint(("a–z", "jump to a label")), FooterHint(("Esc", "cancel"))] }
    if let countHints { return countHints.map { FooterHint($0) } }
    if pending.keys != nil { return [FooterHint(("Esc", "cancel"))] }
    if isEditingText { return typingHints.map { FooterHint(($0.key, $0.label)) } }
    let named = usefulCommands
    guard let escape = panes[scope]?.closing ?? (leadsBack && !isZoomed ? "back" : nil) else { return named }
    return [FooterHint(("Esc", escape))] + named.filter { $0.key != "Esc" }
  }

  /// The state that commands compute their labels from, copied once for all of them.
  private final class HintState {
    let bench: Workbench
    let own: PaneContext
    let everywhere: PaneContext

    init(_ bench: Workbench) {
      (self.bench, own, everywhere) = (bench, bench.context(bench.scope), bench.context(.everywhere))
    }

    /// The label of a command that can run and is useful now.
    func label(of command: Command) -> String? {
      let context = command.scope == .everywhere ? everywhere : own
      guard command.isHinted?(bench, context) != false, command.obstacle(in: bench, context) == nil else { return nil }
      return command.footerNow?(bench, context) ?? command.footer ?? ""
    }
  }

  /// The commands of the focused pane and those that act everywhere, in the order of the footer.
  private var usefulCommands: [FooterHint] {
    let state = HintState(self)
    let own = keys.footer[scope] ?? []
    let everywhere = (keys.footer[.everywhere] ?? []).filter { other in
      !own.contains { $0.excludes(other) && state.label(of: $0.command) != nil }
    }
    // If the other panes are hidden, the keys that lead to them come first.
    let isAlone = whyCovered == nil && Focus.allCases.count { layout[$0] != nil } == 1
    let leading = isAlone ? ["pane.next", "help.open", "request.send"] : []
    let leads = everywhere.reversed().filter { leading.contains($0.command.name) }
    let cancel = everywhere.filter { $0.command.name == KeyMap.leaving }
    let others = everywhere.filter { !leading.contains($0.command.name) && $0.command.name != KeyMap.leaving }
    // They are in the order of the footer, so the main ones come first.
    let main = [FooterKey](own.prefix { $0.isMain })
    let further = [FooterKey](own.dropFirst(main.count)) + others
    // The key that cancels a running request comes first, unless the pane has a main command, as in a conversation.
    let isMainUseful = main.contains { state.label(of: $0.command) != nil }
    let order = isMainUseful ? main + leads + cancel + further : cancel + leads + further
    return order.map { key in FooterHint(key) { state.label(of: key.command) } }
  }
}
