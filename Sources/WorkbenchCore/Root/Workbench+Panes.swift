// Access to the panes by command scope.
extension Workbench {
  package var layout: Layout {
    let neighbours = neighbours
    var layout = Layout(
      size: size, focus: focusedPane, isZoomed: isZoomed || accessibility.isPlain,
      isSplit: neighbours != .requestAndResponse && !isList, list: list,
      listColumns: panes[leftPane]?.listColumns(in: workspace), choices: layoutChoices.over(layoutSettings))
    if !accessibility.isPlain { workspace.features.arrange(&layout, beside: neighbours) }
    return layout
  }

  var neighbours: PaneNeighbours { panes[leftPane]?.neighbours ?? .requestAndResponse }

  /// Whether a list replaces the request, too.
  var isList: Bool { list != nil }

  private var list: Layout.List? {
    if case .response(let isShown) = neighbours { isShown ? .withDetail : .alone } else { nil }
  }

  /// The panes on the screen.
  var shownPanes: [Command.Scope] {
    switch neighbours {
    case .requestAndResponse: [leftPane, .request, .response]
    case .only(let other): [leftPane, other]
    case .response(let isShown): isShown ? [leftPane, .response] : [leftPane]
    }
  }

  package internal(set) var focusedPane: Focus {
    get {
      switch neighbours {
      case .requestAndResponse: inputs.pane
      case .only: inputs.pane == .response ? .request : inputs.pane
      case .response(let isShown): isShown && inputs.pane == .response ? .response : .sidebar
      }
    }
    set { inputs.pane = newValue }
  }

  package var overlays: [Overlay] { inputs.overlays }

  package var scope: Command.Scope {
    switch focusedPane {
    case .sidebar: leftPane
    case .request: if case .only(let other) = neighbours { other } else { .request }
    case .response: .response
    }
  }

  /// Whether the focused pane has an open text field.
  package var isEditingText: Bool { panes[scope]?.isTyping ?? false }

  var typingHints: [(key: String, label: String)] { panes[scope]?.typingHints(in: context(scope)) ?? [] }

  package var selectedNode: CollectionNode? { panes[CollectionsPane.self].node(in: context(.collections)) }

  /// The context of features with the layout, which is not computed for each of their commands.
  var contextOnScreen: PaneContext {
    var context = context(.everywhere)
    context.layout = layout
    return context
  }

  func context(_ pane: Command.Scope) -> PaneContext {
    let isShown = shownPanes.contains(pane)
    var context = PaneContext(
      workspace: workspace, size: (isShown ? layout[pane.place]?.size : nil) ?? Size(columns: 0, rows: 0),
      isShown: isShown,
      isFocused: isShown && focusedPane == pane.place, recent: panes[HistoryPane.self].entries, count: count)
    (context.focus, context.leftPane, context.isList, context.screen) = (scope, leftPane, isList, size)
    context.isZoomed = isZoomed
    if pane == .everywhere {
      context.folder = panes[CollectionsPane.self].folder(in: context)
      context.selectedNode = panes[CollectionsPane.self].node(in: context)
    }
    return context
  }

  mutating func update(_ pane: Command.Scope, _ event: PaneEvent) -> [Effect] {
    let context = context(pane)
    return route(panes.update(pane, event, in: context))
  }

  func draw(_ pane: Command.Scope, into canvas: inout Canvas) { panes[pane]?.draw(into: &canvas, in: context(pane)) }

  // MARK: Focus

  mutating func focus(_ pane: Focus) -> [Effect] {
    let effects = pane == focusedPane ? [] : update(scope, .blurred)
    focusedPane = pane
    return effects
  }

  /// The panes that Tab goes through.
  private var cycledPanes: [Focus] {
    let layout = layout
    // A sidebar that is hidden is shown only by its own key.
    let isHidden = layout.sidebar == nil && layout.request != nil && layout.response != nil || layout.isSidebarOver
    let shown = Set(shownPanes.map(\.place))
    return Focus.allCases.filter { shown.contains($0) && (!isHidden || $0 != .sidebar) }
  }

  var whyOnePane: String? { cycledPanes.count < 2 ? "There is only one pane here" : nil }

  mutating func focus(by step: Int) -> [Effect] {
    focus(cycledPanes.cycled(from: focusedPane, by: step))
  }

  /// Shows collections or history on the left.
  mutating func show(_ pane: Command.Scope) -> [Effect] {
    guard pane != leftPane else { return [] }
    let effects = update(leftPane, .blurred)
    leftPane = pane
    let appeared = update(pane, .appeared)
    guard let former = focusBeforeList else { return effects + appeared }
    focusBeforeList = nil
    return effects + appeared + (pane == .collections ? focus(former) : [])
  }

  /// Commits the open text field to its request.
  mutating func commit() -> [Effect] { update(.request, .blurred) }
}

extension Command.Scope {
  private var pane: (any Pane.Type)? { Panes.all.first { $0.scope == self } }

  /// The pane's position on the screen.
  var place: Focus { pane?.place ?? .sidebar }
  var title: String { pane?.title ?? rawValue }
  /// The name of the command that shows the pane while it is hidden.
  var opener: String? { pane?.opener }
}
