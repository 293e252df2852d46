/// The collections as a tree.
package struct CollectionsPane: RowPane {
  package static let scope = Command.Scope.collections

  package var window = ListWindow()
  private var expanded: Set<Address> = []
  package private(set) var filter: ListFilter?
  /// The row to return to if nothing matches the filter.
  private var selectedBeforeFilter: Address?
  /// The selected node. It stays selected when the tree changes.
  package private(set) var selected: Address?
  private var isLoaded = false
  /// Whether the root is selected, which has no row. Selecting a row ends it.
  package private(set) var showsRoot = false
  private var treeRevision: Int?
  package private(set) var rows = Derived<RowsKey, [Int]>([])
  private var search = Derived<Int, TreeSearch>(TreeSearch())
  private var found = Derived<RowsKey, TreeSearch.Found>(TreeSearch.Found())

  package struct RowsKey: Equatable, Sendable {
    var revision: Int
    var expanded: Set<Address>
    var filter: String
  }

  package init() {}

  /// - Parameter selected: The node to select once the collections are loaded.
  init(selected: Address?) { self.selected = selected }

  // MARK: Events

  package var isTyping: Bool { filter?.isOpen ?? false }

  package var closing: String? { filter == nil ? nil : "show all" }

  package mutating func point(_ pointer: FieldPointer) { filter?.editor.point(pointer) }

  package mutating func update(_ event: PaneEvent, in context: PaneContext) -> [PaneOutput] {
    switch event {
    case .changed: refresh(in: context)
    case .appeared: break
    case .key(let key): handle(key, in: context)
    case .paste(let text):
      filter?.editor.insert(text)
      selectFirstMatch(in: context)
    case .escape:
      if filter == nil { return [.stepOut] }
      closeFilter(keeping: false, in: context)
    case .blurred: if isTyping { closeFilter(keeping: filter?.text.isEmpty == false, in: context) }
    case .scrolled(let rows):
      // The selection follows the scroll position, and the other panes show the selection.
      window.scroll(by: rows, of: self.rows.value.count, height: height(in: context))
      takeSelection(in: context)
    case .clicked(let point): return click(point, in: context)
    case .moved(let change):
      selected = selected.flatMap { change($0) }
      selectedBeforeFilter = selectedBeforeFilter.flatMap { change($0) }
      expanded = change(expanded)
      return []
    case .task: return []
    }
    return shown(in: context)
  }

  /// Shows the selection in the other panes, whose commands act on it.
  func shown(in context: PaneContext) -> [PaneOutput] {
    guard context.isShown, treeRevision == context.workspace.treeRevision else { return [] }
    if showsRoot { return [.select(.folder(Address("")))] }
    guard let node = node(in: context) else { return [.select(.nothing)] }
    return [.select(node.isFolder ? .folder(node.address) : .request(node.address))]
  }

  func node(in context: PaneContext) -> CollectionNode? {
    // Row numbers of an earlier tree are stale.
    guard !showsRoot, treeRevision == context.workspace.treeRevision, rows.value.indices.contains(window.selected)
    else {
      return nil
    }
    return context.workspace.tree.nodes[rows.value[window.selected]]
  }

  /// The folder for new files: the selected folder, or the folder of the selected file.
  func folder(in context: PaneContext) -> Address {
    guard let node = node(in: context) else { return Address("") }
    return node.isFolder ? node.address : node.address.parent
  }

  private func height(in context: PaneContext) -> Int { max(1, context.contentRows - (filter == nil ? 0 : 1)) }

  func page(in context: PaneContext) -> Int { max(1, height(in: context) - 1) }

  // MARK: Rows

  private mutating func refresh(in context: PaneContext) {
    let workspace = context.workspace
    if treeRevision != workspace.treeRevision {
      treeRevision = workspace.treeRevision
      let isFirst = !isLoaded && workspace.isLoaded
      if isFirst { expandFirstLevel(workspace) }
      isLoaded = workspace.isLoaded
      // If the selected row is gone, select its folder, so that Enter cannot send another request by accident.
      follow(selected.flatMap(workspace.nearest), in: context)
      if isFirst, selected.flatMap(workspace.node) == nil { selectFirstRequest(in: context) }
    } else {
      rebuild(context.workspace)
      window.fit(count: rows.value.count, height: height(in: context))
    }
    if isLoaded, let node = node(in: context) { selected = node.address }
  }

  private mutating func takeSelection(in context: PaneContext) {
    showsRoot = false
    if let node = node(in: context) { selected = node.address }
  }

  private mutating func rebuild(_ workspace: Workspace) {
    let key = RowsKey(revision: workspace.treeRevision, expanded: expanded, filter: filter?.text ?? "")
    let nodes = workspace.tree.nodes
    guard !key.filter.isEmpty else { return rows.update(for: key) { Self.rows(of: nodes, expanded) } }
    search.update(for: workspace.treeRevision) { TreeSearch(nodes) }
    found.update(for: key) { search.value.matches(key.filter) }
    rows.update(for: key) { Self.rows(of: found.value.nodes, in: nodes) }
  }

  /// Indexes of the visible nodes, found in one pass that skips folded subtrees.
  private static func rows(of nodes: [CollectionNode], _ expanded: Set<Address>) -> [Int] {
    var rows: [Int] = []
    var hiddenBelow = Int.max
    for (index, node) in nodes.enumerated() {
      if node.depth > hiddenBelow { continue }
      hiddenBelow = .max
      rows.append(index)
      if node.isFolder, !expanded.contains(node.address) { hiddenBelow = node.depth }
    }
    return rows
  }

  /// The requests that match, with the folders above them.
  private static func rows(of found: [Int], in nodes: [CollectionNode]) -> [Int] {
    var rows: [Int] = []
    rows.reserveCapacity(found.count * 2)
    for index in found {
      let last = rows.last ?? -1
      let first = rows.count
      var above = nodes[index].depth
      var place = index - 1
      // The folders above this request that are already listed come before the last row.
      while place > last, above > 0 {
        if nodes[place].isFolder, nodes[place].depth < above {
          rows.append(place)
          above = nodes[place].depth
        }
        place -= 1
      }
      if rows.count > first { rows[first...].reverse() }
      rows.append(index)
    }
    return rows
  }

  /// Unfolds the collections at start if there are only a few.
  private mutating func expandFirstLevel(_ workspace: Workspace) {
    let roots = workspace.tree.nodes.filter { $0.depth == 0 && $0.isFolder }
    if roots.count <= 4 { expanded.formUnion(roots.map(\.address)) }
  }

  private mutating func selectFirstRequest(in context: PaneContext) {
    rebuild(context.workspace)
    let row = rows.value.firstIndex { !context.workspace.tree.nodes[$0].isFolder }
    if let row { window.select(row, of: rows.value.count, height: height(in: context)) }
  }

  /// Restores the selection after the tree has changed: the same address, else the same row.
  private mutating func follow(_ address: Address?, in context: PaneContext) {
    if let address, context.workspace.node(address) != nil { return select(address, in: context) }
    rebuild(context.workspace)
    window.fit(count: rows.value.count, height: height(in: context))
  }

  /// Unfolds the folders above `address` and selects its row.
  private mutating func select(_ address: Address, in context: PaneContext) {
    var folder = address.parent
    while !folder.path.isEmpty {
      expanded.insert(folder)
      folder = folder.parent
    }
    rebuild(context.workspace)
    guard let row = rows.value.firstIndex(where: { context.workspace.tree.nodes[$0].address == address }) else {
      return window.fit(count: rows.value.count, height: height(in: context))
    }
    window.select(row, of: rows.value.count, height: height(in: context))
  }

  package static func lists(_ address: Address, in workspace: Workspace) -> Bool {
    !EnvironmentsPane.lists(address, in: workspace)
  }

  /// Selects a node, clearing the filter; unfolds a folder.
  package mutating func reveal(_ address: Address, in context: PaneContext) -> [PaneOutput] {
    filter = nil
    treeRevision = context.workspace.treeRevision
    guard !address.path.isEmpty else {
      showsRoot = true
      return shown(in: context)
    }
    showsRoot = false
    select(address, in: context)
    if context.workspace.node(address)?.isFolder == true {
      expanded.insert(address)
      rebuild(context.workspace)
    }
    takeSelection(in: context)
    return shown(in: context)
  }

  // MARK: Moving and folding

  mutating func move(by step: Int, in context: PaneContext) -> [PaneOutput] {
    // The root has no row: the first key returns to the row selected before.
    window.move(by: showsRoot && abs(step) == 1 ? 0 : step, of: rows.value.count, height: height(in: context))
    takeSelection(in: context)
    return shown(in: context)
  }

  private mutating func click(_ point: Point, in context: PaneContext) -> [PaneOutput] {
    let line = point.row - (filter == nil ? 0 : 1)
    let index = window.first + line
    // A click beside the rows focuses the pane and selects nothing.
    guard line >= 0, index < rows.value.count else { return [] }
    let wasSelected = window.selected == index
    window.select(index, of: rows.value.count, height: height(in: context))
    takeSelection(in: context)
    let outputs = shown(in: context)
    guard let node = node(in: context) else { return outputs }
    if node.isFolder { toggle(node.address, in: context) }
    return wasSelected && !node.isFolder ? outputs + [.focus(.request)] : outputs
  }

  private mutating func toggle(_ folder: Address, in context: PaneContext) {
    if expanded.remove(folder) == nil { expanded.insert(folder) }
    rebuild(context.workspace)
    window.fit(count: rows.value.count, height: height(in: context))
  }

  /// Sends the selected request, or folds or unfolds the selected folder.
  mutating func activate(in context: PaneContext) -> [PaneOutput] {
    if showsRoot { return [.focus(.request)] }
    guard let node = node(in: context) else {
      return context.workspace.isLoaded && context.workspace.tree.nodes.isEmpty ? [.run("app.firstSteps")] : []
    }
    if node.isFolder {
      toggle(node.address, in: context)
      return []
    }
    if let entry = context.workspace.git.conflict(at: node.address) { return WaitingScreen.ofConflict(entry) }
    if case .broken = node.kind { return [.effect(.editFile(context.workspace.id, node.address))] }
    return shown(in: context) + [.run("request.send")]
  }

  mutating func toggleFold(in context: PaneContext) -> [PaneOutput] {
    if let node = node(in: context), node.isFolder { toggle(node.address, in: context) }
    return []
  }

  /// The footer's label of Enter.
  func activation(in context: PaneContext) -> String {
    if showsRoot { return "form" }
    guard let node = node(in: context) else { return "first steps" }
    if node.isFolder { return isUnfolded(node.address) ? "fold" : "unfold" }
    if context.workspace.git.conflict(at: node.address) != nil { return "resolve" }
    return node.isBroken ? "open in $EDITOR" : context.workspace.verbOfSending()
  }

  mutating func unfold(in context: PaneContext) -> [PaneOutput] {
    guard let node = node(in: context), node.isFolder else { return [.focus(.request)] }
    if expanded.contains(node.address) { return move(by: 1, in: context) }
    toggle(node.address, in: context)
    return []
  }

  /// Folds the selected folder, or selects its parent.
  mutating func fold(in context: PaneContext) -> [PaneOutput] {
    guard let node = node(in: context) else { return [] }
    if node.isFolder, expanded.contains(node.address) {
      toggle(node.address, in: context)
    } else if !node.address.parent.path.isEmpty {
      select(node.address.parent, in: context)
    }
    takeSelection(in: context)
    return shown(in: context)
  }

  func isUnfolded(_ folder: Address) -> Bool { expanded.contains(folder) || filter != nil }

  // MARK: The filter

  /// Opens an empty filter, replacing an earlier one.
  mutating func openFilter(in context: PaneContext) -> [PaneOutput] {
    let selected = node(in: context)?.address
    if filter == nil { selectedBeforeFilter = selected }
    filter = ListFilter()
    // The first letter would take twice as long otherwise.
    let workspace = context.workspace
    search.update(for: workspace.treeRevision) { TreeSearch(workspace.tree.nodes) }
    follow(selected ?? selectedBeforeFilter, in: context)
    takeSelection(in: context)
    return shown(in: context)
  }

  private mutating func handle(_ key: Key, in context: PaneContext) {
    switch filter?.handle(key) {
    case .changed: selectFirstMatch(in: context)
    case .moved(let step): _ = move(by: step, in: context)
    case .kept: closeFilter(keeping: true, in: context)
    case .dropped: closeFilter(keeping: false, in: context)
    case .nothing, nil: break
    }
  }

  private mutating func closeFilter(keeping: Bool, in context: PaneContext) {
    let address = node(in: context)?.address ?? selectedBeforeFilter
    if keeping { filter?.isOpen = false } else { filter = nil }
    follow(address, in: context)
    takeSelection(in: context)
  }

  /// Selects the first request whose title contains the typed text, else the first one listed.
  private mutating func selectFirstMatch(in context: PaneContext) {
    window = ListWindow()
    rebuild(context.workspace)
    let nodes = context.workspace.tree.nodes
    let titled = filter?.text.isEmpty == false ? found.value.titled : nil
    let row = titled.flatMap { rows.value.firstIndex(of: $0) } ?? rows.value.firstIndex { !nodes[$0].isFolder }
    if let row { window.select(row, of: rows.value.count, height: height(in: context)) }
    takeSelection(in: context)
  }
}

extension Command.Scope {
  package static let collections = Self(rawValue: "collections")
}
