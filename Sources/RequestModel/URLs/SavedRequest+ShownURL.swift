// The form shows the URL with the rows of the query table, and the table with the parameters of the URL. Both stay
// where they are in the file: `url` is sent verbatim, and so are rows that are `asIs`. Other rows are percent-encoded.
extension SavedRequest {
  /// The URL with the rows of the query table that are on.
  package var shownURL: String {
    let rows = query.filter(\.isInQuery)
    guard !rows.isEmpty, kind != .program else { return url }
    let end = URLParts(url).fragment.utf8.count
    let address = String(decoding: url.utf8.dropLast(end), as: UTF8.self)
    let pairs = rows.map { QueryPair($0, isAsIs: isAsIs).text }.joined(separator: "&")
    return address + URLQuery.joint(after: URLParts(address).query) + pairs + URLParts(url).fragment
  }

  /// The parameters of the URL, then the rows of the query table.
  package var shownQuery: [Parameter] {
    urlPairs.map { $0.shownRow(isAsIs: isAsIs) } + query.map { $0.shown(isAsIs: isAsIs) }
  }

  var isAsIs: Bool { options.sendsURLAsIs }

  var urlPairs: [QueryPair] { (URLParts(url).pairs ?? []).map(QueryPair.init) }

  /// Applies an edit of `shownURL`.
  ///
  /// Rows of the table stay rows, with their descriptions. A parameter typed before the first row becomes part of the
  /// URL; one typed after it becomes a row with the same spelling.
  package mutating func setShownURL(_ text: String) {
    let old = shownURL
    guard !text.isExactly(old) else { return }
    // A question mark in a command line begins no query.
    if RequestKind.implied(by: text) == .program { return url = text }
    let names = pathNames
    var edit = ShownURLEdit(self, typed: text)
    (url, query) = edit.result()
    movePathValues(from: names)
  }

  /// Takes the rows as they were edited over `shownQuery`.
  ///
  /// Rows that a URL can show stay in the URL if they were; a row that is off or has a description moves to the table,
  /// and so do those behind it. All keep their order and their spelling.
  package mutating func setShownQuery(_ rows: [Parameter]) {
    guard rows != shownQuery else { return }
    let edit = ShownQueryEdit(self, rows: rows)
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

  /// Joins a query typed before the shown one with it: `/a?b=1` before `?c=2`.
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
    // A separator at the end of a URL is the one before the rows.
    if cut > 0, pairs[cut - 1].text.utf8.last == UInt8(ascii: "&") { parts.pairs?[cut - 1] += "&" }
    let table = (cut..<pairs.count).map { index in row(index, origins[index]) }
    return (parts.text, hidden(after: table))
  }

  /// A row of the table with the text typed for it.
  private func row(_ index: Int, _ origin: Origin) -> (row: Parameter, old: Int?) {
    var typed = pairs[index].shownRow(isAsIs: isAsIs)
    guard case .row(let old) = origin else {
      if origin == .typed { escapeVariables(in: &typed, pairs[index]) }
      return (typed.stored(isAsIs: isAsIs), nil)
    }
    var row = rows[old]
    if QueryPair(row, isAsIs: isAsIs) == pairs[index] { return (row, old) }
    if !row.isAsIs { escapeVariables(in: &typed, pairs[index]) }
    row.name = typed.name
    row.document["value"] = typed.document["value"]
    row.document["asIs"] = typed.document["asIs"]
    return (row.stored(isAsIs: isAsIs), old)
  }

  /// A row is the better place for a new variable: its value is escaped.
  private func escapeVariables(in row: inout Parameter, _ pair: QueryPair) {
    var plain = row
    plain.spelling = nil
    if pair.isExact(asRow: plain, isAsIs: isAsIs) { row = plain }
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
    origins.firstIndex { if case .row = $0 { true } else { false } } ?? pairs.count
  }

  /// Puts the rows that the URL does not show behind those that they followed.
  private func hidden(after table: [(row: Parameter, old: Int?)]) -> [Parameter] {
    let (shown, kept) = (Set(shown), Set(table.compactMap(\.old)))
    // The key `nil` has the rows before the first one of the table.
    var followers: [Int?: [Parameter]] = [:]
    var place: Int?
    for index in rows.indices {
      if kept.contains(index) {
        place = index
      } else if !shown.contains(index) {
        followers[place, default: []].append(rows[index])
      }
    }
    var all = followers[nil] ?? []
    for (row, old) in table {
      all.append(row)
      if let old, let following = followers[old] { all += following }
    }
    return all
  }
}

/// Rows edited in a table that shows parameters of the URL.
private struct ShownQueryEdit {
  private struct Item {
    var row: Parameter
    /// Whether it was part of the URL.
    var wasInURL = false
    /// The row of the table that it was.
    var former: Parameter?
    /// The row of the table before the edit, as it was shown.
    var formerShown: Parameter?
  }

  private let isAsIs: Bool
  private let items: [Item]

  init(_ request: SavedRequest, rows: [Parameter]) {
    isAsIs = request.isAsIs
    let (own, old, table) = (request.urlPairs.count, request.shownQuery, request.query)
    let origins = EditedList.origins(old, rows)
    items = rows.enumerated().map { index, row in
      guard let match = origins[index] else { return Item(row: row) }
      guard match >= own else { return Item(row: row, wasInURL: true) }
      return Item(row: row, former: table[match - own], formerShown: old[match])
    }
  }

  func result() -> (pairs: [QueryPair], rows: [Parameter]) {
    let cut = (items.prefix(while: canBeInURL).lastIndex(where: \.wasInURL) ?? -1) + 1
    return (items[..<cut].map(pair), items[cut...].map(stored))
  }

  /// Whether the URL can show the whole row, and sends the same bytes.
  private func canBeInURL(_ item: Item) -> Bool {
    guard item.row.isPlain, item.row.isInQuery else { return false }
    guard item.former != nil, item.row.spelling == nil, !isAsIs else { return true }
    let pair = pair(item)
    return !pair.hasTemplate && pair.isExact(asRow: item.row, isAsIs: false)
  }

  private func pair(_ item: Item) -> QueryPair {
    QueryPair(isAsIs ? item.row.stored(isAsIs: true) : item.row, isAsIs: isAsIs)
  }

  private func stored(_ item: Item) -> Parameter {
    if let former = item.former, item.formerShown == item.row { return former }
    return item.row.stored(isAsIs: isAsIs)
  }
}
