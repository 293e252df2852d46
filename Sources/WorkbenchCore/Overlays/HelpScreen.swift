import RequestModel
package import TerminalUI

/// The list of all keys and commands.
package struct HelpScreen: OverlayScreen {
  package var first = 0
  /// The scope listed first.
  package var scope: Command.Scope
  package private(set) var filter: ListFilter?
  private let keys: KeyMap

  package init(scope: Command.Scope, keys: KeyMap = .standard) { (self.scope, self.keys) = (scope, keys) }

  package var enterHint: String? { isTyping ? "done" : nil }
  package var escapeHint: String? { filter == nil ? "close" : "show all" }
  package var hints: [(key: String, label: String)] { isTyping ? [] : [("/", "find")] }

  private var isTyping: Bool { filter?.isOpen ?? false }

  package mutating func update(_ event: OverlayEvent, on screen: Size) -> OverlayOutcome {
    switch event {
    case .key(let key): return handle(key, on: screen)
    case .paste(let text) where isTyping:
      filter?.editor.insert(text)
      first = 0
    case .paste: break
    case .scrolled(let rows): scroll(by: rows, on: screen)
    }
    return .stays()
  }

  private mutating func handle(_ key: Key, on screen: Size) -> OverlayOutcome {
    let step = isTyping ? ListKeys.step(key, page: page(screen)) : ListKeys.stepByLetter(key, page: page(screen))
    if let step {
      scroll(by: step, on: screen)
      return .stays()
    }
    switch key {
    case .escape:
      guard filter != nil else { return .closed([]) }
      (filter, first) = (nil, 0)
    case .enter where isTyping: filter?.isOpen = false
    case _ where isTyping: if filter?.editor.handle(key) == true { first = 0 }
    case .character("/"): (filter, first) = (ListFilter(), 0)
    case .character("q"), .character("?"), .function(1): return .closed([])
    default: break
    }
    return .stays()
  }

  mutating func scroll(by rows: Int, on screen: Size) {
    let height = height(screen)
    first = min(max(0, first + rows), max(0, lines(screen).count - height))
  }

  private func height(_ screen: Size) -> Int { LineList.height(in: Self.box(screen), filter: filter) }
  private func page(_ screen: Size) -> Int { max(1, height(screen) - 1) }

  private func lines(_ screen: Size) -> [[Span]] {
    CommandTable.lines(first: scope, columns: Self.box(screen).columns - 4, matching: filter?.text ?? "", keys: keys)
  }

  static func box(_ screen: Size) -> Rect {
    Rect(screen).centered(Size(columns: min(92, screen.columns), rows: screen.rows - 2))
  }

  package func draw(into canvas: inout Canvas) {
    let list = LineList(
      title: "Keys and commands", hint: filter == nil ? "/ finds · Esc closes" : "Esc shows all", filter: filter,
      emptyText: "No matches", first: first)
    list.draw(lines(canvas.size), in: Self.box(canvas.size), &canvas)
  }
}
