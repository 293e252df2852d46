extension SearchScreen {
  package func draw(into canvas: inout Canvas) {
    let size = canvas.size
    let box = Self.box(size)
    canvas.dialog(box, title: "Search and replace", trailing: [Span(summary(columns: box.columns), summaryRole)])
    canvas.draw(in: box.inset(columns: 2, rows: 1)) { canvas in
      drawFields(into: &canvas)
      let remarks = remarks.map { $0.truncated(to: canvas.size.columns) }
      canvas.write(lines: remarks, column: 0, row: headRows - remarks.count, style: Style(.warning))
      canvas.draw(in: Rect(canvas.size).splitTop(headRows).rest) { drawList(into: &$0) }
    }
  }

  static func box(_ screen: Size) -> Rect {
    Rect(column: 0, row: 1, columns: screen.columns, rows: max(0, screen.rows - 2))
  }

  /// The columns of the mark of a match that can be replaced.
  static let markColumns = 2..<5

  /// The summary of the results, in the longest form that fits the edge of the box.
  private func summary(columns: Int) -> String {
    let room = (columns - 4) / 2
    let texts = summaries
    return texts.first { $0.columns < room } ?? texts.last ?? ""
  }

  /// The summaries from the longest to the shortest.
  private var summaries: [String] {
    switch state {
    case .idle: return ["Type what to find"]
    case .searching(let files):
      return files == 0 ? ["Searching…"] : ["Searching… \(Formatting.count(files, "file"))", "Searching…"]
    case .failed: return ["Not searched"]
    case .done where result.files.isEmpty:
      return ["No match in \(Formatting.count(result.searched, "file"))", "No match"]
    case .done:
      let matches = Formatting.count(result.matchCount, "match", plural: "matches")
      let text = isReplacing ? "\(Formatting.number(chosenCount)) of \(matches)" : matches
      let numbers = "\(Formatting.number(chosenCount)) of \(Formatting.number(result.matchCount))"
      return ["\(text) in \(Formatting.count(result.files.count, "file"))", text, isReplacing ? numbers : matches]
    }
  }

  private var summaryRole: Style.Role { if case .failed = state { .error } else { .hint } }

  // MARK: Fields

  private func drawFields(into canvas: inout Canvas) {
    let sign = isRegularExpression ? "Regex   " : "Find    "
    let fields = [(sign, pattern, part == .pattern), ("Replace ", replacement, part == .replacement)]
    for (row, field) in fields.enumerated() {
      canvas.draw(in: Rect(column: 0, row: row, columns: canvas.size.columns, rows: 1)) {
        let status = row == 1 && !isReplacing ? [Span("Tab replaces", .hint)] : []
        FilterField.draw(field.0, field.1, isOpen: field.2, status: status, into: &$0)
      }
    }
    canvas.write(options.truncated(to: canvas.size.columns), column: 0, row: 2)
  }

  private var options: [Span] {
    let cases = matchesCase.map { $0 ? "match case" : "any case" } ?? "smart case"
    let words = matchesWords ? "whole words" : "parts of words"
    let places = place?.title ?? "all places"
    let texts = [isRegularExpression ? "regex" : "text", cases, words, "in " + scope.title, places]
    return Array(texts.map { [Span($0, .label)] }.joined(separator: [Span(" · ", .hint)]))
  }

  // MARK: Matches

  private func drawList(into canvas: inout Canvas) {
    if case .failed(let sentence) = state {
      canvas.write(lines: sentence.wrapped(to: canvas.size.columns), column: 0, row: 0, style: Style(.error))
    }
    let selected: Style.Surface = part == .list ? .selected : .selectedUnfocused
    canvas.draw(window, of: rows.count, in: Rect(canvas.size), selected: selected) { index, surface, line in
      line.write(spans(of: rows[index], columns: line.size.columns), column: 0, row: 0, on: surface)
    }
  }

  private func spans(of row: Row, columns: Int) -> [Span] {
    switch row {
    case .note(let text): return [Span(text.truncated(to: columns), .warning)]
    case .file(let index):
      let file = result.files[index]
      var facts = [Span("  \(Formatting.number(file.matches.count))", .hint)]
      if file.isUnsaved { facts.append(Span("  ● unsaved", .warning)) }
      if isReplacing, let reason = file.whyReadOnly { facts.append(Span("  unchanged: \(reason)", .warning)) }
      let path = file.address.path.truncatedAtFront(to: max(8, columns - min(facts.columns, columns / 2)))
      return ([Span(path, Style(.label, bold: true))] + facts).truncated(to: columns)
    case .match(let file, let number):
      return spans(of: result.files[file].matches[number], isChosen: isChosen(file, number), columns: columns)
    }
  }

  private func spans(of match: FoundText, isChosen: Bool?, columns: Int) -> [Span] {
    let mark = isReplacing ? (isChosen.map { $0 ? "[x] " : "[ ] " } ?? "[-] ") : ""
    let labelColumns = columns < 60 ? 10 : min(28, columns / 4)
    let head = [Span("  "), Span(mark, .key), Span(match.label.padded(to: labelColumns) + "  ", .hint)]
    let room = max(0, columns - head.columns)
    guard isReplacing, let replaced = match.replaced else {
      return head + Self.excerpt(match.line, match.range, Style(.match, bold: true), room)
    }
    let half = max(0, (room - 3) / 2)
    return head + Self.excerpt(match.line, match.range, Style(.match, bold: true), half) + [Span(" → ", .hint)]
      + Self.excerpt(replaced, match.newRange, Style(.success, bold: true, underlined: true), half)
  }

  /// The part of a line around a range of its bytes.
  private static func excerpt(_ line: String, _ range: Range<Int>, _ style: Style, _ columns: Int) -> [Span] {
    let bytes = Array(line.utf8)
    let text = { (range: Range<Int>) in String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self) }
    let before = text(0..<range.lowerBound)
    let match = text(range)
    // Always show the match itself.
    let room = max(columns / 3, columns - match.columns - text(range.upperBound..<bytes.count).columns)
    let spans = [
      Span(before.truncatedAtFront(to: max(0, room))), Span(match, style), Span(text(range.upperBound..<bytes.count)),
    ]
    return spans.truncated(to: columns)
  }
}
