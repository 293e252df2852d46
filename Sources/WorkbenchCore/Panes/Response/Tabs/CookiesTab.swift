import RequestModel
import TerminalUI

/// The cookies set by the response, with their attributes (RFC 6265, section 4.1).
package struct CookiesTab: ResponseTab {
  package static let id = "cookies"
  package static let title = "Cookies"

  package var view = RowsView()
  private var built = Derived<[String], ResponseRows>(.fixed([]))

  package init() {}

  package var rows: ResponseRows { built.value }

  package static func badge(for live: LiveExchange) -> String {
    let count = cookies(of: live).count
    return count > 0 ? String(count) : ""
  }

  package static func placeholder(for live: LiveExchange) -> String { "No cookies in this response" }

  package mutating func show(_ live: LiveExchange?, in context: PaneContext) -> [PaneOutput] {
    let cookies = live.map(Self.cookies) ?? []
    built.update(for: cookies) { .fixed(cookies.flatMap(Self.rows)) }
    return []
  }

  private static func cookies(of live: LiveExchange) -> [String] {
    (live.response?.headers ?? []).filter { $0.name.lowercased() == "set-cookie" }.map(\.value)
  }

  private static func rows(of cookie: String) -> [[Span]] {
    let line = SetCookieLine(cookie)
    return [[Span(line.pair.name, .key), Span(" = "), Span(line.pair.value)]]
      + line.attributes.map { [Span("  " + $0.text, .hint)] }
  }
}
