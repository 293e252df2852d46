/// All routes of a collection.
struct MockRoutes: Sendable {
  /// The routes by their number of segments, as only these can match.
  private let routes: [Int: [MockRoute]]

  init(_ operations: [MockOperation], resolve: (MockOperation, String) -> String) {
    let all = operations.flatMap { operation in MockRoute.routes(of: operation) { resolve(operation, $0) } }
    routes = Dictionary(grouping: all) { $0.template.segments.count }
  }

  struct Match {
    let route: MockRoute
    let parameters: [(name: String, value: String)]
  }

  enum Outcome {
    /// Equally specific routes, those with more of their query in common first.
    case matches([Match])
    /// The path exists with other methods.
    case otherMethods([String])
    case unknown
  }

  func find(_ request: MockRequest) -> Outcome {
    let path = PathTemplate.segments(of: request.path)
    let found = (routes[path.count] ?? []).compactMap { route in
      route.template.match(path).map { Match(route: route, parameters: $0) }
    }
    for method in request.method == "HEAD" ? ["HEAD", "GET"] : [request.method] {
      let matches = best(found.filter { $0.route.method == method })
      if !matches.isEmpty { return .matches(sorted(matches, request)) }
    }
    return found.isEmpty ? .unknown : .otherMethods(Self.methods(found))
  }

  private func best(_ matches: [Match]) -> [Match] {
    let own = matches.filter { !$0.route.isWithoutBase }
    let candidates = own.isEmpty ? matches : own
    guard
      let first = candidates.max(by: { PathTemplate.isMoreSpecific($1.route.template, than: $0.route.template) })
    else { return [] }
    return candidates.filter { $0.route.template.ranks == first.route.template.ranks }
  }

  private func sorted(_ matches: [Match], _ request: MockRequest) -> [Match] {
    let rated = matches.map { (agreement: $0.route.agreement(with: request), match: $0) }
    return rated.sorted { $0.agreement > $1.agreement }.map(\.match)
  }

  /// The methods that a path allows.
  private static func methods(_ matches: [Match]) -> [String] {
    var methods = Set(matches.map(\.route.method))
    if methods.contains("GET") { methods.insert("HEAD") }
    return methods.union(["OPTIONS"]).sorted()
  }

  func allowedMethods(_ path: String) -> [String] {
    let segments = PathTemplate.segments(of: path)
    let found = (routes[segments.count] ?? []).compactMap { route in
      route.template.match(segments).map { Match(route: route, parameters: $0) }
    }
    return found.isEmpty ? [] : Self.methods(found)
  }

  /// The five routes most similar to a path, as `GET /users/:id`.
  func nearest(to request: MockRequest) -> [String] {
    let path = PathTemplate.segments(of: request.path)
    var seen: Set<String> = []
    let rated = routes.values.joined().compactMap { route -> (name: String, likeness: Int)? in
      let name = "\(route.method) \(route.template)"
      guard !route.isWithoutBase || route.template.segments.count == path.count, seen.insert(name).inserted else {
        return nil
      }
      return (name, Self.likeness(route, path, request.method))
    }
    return rated.sorted { ($1.likeness, $0.name) < ($0.likeness, $1.name) }.prefix(5).map(\.name)
  }

  private static func likeness(_ route: MockRoute, _ path: [[UInt8]], _ method: String) -> Int {
    let segments = route.template.segments
    var points = route.method == method ? 1 : 0
    for (segment, sent) in zip(segments, path) {
      guard case .literal(let text) = segment.first else {
        points += 1
        continue
      }
      let (written, typed) = (String(decoding: text, as: UTF8.self), String(decoding: sent.prefix(64), as: UTF8.self))
      if text == sent { points += 4 } else if NearestName.of(typed, among: [written]) != nil { points += 3 }
    }
    return points - 2 * abs(segments.count - path.count)
  }
}
