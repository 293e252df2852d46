/// A list to choose from, filtered by typing.
package struct Picker: OverlayScreen {
  package struct Item: Equatable, Sendable {
    package var title: String
    package var detail = ""
    /// Why the item cannot be chosen; shown in place of `detail`.
    package var whyUnavailable: String?
    package var action: PaneOutput
    /// The dialog that Enter opens while the item is unavailable, to make it available.
    var offer: PaneOutput?
    /// The word that may be followed by an argument, such as `import` in `import shop.json`.
    package var word: String?
    /// A sentence below the list while it is selected.
    package var help = ""
    /// Shows what choosing it would do, while it is selected.
    package var preview: PaneOutput?
    /// Other words that find it, in lower case. An item that has some is found by misspelled words, too.
    package var keywords = ""
    /// The footer's label of Enter; `nil` for the list's own label.
    var choosing: String?

    /// The row that runs its command with the argument in `text`; `nil` if the text does not begin with its word.
    func calling(_ text: String) -> Item? {
      guard let word, case .choose(let name) = action, let argument = text.removingExactly(prefix: word + " "),
        !argument.allSatisfy(\.isWhitespace)
      else { return nil }
      var item = self
      item.title += ": " + argument
      item.detail = ""
      item.action = .runWith(name, argument: argument)
      return item
    }
  }

  package var title: String
  /// What else can be typed, shown where the title leaves room.
  var hint: String?
  package var items: [Item]
  package var editor = TextEditor("")
  package var window = ListWindow()
  /// Whether the typed text itself can be chosen, such as a custom method.
  package var allowsOther: Bool
  /// The footer's label of Enter.
  package var choosing = "choose"
  /// Whether it stays open below the screen that a choice opens, for another choice.
  package var staysOpen: Bool
  /// Reverts the previews of its items when nothing is chosen.
  package var whenLeft: [PaneOutput] = []
  /// The outputs when Ctrl+C closes it; `nil` uses `whenLeft`.
  package var whenCancelled: [PaneOutput]?
  /// The row of a typed folder that is not there yet.
  var newFolder: NewFolderRow?
  /// Whether it continues with the text typed in the previous dialog.
  package var keepsTyped = false

  package init(
    title: String, items: [Item], selected: Int = 0, allowsOther: Bool = false, staysOpen: Bool = false
  ) {
    self.title = title
    self.items = items
    self.allowsOther = allowsOther
    self.staysOpen = staysOpen
    window.select(selected, of: items.count, height: items.count)
  }

  /// The items that contain every typed word or its letters, the best first and those that cannot be chosen last.
  ///
  /// In `import shop.json` the second word is an argument, which is a row of its own. Commands that the text names, as
  /// `import collection` does, come before it, and others after it.
  package var matches: [Item] {
    guard let call = items.compactMap({ $0.calling(editor.text) }).first else {
      return found.map(\.item) + [newFolder?.item(editor.text)].compactMap(\.self)
    }
    let search = FuzzyMatch(editor.text)
    let exact = found.filter { FuzzyMatch.isExact($0.rank) }.map(\.item)
    let isNamed = { (item: Item) -> Bool in search.names("\(item.title) \(item.word ?? "")", keywords: item.keywords) }
    return exact.filter(isNamed) + [call] + exact.filter { !isNamed($0) }
  }

  private typealias Match = (rank: Int, index: Int, item: Item)

  /// The items that contain what is typed, the best first.
  private var found: [Match] {
    let search = FuzzyMatch(editor.text)
    guard !search.isEmpty else { return items.enumerated().map { (rank: 0, index: $0.offset, item: $0.element) } }
    func matches(misspelled: Bool) -> [Match] {
      items.enumerated().compactMap { index, item in
        let finds = misspelled && !item.keywords.isEmpty
        return search.rank(in: item.title, item.detail, keywords: item.keywords, misspelled: finds)
          .map { (rank: $0, index: index, item: item) }
      }.filter { !allowsOther || FuzzyMatch.isExact($0.rank) }
    }
    let spelled = matches(misspelled: false)
    let isFound = spelled.contains { FuzzyMatch.isExact($0.rank) }
    let found = isFound ? spelled : matches(misspelled: true)
    return found.sorted { a, b in
      // Enter must not run another command because the one that was typed cannot run now.
      let (isLast, otherIsLast) = (a.item.whyUnavailable == nil ? 0 : 1, b.item.whyUnavailable == nil ? 0 : 1)
      return (a.rank, isLast, a.index) < (b.rank, otherIsLast, b.index)
    }
  }

  package var selected: Item? { matches[ifPresent: window.selected] }

  /// Replaces the items. The selected one stays selected.
  mutating func show(_ items: [Item]) {
    let title = selected?.title
    self.items = items
    let matches = matches
    guard selected?.title != title, let index = matches.firstIndex(where: { $0.title == title }) else { return }
    window.select(index, of: matches.count, height: matches.count)
  }

  package var endOutputs: [PaneOutput] { whenLeft }
  package var cancelOutputs: [PaneOutput] { whenCancelled ?? whenLeft }
  package var holdsText: Bool { keepsTyped }
  package var isTyping: Bool { true }

  package var escapeHint: String? { keepsTyped ? "back" : "close" }
  package var headline: String { title }

  package var enterHint: String? {
    guard let selected else { return allowsOther && !editor.text.isEmpty ? "use \(editor.text)" : nil }
    return selected.whyUnavailable == nil ? selected.choosing ?? choosing : "explain"
  }

  package mutating func point(_ pointer: FieldPointer) { editor.point(pointer) }

  package mutating func update(_ event: OverlayEvent, on screen: Size) -> OverlayOutcome {
    let old = selected?.preview
    let outcome = handle(event, on: screen)
    guard case .stays(let outputs) = outcome, let preview = selected?.preview, preview != old else { return outcome }
    return .stays(outputs + [preview])
  }

  private mutating func handle(_ event: OverlayEvent, on screen: Size) -> OverlayOutcome {
    switch event {
    case .key(.escape): return .closed(whenLeft)
    case .key(.enter): return choose()
    // A function key that a row names chooses the row.
    case .key(let key) where item(named: key) != nil:
      return .closed(item(named: key).map { [$0.action] } ?? [], appliesToSubject: true)
    case .key(let key):
      if let step = key == .tab ? 1 : ListKeys.step(key, page: height(on: screen)) {
        move(by: step, on: screen)
      } else if editor.handle(key) {
        window = ListWindow()
      }
    case .paste(let text): editor.insert(text)
    case .scrolled(let rows): move(by: rows, on: screen)
    }
    return .stays()
  }

  /// Other keys than F1, F2, … edit the text.
  private func item(named key: Key) -> Item? {
    guard case .function = key else { return nil }
    return items.first { $0.detail == key.description && $0.whyUnavailable == nil }
  }

  private func choose() -> OverlayOutcome {
    guard let item = selected else {
      guard allowsOther, !editor.text.isEmpty else { return .stays() }
      return .closed([.request(.method(editor.text.uppercased()))], appliesToSubject: true)
    }
    if let reason = item.whyUnavailable {
      return item.offer.map { OverlayOutcome.closed([$0]) } ?? .stays([.information(reason)])
    }
    if case .runWith = item.action { return .closed([item.action]) }
    return staysOpen ? .stays([item.action]) : .closed([item.action], appliesToSubject: true)
  }

  mutating func move(by rows: Int, on screen: Size) {
    window.move(by: rows, of: matches.count, height: height(on: screen))
  }

  private func height(on screen: Size) -> Int {
    min(items.count, max(1, screen.rows - 5 - helpRows(on: screen)))
  }

  /// The rows reserved for the longest help, so that the list does not move with the selection.
  private func helpRows(on screen: Size) -> Int {
    let columns = max(1, self.columns(on: screen) - 4)
    let longest = items.map { $0.help.isEmpty ? 0 : $0.help.wrapped(to: columns).count }.max() ?? 0
    return min(longest, max(1, screen.rows / 2 - 2))
  }

  private func columns(on screen: Size) -> Int {
    let longest = items.reduce(0) { longest, item in
      let detail = (item.whyUnavailable ?? item.detail).columns
      // Reserve half of the line for the detail.
      return max(longest, item.title.columns + 2 + detail, 2 * detail)
    }
    return DialogWidth.columns(for: longest, least: 76, on: screen)
  }

  /// The number of listed rows, one of which may say that there are none.
  private func listRows(on screen: Size) -> Int { max(1, min(height(on: screen), matches.count)) }

  private func places(on screen: Size) -> ListBox {
    ListBox(on: screen, columns: columns(on: screen), rows: listRows(on: screen) + helpRows(on: screen))
  }

  package mutating func click(_ point: Point, on screen: Size) -> Key? {
    let (places, height) = (places(on: screen), listRows(on: screen))
    return window.select(at: point, in: places.list, of: matches.count, height: height) ? .enter : nil
  }

  package func draw(into canvas: inout Canvas) {
    let matches = matches
    let (height, helpRows) = (listRows(on: canvas.size), helpRows(on: canvas.size))
    let places = places(on: canvas.size)
    canvas.dialog(places.box, title: title, trailing: hint.map { [Span($0, .hint)] } ?? [])
    let list = places.list
    canvas.draw(in: places.field) { FieldView(editor: editor).draw(into: &$0) }
    if matches.isEmpty {
      let none = newFolder != nil ? "Type a new folder" : items.isEmpty ? "Nothing to choose" : "No matches"
      let text = allowsOther && !editor.text.isEmpty ? "Enter uses \"\(editor.text)\"" : none
      canvas.write(text, column: list.column, row: list.row, style: Style(.hint), limit: list.columns)
    }
    let part = Rect(column: list.column, row: list.row, columns: list.columns, rows: height)
    canvas.draw(window, of: matches.count, in: part) { index, surface, line in
      draw(matches[index], on: surface, into: &line)
    }
    guard let last = matches.indices.last else { return }
    let help = matches[min(window.selected, last)].help.wrapped(to: list.columns).prefix(helpRows)
    canvas.write(lines: help, column: list.column, row: list.row + height, style: Style(.hint), limit: list.columns)
  }

  private func draw(_ item: Item, on surface: Style.Surface, into line: inout Canvas) {
    let detail = item.whyUnavailable ?? item.detail
    // Beside a short title, the detail has more than half of the row.
    let detailRoom = max(line.size.columns / 2, line.size.columns - item.title.columns - 2)
    let room = max(0, line.size.columns - min(detail.columns, detailRoom) - 2)
    let role: Style.Role = item.whyUnavailable == nil ? .text : .hint
    line.write(item.title.truncated(to: room), column: 0, row: 0, style: Style(role, on: surface))
    line.writeTrailing(
      [Span(detail.truncated(to: detailRoom), .hint)], endingAt: line.size.columns, row: 0, on: surface)
  }
}
