import Foundation
@testable import RequestClient

/// An authenticator behind a reference, because an expectation cannot change a value.
final class DigestUser {
  private var authenticator: DigestAuthenticator

  init(_ username: String, _ password: String, clientNonce: String? = nil) {
    authenticator =
      if let clientNonce {
        DigestAuthenticator(username: username, password: password) { clientNonce }
      } else {
        DigestAuthenticator(username: username, password: password)
      }
  }

  func receive(_ values: String..., responsesSent: Int = 0) -> Bool {
    authenticator.receive(AuthenticationChallenge.challenges(in: values), responsesSent: responsesSent)
  }

  func receive(authenticationInfo value: String) { authenticator.receive(authenticationInfo: value) }

  func authorization(_ method: String = "GET", _ target: String = "/", body: Data? = nil) -> String? {
    authenticator.authorization(method: method, target: target, body: body)
  }
}
