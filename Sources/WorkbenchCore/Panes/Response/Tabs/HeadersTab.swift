/// The headers of the response as received, and below them its trailers.
package struct HeadersTab: ResponseTab {
  package static let id = "headers"
  package static let title = "Headers"
  package static let keywords = "http response"
  package static let letter: Character? = "h"

  package var view = RowsView()
  private(set) var built = Derived<Fields, ResponseRows>(.fixed([]))

  struct Fields: Equatable {
    var headers: [Header] = []
    /// The trailers, which followed the body.
    var trailers: [Header] = []

    init(_ live: LiveExchange?) {
      headers = live?.response?.headers ?? []
      trailers = live?.exchange?.trailers ?? []
    }

    /// Row by row: `nil` for the rows between headers and trailers.
    var rows: [Header?] {
      var rows: [Header?] = headers
      if !trailers.isEmpty { rows.append(contentsOf: [nil, nil]) }
      for trailer in trailers { rows.append(trailer) }
      return rows
    }
  }

  package init() {}

  package var rows: ResponseRows { built.value }

  package static func badge(for live: LiveExchange) -> String {
    let fields = Fields(live)
    let count = fields.headers.count + fields.trailers.count
    return count > 0 ? String(count) : ""
  }

  package static func placeholder(for live: LiveExchange) -> String { "No headers in this response" }

  package mutating func show(_ live: LiveExchange?, in context: PaneContext) -> [PaneOutput] {
    let fields = Fields(live)
    built.update(for: fields) { .fixed(Self.rows(of: fields)) }
    return []
  }

  package func value(in context: PaneContext) throws(Refusal) -> RowValue? {
    let rows = Fields(context.workspace.exchange).rows
    return rows[ifPresent: view.window.selected].flatMap { $0 }.map { plainValue($0.value, in: context) }
  }

  package func check(in context: PaneContext) throws(Refusal) -> JSONObject {
    let fields = Fields(context.workspace.exchange)
    let (rows, index) = (fields.rows, view.window.selected)
    guard rows.indices.contains(index) else { throw Refusal("No headers in this response") }
    guard let header = rows[index] else { throw Refusal("Select a header or a trailer") }
    let isTrailer = index >= fields.headers.count
    if !isTrailer, header.name.lowercased() == "set-cookie" {
      return ["query": "cookie", "expression": .string(SetCookieLine(header.value).pair.name), "predicate": "exists"]
    }
    guard !header.value.contains("••••••") else { throw Refusal("The value of this header is masked") }
    // The value of a repeated header is a list.
    let likes = isTrailer ? fields.trailers : fields.headers
    let isOne = likes.count { $0.name.lowercased() == header.name.lowercased() } == 1
    return [
      "query": isTrailer ? "trailer" : "header", "expression": .string(header.name),
      "predicate": isOne ? "equals" : "contains",
      "value": .string(header.value),
    ]
  }

  private static func rows(of fields: Fields) -> [[Span]] {
    guard !fields.trailers.isEmpty else { return rows(of: fields.headers) }
    let title = [Span("Trailers", Style(.label, bold: true)), Span("  after the body", .hint)]
    return rows(of: fields.headers) + [[], title] + rows(of: fields.trailers)
  }

  static func rows(of headers: [Header]) -> [[Span]] {
    let width = min(32, headers.map(\.name.columns).max() ?? 0)
    return headers.map { [Span($0.name.padded(to: max(width, $0.name.columns)) + "  ", .key), Span($0.value)] }
  }
}
