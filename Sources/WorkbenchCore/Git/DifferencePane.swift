/// The changes of the selected file, in place of the request.
package struct DifferencePane: RowPane {
  package static let scope = Command.Scope.difference
  package static let title = "differences"
  package static let place = Focus.request
  package static let opener: String? = "git.toggle"

  package private(set) var first = 0
  private var shown: GitEntry?

  package init() {}

  package mutating func update(_ event: PaneEvent, in context: PaneContext) -> [PaneOutput] {
    switch event {
    case .changed:
      guard context.isShown else { return [] }
      let entry = context.workspace.git.comparison?.entry
      if shown?.path != entry?.path { first = 0 }
      shown = entry
      move(by: 0, in: context)
    case .scrolled(let rows): move(by: rows, in: context)
    case .escape: return [.focus(.sidebar)]
    case .appeared, .blurred, .key, .paste, .moved, .clicked, .task: break
    }
    return []
  }

  func page(in context: PaneContext) -> Int { max(1, height(in: context) - 1) }

  @discardableResult
  mutating func move(by rows: Int, in context: PaneContext) -> [PaneOutput] {
    first = min(max(0, first + rows), max(0, lines(in: context).count - height(in: context)))
    return []
  }

  /// The rows below the line that names the compared versions.
  private func height(in context: PaneContext) -> Int { max(1, context.contentRows - 1) }

  /// The lines, wrapped to the width of the pane.
  func lines(in context: PaneContext) -> [Span] {
    guard let difference = context.workspace.git.difference else { return [] }
    let columns = max(10, context.size.columns - 4)
    let lines = difference.lines.flatMap { line in
      let texts = line.text.columns <= columns ? [line.text] : line.text.wrapped(to: columns)
      return texts.map { Span($0, line.mark.role) }
    }
    return (difference.remark.map { [Span($0, .hint)] } ?? []) + lines
  }

  // MARK: Commands

  package static let commands: [PaneCommand<DifferencePane>] = [
    PaneCommand(
      "difference.compare", "Compare with revision", "Compare the file with the staged version or with any commit.",
      keywords: "git difference version history commit",
      keys: [.character("=")], footer: "compare with", opensField: true,
      alias: "changes.compare", whyUnavailable: { $1.workspace.git.comparison == nil ? "Select a file first" : nil },
      run: { _, context in [.run("changes.compare")] }),
    PaneCommand(
      "difference.next", "Next file", "Show the next changed file.",
      keywords: "down forward following", keys: [.character("]")],
      footer: "next file", whyUnavailable: { whyNoFile(beyond: \.last, in: $1) },
      run: { _, _ in [.run("changes.down")] }),
    PaneCommand(
      "difference.previous", "Previous file", "Show the previous changed file.",
      keywords: "up back preceding",
      keys: [.character("[")], whyUnavailable: { whyNoFile(beyond: \.first, in: $1) },
      run: { _, _ in [.run("changes.up")] }),
    PaneCommand(
      "difference.stage", "Stage or unstage", "Stage the file for the next commit, or unstage it.",
      keywords: "add index unstage git",
      keys: [.character(" ")], footer: "stage",
      footerNow: { $1.workspace.git.comparison?.entry.isStaged == true ? "unstage" : "stage" },
      alias: "changes.stage",
      whyUnavailable: { _, context in
        guard let entry = context.workspace.git.comparison?.entry else { return "Select a file first" }
        return entry.isConflicted ? "Resolve the conflict first: Enter in the list shows both sides" : nil
      },
      run: { _, _ in [.run("changes.stage")] }),
    PaneCommand(
      "difference.back", "Back to the list", "Focus the list of changes.",
      keywords: "return leave changes close",
      keys: [.escape, .left, .character("h")], footer: "back", whenHidden: .refuses, run: { _, _ in [.focus(.sidebar)] }
    ),
    move("difference.down", "Down", "Scroll down.", [.down, .character("j")]) { _ in 1 },
    move("difference.up", "Up", "Scroll up.", [.up, .character("k")]) { _ in -1 },
    move("difference.pageDown", "Page down", "Scroll down a page.", [.pageDown, .control("f")]) { $0 },
    move("difference.pageUp", "Page up", "Scroll up a page.", [.pageUp, .control("b")]) { -$0 },
    jump("difference.top", "Top", "Scroll to the top.", to: .top),
    jump("difference.bottom", "Bottom", "Scroll to the bottom.", to: .bottom),
  ]

  /// Why there is no file after the shown one, or before it.
  private static func whyNoFile(beyond end: KeyPath<[GitEntry], GitEntry?>, in context: PaneContext) -> String? {
    guard let entry = context.workspace.git.comparison?.entry else { return "Select a file first" }
    let isEnd = ChangesPane.entries(in: context)[keyPath: end]?.path == entry.path
    return isEnd ? "There are no more changed files" : nil
  }

  // MARK: Drawing

  package func draw(into canvas: inout Canvas, in context: PaneContext) {
    let git = context.workspace.git
    canvas.pane(
      title(git, columns: canvas.size.columns, isFocused: context.isFocused), trailing: trailing(git),
      isFocused: context.isFocused)
    let lines = lines(in: context)
    canvas.draw(in: Rect(canvas.size).inset(columns: 2, rows: 1)) { canvas in
      guard let comparison = git.comparison else { return }
      canvas.write(head(comparison, git.status?.operation), column: 0, row: 0, limit: canvas.size.columns)
      if git.difference != nil, lines.isEmpty {
        canvas.write("No differences", column: 0, row: 1, style: Style(.hint))
      }
      for row in 1..<max(1, canvas.size.rows) where first + row - 1 < lines.count {
        canvas.write([lines[first + row - 1]], column: 0, row: row)
      }
    }
  }

  /// The path, which loses its start where it is too long.
  private func title(_ git: GitState, columns: Int, isFocused: Bool) -> [Span] {
    let room = columns - 4
    let versions = trailing(git).columns
    let path = git.comparison?.entry.path.path ?? "Differences"
    let shown = path.truncatedAtFront(to: max(1, room - 1 - (versions < room / 2 ? versions + 3 : 0)))
    return [Span(shown, Style(.title, bold: isFocused))]
  }

  private func trailing(_ git: GitState) -> [Span] { git.comparison.map { [Span($0.base.title, .label)] } ?? [] }

  /// A summary of what happened to the whole file.
  private func head(_ comparison: GitComparison, _ operation: GitOperation?) -> [Span] {
    let entry = comparison.entry
    if let conflict = entry.conflict {
      let title = conflict.title(in: operation)
      return [Span("Conflict: \(title)", .error), Span("  Enter in the list resolves it", .hint)]
    }
    if let original = entry.original { return [Span("Renamed from \(original)", .label)] }
    if entry.isUntracked { return [Span(entry.isFolder ? "New folder" : "New file, untracked", .label)] }
    let change = entry.index ?? entry.workTree
    let staged = entry.index == nil ? "not staged" : entry.workTree == nil ? "staged" : "staged in part"
    switch change {
    case .added: return [Span("New file, \(staged)", .label)]
    case .deleted: return [Span("Deleted, \(staged)", .label)]
    default: return [Span("Changed, \(staged)", .label)]
    }
  }
}

extension Command.Scope {
  package static let difference = Self(rawValue: "difference")
}
