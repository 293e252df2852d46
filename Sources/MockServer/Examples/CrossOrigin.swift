/// The web pages of other origins that may read the responses (CORS).
package enum CrossOrigin: Equatable, Sendable {
  /// Any page, without cookies.
  case anyOrigin
  /// Pages served by this machine, without cookies.
  case loopback
  /// Pages of one origin, with cookies.
  case origin(String)
  case none

  func headers(for request: MockRequest) -> [Header] {
    guard let origin = request.header("Origin"), let allowed = allowed(origin) else { return [] }
    var headers = [
      Header("Access-Control-Allow-Origin", allowed), Header("Access-Control-Expose-Headers", "*"),
    ]
    switch self {
    case .origin: headers += [Header("Access-Control-Allow-Credentials", "true"), Header("Vary", "Origin")]
    case .loopback: headers.append(Header("Vary", "Origin"))
    case .anyOrigin, .none: break
    }
    return headers
  }

  /// The refusal of a WebSocket that the page of another origin opens: browsers let any page do so.
  func refusal(_ request: MockRequest) -> MockReply? {
    guard let origin = request.header("Origin") else { return nil }
    let allowed = allowed(origin)
    if allowed == "*" || allowed == origin { return nil }
    return .problem(403, "Pages of \(origin) may not open this WebSocket", source: "refused origin")
  }

  private func allowed(_ asking: String) -> String? {
    switch self {
    case .anyOrigin: "*"
    case .loopback: Self.isLoopback(asking) ? asking : nil
    case .origin(let origin): origin
    case .none: nil
    }
  }

  /// Whether the page of an origin such as `http://localhost:3000` comes from this machine.
  private static func isLoopback(_ origin: String) -> Bool {
    guard let scheme = ["http://", "https://"].first(where: origin.hasPrefix) else { return false }
    return HostNames.isLoopback(HostNames.name(String(origin.dropFirst(scheme.count))))
  }

  /// The response to the preflight that a browser sends before some requests; `nil` for all other requests.
  func preflight(_ request: MockRequest, allowed methods: [String]) -> MockReply? {
    guard self != .none, request.method == "OPTIONS", request.header("Origin") != nil,
      let wanted = request.header("Access-Control-Request-Method")
    else { return nil }
    // Allow a preflight of an unknown path: the response to its request then explains the error.
    let names = methods.isEmpty ? [wanted] : methods
    var reply = MockReply(status: 204, headers: headers(for: request), source: "preflight")
    reply.headers.append(Header("Access-Control-Allow-Methods", names.joined(separator: ", ")))
    if let asked = request.combinedHeader("Access-Control-Request-Headers") {
      reply.headers.append(Header("Access-Control-Allow-Headers", asked))
    }
    reply.headers.append(Header("Access-Control-Max-Age", "600"))
    return reply
  }
}
