extension BodyDocument {
  /// Whether a container that can be folded begins or ends at a line.
  package func hasFold(at line: Int) -> Bool { container(at: line) != nil }

  /// The row of the container that begins or ends at a line.
  private func container(at line: Int) -> Int? {
    guard case .tree(let view) = shape, line < lineCount else { return nil }
    let row = folds.row(at: line)
    let container = view.tree.isClosing(row) ? Int(view.tree[row].parent) : row
    return view.tree.isContainer(container) ? container : nil
  }

  /// Folds or unfolds the container that begins or ends at a line.
  ///
  /// - Returns: The line that then shows the container's beginning; `nil` if the line has no container.
  @discardableResult
  package mutating func toggleFold(at line: Int) -> Int? {
    guard case .tree(let view) = shape, let container = container(at: line) else { return nil }
    folds.toggle(container, in: view.tree)
    return folds.line(of: container)
  }

  /// Folds all containers inside the outermost values.
  package mutating func foldAll() { fold(to: 1) }

  /// Folds every container at depth `level` or deeper and unfolds the rest. 0 folds the outermost.
  package mutating func fold(to level: Int) {
    guard case .tree(let view) = shape else { return }
    folds.fold(to: level, in: view.tree)
  }

  /// Takes the view and folds of another body that begins with the same bytes.
  package mutating func takeView(of beginning: BodyDocument) {
    show(beginning.view)
    guard case .tree(let view) = content.pretty, case .tree = beginning.content.pretty else { return }
    folds = beginning.folds.moved(to: view.tree)
  }

  package mutating func unfoldAll() { folds = RowFolds() }

  /// The line of the enclosing container; `nil` at the top level.
  package func parent(of line: Int) -> Int? {
    guard case .tree(let view) = shape, line < lineCount else { return nil }
    return view.tree.parent(of: folds.row(at: line)).map(folds.line(of:))
  }

  /// The other end of the container that begins or ends at a line.
  package func matchingBracket(of line: Int) -> Int? {
    guard case .tree(let view) = shape, line < lineCount else { return nil }
    let row = folds.row(at: line)
    if view.tree.isClosing(row) { return folds.line(of: Int(view.tree[row].parent)) }
    return view.tree.isContainer(row) ? folds.line(of: view.tree.end(of: row)) : nil
  }
}
