import Foundation

// Values, keys and structure of lines.
extension BodyDocument {
  /// The value of a line, for copying: a JSON string without quotes and escapes, the text of an element, the decoded
  /// value of a form's field, anything else as in the body.
  ///
  /// A container's value includes all of its children. `nil` if the line has no value, such as a closing bracket.
  package func value(at line: Int) -> String? {
    guard line < lineCount else { return nil }
    return source.withUnsafeBytes { source in
      switch shape {
      case .flat(let view): return view.value(of: line, in: source)
      case .tree(let view):
        let row = folds.row(at: line)
        return view.tree.isClosing(row) ? nil : view.value(of: row, in: source)
      }
    }
  }

  /// The line with the value that a line shows: the line itself, or the first line of the container that it closes.
  /// `nil` if it is part of a text.
  package func lineOfValue(at line: Int) -> Int? {
    guard line < lineCount else { return nil }
    guard case .tree(let view) = shape else { return hasValues ? line : nil }
    return view.tree.isClosing(folds.row(at: line)) ? matchingBracket(of: line) : line
  }

  private var hasValues: Bool { if case .flat(let view) = shape { view.hasValues } else { true } }

  /// The decoded key of a line; `nil` if it has none.
  package func key(at line: Int) -> String? {
    guard case .tree(let view) = shape, line < lineCount else { return nil }
    return source.withUnsafeBytes { view.key(of: folds.row(at: line), in: $0) }
  }

  /// The line that shows the byte at `offset`, or the folded container around it.
  package func line(showing offset: Int) -> Int {
    switch shape {
    case .flat(let view): source.withUnsafeBytes { view.line(at: offset, in: $0) }
    case .tree(let view): folds.line(of: view.tree.row(at: offset))
    }
  }

  /// The next or previous value in the same container; `nil` at either end.
  package func sibling(of line: Int, forward: Bool) -> Int? {
    guard case .tree(let view) = shape, line < lineCount else { return nil }
    let row = folds.row(at: line)
    let start = view.tree.isClosing(row) ? Int(view.tree[row].parent) : row
    let sibling = forward ? view.tree.nextSibling(of: start) : view.tree.previousSibling(of: start)
    return sibling.map(folds.line(of:))
  }
}
