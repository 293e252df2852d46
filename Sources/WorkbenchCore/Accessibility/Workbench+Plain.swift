// The plain screen, which shows and announces one thing at a time.
extension Workbench {
  /// The panes to draw, with a sidebar over the others last. On a plain screen, an open dialog is drawn alone, because
  /// overlapping panes cannot be told apart there.
  var drawnPanes: [Command.Scope] {
    if accessibility.isPlain, !overlays.isEmpty { return [] }
    return layout.isSidebarOver ? shownPanes.reversed() : shownPanes
  }

  /// Announces the focus: `The response, tab Headers: content-type text/plain`.
  mutating func describeFocus() -> [Effect] {
    let frame = render().plain
    guard let row = frame.cursor?.row else { return [] }
    let line = (0..<frame.size.columns).map { frame[$0, row].text }.joined().split(separator: " ").joined(
      separator: " ")
    let pane = scope.title.capitalizedFirst
    return route(.information("\(pane)\(selectedTab.map { ", tab \($0)" } ?? ""): \(line)"))
  }

  /// The title of the selected tab of the focused pane.
  private var selectedTab: String? {
    switch scope {
    case .request: workspace.file == nil ? nil : requestPane.shownTab(in: context(.request)).title
    case .response: type(of: responsePane.tab).title
    default: nil
    }
  }
}

extension Command {
  static let accessibility = [
    Command(
      "focus.describe", "Where am I", "Report the focused pane and the selected row.",
      keywords: "location position screen reader accessibility focus", in: .everywhere, keys: [],
      run: { $0.describeFocus() })
  ]
}
