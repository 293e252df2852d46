// The form shows the URL with the rows of the query table, and the table with the parameters of the URL. Both stay
// where they are in the file: what is written in `url` is sent as it is written, rows are percent-encoded.
extension SavedRequest {
  /// The URL with the rows of the query table that are on.
  package var shownURL: String {
    let rows = query.filter(\.isInQuery)
    guard !rows.isEmpty else { return url }
    let end = URLParts(url).fragment.utf8.count
    let address = String(decoding: url.utf8.dropLast(end), as: UTF8.self)
    let pairs = rows.map { QueryPair($0, isAsIs: isAsIs).text }.joined(separator: "&")
    let isOpen = address.utf8.last == UInt8(ascii: "?") || address.utf8.last == UInt8(ascii: "&")
    let joint = URLParts(address).pairs == nil ? "?" : isOpen ? "" : "&"
    return address + joint + pairs + URLParts(url).fragment
  }

  /// The parameters of the URL, then the rows of the query table.
  package var shownQuery: [Parameter] { urlPairs.map { $0.row(isAsIs: isAsIs) } + query }

  var isAsIs: Bool { options.sendsURLAsIs }

  var urlPairs: [QueryPair] { (URLParts(url).pairs ?? []).map(QueryPair.init) }

  /// Takes the URL as it was typed over `shownURL`.
  ///
  /// What was a row of the table stays one, with its description. A parameter that is typed before the first row, or
  /// that only the URL can write this way, becomes part of the URL.
  package mutating func setShownURL(_ text: String) {
    let old = shownURL
    guard !text.isExactly(old) else { return }
    let names = pathNames
    var edit = ShownURLEdit(self, typed: text)
    (url, query) = edit.result()
    movePathValues(from: names)
  }

  /// Takes the rows as they were edited over `shownQuery`.
  ///
  /// Rows that a URL can show stay in the URL if they were; a row that is off or has a description moves to the table,
  /// and so do those behind it, unless that would change how they are sent.
  package mutating func setShownQuery(_ rows: [Parameter]) {
    guard rows != shownQuery else { return }
    var edit = ShownQueryEdit(self, rows: rows)
    let (pairs, table) = edit.result()
    if pairs != urlPairs {
      var parts = URLParts(url)
      parts.pairs = pairs.isEmpty ? nil : pairs.map(\.text)
      url = parts.text
    }
    query = table
  }
}

/// A URL typed over one that shows rows of the table.
private struct ShownURLEdit {
  /// Where a parameter of the typed URL comes from.
  private enum Origin: Equatable { case typed, url, row(Int) }

  private let typed: String
  private let new: URLParts
  private let pairs: [QueryPair]
  private let former: [QueryPair]
  private let rows: [Parameter]
  /// The rows that the URL shows.
  private let shown: [Int]
  /// How many parameters are the URL's own.
  private let ownCount: Int
  private let isAsIs: Bool

  init(_ request: SavedRequest, typed: String) {
    rows = request.query
    isAsIs = request.isAsIs
    shown = rows.indices.filter { [rows] in rows[$0].isInQuery }
    let own = request.urlPairs
    ownCount = own.count
    let asIs = isAsIs
    let spelled = shown.map { [rows] in QueryPair(rows[$0], isAsIs: asIs) }
    former = own + spelled
    self.typed = Self.joined(typed, before: spelled)
    new = URLParts(self.typed)
    pairs = (new.pairs ?? []).map(QueryPair.init)
  }

  /// A query that was typed in front of the shown one goes on with it: `/a?b=1` before `?c=2`.
  private static func joined(_ typed: String, before rows: [QueryPair]) -> String {
    let fragment = URLParts(typed).fragment
    let tail = "?" + rows.map(\.text).joined(separator: "&") + fragment
    guard !rows.isEmpty, typed.endsExactly(with: tail) else { return typed }
    let head = String(decoding: typed.utf8.dropLast(tail.utf8.count), as: UTF8.self)
    return URLParts(head).pairs == nil ? typed : head + "&" + String(decoding: tail.utf8.dropFirst(), as: UTF8.self)
  }

