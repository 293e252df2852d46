internal import RequestModel

/// Which web pages of other origins may read the answers (CORS).
package enum CrossOrigin: Equatable, Sendable {
  /// Any page, without cookies.
  case anyOrigin
  /// Pages of one origin, with cookies.
  case origin(String)
  case none

  func headers(for request: MockRequest) -> [Header] {
    guard let allowed, request.header("Origin") != nil else { return [] }
    var headers = [
      Header("Access-Control-Allow-Origin", allowed), Header("Access-Control-Expose-Headers", "*"),
    ]
    if case .origin = self {
      headers += [Header("Access-Control-Allow-Credentials", "true"), Header("Vary", "Origin")]
    }
    return headers
  }

  private var allowed: String? {
    switch self {
    case .anyOrigin: "*"
    case .origin(let origin): origin
    case .none: nil
    }
  }

  /// The answer to the question that a browser asks before some requests; `nil` for all other requests.
  func preflight(_ request: MockRequest, allowed methods: [String]) -> MockReply? {
    guard self != .none, request.method == "OPTIONS", request.header("Origin") != nil,
      let wanted = request.header("Access-Control-Request-Method")
    else { return nil }
    // A preflight of an unknown path is allowed: its request then says what is wrong.
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
