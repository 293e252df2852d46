/// The result of storing the cookies of a response.
package struct CookieReport: Equatable, Sendable {
  /// For each `Set-Cookie` in order, why it was not stored; `nil` for one that was.
  package var refusals: [String?]

  package init(_ refusals: [String?]) { self.refusals = refusals }

  private static let kind = "cookies"

  /// The event that keeps it in the log of the exchange.
  package var event: LogEvent.Content {
    .other(kind: Self.kind, document: ["refusals": .array(refusals.map { $0.map(JSONValue.string) ?? .null })])
  }
}

extension ExchangeLog {
  /// `nil` where the response set no cookies, or an earlier version sent the request.
  package var cookies: CookieReport? {
    for case .other(kind: "cookies", let document) in events.map(\.content) {
      return document["refusals"]?.array.map { CookieReport($0.map(\.string)) }
    }
    return nil
  }
}
