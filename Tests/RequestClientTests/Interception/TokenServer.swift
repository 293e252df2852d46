import RequestClient
import Synchronization
import TestSupport

/// A server that accepts one token and rejects all others.
final class TokenServer: Sendable {
  private let server: RawServer
  private let refusals = Recorder<String>()

  var url: String { server.url }
  var refusalCount: Int { refusals.values.count }
  var requestCount: Int { server.received.count }

  /// - Parameter together: Number of requests that are rejected at once, when all have arrived.
  init(accepting token: String, together: Int = 1) throws {
    let (refusals, all) = (refusals, Gate())
    server = try RawServer { client in
      while true {
        let head = try client.readHead()
        if head.contains("Authorization: Bearer \(token)") {
          try client.respond(body: token)
        } else {
          refusals.record(head)
          if refusals.values.count >= together { all.open() }
          all.waitOnThread()
          try client.respond("401 Unauthorized", body: "refused")
        }
      }
    }
  }
}

struct Token: AuthenticationCredential {
  var text: String
  var requiresRefresh = false
}

struct RefreshFailed: Error {}

/// Bearer tokens, refreshed by the test.
struct TokenAuthenticator: Authenticator {
  let refreshes = Recorder<String>()
  var fetch: @Sendable (Token, Session) async throws -> Token = { _, _ in Token(text: "new") }

  func apply(_ credential: Token, to request: inout OutgoingRequest) {
    request.headers.update(.authorization(bearerToken: credential.text))
  }

  func refresh(_ credential: Token, for session: Session) async throws -> Token {
    refreshes.record(credential.text)
    return try await fetch(credential, session)
  }

  func didRequest(
    _ request: OutgoingRequest, with response: HTTPResponse, failDueToAuthenticationError error: RequestError
  ) -> Bool {
    response.status.code == 401
  }

  func isRequest(_ request: OutgoingRequest, authenticatedWith credential: Token) -> Bool {
    request.headers["Authorization"] == "Bearer " + credential.text
  }
}
