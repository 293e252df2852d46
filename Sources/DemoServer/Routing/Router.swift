import FlyingFox
import RequestBasics

/// Reads a complete request, calls its route and turns errors into JSON responses.
struct Router: HTTPHandler {
  let routes: [Route]

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    var response: HTTPResponse
    do {
      // Before responding: unread bytes would be parsed as the connection's next request.
      let body = try await Self.readBody(of: request)
      response = try await respond(to: request, body)
    } catch let refusal as Refusal {
      response = refusal.response
    }
    response.headers[.server] = "workbench-demo"
    return request.method == .HEAD ? Self.withoutBody(response) : response
  }

  private func respond(to request: HTTPRequest, _ body: [UInt8]) async throws -> HTTPResponse {
    let path = request.target.path().split(separator: "/").map {
      String(decoding: PercentEncoding.decode($0), as: UTF8.self)
    }
    let matches = routes.compactMap { route in route.captures(path).map { (route, $0) } }
    guard !matches.isEmpty else {
      throw Refusal(.notFound, "The demo server has no \(request.target.path()) — see / for a list")
    }
    if let (route, captures) = matches.first(where: { $0.0.takes(request.method) }) {
      return try await route.endpoint(Call(request, body: body, captures: captures))
    }
    return request.method == .OPTIONS ? Self.options(matches.map(\.0)) : Self.wrongMethod(request, matches.map(\.0))
  }

  private static func options(_ routes: [Route]) -> HTTPResponse {
    HTTPResponse.empty(.ok, [.allow: allowed(routes)])
  }

  private static func wrongMethod(_ request: HTTPRequest, _ routes: [Route]) -> HTTPResponse {
    let allowed = allowed(routes)
    let path = request.target.path()
    let sentence = "\(path) does not allow \(request.method.rawValue), only \(allowed)"
    var response = Refusal(.methodNotAllowed, sentence).response
    response.headers[.allow] = allowed
    return response
  }

  private static func allowed(_ routes: [Route]) -> String {
    var methods = Set(routes.flatMap(\.methods) + [.OPTIONS])
    if methods.contains(.GET) { methods.insert(.HEAD) }
    return methods.map(\.rawValue).sorted().joined(separator: ", ")
  }

  private static func readBody(of request: HTTPRequest) async throws -> [UInt8] {
    var body: [UInt8] = []
    var size = 0
    for try await piece in request.bodySequence {
      size += piece.count
      if size <= Limits.body { body.append(contentsOf: piece) }
    }
    guard size <= Limits.body else {
      throw Refusal(.payloadTooLarge, "The body has \(size) bytes; the limit is \(Limits.body)")
    }
    return body
  }

  private static func withoutBody(_ response: HTTPResponse) -> HTTPResponse {
    var response = response
    if case .httpBody(let body) = response.payload, let size = body.count {
      response.headers[.contentLength] = String(size)
    }
    response.payload = .httpBody(HTTPBodySequence())
    return response
  }
}
