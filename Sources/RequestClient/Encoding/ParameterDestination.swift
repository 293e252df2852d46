/// Where URL-encoded parameters go.
public enum ParameterDestination: Hashable, Sendable {
  /// Into the query of GET, HEAD and DELETE, and into the body of all others.
  case methodDependent
  /// Behind what the query already says.
  case queryString
  /// Into the body, whose former content is replaced.
  case httpBody

  func isQuery(for method: HTTPRequest.Method) -> Bool {
    switch self {
    case .methodDependent: [.get, .head, .delete].contains(method)
    case .queryString: true
    case .httpBody: false
    }
  }
}
