internal import Foundation

/// Responds to requests with the examples of a collection. It is a value: the same request gets the same response,
/// except for dynamic variables.
package struct MockResponder: Sendable {
  private let routes: MockRoutes
  private let crossOrigin: CrossOrigin
  private let digests: any TemplateDigests

  package init(
    _ operations: [MockOperation], crossOrigin: CrossOrigin = .loopback, digests: any TemplateDigests
  ) {
    self.crossOrigin = crossOrigin
    self.digests = digests
    routes = MockRoutes(operations) { operation, text in
      let outside = OutsideValues(digests: digests) { _ in nil }
      var resolver = Resolver(scope: operation.scope, dynamic: DynamicVariables(now: Date()), outside: outside)
      resolver.keepsTemplates = true
      return resolver.resolve(text)
    }
  }

  package func reply(to request: MockRequest) -> MockReply {
    if let preflight = crossOrigin.preflight(request, allowed: routes.allowedMethods(request.path)) { return preflight }
    let reply = answer(request, Date())
    if reply.conversation != nil, let refusal = crossOrigin.refusal(request) { return refusal }
    return addingCrossOrigin(to: reply, for: request)
  }

  /// Adds the headers that allow web pages of other origins to read a response.
  package func addingCrossOrigin(to reply: MockReply, for request: MockRequest) -> MockReply {
    var reply = reply
    reply.headers += crossOrigin.headers(for: request).filter { reply.headers.first($0.name) == nil }
    return reply
  }

  private func answer(_ request: MockRequest, _ now: Date) -> MockReply {
    if request.method == "OPTIONS", request.target == "*" {
      return MockReply(status: 204, headers: [Header("Allow", "GET, HEAD, OPTIONS")], source: "options")
    }
    switch routes.find(request) {
    case .matches(let matches):
      var reply = answer(request, matches, now)
      if reply.operation == nil { reply.operation = MockReply.Match(matches[0]) }
      return reply
    case .otherMethods(let methods): return otherMethods(request, methods)
    case .unknown: return unknown(request)
    }
  }

  private func answer(_ request: MockRequest, _ matches: [MockRoutes.Match], _ now: Date) -> MockReply {
    let name = matches[0].route.operation.name
    switch ExampleChoice.choose(among: matches, for: request) {
    case .found(let candidate): return reply(candidate, to: request, now)
    case .noExamples where matches[0].route.operation.request.kind == .webSocket:
      return .unmatched(501, "\(name) is a WebSocket without an example — add one with \"messages\"", source: name)
    case .noExamples:
      return .unmatched(
        501,
        "\(name) has no example, and its collection was not imported from a document that describes its response — save a response as one, or record from a server with --record",
        source: name)
    case .notAsked(let ask, let examples):
      return .unmatched(
        404, "No example of \(name) \(ask.description)",
        [("examples", .array(examples.map { .string(Self.title(of: $0)) }))], source: name)
    case .noRuleHolds:
      return .unmatched(
        404, "No rule of the examples of \(name) fits this request — change \"when\", or add an example without it",
        source: name)
    }
  }

  private static func title(of example: SavedExample) -> String {
    example.status.map { "\($0) \(example.name)" } ?? example.name
  }

  private func reply(_ candidate: ExampleChoice.Candidate, to request: MockRequest, _ now: Date) -> MockReply {
    let operation = candidate.match.route.operation
    let parts = RequestParts(request: request, parameters: candidate.match.parameters)
    var reply = ExampleReply(candidate.example, of: operation, parts, digests, now).reply
    reply.operation = MockReply.Match(candidate.match)
    let known =
      candidate.match.route.query.map(\.name) + candidate.example.rules.query.map(\.name) + ExampleAsk.parameters
    // Recordings omit credentials from their rules.
    reply.coversQuery = request.query.allSatisfy { sent in
      SecretParameter.isLikely(sent.name, sent.value) || known.contains { $0.isExactly(sent.name) }
    }
    return reply
  }

  private func otherMethods(_ request: MockRequest, _ methods: [String]) -> MockReply {
    let allow = Header("Allow", methods.joined(separator: ", "))
    if request.method == "OPTIONS" { return MockReply(status: 204, headers: [allow], source: "options") }
    return .unmatched(
      405, "\(request.path) has no \(request.method) — it has \(methods.joined(separator: ", "))",
      headers: [allow], source: "no such method")
  }

  private func unknown(_ request: MockRequest) -> MockReply {
    .unmatched(
      404, "No request of the collection has the path \(request.path)",
      [("nearest", .array(routes.nearest(to: request).map { .string($0) }))], source: "no such path")
  }
}

extension MockReply.Match {
  fileprivate init(_ match: MockRoutes.Match) {
    self.init(address: match.route.operation.address, parameters: match.parameters)
  }
}

extension MockReply {
  fileprivate static func unmatched(
    _ status: Int, _ sentence: String, _ members: [(String, JSONValue)] = [], headers: [Header] = [], source: String
  ) -> MockReply {
    var reply = problem(status, sentence, members, headers: headers, source: source)
    reply.isUnmatched = true
    return reply
  }
}