  mutating func result() -> (url: String, rows: [Parameter]) {
    let origins = origins()
    let cut = cut(origins)
    guard cut < pairs.count else { return (typed, hidden(after: [])) }
    var parts = new
    parts.pairs = cut == 0 ? nil : pairs[..<cut].map(\.text)
    let table = (cut..<pairs.count).map { index in row(index, origins[index]) }
    return (parts.text, hidden(after: table))
  }

  /// A row of the table with what was typed for it.
  private func row(_ index: Int, _ origin: Origin) -> (row: Parameter, old: Int?) {
    let typed = pairs[index].row(isAsIs: isAsIs)
    guard case .row(let old) = origin else { return (typed, nil) }
    var row = rows[old]
    if QueryPair(row, isAsIs: isAsIs) == pairs[index] { return (row, old) }
    row.name = typed.name
    row.document["value"] = typed.document["value"]
    return (row, old)
  }

  private func origins() -> [Origin] {
    EditedList.origins(former, pairs).enumerated().map { index, old in
      guard let old else { return .typed }
      if old >= ownCount { return .row(shown[old - ownCount]) }
      return former[old] == pairs[index] ? .url : .typed
    }
  }

  /// The number of parameters that are part of the URL.
  private func cut(_ origins: [Origin]) -> Int {
    let first = origins.firstIndex { if case .row = $0 { true } else { false } } ?? pairs.count
    let last = pairs.indices.last { mustBeInURL($0, origins[$0]) } ?? -1
    guard last > first else { return first }
    let canMove = (first..<last).allSatisfy { index in
      guard case .row(let old) = origins[index] else { return true }
      return rows[old].isPlain && !rows[old].hasTemplate
    }
    return canMove ? last + 1 : first
  }

  private func mustBeInURL(_ index: Int, _ origin: Origin) -> Bool {
    let isExact = pairs[index].isExact(asRow: pairs[index].row(isAsIs: isAsIs), isAsIs: isAsIs)
    switch origin {
    case .row: return false
    case .url: return !isExact
    // A row is the better place for a new variable: its value is escaped.
    case .typed: return !isExact && Template.ranges(in: pairs[index].text).isEmpty
    }
  }

  /// Puts the rows that the URL does not show behind those that they followed.
  private func hidden(after table: [(row: Parameter, old: Int?)]) -> [Parameter] {
    var result = table
    for index in rows.indices where !shown.contains(index) {
      let place = rows[..<index].indices.reversed().lazy.compactMap { old in result.firstIndex { $0.old == old } }.first
      result.insert((rows[index], index), at: place.map { $0 + 1 } ?? 0)
    }
    return result.map(\.row)
  }
}

/// Rows edited in a table that shows parameters of the URL.
private struct ShownQueryEdit {
  private struct Item {
    var row: Parameter
    /// How the URL writes it, if it was part of it.
    var former: QueryPair?
    /// Whether only the URL can write it this way.
    var needsURL = false
    var wasRow = false

    /// Whether a URL can show all of it.
    var canBeInURL: Bool { row.isPlain && row.isInQuery && !(wasRow && row.hasTemplate) }
  }

  private let isAsIs: Bool
  private var items: [Item]

  init(_ request: SavedRequest, rows: [Parameter]) {
    let asIs = request.isAsIs
    isAsIs = asIs
    let pairs = request.urlPairs
    let old = request.shownQuery
    let origins = EditedList.origins(old, rows)
    items = rows.enumerated().map { index, row in
      guard let match = origins[index] else { return Item(row: row) }
      guard match < pairs.count else { return Item(row: row, wasRow: true) }
      let pair = pairs[match]
      return Item(
        row: row, former: pair, needsURL: row == old[match] && !pair.isExact(asRow: row, isAsIs: asIs))
    }
  }

  mutating func result() -> (pairs: [QueryPair], rows: [Parameter]) {
    var cut = (items.prefix(while: \.canBeInURL).lastIndex { $0.former != nil } ?? -1) + 1
    if let last = items.lastIndex(where: { $0.needsURL && $0.canBeInURL }), last >= cut {
      let head = items[...last]
      items = head.filter(\.canBeInURL) + head.filter { !$0.canBeInURL } + items[(last + 1)...]
      cut = head.count(where: \.canBeInURL)
    }
    return (items[..<cut].map(pair), items[cut...].map(\.row))
  }

  private func pair(_ item: Item) -> QueryPair { QueryPair(item.row, isAsIs: isAsIs, former: item.former) }
}
