/// Shows a table, or updates an open one with the same title.
struct ShowTable: Message, Equatable {
  let table: TableScreen

  func deliver(to bench: inout Workbench) -> [Effect] {
    func isSame(_ other: TableScreen) -> Bool { other.title == table.title }
    guard bench.overlays.contains(where: { ($0.screen as? TableScreen).map(isSame) ?? false }) else {
      return bench.route([.open(table)])
    }
    bench.inputs.update(TableScreen.self) { shown in
      if isSame(shown) { shown.show(table) }
      return .stays()
    }
    return []
  }
}

/// A table over the panes, narrowed by typing.
package struct TableScreen: OverlayScreen {
  package struct Row: Equatable, Sendable {
    package var cells: [Span]
    /// The action of Enter; `nil` does nothing.
    package var action: PaneOutput?
    /// The footer's label of Enter; `nil` for that of the table.
    var choosing: String?
  }

  /// A further key besides Enter.
  package struct Shortcut: Equatable, Sendable {
    package var key: Key
    package var label: String
    package var action: PaneOutput
    /// Whether it is for a table without rows.
    var isForEmpty = false
  }

  package var title: String
  package var columns: [String]
  package var rows: [Row]
  /// The footer's label of Enter.
  package var choosing = "go to its file"
  package var shortcuts: [Shortcut] = []
  /// The text shown without rows.
  package var whenEmpty = "Nothing to show"
  /// Whether the rows are the variables in scope, which are updated with the files.
  package var showsVariables = false
  /// Whether it stays open below the dialog of a row, and is updated after it.
  var staysOpen = false
  package var editor = TextEditor("")
  package var window = ListWindow()

  /// The rows that contain every typed word.
  package var matches: [Row] {
    let words = editor.text.lowercased().split(separator: " ")
    return words.isEmpty
      ? rows
      : rows.filter { row in
        let text = row.cells.map(\.text).joined(separator: " ").lowercased()
        return words.allSatisfy { text.contains($0) }
      }
  }

  package mutating func point(_ pointer: FieldPointer) { editor.point(pointer) }

  package mutating func update(_ event: OverlayEvent, on screen: Size) -> OverlayOutcome {
    switch event {
    case .key(.escape): return .closed([])
    case .key(let key) where usable.contains(where: { $0.key == key }):
      return act(usable.filter { $0.key == key }.map(\.action))
    case .key(.enter): return selected?.action.map { act([$0]) } ?? .stays()
    case .key(let key):
      if let step = ListKeys.step(key, page: height(on: screen)) {
        window.move(by: step, of: matches.count, height: height(on: screen))
      } else if editor.handle(key) {
        window = ListWindow()
      }
    case .paste(let text): editor.insert(text)
    case .scrolled(let rows): window.move(by: rows, of: matches.count, height: height(on: screen))
    }
    return .stays()
  }

  private func act(_ actions: [PaneOutput]) -> OverlayOutcome { staysOpen ? .stays(actions) : .closed(actions) }

  /// Shows the rows of a table after a change, which ends the search.
  fileprivate mutating func show(_ table: TableScreen) {
    var window = editor.text.isEmpty ? self.window : ListWindow()
    window.fit(count: table.rows.count, height: table.rows.count)
    self = table
    self.window = window
  }

  /// The shortcuts that act now.
  private var usable: [Shortcut] { shortcuts.filter { !$0.isForEmpty || rows.isEmpty } }

  private var selected: Row? { matches[ifPresent: window.selected] }

  package var headline: String { title }

  package var enterHint: String? {
    usable.first { $0.key == .enter }?.label ?? (selected?.action == nil ? nil : selected?.choosing ?? choosing)
  }

  package var hints: [(key: String, label: String)] {
    usable.filter { $0.key != .enter }.map { ($0.key.description, $0.label) }
  }

  private static func box(_ screen: Size) -> Rect { Rect(screen).centered(Size(columns: 120, rows: screen.rows - 2)) }

  private func height(on screen: Size) -> Int { max(1, Self.box(screen).rows - 4) }

  /// The place of the rows, below the field and the headings.
  private static func list(_ screen: Size) -> Rect { box(screen).inset(columns: 2, rows: 1).splitTop(2).rest }

  /// Selects a row; a second click acts on it.
  package mutating func click(_ point: Point, on screen: Size) -> Key? {
    let (list, former) = (Self.list(screen), window.selected)
    guard window.select(at: point, in: list, of: matches.count, height: list.rows) else { return nil }
    return window.selected == former ? .enter : nil
  }

  package func draw(into canvas: inout Canvas) {
    let box = Self.box(canvas.size)
    let matches = matches
    canvas.dialog(box, title: title, trailing: [Span("type to filter · Esc closes", .hint)])
    let (top, rest) = box.inset(columns: 2, rows: 1).splitTop(1)
    canvas.draw(in: top) { FieldView(editor: editor).draw(into: &$0) }
    let (headings, list) = (rest.splitTop(1).top, Self.list(canvas.size))
    let widths = widths(list.columns)
    canvas.draw(in: headings) { line in
      draw(columns.map { Span($0, Style(.label, bold: true)) }, widths, on: .plain, into: &line)
    }
    if matches.isEmpty {
      let lines = (rows.isEmpty ? whenEmpty : "No matches").wrapped(to: list.columns).prefix(list.rows)
      canvas.write(lines: lines, column: list.column, row: list.row, style: Style(.hint))
    }
    canvas.draw(window, of: matches.count, in: list) { index, surface, line in
      draw(matches[index].cells, widths, on: surface, into: &line)
    }
  }

  private func draw(_ cells: [Span], _ widths: [Int], on surface: Style.Surface, into line: inout Canvas) {
    // A row with a single cell, such as the one for adding a cookie, is as wide as the table.
    let widths = cells.count == 1 ? [line.size.columns + 1] : widths
    var column = 0
    for (cell, width) in zip(cells, widths) {
      line.write([cell].truncated(to: width - 1), column: column, row: 0, on: surface)
      column += width
    }
  }

  /// Whether no row has anything in the last of several columns.
  private var isLastColumnEmpty: Bool {
    let cells = rows.filter { $0.cells.count == columns.count }.compactMap(\.cells.last)
    return columns.count > 2 && !cells.isEmpty && cells.allSatisfy(\.text.isEmpty)
  }

  /// The first column as wide as its texts, up to a third; an empty last one as wide as its name; the others share the rest.
  private func widths(_ total: Int) -> [Int] {
    let longest = rows.lazy.compactMap(\.cells.first?.text.columns).max() ?? 0
    let first = min(max(longest, columns.first?.columns ?? 0) + 2, total / 3)
    let last = isLastColumnEmpty ? [min((columns.last?.columns ?? 0) + 1, (total - first) / 2)] : []
    let others = max(1, columns.count - 1 - last.count)
    let room = total - first - last.reduce(0, +)
    return [first] + (0..<others).map { ($0 + 1) * room / others - $0 * room / others } + last
  }
}
