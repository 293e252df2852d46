extension CollectionsPane {
  package func draw(into canvas: inout Canvas, in context: PaneContext) {
    let summary = context.workspace.git.summary(columns: canvas.size.columns)
    canvas.pane([title(context)], trailing: summary, isFocused: context.isFocused)
    let list = FilterField.draw(filter, above: Rect(canvas.size).inset(columns: 1, rows: 1), into: &canvas)
    canvas.draw(in: list) { drawRows(into: &$0, context.workspace, context.isFocused) }
  }

  /// The title, drawn as selected while the root is shown, which has no row.
  private func title(_ context: PaneContext) -> Span {
    let surface: Style.Surface = showsRoot ? (context.isFocused ? .selected : .selectedUnfocused) : .plain
    return Span("Collections", Style(.title, on: surface, bold: context.isFocused))
  }

  private func drawRows(into canvas: inout Canvas, _ workspace: Workspace, _ isFocused: Bool) {
    let rows = rows.value
    guard !rows.isEmpty else { return drawEmpty(into: &canvas, workspace) }
    let git = workspace.git.marks
    let selected = showsRoot ? nil : window.selected
    canvas.drawRows(window, of: rows.count, selected: selected, isFocused: isFocused) { index, surface, line in
      draw(workspace.tree.nodes[rows[index]], on: surface, into: &line, workspace, git)
    }
    guard workspace.isWithoutFiles, filter == nil else { return }
    let free = canvas.size.rows - rows.count - 1
    FirstSteps.draw(
      in: Rect(column: 1, row: rows.count + 1, columns: canvas.size.columns - 2, rows: free), workspace.keys,
      hasRequest: true, &canvas)
  }

  private func drawEmpty(into canvas: inout Canvas, _ workspace: Workspace) {
    guard workspace.isLoaded, filter == nil else {
      canvas.write(workspace.isLoaded ? "No matches" : "Loading…", column: 1, row: 0, style: Style(.hint))
      return
    }
    canvas.write("No requests yet", column: 1, row: 0, style: Style(.label))
    FirstSteps.draw(
      in: Rect(column: 1, row: 2, columns: canvas.size.columns - 2, rows: canvas.size.rows - 2), workspace.keys, &canvas
    )
  }

  private func draw(
    _ node: CollectionNode, on surface: Style.Surface, into canvas: inout Canvas, _ workspace: Workspace,
    _ git: GitMarks
  ) {
    let indent = min(node.depth * 2, canvas.size.columns / 3)
    var column = indent
    switch node.kind {
    case .folder:
      let isOpen = isUnfolded(node.address)
      column += canvas.write(isOpen ? "▾ " : "▸ ", column: column, row: 0, style: Style(.label, on: surface))
    case .request(let method, _):
      column += canvas.write(
        method.shortMethod.padded(to: 5), column: column, row: 0, style: Style(.method(method), on: surface))
    case .broken:
      column += canvas.write("!    ", column: column, row: 0, style: Style(.error, on: surface, bold: true))
    }
    let marks = node.inheritance.marks + git.spans(of: node) + marks(of: node, workspace)
    let room = canvas.size.columns - column - marks.columns - 1
    let role = role(of: node, git)
    canvas.write(
      node.title.truncated(to: room), column: column, row: 0, style: Style(role, on: surface, bold: node.isFolder))
    canvas.writeTrailing(marks, endingAt: canvas.size.columns, row: 0, on: surface)
  }

  private func role(of node: CollectionNode, _ git: GitMarks) -> Style.Role {
    if git.isIgnored(node.address) { return .hint }
    if case .broken = node.kind { return .error }
    return node.isFolder ? .label : .text
  }

  /// Marks for a running request, a removed file and unsaved edits.
  private func marks(of node: CollectionNode, _ workspace: Workspace) -> [Span] {
    if node.isFolder {
      let settings = Subject.request(workspace.settingsFile(of: node.address))
      return workspace.items.read(settings) { $0.draft?.isUnsaved == true } ? [Span(" ●", .warning)] : []
    }
    var marks: [Span] = []
    workspace.items.read(.request(node.address)) { item in
      if item.live?.isRunning == true { marks.append(Span(" …", .hint)) }
      if item.isRowWithoutFile { marks.append(Span(node.address.isScratch ? " new" : " gone", .hint)) }
      if item.draft?.isUnsaved == true { marks.append(Span(" ●", .warning)) }
    }
    return marks
  }
}

extension CollectionNode.Inheritance {
  /// Marks for items from the base, and for changes to them.
  fileprivate var marks: [Span] {
    switch self {
    case .none: []
    case .inherited: [Span(" ↑", .hint)]
    case .overriding: [Span(" ↑*", .label)]
    }
  }
}

extension String {
  /// The method in at most four letters.
  var shortMethod: String {
    switch self {
    case "DELETE": "DEL"
    case "PATCH": "PTCH"
    case "OPTIONS": "OPT"
    default: String(prefix(4))
    }
  }
}
