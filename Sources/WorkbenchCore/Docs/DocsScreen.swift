/// The documentation of a request, a folder or a collection, to read and to search.
package struct DocsScreen: OverlayScreen {
  package let title: String
  private let blocks: [MarkdownBlock]
  /// The lines for a width, laid out again when the width changes.
  private var laidOut: (columns: Int, lines: [[Span]])
  private var links: [DocsLink] = []
  package private(set) var first = 0
  /// The search field.
  package private(set) var search: ListFilter?
  /// The line of the last match.
  private var found: Int?
  /// The chosen link.
  package private(set) var link: Int?

  /// - Parameter screen: The size for which lines are made at first.
  package init(title: String, markdown: String, on screen: Size) {
    self.title = title
    blocks = MarkdownParser.blocks(of: markdown)
    laidOut = (-1, [])
    layOut(screen)
  }

  package static func == (a: DocsScreen, b: DocsScreen) -> Bool {
    a.title == b.title && a.blocks == b.blocks && a.first == b.first && a.search == b.search
      && a.link == b.link
  }

  private static func box(_ screen: Size) -> Rect {
    Rect(screen).centered(Size(columns: min(100, screen.columns), rows: screen.rows - 2))
  }

  private static func columns(_ screen: Size) -> Int { max(1, box(screen).columns - 4) }

  private mutating func layOut(_ screen: Size) {
    guard laidOut.columns != Self.columns(screen) else { return }
    laidOut = (Self.columns(screen), lines(screen))
    links = DocsLink.all(in: laidOut.lines)
  }

  private func lines(_ screen: Size) -> [[Span]] {
    let columns = Self.columns(screen)
    return laidOut.columns == columns ? laidOut.lines : MarkdownLayout.lines(of: blocks, columns: columns)
  }

  private func height(_ screen: Size) -> Int { LineList.height(in: Self.box(screen), filter: search) }

  private func last(_ screen: Size) -> Int { max(0, lines(screen).count - height(screen)) }

  // MARK: Keys

  package var enterHint: String? { isTyping ? "done" : link == nil ? "close" : "open link" }
  package var escapeHint: String? { search != nil ? "end search" : link == nil ? "close" : "leave link" }
  package var hints: [(key: String, label: String)] {
    if isTyping { return [] }
    return [("/", "find")] + (search == nil ? [] : [("n", "next"), ("N", "previous")])
      + (links.isEmpty ? [] : [("Tab", "link")])
  }

  package mutating func update(_ event: OverlayEvent, on screen: Size) -> OverlayOutcome {
    layOut(screen)
    switch event {
    case .key(let key): return handle(key, on: screen)
    case .paste(let text) where isTyping:
      search?.editor.insert(text)
      find(from: first, by: 1, on: screen)
    case .paste: break
    case .scrolled(let rows): scroll(by: rows, on: screen)
    }
    return .stays()
  }

  package var isTyping: Bool { search?.isOpen ?? false }

  private mutating func handle(_ key: Key, on screen: Size) -> OverlayOutcome {
    if isTyping { return type(key, on: screen) }
    if let step = ListKeys.stepByLetter(key, page: max(1, height(screen) - 1)) {
      scroll(by: step, on: screen)
      return .stays()
    }
    switch key {
    case .escape where search != nil: search = nil
    case .escape where link != nil: link = nil
    case .tab: choose(by: 1, on: screen)
    case .backTab: choose(by: -1, on: screen)
    case .enter where link != nil: return openLink()
    case .escape, .enter, .character("q"), .character("B"): return .closed([])
    case .character("/"): search = ListFilter()
    case .character("n"): return .stays(findNext(by: 1, on: screen))
    case .character("N"): return .stays(findNext(by: -1, on: screen))
    default: break
    }
    return .stays()
  }

  private mutating func type(_ key: Key, on screen: Size) -> OverlayOutcome {
    switch key {
    case .escape: search = nil
    case .enter: if search?.text.isEmpty == true { search = nil } else { search?.isOpen = false }
    default: if search?.editor.handle(key) == true { find(from: first, by: 1, on: screen) }
    }
    return .stays()
  }

  // MARK: Links

  /// Chooses the next link; the first time, the first one that is on the screen.
  private mutating func choose(by step: Int, on screen: Size) {
    guard !links.isEmpty else { return }
    let shown = first..<(first + height(screen))
    let next: Int
    if let link {
      next = (link + step + links.count) % links.count
    } else if step > 0 {
      next = links.firstIndex { $0.places[0].line >= shown.lowerBound } ?? 0
    } else {
      next = links.lastIndex { $0.places[0].line < shown.upperBound } ?? links.count - 1
    }
    link = next
    let line = links[next].places[0].line
    if !shown.contains(line) { first = min(max(0, line - height(screen) / 2), last(screen)) }
  }

  private func openLink() -> OverlayOutcome {
    guard let link, links.indices.contains(link) else { return .stays() }
    let target = links[link].target
    guard WebPage.isAddress(target) else {
      return .stays([.information("Not opened: \(target) is not an http or https page")])
    }
    return .stays([.effect(.openPage(target)), .information("Opening \(target)")])
  }

  private mutating func scroll(by rows: Int, on screen: Size) {
    found = nil
    first = min(max(0, first + rows), last(screen))
  }

  /// Goes to another match, and says which of them it is: on a short text nothing scrolls.
  private mutating func findNext(by step: Int, on screen: Size) -> [PaneOutput] {
    guard let text = search?.text.lowercased() else { return [.information("No search yet: / starts one")] }
    let lines = lines(screen)
    let matches = lines.indices.filter { lines[$0].plain.lowercased().contains(text) }
    find(from: (found ?? first) + step, by: step, on: screen)
    guard let found, let index = matches.firstIndex(of: found) else { return [.information("No match")] }
    return [.information("Match \(index + 1) of \(matches.count)")]
  }

  /// Scrolls to the next line with the text, and wraps around at the end.
  private mutating func find(from start: Int, by step: Int, on screen: Size) {
    guard let text = search?.text.lowercased(), !text.isEmpty else { return }
    let lines = lines(screen)
    guard !lines.isEmpty else { return }
    for offset in lines.indices {
      let index = ((start + offset * step) % lines.count + lines.count) % lines.count
      if lines[index].plain.lowercased().contains(text) {
        (found, first) = (index, min(index, last(screen)))
        return
      }
    }
  }

  // MARK: Drawing

  package func draw(into canvas: inout Canvas) {
    let first = min(first, last(canvas.size))
    let list = LineList(
      title: title, hint: hint, filter: search,
      emptyText: "Nothing to read", first: first)
    var lines = lines(canvas.size)
    if laidOut.columns == Self.columns(canvas.size) { markLink(in: &lines) }
    for row in lines.indices.dropFirst(first).prefix(canvas.size.rows) { lines[row] = marked(lines[row]) }
    list.draw(lines, in: Self.box(canvas.size), &canvas)
  }

  private var hint: String {
    if search != nil { return "n next · N previous · Esc ends" }
    if let link, links.indices.contains(link) { return "⏎ opens \(links[link].target)" }
    return (links.isEmpty ? "" : "Tab link · ") + "/ finds · Esc closes"
  }

  private func markLink(in lines: inout [[Span]]) {
    guard let link, links.indices.contains(link) else { return }
    for place in links[link].places where lines.indices.contains(place.line) {
      guard lines[place.line].indices.contains(place.span) else { continue }
      lines[place.line][place.span].style.surface = .selected
    }
  }

  /// The line with the found text marked.
  private func marked(_ line: [Span]) -> [Span] {
    guard let text = search?.text.lowercased(), !text.isEmpty, line.plain.lowercased().contains(text) else {
      return line
    }
    return line.flatMap { span -> [Span] in
      var (parts, rest) = ([Span](), span.text[...])
      while let found = rest.firstRange(ofAnyCase: text) {
        parts += [Span(String(rest[..<found.lowerBound]), span.style), Span(String(rest[found]), .match)]
        rest = rest[found.upperBound...]
      }
      return (parts + [Span(String(rest), span.style)]).filter { !$0.text.isEmpty }
    }
  }
}

extension [Span] {
  fileprivate var plain: String { map(\.text).joined() }
}

extension Substring {
  fileprivate func firstRange(ofAnyCase text: String) -> Range<Index>? {
    let wanted = Array(text)
    guard !wanted.isEmpty else { return nil }
    var start = startIndex
    while start < endIndex {
      var (place, count) = (start, 0)
      while place < endIndex, count < wanted.count, self[place].lowercased() == wanted[count].lowercased() {
        place = index(after: place)
        count += 1
      }
      if count == wanted.count { return start..<place }
      start = index(after: start)
    }
    return nil
  }
}
