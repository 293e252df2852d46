import FlyingFox

/// A path that the server knows, the methods it takes there, and the function that answers.
struct Route: Sendable {
  typealias Endpoint = @Sendable (Call) async throws -> HTTPResponse

  /// Empty where any method is taken.
  let methods: [HTTPMethod]
  /// `/redirect/:count`; a `*` at the end stands for any number of segments.
  let pattern: String
  let summary: String
  let endpoint: Endpoint
  private let segments: [Substring]

  init(_ methods: [HTTPMethod], _ pattern: String, _ summary: String, _ endpoint: @escaping Endpoint) {
    self.methods = methods
    self.pattern = pattern
    self.summary = summary
    self.endpoint = endpoint
    segments = pattern.split(separator: "/")
  }

  /// The captured segments, or `nil` where the path is another route's.
  func captures(_ path: [String]) -> [String: String]? {
    var captures: [String: String] = [:]
    for (index, segment) in segments.enumerated() {
      if segment == "*" {
        captures["*"] = path.dropFirst(index).joined(separator: "/")
        return captures
      }
      guard index < path.count else { return nil }
      if segment.hasPrefix(":") {
        captures[String(segment.dropFirst())] = path[index]
      } else if segment != path[index] {
        return nil
      }
    }
    return segments.count == path.count ? captures : nil
  }

  /// A route for `GET` answers `HEAD` as well.
  func takes(_ method: HTTPMethod) -> Bool {
    methods.isEmpty || methods.contains(method) || (method == .HEAD && methods.contains(.GET))
  }
}
