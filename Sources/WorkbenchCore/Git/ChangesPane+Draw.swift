extension ChangesPane {
  package func draw(into canvas: inout Canvas, in context: PaneContext) {
    let git = context.workspace.git
    canvas.pane(
      [Span("Changes", Style(.title, bold: context.isFocused))], trailing: git.summary(columns: canvas.size.columns),
      isFocused: context.isFocused)
    canvas.draw(in: Rect(canvas.size).inset(columns: 1, rows: 1)) { canvas in
      let entries = Self.entries(in: context)
      guard !entries.isEmpty else { return drawEmpty(git, context.workspace.keys, into: &canvas) }
      canvas.drawRows(window, of: entries.count, selected: window.selected, isFocused: context.isFocused) {
        index, surface, line in
        draw(entries[index], git.status, on: surface, into: &line)
      }
    }
  }

  private func drawEmpty(_ git: GitState, _ keys: KeyMap, into canvas: inout Canvas) {
    let asking = git.question == nil ? "" : " — \(keys.name(of: "changes.show")) shows them and asks"
    let text =
      (git.problem?.sentence).map { $0 + asking }
      ?? (git.status == nil ? "Reading…" : Self.nothing(git.status?.branch, keys))
    let lines = text.wrapped(to: max(1, canvas.size.columns - 1))
    canvas.write(lines: lines, column: 1, row: 0, style: Style(git.problem == nil ? .hint : .error))
  }

  private static func nothing(_ branch: GitBranch?, _ keys: KeyMap) -> String {
    guard let ahead = branch?.ahead, ahead > 0 else { return "Nothing has changed since the last commit" }
    return "Nothing has changed; \(Formatting.count(ahead, "commit")) to push: \(keys.name(of: "changes.push"))"
  }

  private func draw(_ entry: GitEntry, _ status: GitStatus?, on surface: Style.Surface, into canvas: inout Canvas) {
    let width = canvas.size.columns
    canvas.write(Self.letters(of: entry), column: 0, row: 0, on: surface)
    let name = entry.path.name + (entry.isFolder ? "/" : "")
    let shown = name.truncated(to: max(1, width - 3))
    let isHere = status?.address(of: entry.path) != nil
    canvas.write(shown, column: 3, row: 0, style: Style(isHere ? .text : .label, on: surface))
    let folder = entry.path.parent.path
    let room = width - 3 - shown.columns - 1
    if room > 4, !folder.isEmpty {
      canvas.write(folder.truncated(to: room), column: width - room, row: 0, style: Style(.hint, on: surface))
    }
  }

  /// The letters of the staged and the unstaged change.
  private static func letters(of entry: GitEntry) -> [Span] {
    if entry.isConflicted || entry.isUntracked { return [Span(entry.letters, GitMarks.style(of: entry.letter))] }
    return [
      Span(entry.index?.rawValue ?? " ", Style(.success)), Span(entry.workTree?.rawValue ?? " ", Style(.warning)),
    ]
  }
}
