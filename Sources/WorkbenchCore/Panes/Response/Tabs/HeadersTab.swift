package import RequestModel
import TerminalUI

/// The response headers as received.
package struct HeadersTab: ResponseTab {
  package static let id = "headers"
  package static let title = "Headers"
  package static let letter: Character? = "h"

  package var view = RowsView()
  private(set) var built = Derived<[Header], ResponseRows>(.fixed([]))

  package init() {}

  package var rows: ResponseRows { built.value }

  package static func badge(for live: LiveExchange) -> String {
    let count = live.response?.headers.count ?? 0
    return count > 0 ? String(count) : ""
  }

  package static func placeholder(for live: LiveExchange) -> String { "No headers in this response" }

  package mutating func show(_ live: LiveExchange?, in context: PaneContext) -> [PaneOutput] {
    let headers = live?.response?.headers ?? []
    built.update(for: headers) { .fixed(Self.rows(of: headers)) }
    return []
  }

  package func check(in context: PaneContext) throws(Refusal) -> JSONObject {
    let headers = context.workspace.exchange?.response?.headers ?? []
    guard headers.indices.contains(view.window.selected) else { throw Refusal("No headers in this response") }
    let header = headers[view.window.selected]
    if header.name.lowercased() == "set-cookie" {
      return ["query": "cookie", "expression": .string(SetCookieLine(header.value).pair.name), "predicate": "exists"]
    }
    guard !header.value.contains("••••••") else { throw Refusal("The value of this header is masked") }
    // Of several headers with one name, the value is a list.
    let isOne = headers.count { $0.name.lowercased() == header.name.lowercased() } == 1
    return [
      "query": "header", "expression": .string(header.name), "predicate": isOne ? "equals" : "contains",
      "value": .string(header.value),
    ]
  }

  static func rows(of headers: [Header]) -> [[Span]] {
    let width = min(32, headers.map(\.name.columns).max() ?? 0)
    return headers.map { [Span($0.name.padded(to: max(width, $0.name.columns)) + "  ", .key), Span($0.value)] }
  }
}
