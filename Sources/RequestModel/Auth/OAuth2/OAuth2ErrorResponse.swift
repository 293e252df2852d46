/// An error response of the token endpoint, RFC 6749, section 5.2, or of the authorization endpoint.
struct OAuth2ErrorResponse {
  let error: String
  private let detail: String

  init(_ members: JSONObject, _ response: Response) {
    let description = members["error_description"]?.string ?? ""
    guard let error = members["error"]?.string ?? members["error"]?.object?["message"]?.string else {
      self.error = ""
      detail = "\(response.status) \(response.reason) without a token"
      return
    }
    self.error = error
    detail = "\(response.status) " + (description.isEmpty ? "\"\(error)\"" : "\"\(error)\": \(description)")
  }

  /// Reads the parameters of a redirect, section 4.1.2.1.
  init(redirect members: JSONObject) {
    error = members["error"]?.string ?? ""
    let description = members["error_description"]?.string ?? ""
    detail = description.isEmpty ? "\"\(error)\"" : "\"\(error)\": \(description)"
  }

  /// - Parameter server: The authorization server, or its endpoint.
  func failure(_ server: String) -> Failure {
    Failure(.unprepared, "\(server) gave no token: \(Self.withoutStop(detail)) — \(advice)")
  }

  private var advice: String {
    switch error {
    case "invalid_client": "check the client ID, the client secret and how the client authenticates"
    case "invalid_grant": "check the username and password, or log in again"
    case "unauthorized_client", "unsupported_grant_type", "unsupported_response_type":
      "choose a grant that the server allows this client"
    case "invalid_scope": "check the scope"
    case "invalid_target": "check the resource and the audience"
    case "access_denied": "log in again and allow the access"
    case "expired_token": "send again and log in sooner"
    case "server_error", "temporarily_unavailable": "try again later"
    default: "check the settings of the Auth tab"
    }
  }

  private static func withoutStop(_ text: String) -> String {
    text.last == "." ? String(text.dropLast()) : text
  }
}
