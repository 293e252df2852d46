extension GitState {
  /// The branch, its distance from the upstream, and an operation in progress, for the border of a pane.
  func summary(columns: Int) -> [Span] {
    // A longer one would be left out.
    let room = (columns - 4) / 2 - 1
    if question != nil { return [Span("no git", .warning)].truncated(to: room) }
    guard let status else { return [] }
    guard let operation = status.operation else {
      return [Span(status.branch.title, .label)].truncated(to: room)
    }
    return [Span(operation.title + " ", .warning), Span(status.branch.title, .label)].truncated(to: room)
  }
}

extension GitMarks {
  /// The mark of a row of the tree: a letter for a file, a dot for a folder with changes.
  func spans(of node: CollectionNode) -> [Span] {
    if node.isFolder {
      if isIgnored(node.address) { return [Span(" " + Self.ignored, .hint)] }
      return hasChanges(in: node.address) ? [Span(" •", .note)] : []
    }
    return letter(of: node.address).map { [Span(" " + $0, GitMarks.style(of: $0))] } ?? []
  }

  static func style(of letter: String) -> Style {
    switch letter {
    case "U": Style(.error, bold: true)
    case "D": Style(.error)
    case "A", "?", "C": Style(.success)
    case "R": Style(.redirect)
    case ignored: Style(.hint)
    default: Style(.warning)
    }
  }
}
