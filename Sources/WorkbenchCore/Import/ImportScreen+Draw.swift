extension ImportScreen {
  private static func box(_ screen: Size) -> Rect {
    Rect(screen).centered(Size(columns: min(110, screen.columns), rows: screen.rows - 2))
  }

  func columns(_ screen: Size) -> Int { Self.box(screen).columns - 4 }

  /// The rows of the list, below the head and the tabs.
  func height(_ screen: Size) -> Int { max(1, Self.box(screen).rows - 2 - head(columns(screen)).count - 1) }

  package func draw(into canvas: inout Canvas) {
    let box = Self.box(canvas.size)
    canvas.dialog(box, title: "Import", trailing: [Span("Esc cancels", .hint)])
    canvas.draw(in: box.inset(columns: 2, rows: 1)) { canvas in
      let head = head(canvas.size.columns)
      for (row, line) in head.enumerated() {
        canvas.write(line.truncated(to: canvas.size.columns), column: 0, row: row)
      }
      guard preview != nil else { return }
      let (tabs, list) = Rect(canvas.size).splitTop(head.count).rest.splitTop(1)
      canvas.draw(in: tabs) { drawTabs(into: &$0) }
      canvas.draw(in: list) { drawList(into: &$0) }
    }
  }

  private func drawTabs(into canvas: inout Canvas) {
    let titles = tabs.map { ($0.rawValue, String(count(of: $0))) }
    TabBar.draw(titles, selected: tabs.firstIndex(of: tab) ?? 0, into: &canvas)
  }

  private func drawList(into canvas: inout Canvas) {
    let lines = lines(columns: canvas.size.columns, first..<(first + canvas.size.rows))
    for (row, line) in lines.enumerated() {
      canvas.write(line.truncated(to: canvas.size.columns), column: 0, row: row)
    }
  }

  private func count(of tab: Tab) -> Int {
    switch tab {
    case .removed: preview?.removed.count ?? 0
    case .contents: preview?.rows.count ?? 0
    case .notes: preview?.notes.count ?? 0
    case .existing: preview?.existing.count ?? 0
    }
  }

  // MARK: The head

  private func head(_ columns: Int) -> [[Span]] {
    guard let preview else {
      if case .working(let text) = stage { return [[Span(text, .hint)]] }
      return []
    }
    let secrets =
      preview.secretCount == 0
      ? [] : [Span(", \(Formatting.count(preview.secretCount, "value")) for your secrets", .secretVariable)]
    var lines = [
      [Span(preview.format, Style(.text, bold: true)), Span(" · \(job.title)", .hint)],
      [Span(preview.counts)] + secrets, [Span("Into ", .label)] + target(preview),
    ]
    if asksForChoice { lines.append(choices(isShort: columns < 60)) }
    if case .working(let text) = stage { lines[lines.count - 1] = [Span(text, .hint)] }
    return lines
  }

  private func target(_ preview: ImportPreview) -> [Span] {
    let folder = preview.target.path.isEmpty ? "" : preview.target.path + "/"
    let more = preview.places.count > 2 ? ["and \(preview.places.count - 2) more"] : []
    let names = preview.places.prefix(2).map { folder + $0 } + more
    var spans = [Span(names.isEmpty ? folder : names.joined(separator: ", "))]
    if preview.isUpdate {
      let count = Formatting.count(preview.existing.count, "file")
      spans.append(Span(" · updated: \(count) changed", .success))
    }
    if !preview.removed.isEmpty { spans.append(Span(", \(preview.removed.count) to the trash", .warning)) }
    return spans
  }

  private func choices(isShort: Bool) -> [Span] {
    let label =
      isShort
      ? "Exist: "
      : preview?.isUpdate == true
        ? "Or instead: " : preview?.existing.isEmpty == false ? "These exist: " : "Existing files: "
    return [Span(label, .warning)]
      + ImportConflict.allCases.flatMap { choice in
        let isChosen = job.conflict == choice
        return [
          Span(Self.key(of: choice).description + " ", Style(.key, bold: true)),
          Span(
            isShort ? choice.rawValue : choice.explanation,
            Style(isChosen ? .title : .text, bold: isChosen, underlined: isChosen)), Span("  "),
        ]
      }
  }

  // MARK: The list

  func lineCount(columns: Int) -> Int {
    tab == .notes ? noteLines(columns).count : count(of: tab)
  }

  private func lines(columns: Int, _ range: Range<Int>) -> [[Span]] {
    guard let preview else { return [] }
    switch tab {
    case .removed: return preview.removed[range.clamped(to: 0..<preview.removed.count)].map { [Span($0)] }
    case .contents: return preview.rows[range.clamped(to: 0..<preview.rows.count)].map(Self.line)
    case .notes:
      let lines = noteLines(columns)
      return Array(lines[range.clamped(to: 0..<lines.count)])
    case .existing:
      return preview.existing[range.clamped(to: 0..<preview.existing.count)].map { [Span($0)] }
    }
  }

  private static func line(_ row: ImportPreview.Row) -> [Span] {
    let indent = Span(String(repeating: "  ", count: min(row.depth, 20)))
    switch row.kind {
    case .collection: return [indent, Span("▾ ", .label), Span(row.title, Style(.title, bold: true))]
    case .folder: return [indent, Span("▾ ", .label), Span(row.title, Style(.label, bold: true))]
    case .request(let method):
      return [indent, Span(method.shortMethod.padded(to: 5), Style(.method(method))), Span(row.title)]
    case .environment: return [indent, Span("env  ", .variable), Span(row.title)]
    case .variables: return [indent, Span("vars ", .variable), Span(row.title)]
    }
  }

  private func noteLines(_ columns: Int) -> [[Span]] {
    preview.map { NoteList.lines($0.notes, columns: columns) } ?? []
  }
}

