/// Calls the route of a request and turns errors into JSON responses.
struct Router: Sendable {
  let routes: [Route]
  /// Answers for paths without a route.
  var examples: DemoServer.Examples?

  func reply(to request: MockRequest) async -> MockReply {
    var reply: MockReply
    do {
      reply = try await answer(to: request)
    } catch let refusal as Refusal {
      reply = refusal.reply
    } catch {
      reply = Refusal(503, "The demo server ends").reply
    }
    if reply.headers.first("Server") == nil { reply.set("Server", "workbench-demo") }
    return reply
  }

  private func answer(to request: MockRequest) async throws -> MockReply {
    let path = request.path.split(separator: "/").map {
      String(decoding: PercentEncoding.decode($0), as: UTF8.self)
    }
    let matches = routes.compactMap { route in route.captures(path).map { (route, $0) } }
    guard !matches.isEmpty else { return try await example(for: request) }
    if let (route, captures) = matches.first(where: { $0.0.takes(request.method) }) {
      return try await route.endpoint(Call(request, captures: captures))
    }
    return request.method == "OPTIONS" ? Self.options(matches.map(\.0)) : Self.wrongMethod(request, matches.map(\.0))
  }

  private func example(for request: MockRequest) async throws(Refusal) -> MockReply {
    guard let examples else { throw Refusal(404, "The demo server has no \(request.path) — see / for a list") }
    if let reply = await examples(request) { return reply }
    throw Refusal(
      404, "The demo server has no \(request.path), and no request of the collections has it — see / for a list")
  }

  private static func options(_ routes: [Route]) -> MockReply { .empty(200, [Header("Allow", allowed(routes))]) }

  private static func wrongMethod(_ request: MockRequest, _ routes: [Route]) -> MockReply {
    let allowed = allowed(routes)
    var reply = Refusal(405, "\(request.path) does not allow \(request.method), only \(allowed)").reply
    reply.set("Allow", allowed)
    return reply
  }

  private static func allowed(_ routes: [Route]) -> String {
    var methods = Set(routes.flatMap(\.methods) + ["OPTIONS"])
    if methods.contains("GET") { methods.insert("HEAD") }
    return methods.sorted().joined(separator: ", ")
  }
}
