/// The list of all commands with their keys, which can be changed here.
package struct HelpScreen: OverlayScreen {
  /// The first line on the screen.
  package private(set) var first = 0
  /// The scope listed first.
  package var scope: Command.Scope
  package private(set) var filter: ListFilter?
  private var keys: KeyMap
  /// The index of the selected row.
  private var row = 1

  package init(scope: Command.Scope, keys: KeyMap = .standard) { (self.scope, self.keys) = (scope, keys) }

  package var enterHint: String? { isTyping ? "done" : selected == nil ? nil : "change key" }
  package var escapeHint: String? { filter == nil ? "close" : "show all" }
  package var hints: [(key: String, label: String)] {
    if isTyping { return [] }
    let isChanged = selected.map { keys.inSettings.contains($0.name) } ?? false
    return (isChanged ? [("Del", "default keys")] : []) + [("/", "find")]
  }

  package var isTyping: Bool { filter?.isOpen ?? false }

  private var rows: [CommandTable.Row] { CommandTable.rows(first: scope, matching: filter?.text ?? "", keys: keys) }

  package var selected: Command? { rows[ifPresent: row]?.command }

  /// Shows keys that have changed.
  mutating func show(_ keys: KeyMap) { self.keys = keys }

  package mutating func update(_ event: OverlayEvent, on screen: Size) -> OverlayOutcome {
    switch event {
    case .key(let key): return handle(key, on: screen)
    case .paste(let text) where isTyping:
      filter?.editor.insert(text)
      begin()
    case .paste: break
    case .scrolled(let rows): scroll(by: rows, on: screen)
    }
    return .stays()
  }

  /// Selects the first row.
  private mutating func begin() { (first, row) = (0, 1) }

  private mutating func handle(_ key: Key, on screen: Size) -> OverlayOutcome {
    let step = isTyping ? ListKeys.step(key, page: page(screen)) : ListKeys.stepByLetter(key, page: page(screen))
    if let step {
      move(by: step, on: screen)
      return .stays()
    }
    switch key {
    case .escape:
      guard filter != nil else { return .closed([]) }
      let selected = self.selected?.name
      filter = nil
      begin()
      guard let selected, let index = rows.firstIndex(where: { $0.command?.name == selected }) else { break }
      row = index
      showSelected(rows, lines(screen), height(screen))
    case .enter where isTyping: filter?.isOpen = false
    case _ where isTyping: if filter?.editor.handle(key) == true { begin() }
    case .enter: return .stays(changeKey())
    case .delete: return .stays(resetKeys())
    case .character("/"):
      filter = ListFilter()
      begin()
    case .character("q"), .character("?"), .function(1): return .closed([])
    default: break
    }
    return .stays()
  }

  /// Selects a row; a second click changes its keys.
  package mutating func click(_ point: Point, on screen: Size) -> Key? {
    let (rows, lines) = (rows, lines(screen))
    let list = LineList.list(in: Self.area(screen), filter: filter)
    let index = first + point.row - list.row
    guard list.contains(point), lines.indices.contains(index), rows[lines[index].row].isSelectable else { return nil }
    let isSecond = row == lines[index].row && !isTyping
    row = lines[index].row
    filter?.isOpen = false
    return isSecond ? .enter : nil
  }

  // MARK: Keys of commands

  private func changeKey() -> [PaneOutput] {
    guard let selected else { return [.information("The keys of text fields cannot be changed")] }
    guard selected.name != KeyMap.leaving else {
      return [.information("\(selected.title) keeps its key, so that one always leaves the program")]
    }
    return [.open(KeyCapture(selected, keys))]
  }

  private func resetKeys() -> [PaneOutput] {
    guard let selected else { return [.information("The keys of text fields cannot be changed")] }
    guard keys.inSettings.contains(selected.name) else {
      return [.information("The settings do not change the keys of \(selected.title)")]
    }
    return [.setting(["keys", selected.name], to: nil), .success("\(selected.title) has its default keys")]
  }

  // MARK: Moving

  /// Moves by one row, or by the lines of a page.
  private mutating func move(by step: Int, on screen: Size) {
    let (rows, lines) = (rows, lines(screen))
    let places = lines.indices.filter { lines[$0].isFirst && rows[lines[$0].row].isSelectable }
    guard let place = places.firstIndex(where: { lines[$0].row >= row }) ?? places.indices.last else { return }
    var next = place + (step < 0 ? -1 : 1)
    if abs(step) > 1 {
      let target = places[place] + step
      let far = step < 0 ? places.firstIndex { $0 >= target } : places.lastIndex { $0 <= target }
      next = step < 0 ? min(next, far ?? 0) : max(next, far ?? 0)
    }
    row = lines[places[min(max(0, next), places.count - 1)]].row
    showSelected(rows, lines, height(screen))
  }

  /// Scrolls to the selected row, with the title above it.
  private mutating func showSelected(_ rows: [CommandTable.Row], _ lines: [RowLine], _ height: Int) {
    guard let start = lines.firstIndex(where: { $0.row == row }), let end = lines.lastIndex(where: { $0.row == row })
    else { return }
    let isBelowTitle = start > 0 && !rows[lines[start - 1].row].isSelectable
    if end >= first + height { first = end - height + 1 }
    first = min(first, isBelowTitle ? start - 1 : start)
  }

  private mutating func scroll(by rows: Int, on screen: Size) {
    first = min(max(0, first + rows), max(0, lines(screen).count - height(screen)))
  }

  private func height(_ screen: Size) -> Int { LineList.height(in: Self.area(screen), filter: filter) }
  private func page(_ screen: Size) -> Int { max(1, height(screen) - 1) }

  // MARK: Drawing

  /// The place of screens of text.
  static func box(_ screen: Size) -> Rect { Rect(screen).centered(Size(columns: 92, rows: screen.rows - 2)) }

  /// Wider than screens of text, for the names of commands.
  private static func area(_ screen: Size) -> Rect { Rect(screen).centered(Size(columns: 116, rows: screen.rows - 2)) }

  private static let nameColumns = 28

  private func lines(_ screen: Size) -> [RowLine] {
    let columns = Self.area(screen).columns - 4
    let keyColumns = min(18, columns / 3)
    let room = columns - keyColumns - 1 - (columns < 100 ? 0 : Self.nameColumns)
    return rows.enumerated().flatMap { index, row -> [RowLine] in
      switch row.content {
      case .title: return [RowLine(row: index, isFirst: true, spans: [Span(row.text, Style(.title, bold: true))])]
      case .blank: return [RowLine(row: index, isFirst: true, spans: [])]
      case .command, .editing:
        return row.text.wrapped(to: max(10, room)).enumerated().map { line, text in
          let keys = Span((line == 0 ? " " + row.keys : "").padded(to: keyColumns) + " ", .key)
          let name = line == 0 && columns >= 100 ? row.command?.name : nil
          let spans = [keys, Span(text.padded(to: room))] + (name.map { [Span(" " + $0, .hint)] } ?? [])
          return RowLine(row: index, isFirst: line == 0, spans: name == nil ? [keys, Span(text)] : spans)
        }
      }
    }
  }

  package func draw(into canvas: inout Canvas) {
    let box = Self.area(canvas.size)
    let lines = lines(canvas.size)
    let list = LineList(
      title: "Keys and commands", hint: filter == nil ? "/ finds · Esc closes" : "Esc shows all", filter: filter,
      emptyText: "No matches", first: first, selected: lines.indices.filter { lines[$0].row == row })
    list.draw(lines.map(\.spans), in: box, &canvas)
    guard let selected else { return }
    let room = max(0, box.columns - 4)
    let name = [Span(" \(selected.title) · \(selected.name) ", .hint)].truncated(to: room)
    canvas.write(name, column: box.column + 2, row: box.row + box.rows - 1, limit: room)
  }
}