/// The notes of an import or export as lines: each text once, with the items it concerns below it.
enum NoteList {
  /// The maximum number of items listed below a text.
  private static let limit = 100

  static func lines(_ notes: [InterchangeNote], columns: Int) -> [[Span]] {
    groups(notes).flatMap { group, paths -> [[Span]] in
      let (label, role) = word(group.kind)
      let texts = group.text.wrapped(to: max(10, columns - label.columns - 2))
      let head = texts.enumerated().map { index, text in
        [Span(index == 0 ? label : String(repeating: " ", count: label.columns), role), Span("  " + text)]
      }
      let items = paths.prefix(limit).map { path in
        [Span(String(repeating: " ", count: label.columns) + "  "), Span(path, .hint)]
      }
      let rest = paths.count - limit
      return head + items + (rest > 0 ? [[Span("  and \(rest) more items", .hint)]] : [])
    }
  }

  private struct Group: Hashable {
    var kind: InterchangeNote.Kind
    var text: String
  }

  /// The notes grouped by text: failures first, then omissions, then changes.
  private static func groups(_ notes: [InterchangeNote]) -> [(group: Group, paths: [String])] {
    var groups: [Group] = []
    var paths: [Group: [String]] = [:]
    for note in notes {
      let group = Group(kind: note.kind, text: note.text)
      if paths[group] == nil { groups.append(group) }
      paths[group, default: []] += note.path.isEmpty ? [] : [note.path.joined(separator: " / ")]
    }
    let ordered = InterchangeNote.Kind.allCases.flatMap { kind in groups.filter { $0.kind == kind } }
    return ordered.map { ($0, paths[$0] ?? []) }
  }

  private static func word(_ kind: InterchangeNote.Kind) -> (String, Style.Role) {
    switch kind {
    case .failed: ("failed ", .error)
    case .dropped: ("dropped", .warning)
    case .changed: ("changed", .note)
    }
  }
}
