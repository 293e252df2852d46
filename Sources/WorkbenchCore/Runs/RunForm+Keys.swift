extension RunForm {
  package var takesSend: Bool { true }

  package var enterHint: String? { search != nil ? "done" : part == .requests ? "run" : "next" }

  package var escapeHint: String? { search != nil ? "done" : part == .requests ? "close" : "back to list" }

  package var hints: [(key: String, label: String)] {
    if search != nil { return [] }
    switch part {
    case .requests:
      let marks = rows.isEmpty ? [] : [("Space", "on/off"), ("a", "all")]
      let down = window.selected + 1 < rows.count ? [("Alt+↓", "move down")] : []
      let up = window.selected > 0 ? [("Alt+↑", "move up")] : []
      return marks + down + up + [("Tab", "settings"), ("/", "find"), ("?", "help")]
    case .environment where collection == nil || environments.isEmpty && goneEnvironment == nil:
      return [("F5", "run"), ("Tab", "next")]
    case .kind, .environment, .stopping: return [("F5", "run"), ("← →", "change"), ("Tab", "next")]
    case .data: return [("F5", "run"), ("Ctrl+Space", "complete"), ("Tab", "next")]
    case .iterations, .amount, .length, .delay: return [("F5", "run"), ("Tab", "next")]
    }
  }

  package mutating func update(_ event: OverlayEvent, on screen: Size) -> OverlayOutcome {
    switch event {
    case .key(let key) where search != nil: handleInSearch(key, on: screen)
    case .key(.escape) where part != .requests: part = .requests
    case .key(.escape): return .closed([])
    case .key(.function(5)): return start()
    case .key(.tab): focus(by: 1)
    case .key(.backTab): focus(by: -1)
    case .key(let key): return part == .requests ? handleInList(key, on: screen) : handleInField(key, on: screen)
    case .paste(let text) where search != nil:
      search?.insert(text.firstLine)
      find(from: window.selected, on: screen)
    // Only the first line, as two numbers on two lines are not one number.
    case .paste(let text): return .stays(edit { $0.insert(text.firstLine) })
    case .scrolled(let step): scroll(by: step, on: screen)
    }
    return .stays()
  }

  private mutating func start() -> OverlayOutcome {
    guard let problem else { return .closed([.tell(RunRequest.start(job))]) }
    part = problem.part
    names = []
    return .stays([.information(problem.sentence)])
  }

  // MARK: The mouse

  /// The position of the first setting.
  private static let origin = Point(column: 2, row: 2)
  /// The columns of a check box.
  private static let boxColumns = 4

  package mutating func click(_ point: Point, on screen: Size) -> Key? {
    let (row, column) = (point.row - Self.origin.row, point.column - Self.origin.column)
    guard row >= 0, column >= 0, screen.rows - point.row > 2 else { return nil }
    if row < parts.count - 1 {
      let isOpen = part == parts[row]
      part = parts[row]
      names = []
      // A second click changes a choice.
      if isOpen, part.isChoice { _ = handleInField(.right, on: screen) }
      return nil
    }
    let line = row - headRows(on: screen)
    guard line >= 0, line < listHeight(on: screen), part != .data || dataState == .none else { return nil }
    part = .requests
    let index = window.first + line
    guard rows.indices.contains(index) else { return nil }
    window.select(index, of: rows.count, height: listHeight(on: screen))
    if column < Self.boxColumns { rows[index].isTicked.toggle() }
    return nil
  }

  // MARK: Finding a request

  private mutating func handleInSearch(_ key: Key, on screen: Size) {
    switch key {
    case .escape, .enter, .function(5): search = nil
    case .down: find(from: window.selected + 1, on: screen)
    case .up: find(from: window.selected - 1, backwards: true, on: screen)
    default:
      _ = search?.handle(key)
      find(from: window.selected, on: screen)
    }
  }

  /// Selects the next request with the typed text in its title or path.
  private mutating func find(from start: Int, backwards: Bool = false, on screen: Size) {
    guard let text = search?.text.lowercased(), !text.isEmpty, !rows.isEmpty else { return }
    let order = rows.indices.map { offset in
      ((start + (backwards ? -offset : offset)) % rows.count + rows.count) % rows.count
    }
    let found = order.first {
      rows[$0].title.lowercased().contains(text) || rows[$0].address.path.lowercased().contains(text)
    }
    if let found { window.select(found, of: rows.count, height: listHeight(on: screen)) }
  }

  private mutating func focus(by step: Int) {
    part = parts.cycled(from: part, by: step)
    names = []
  }

  // MARK: Settings

  private mutating func handleInField(_ key: Key, on screen: Size) -> OverlayOutcome {
    switch (part.isChoice ? key.asArrow : key, part) {
    case (.down, _), (.enter, _): focus(by: 1)
    case (.up, .kind): break
    case (.up, _): focus(by: -1)
    case (.pageDown, .data): scroll(by: previewHeight(on: screen), on: screen)
    case (.pageUp, .data): scroll(by: -previewHeight(on: screen), on: screen)
    case (.control(" "), .data), (.control("n"), .data): return .stays([.effect(.imports(.complete(data.text)))])
    case (.left, .kind): changeKind(by: -1)
    case (.right, .kind), (.character(" "), .kind): changeKind(by: 1)
    case (.left, .environment): changeEnvironment(by: -1)
    case (.right, .environment), (.character(" "), .environment): changeEnvironment(by: 1)
    case (.left, .stopping), (.right, .stopping), (.character(" "), .stopping): stopsAtFailure.toggle()
    default: return .stays(edit { _ = $0.handle(key) })
    }
    return .stays()
  }

  /// Changes the kind of run. An amount is a rate or a number of users, so it has to be typed again.
  private mutating func changeKind(by step: Int) {
    kind = Kind.allCases.cycled(from: kind, by: step)
    amount = TextEditor("")
  }

  /// Cycles through the environments; the last choice is no environment.
  private mutating func changeEnvironment(by step: Int) {
    guard collection != nil else { return }
    // One that is gone comes before all others, and is no choice.
    let gone: [String?] = goneEnvironment.map { [$0] } ?? []
    let choices: [String?] = gone + environments + [nil]
    environment = choices.cycled(from: environment, by: step)
  }

  /// The text field of a part.
  static func field(of part: Part) -> WritableKeyPath<RunForm, TextEditor>? {
    switch part {
    case .iterations: \RunForm.iterations
    case .amount: \RunForm.amount
    case .length: \RunForm.length
    case .delay: \RunForm.delay
    case .data: \RunForm.data
    case .kind, .environment, .stopping, .requests: nil
    }
  }

  private mutating func edit(_ change: (inout TextEditor) -> Void) -> [PaneOutput] {
    guard let field = Self.field(of: part) else { return [] }
    let before = dataPath
    change(&self[keyPath: field])
    if part == .data { names = [] }
    return dataPath == before ? [] : readData()
  }

  /// Passes a mouse action to the open text field.
  package mutating func point(_ pointer: FieldPointer) {
    if let field = Self.field(of: part) { self[keyPath: field].point(pointer) }
  }

  // MARK: Requests

  private mutating func handleInList(_ key: Key, on screen: Size) -> OverlayOutcome {
    let height = listHeight(on: screen)
    switch key {
    case .enter: return start()
    case .character(" "):
      guard rows.indices.contains(window.selected) else { break }
      rows[window.selected].isTicked.toggle()
      window.move(by: 1, of: rows.count, height: height)
    case .character("a"): tickAll()
    case .character("/"): search = TextEditor("")
    case .character("?"), .function(1): return .stays([.open(Self.help)])
    case .character("q"): return .closed([])
    case .character("J"), .alt("j"), .altDown: move(by: 1, height: height)
    case .character("K"), .alt("k"), .altUp: move(by: -1, height: height)
    case .up where window.selected == 0, .character("k") where window.selected == 0: focus(by: -1)
    default:
      if let step = ListKeys.stepByLetter(key, page: height) {
        window.move(by: step, of: rows.count, height: height)
      } else if case .character = key {
        return .stays([.information("No command here: ? shows the keys")])
      }
    }
    return .stays()
  }

  private static let help = TextScreen(
    title: "Keys of a run",
    lines: [
      "Enter runs from the list of requests, F5 from anywhere.",
      "Space ticks a request; a ticks all or none. Alt+Down and Alt+Up move it.",
      "/ finds a request by its name or path; Down and Up go to the next and the previous one.",
      "Tab and Shift+Tab go through the settings; Enter goes to the next one.",
      "Left and Right change a choice. Ctrl+Space completes the path of the data file.",
      "A click selects a row, ticks a check box, or changes a selected choice.",
      "Esc goes to the list, then closes the form.",
    ].map { Span($0) })

  /// Ticks all requests, or unticks them if all are ticked.
  private mutating func tickAll() {
    let isWhole = tickedCount == rows.count
    for index in rows.indices { rows[index].isTicked = !isWhole }
  }

  /// Moves the selected request, and the selection with it.
  private mutating func move(by step: Int, height: Int) {
    let (from, to) = (window.selected, window.selected + step)
    guard rows.indices.contains(from), rows.indices.contains(to) else { return }
    rows.swapAt(from, to)
    window.move(by: step, of: rows.count, height: height)
  }

  private mutating func scroll(by step: Int, on screen: Size) {
    if part == .data, case .read(let preview) = dataState {
      previewWindow.scroll(by: step, of: preview.rows.count, height: previewHeight(on: screen))
    } else {
      window.scroll(by: step, of: rows.count, height: listHeight(on: screen))
    }
  }

  // MARK: Layout

  func listHeight(on screen: Size) -> Int { max(1, screen.rows - 4 - headRows(on: screen)) }

  /// The rows of the settings and a line below them, unless rows are scarce.
  func headRows(on screen: Size) -> Int { screen.rows < 16 ? parts.count - 1 : parts.count }

  /// The rows of the preview below the names.
  private func previewHeight(on screen: Size) -> Int { max(1, listHeight(on: screen) - 1) }
}

extension String {
  fileprivate var firstLine: String { String(prefix { !$0.isNewline }) }
}

extension RunForm.Part {
  /// Whether it is one of a few values, so that letters move as in a list.
  fileprivate var isChoice: Bool {
    switch self {
    case .kind, .environment, .stopping: true
    case .iterations, .amount, .length, .delay, .data, .requests: false
    }
  }
}

extension Key {
  /// The arrow of a vim letter, for parts without a text field.
  fileprivate var asArrow: Key {
    switch self {
    case .character("j"): .down
    case .character("k"): .up
    case .character("h"): .left
    case .character("l"): .right
    default: self
    }
  }
}
