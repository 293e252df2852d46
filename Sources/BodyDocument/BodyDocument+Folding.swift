extension BodyDocument {
  /// Folds or opens what begins at a line, or the container that ends there; nothing else happens on other lines.
  ///
  /// - Returns: The line that shows the container's beginning afterwards, `nil` where nothing can be folded.
  @discardableResult
  package mutating func toggleFold(at line: Int) -> Int? {
    guard case .tree(let view) = shape, line < lineCount else { return nil }
    let row = folds.row(at: line)
    let container = view.tree.isClosing(row) ? Int(view.tree[row].parent) : row
    guard view.tree.isContainer(container) else { return nil }
    folds.toggle(container, in: view.tree)
    return folds.line(of: container)
  }

  /// Folds all that stands inside of the outermost values, each fold inside of a fold included.
  package mutating func foldAll() { fold(to: 1) }

  /// Folds every container that is `level` levels deep or deeper, and opens all others; 0 folds the outermost.
  package mutating func fold(to level: Int) {
    guard case .tree(let view) = shape else { return }
    folds.fold(to: level, in: view.tree)
  }

  /// Shows this body as another one is shown that begins like it: the same view, the same folds.
  package mutating func takeView(of beginning: BodyDocument) {
    show(beginning.view)
    guard case .tree(let view) = content.pretty, case .tree = beginning.content.pretty else { return }
    folds = beginning.folds.moved(to: view.tree)
  }

  package mutating func unfoldAll() { folds = RowFolds() }

  /// The line of the container around a line; `nil` at the outermost.
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
