/// A path, its methods and its handler.
struct Route: Sendable {
  typealias Endpoint = @Sendable (Call) async throws -> MockReply

  /// Empty for any method.
  let methods: [String]
  /// `/redirect/:count`; a trailing `*` matches any number of segments.
  let pattern: String
  let summary: String
  let endpoint: Endpoint
  private let segments: [Substring]

  init(_ methods: [String], _ pattern: String, _ summary: String, _ endpoint: @escaping Endpoint) {
    self.methods = methods
    self.pattern = pattern
    self.summary = summary
    self.endpoint = endpoint
    segments = pattern.split(separator: "/")
  }

  /// Returns the captured segments, or `nil` if the path does not match.
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

  /// Routes for `GET` also accept `HEAD`.
  func takes(_ method: String) -> Bool {
    methods.isEmpty || methods.contains(method) || (method == "HEAD" && methods.contains("GET"))
  }
}
