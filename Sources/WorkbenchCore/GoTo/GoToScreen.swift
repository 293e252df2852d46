import Foundation

/// A list of everything: requests, folders, environments, commands and the exchanges of history, ranked by the typed
/// text and by use.
package struct GoToScreen: OverlayScreen {
  /// A row of the list, as an index into its source.
  enum Row: Equatable, Sendable {
    case node(Int)
    case item(Int)
    case exchange(Int)
  }

  private struct LocalRows: Equatable {
    var best: [Row] = []
    /// Rows that cannot be chosen now.
    var unusable: [Row] = []
    /// The number of all matches.
    var total = 0
  }

  let nodes: [CollectionNode]
  let names: GoToNames
  let items: [GoToItem]
  private let itemNames: NameIndex
  /// The shown item, which an empty query does not list first.
  private let shown: Address?
  /// For the times of exchanges.
  let clock: Clock
  let now: Date
  private(set) var exchanges: [ExchangeSummary] = []
  /// The rows above and below the exchanges. Results from history do not change them.
  private var local = LocalRows()
  package private(set) var editor = TextEditor("")
  package private(set) var window = ListWindow()
  private(set) var rows: [Row] = []
  /// The number of matches, of which `rows` has the best.
  private(set) var total = 0
  private(set) var query = GoToQuery("")
  /// The tree rows of the last match, within which a longer text is searched.
  private var candidates: [UInt32]?
  /// The number of the last question to history.
  private var question = 0

  /// The most rows of the tree in the list.
  static let limit = 500
  private static let historyLimit = 200
  private static let itemPenalty = 20
  private static let fewExchanges = 20

  init(
    _ nodes: [CollectionNode], _ names: GoToNames, items: [GoToItem], uses: UseTable, shown: Address?, _ clock: Clock,
    now: Date
  ) {
    (self.nodes, self.names, self.items, self.shown) = (nodes, names, items, shown)
    (self.clock, self.now) = (clock, now)
    var itemNames = NameIndex()
    for item in items { itemNames.add(item.title, item.words, bonus: item.useName.map(uses.bonus) ?? 0) }
    self.itemNames = itemNames
    refresh()
  }

  // MARK: Events

  package var takesSend: Bool { true }
  package var isTyping: Bool { true }

  package mutating func update(_ event: OverlayEvent, on screen: Size) -> OverlayOutcome {
    switch event {
    case .key(.escape): return .closed([])
    case .key(.enter): return choose(.open)
    case .key(.control("t")): return choose(.keep)
    case .key(.function(5)): return choose(.send)
    case .key(let key):
      if let step = key == .tab ? 1 : key == .backTab ? -1 : ListKeys.step(key, page: height(on: screen)) {
        window.move(by: step, of: rows.count, height: height(on: screen))
      } else if editor.handle(key) {
        return .stays(edited())
      }
    case .paste(let text):
      editor.insert(text.filter { !$0.isNewline })
      return .stays(edited())
    case .scrolled(let step): window.move(by: step, of: rows.count, height: height(on: screen))
    }
    return .stays()
  }

  package mutating func click(_ point: Point, on screen: Size) -> Key? {
    let (list, height) = (places(on: screen).list, height(on: screen))
    return window.select(at: point, in: list, of: rows.count, height: height) ? .enter : nil
  }

  private mutating func edited() -> [PaneOutput] {
    let query = GoToQuery(editor.text)
    // Moving the cursor changes nothing.
    guard query != self.query else { return [] }
    if !query.isNarrower(than: self.query) { candidates = nil }
    self.query = query
    keepMatchingExchanges()
    window = ListWindow()
    refresh()
    return asksHistory
  }

  private func choose(_ action: GoToAction) -> OverlayOutcome {
    guard let row = rows[ifPresent: window.selected] else { return .stays() }
    if case .item(let index) = row, let reason = items[index].whyUnavailable {
      return items[index].offer.map { OverlayOutcome.closed([$0]) } ?? .stays([.information(reason)])
    }
    return .closed([.goTo(target(of: row), action)])
  }

  func target(of row: Row) -> GoToTarget {
    switch row {
    case .node(let index): .node(nodes[index].address)
    case .item(let index): items[index].target
    case .exchange(let index): .exchange(exchanges[index])
    }
  }

  package var selected: GoToTarget? { rows[ifPresent: window.selected].map { target(of: $0) } }

  package var enterHint: String? {
    switch selected {
    case .node: "open"
    case .environment: "use"
    case .command: "run"
    case .exchange: "show"
    case nil: nil
    }
  }

  package var hints: [(key: String, label: String)] {
    guard case .node(let address)? = selected, address.name.endsExactly(with: ".json") else { return [] }
    return [("Ctrl+T", "as tab"), ("F5", "send")]
  }

  // MARK: History

  /// Searches history for exchanges. The search runs in the background; results for an older question are dropped.
  private var asksHistory: [PaneOutput] {
    mutating get {
      let words = query.text.drop(while: \.isWhitespace)
      let isWanted = query.kind == .history || query.kind == nil && words.count > 1
      guard isWanted, (try? HistoryQuery(String(words))) != nil else { return [] }
      question += 1
      let limit = query.kind == .history ? Self.historyLimit : Self.fewExchanges
      return [.effect(.history(.find(question, String(words), limit: limit)))]
    }
  }

  /// The result for the question of that number.
  struct Found: OverlayMessage, Equatable {
    let question: Int
    let exchanges: [ExchangeSummary]

    func apply(to screen: inout GoToScreen) -> OverlayOutcome {
      screen.showExchanges(exchanges, for: question)
      return .stays()
    }
  }

  private mutating func showExchanges(_ exchanges: [ExchangeSummary], for question: Int) {
    guard question == self.question else { return }
    let selected = selected
    self.exchanges = exchanges
    arrange()
    // Keep the selection: rows may have been inserted before it.
    if let selected, let row = rows.firstIndex(where: { target(of: $0) == selected }) {
      window.select(row, of: rows.count, height: rows.count)
    }
  }

  /// Keeps the exchanges that still match until history has replied.
  private mutating func keepMatchingExchanges() {
    guard query.kind == .history || query.kind == nil && !query.isEmpty else { return exchanges = [] }
    let words = query.text.lowercased().split(whereSeparator: \.isWhitespace)
    exchanges = exchanges.filter { exchange in
      let text = "\(exchange.method) \(exchange.url) \(exchange.name)".lowercased()
      return words.allSatisfy { text.contains($0) }
    }
  }

  // MARK: Rows

  private mutating func refresh() {
    local = query.isEmpty && query.kind == nil ? used : matching
    arrange()
  }

  private mutating func arrange() {
    rows = local.best + exchanges.indices.map(Row.exchange) + local.unusable
    total = local.total + exchanges.count
  }

  private var matching: LocalRows {
    mutating get {
      let found = foundNodes()
      let others = foundItems(besidesFiles: !found.hits.isEmpty)
      let usable = others.filter { items[$0.index].whyUnavailable == nil }
      let unusable = others.filter { items[$0.index].whyUnavailable != nil }
      let hits =
        found.hits.map { (score: $0.score, row: Row.node($0.index)) }
        + usable.map { (score: $0.score, row: Row.item($0.index)) }
      // Sorting keeps the order of equal ones: the tree comes first.
      let best = hits.enumerated().sorted { ($0.element.score, $1.offset) > ($1.element.score, $0.offset) }
      return LocalRows(
        best: best.map(\.element.row), unusable: unusable.map { Row.item($0.index) }, total: found.total + others.count)
    }
  }

  /// The used rows, then the rest of the tree.
  private var used: LocalRows {
    let nodes = nodes
    let first = names.used.filter { nodes[$0].address != shown }
    let isFirst = Set(first)
    let others = nodes.indices.lazy.filter { !isFirst.contains($0) && !nodes[$0].isFolder }.prefix(Self.limit)
    return LocalRows(best: (first + others).prefix(Self.limit).map(Row.node), total: nodes.count)
  }

  private mutating func foundNodes() -> NameIndex.Found {
    switch query.kind {
    case nil: break
    case .folders: if candidates == nil { candidates = names.folders }
    case .commands, .environments, .history: return NameIndex.Found()
    }
    return names.index.best(query.words, of: &candidates, limit: Self.limit)
  }

  private func foundItems(besidesFiles: Bool) -> [NameIndex.Hit] {
    if query.kind == .folders || query.kind == .history { return [] }
    var all: [UInt32]? = query.kind.map { kind in
      items.indices.filter { kind.includes(items[$0]) }.map { UInt32($0) }
    }
    let words = query.words
    let hits = itemNames.best(words, of: &all, limit: items.count).hits
    // Spread letters match too much: keywords have all of them.
    let good = hits.filter { $0.score >= LetterMatch.inside * words.count }
    switch query.kind {
    case .commands: return good.isEmpty ? misspelledCommands : good
    case nil where good.isEmpty && !besidesFiles: return misspelledCommands
    // Among everything, commands follow equally good requests.
    case nil: return good.map { NameIndex.Hit(index: $0.index, score: $0.score - Self.itemPenalty) }
    case .environments, .folders, .history: return hits
    }
  }

  private var misspelledCommands: [NameIndex.Hit] {
    guard query.kind == nil || query.kind == .commands, !query.isEmpty else { return [] }
    let (search, words) = (FuzzyMatch(query.text), query.words)
    return items.indices.filter { index in
      guard GoToKind.commands.includes(items[index]), itemNames.mayHave(words, misspelledAt: index) else {
        return false
      }
      return search.rank(in: items[index].title, "", keywords: items[index].words, misspelled: true) != nil
    }.map { NameIndex.Hit(index: $0, score: 0) }
  }

  // MARK: Layout

  func height(on screen: Size) -> Int { max(1, min(max(rows.count, 8), screen.rows - 5)) }
}
