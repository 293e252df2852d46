/// A request received by the mock server.
package struct MockRequest: Sendable {
  package let method: String
  /// Path and query as sent.
  package let target: String
  /// The headers in the order sent, with their names as written.
  package let headers: [Header]
  package let body: [UInt8]
  /// The path as sent, without the query.
  package let path: String
  /// Decoded parameters, in order.
  package let query: [(name: String, value: String)]

  package init(method: String, target: String, headers: [Header] = [], body: [UInt8] = []) {
    self.method = method
    self.target = Self.withoutOrigin(target)
    self.headers = headers
    self.body = body
    let parts = self.target.unicodeScalars.prefix { $0 != "#" }.split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = parts.first.map { String(Substring($0)) } ?? "/"
    query = parts.count > 1 ? URLQuery.decoded(String(Substring(parts[1]))) : []
  }

  /// The same request with another body.
  init(_ request: MockRequest, body: [UInt8]) {
    self.init(method: request.method, target: request.target, headers: request.headers, body: body)
  }

  /// The target without its origin: `http://host/path` is the form for proxies.
  private static func withoutOrigin(_ target: String) -> String {
    guard !target.startsExactly(with: "/"), let scheme = target.firstRange(of: "://") else { return target }
    let rest = target[scheme.upperBound...].unicodeScalars
    guard let slash = rest.firstIndex(where: { $0 == "/" || $0 == "?" }) else { return "/" }
    return rest[slash] == "?" ? "/" + String(rest[slash...]) : String(rest[slash...])
  }

  package func header(_ name: String) -> String? { headers.first(name) }

  /// All values of a header, joined as RFC 9110 allows.
  package func combinedHeader(_ name: String) -> String? {
    let values = headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  package func queryValue(_ name: String) -> String? { query.first { $0.name.isExactly(name) }?.value }

  /// Whether the client asks for one of the examples, which no other server can answer with.
  package var asksForExample: Bool { !ExampleAsk(self).isEmpty }

  /// The request without the parameters that ask for an example.
  package var withoutAsk: MockRequest {
    guard query.contains(where: { Self.asks($0.name) }), let mark = target.unicodeScalars.firstIndex(of: "?") else {
      return self
    }
    let scalars = target.unicodeScalars
    let parts = scalars[scalars.index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false)
    let kept = parts.map { String(String.UnicodeScalarView($0)) }.filter { part in
      !URLQuery.decoded(part).contains { Self.asks($0.name) }
    }
    let path = String(scalars[..<mark])
    let rest = kept.isEmpty ? path : path + "?" + kept.joined(separator: "&")
    return MockRequest(method: method, target: rest, headers: headers, body: body)
  }

  private static func asks(_ name: String) -> Bool { ExampleAsk.parameters.contains { $0.isExactly(name) } }

  /// The body as text, with invalid characters replaced.
  var bodyText: String { String(decoding: body, as: UTF8.self) }

  /// The fields of a URL-encoded form.
  var formFields: [(name: String, value: String)] {
    let type = header("Content-Type")?.lowercased() ?? ""
    return type.hasPrefix("application/x-www-form-urlencoded") ? URLQuery.decoded(bodyText) : []
  }
}
