internal import Foundation
internal import Synchronization

/// The Digest nonces of a session: a second request to the same server goes on with the nonce of the first.
///
/// The table is bounded; a user who is dropped from it costs one more challenge.
final class DigestSessions: Sendable {
  /// Who proves himself to whom.
  struct Key: Hashable {
    var isProxy = false
    /// Scheme, host and port.
    var origin: String
    var username: String
    var password: String
  }

  private let authenticators = Mutex<[Key: DigestAuthenticator]>([:])
  private let limit: Int

  init(limit: Int = 256) { self.limit = limit }

  /// See `DigestAuthenticator.authorization(method:target:body:)`.
  func authorization(for key: Key, method: String, target: String, body: Data?) -> String? {
    authenticators.withLock { $0[key]?.authorization(method: method, target: target, body: body) }
  }

  /// See `DigestAuthenticator.receive(_:answersSent:)`.
  func receive(_ challenges: [AuthenticationChallenge], for key: Key, answersSent: Int) -> Bool {
    authenticators.withLock { table in
      var authenticator = table[key] ?? DigestAuthenticator(username: key.username, password: key.password)
      let isWorthAnother = authenticator.receive(challenges, answersSent: answersSent)
      // Wrong credentials must not go out unasked with the next request.
      table[key] = nil
      if isWorthAnother {
        if table.count >= limit, let any = table.keys.first { table[any] = nil }
        table[key] = authenticator
      }
      return isWorthAnother
    }
  }

  /// Goes on with the next nonce that an answer names.
  func receive(authenticationInfo value: String, for key: Key) {
    authenticators.withLock { $0[key]?.receive(authenticationInfo: value) }
  }
}
