import RequestModel
import TerminalUI

/// The cookies set by the response, with their attributes (RFC 6265, section 4.1).
package struct CookiesTab: ResponseTab {
  package static let id = "cookies"
  package static let title = "Cookies"
  package static let letter: Character? = "c"

  package var view = RowsView()
  private var built = Derived<[Found], ResponseRows>(.fixed([]))

  /// A cookie and what became of it.
  private struct Found: Equatable {
    let line: String
    /// `nil` while nobody knows, or where the exchange does not tell.
    var fate: Fate?
  }

  private enum Fate: Equatable {
    case stored
    case refused(String)
  }

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

  private static func cookies(of live: LiveExchange) -> [Found] {
    let lines = (live.response?.headers ?? []).filter { $0.name.lowercased() == "set-cookie" }.map(\.value)
    let refusals = live.exchange?.log.cookies?.refusals ?? []
    guard refusals.count == lines.count else { return lines.map { Found(line: $0) } }
    return zip(lines, refusals).map { Found(line: $0, fate: $1.map(Fate.refused) ?? .stored) }
  }

  private static func rows(of cookie: Found) -> [[Span]] {
    let line = SetCookieLine(cookie.line)
    return [[Span(line.pair.name, .key), Span(" = "), Span(line.pair.value)]]
      + line.attributes.map { [Span("  " + $0.text, .hint)] } + rows(of: cookie.fate)
  }

  private static func rows(of fate: Fate?) -> [[Span]] {
    switch fate {
    case nil: []
    case .stored: [[Span("  Stored", .success)]]
    case .refused(let reason): [[Span("  Not stored: ", .warning), Span(reason)]]
    }
  }
}
