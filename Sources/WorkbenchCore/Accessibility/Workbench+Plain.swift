import TerminalUI

// The plain screen, which shows and says one thing at a time.
extension Workbench {
  /// The panes to draw, a sidebar over the others last. A dialog is alone on a plain screen, where nobody sees what
  /// covers what.
  var drawnPanes: [Command.Scope] {
    if accessibility.isPlain, !overlays.isEmpty { return [] }
    return layout.isSidebarOver ? shownPanes.reversed() : shownPanes
  }

  /// Says where the keys go: `The response: 200 OK`.
  mutating func describeFocus() -> [Effect] {
    let frame = render().plain
    guard let row = frame.cursor?.row else { return [] }
    let line = (0..<frame.size.columns).map { frame[$0, row].text }.joined().split(separator: " ").joined(
      separator: " ")
    let pane = scope.title.prefix(1).uppercased() + scope.title.dropFirst()
    return route(.information("\(pane): \(line)"))
  }
}

extension Command {
  static let accessibility = [
    Command(
      "focus.describe", "Where am I", "Say which pane and which row the keys go to.", in: .everywhere, keys: [],
      run: { $0.describeFocus() })
  ]
}
