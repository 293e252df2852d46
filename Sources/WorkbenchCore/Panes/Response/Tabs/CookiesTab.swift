/// The cookies set by the response and by the responses before it, with their attributes (RFC 6265, section 4.1).
package struct CookiesTab: ResponseTab {
  package static let id = "cookies"
  package static let title = "Cookies"
  package static let keywords = "cookie jar set-cookie"
  package static let letter: Character? = "c"

  package var view = RowsView()
  private var built = Derived<[Found], ResponseRows>(.fixed([]))

  /// A cookie, and whether it was stored.
  private struct Found: Equatable {
    let line: String
    /// `nil` if unknown.
    var fate: Fate?
    /// The earlier request, such as a redirected one, whose response set it; `nil` for the last request.
    var request: String?

    /// The rows after its attributes.
    var remarks: [[Span]] {
      CookiesTab.rows(of: fate) + (request.map { [[Span("  Set by ", .hint), Span($0, .hint)]] } ?? [])
    }
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

  package func value(in context: PaneContext) throws(Refusal) -> RowValue? {
    let values = (context.workspace.exchange.map(Self.cookies) ?? []).flatMap(Self.values)
    return values[ifPresent: view.window.selected].flatMap { $0 }.map { plainValue($0, in: context) }
  }

  /// The value of each row; that of an attribute without one is its name.
  private static func values(of cookie: Found) -> [String?] {
    let line = SetCookieLine(cookie.line)
    let attributes = line.attributes.map { $0.value.isEmpty ? $0.text : $0.value }
    return [line.pair.value] + attributes + cookie.remarks.map { _ in nil }
  }

  package func check(in context: PaneContext) throws(Refusal) -> JSONObject {
    let cookies = context.workspace.exchange.map(Self.cookies) ?? []
    let checks = cookies.flatMap { cookie in Self.checks(of: cookie) }
    guard checks.indices.contains(view.window.selected) else { throw Refusal("No cookies in this response") }
    guard let check = checks[view.window.selected] else {
      throw Refusal("Checks see the last response, which did not set this cookie")
    }
    return check
  }

  /// A check for each row: attributes are compared, values are not, as they change. `nil` for cookies that earlier
  /// responses set.
  private static func checks(of cookie: Found) -> [JSONObject?] {
    guard cookie.request == nil else { return rows(of: cookie).map { _ in nil } }
    let line = SetCookieLine(cookie.line)
    let exists: JSONObject = ["query": "cookie", "expression": .string(line.pair.name), "predicate": "exists"]
    let attributes = line.attributes.map { attribute -> JSONObject in
      var check = exists
      check["expression"] = .string("\(line.pair.name)[\(attribute.name)]")
      guard !attribute.value.isEmpty, attribute.name.lowercased() != "expires" else { return check }
      check["predicate"] = "equals"
      check["value"] = .string(attribute.value)
      return check
    }
    let checks = [exists] + attributes + cookie.remarks.map { _ in exists }
    return checks
  }

  private static func cookies(of live: LiveExchange) -> [Found] {
    let lines = (live.response?.headers ?? []).filter { $0.name.lowercased() == "set-cookie" }.map(\.value)
    let refusals = live.exchange?.log.cookies?.refusals ?? []
    guard refusals.count == lines.count else { return earlier(in: live) + lines.map { Found(line: $0) } }
    return earlier(in: live) + zip(lines, refusals).map { Found(line: $0, fate: $1.map(Fate.refused) ?? .stored) }
  }

  /// The cookies of redirects, and of requests that were sent again.
  private static func earlier(in live: LiveExchange) -> [Found] {
    let hops = (live.exchange?.timeline.hops ?? []).filter { !$0.isAuxiliary }
    return hops.dropLast(live.response == nil ? 0 : 1).flatMap { hop in
      hop.responseHeaders.filter { $0.name.lowercased() == "set-cookie" }.map {
        Found(line: $0.value, request: "\(hop.method) \(hop.url)")
      }
    }
  }

  private static func rows(of cookie: Found) -> [[Span]] {
    let line = SetCookieLine(cookie.line)
    return [[Span(line.pair.name, .key), Span(" = "), Span(line.pair.value)]]
      + line.attributes.map { [Span("  " + $0.text, .hint)] } + cookie.remarks
  }

  private static func rows(of fate: Fate?) -> [[Span]] {
    switch fate {
    case nil: []
    case .stored: [[Span("  Stored", .success)]]
    case .refused(let reason): [[Span("  Not stored: ", .warning), Span(reason)]]
    }
  }
}
