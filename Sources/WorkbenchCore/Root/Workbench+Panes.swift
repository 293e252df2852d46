package import RequestModel
import TerminalUI

// Access to the panes by command scope.
extension Workbench {
  package var layout: Layout {
    Layout(
      size: size, focus: focusedPane, isZoomed: isZoomed || accessibility.isPlain, isSplit: showsChanges,
      isPinned: pinned != nil && !accessibility.isPlain && !showsRun,
      isRequestPinned: pinnedRequest != nil && !accessibility.isPlain && !showsRun,
      list: showsRun ? (runPane.showsResponse ? .withDetail : .alone) : nil,
      choices: layoutChoices.over(layoutSettings)
    ).withTabs(tabs.isShown && !showsChanges && !showsRun && !accessibility.isPlain)
  }

  /// Whether the changes take the place of all other panes.
  package var showsChanges: Bool { leftPane == .changes }

  /// The panes on the screen.
  var shownPanes: [Command.Scope] {
    if showsRun { return runPane.showsResponse ? [.run, .response] : [.run] }
    return [leftPane] + (showsChanges ? [.difference] : [.request, .response])
  }

  package internal(set) var focusedPane: Focus {
    get {
      if showsRun { return runPane.showsResponse && inputs.pane == .response ? .response : .sidebar }
      return showsChanges && inputs.pane == .response ? .request : inputs.pane
    }
    set { inputs.pane = newValue }
  }

  package var overlays: [Overlay] { inputs.overlays }

  /// The scope of the focused pane.
  package var scope: Command.Scope {
    switch focusedPane {
    case .sidebar: leftPane
    case .request: showsChanges ? .difference : .request
    case .response: .response
    }
  }

  /// Whether the focused pane has an open text field.
  package var isEditingText: Bool {
    switch scope {
    case .collections: collectionsPane.isTyping
    case .history: historyPane.isTyping
    case .environments: environmentsPane.isTyping
    case .request: requestPane.isTyping
    case .response: responsePane.isTyping
    case .changes, .difference, .run, .everywhere: false
    }
  }

  var typingHints: [(key: String, label: String)] {
    scope == .request
      ? requestPane.typingHints(in: context(.request)) : responsePane.typingHints(in: context(.response))
  }

  package var selectedNode: CollectionNode? { collectionsPane.node(in: context(.collections)) }

  func context(_ pane: Command.Scope) -> PaneContext {
    let isShown = shownPanes.contains(pane)
    var context = PaneContext(
      workspace: workspace, size: (isShown ? layout[pane.place]?.size : nil) ?? Size(columns: 0, rows: 0),
      isShown: isShown,
      isFocused: isShown && focusedPane == pane.place, recent: historyPane.entries, count: count)
    context.focus = scope
    return context
  }

  mutating func update(_ pane: Command.Scope, _ event: PaneEvent) -> [Effect] {
    let context = context(pane)
    switch pane {
    case .collections: return route(collectionsPane.update(event, in: context))
    case .history: return route(historyPane.update(event, in: context))
    case .environments: return route(environmentsPane.update(event, in: context))
    case .changes: return route(changesPane.update(event, in: context))
    case .run: return route(runPane.update(event, in: context))
    case .difference: return route(differencePane.update(event, in: context))
    case .request: return route(requestPane.update(event, in: context))
    case .response: return route(responsePane.update(event, in: context))
    case .everywhere: return []
    }
  }

  func draw(_ pane: Command.Scope, into canvas: inout Canvas) {
    switch pane {
    case .collections: collectionsPane.draw(into: &canvas, in: context(pane))
    case .history: historyPane.draw(into: &canvas, in: context(pane))
    case .environments: environmentsPane.draw(into: &canvas, in: context(pane))
    case .changes: changesPane.draw(into: &canvas, in: context(pane))
    case .run: runPane.draw(into: &canvas, in: context(pane))
    case .difference: differencePane.draw(into: &canvas, in: context(pane))
    case .request: requestPane.draw(into: &canvas, in: context(pane))
    case .response: responsePane.draw(into: &canvas, in: context(pane))
    case .everywhere: break
    }
  }

  // MARK: Focus

  mutating func focus(_ pane: Focus) -> [Effect] {
    let effects = pane == focusedPane ? [] : update(scope, .blurred)
    focusedPane = pane
    return effects
  }

  mutating func focus(by step: Int) -> [Effect] {
    let layout = layout
    // A hidden sidebar is shown by its own key.
    let isHidden = layout.sidebar == nil && layout.request != nil && layout.response != nil || layout.isSidebarOver
    let shown = Set(shownPanes.map(\.place))
    let panes = Focus.allCases.filter { shown.contains($0) && (!isHidden || $0 != .sidebar) }
    let index = panes.firstIndex(of: focusedPane) ?? 0
    return focus(panes[(index + step + panes.count) % panes.count])
  }

  /// Shows collections or history on the left.
  mutating func show(_ pane: Command.Scope) -> [Effect] {
    guard pane != leftPane else { return [] }
    let effects = update(leftPane, .blurred)
    leftPane = pane
    return effects + update(pane, .appeared)
  }

  /// Commits the open text field to its request.
  mutating func commit() -> [Effect] { update(.request, .blurred) }
}

extension Command.Scope {
  static let panes: [Command.Scope] = [
    .collections, .history, .environments, .changes, .run, .difference, .request, .response,
  ]

  /// The pane's position on the screen.
  var place: Focus {
    switch self {
    case .request, .difference: .request
    case .response: .response
    case .collections, .history, .environments, .changes, .run, .everywhere: .sidebar
    }
  }

  var title: String {
    switch self {
    case .everywhere: "everywhere"
    case .collections: "collections"
    case .history: "history"
    case .environments: "environments"
    case .changes: "changes"
    case .run: "the run"
    case .difference: "differences"
    case .request: "the request"
    case .response: "the response"
    }
  }
}
