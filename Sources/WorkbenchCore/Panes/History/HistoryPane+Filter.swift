/// The filter line of the history pane: mistakes and completion.
extension HistoryPane {
  var mistake: HistoryQuery.Mistake? {
    do {
      _ = try HistoryQuery(query)
      return nil
    } catch {
      return error
    }
  }

  private static let mostLines = 3

  /// The hints below the filter line: the mistake, or what Tab completes.
  func filterHints(columns: Int) -> [Span] {
    guard let filter else { return [] }
    if filter.isOpen, let first = completions.first {
      let others = completions.dropFirst().prefix(8).map(\.text).joined(separator: " ")
      let help = completions.count == 1 && !first.help.isEmpty ? first.help : others
      return [Span("Tab " + first.text + "  " + help, .hint)]
    }
    guard let mistake else { return [] }
    if let pointed = pointed(mistake, columns) { return [pointed] }
    return mistake.sentence.wrapped(to: max(1, columns)).prefix(Self.mostLines).map { Span($0, .error) }
  }

  /// A mistake in one line below its place, if there is room.
  private func pointed(_ mistake: HistoryQuery.Mistake, _ columns: Int) -> Span? {
    let before = String(query.prefix(mistake.position)).columns + 1
    let line = String(repeating: " ", count: before) + "▲ " + mistake.sentence
    return line.columns <= columns ? Span(line, .error) : nil
  }

  /// The rows of the filter line and what is below it.
  func filterRows(columns: Int) -> Int { filter == nil ? 0 : 1 + filterHints(columns: columns).count }

  /// Suggestions for the word at the cursor.
  private var completions: [HistoryQuery.Completion] {
    guard let editor = filter?.editor else { return [] }
    return HistoryQuery.completions(for: editor.text, at: editor.column, knowing: facts.known)
  }

  /// Replaces the word at the cursor by the first suggestion.
  mutating func complete() -> [PaneOutput] {
    guard let first = completions.first, var editor = filter?.editor else { return [] }
    editor.place(0, first.range.upperBound)
    for _ in first.range { editor.deleteBackward() }
    editor.insert(first.text)
    filter?.editor = editor
    return lists
  }
}
