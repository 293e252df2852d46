extension SavedRequest {
  /// Whether requests with a method usually have no body: RFC 9110, sections 9.3.1 and 9.3.2, gives it no meaning.
  package static func usuallyHasNoBody(_ method: String) -> Bool { ["GET", "HEAD"].contains(method.uppercased()) }

  /// Whether its body is unusual for its method.
  package var hasUnusualBody: Bool {
    kind == .http && body != nil && Self.usuallyHasNoBody(method)
  }

  /// Takes the method of another version of this request. A default that its file leaves out is left out, too.
  package mutating func takeMethod(of other: SavedRequest) { document["method"] = other.document["method"] }
}
