internal import Foundation

/// Answers Digest challenges for one user, and goes on with the nonce of the last one (RFC 7616, section 3.4).
///
/// A pure value: the client nonce is the only thing it does not compute, and that can be given.
struct DigestAuthenticator: Sendable {
  private let username: String
  private let password: String
  private let makeClientNonce: @Sendable () -> String
  private(set) var challenge: DigestChallenge?
  /// How often the nonce was used.
  private var nonceCount: UInt32 = 0
  /// The session algorithms hold on to the first one of a nonce.
  private var sessionNonce: String?

  init(
    username: String, password: String,
    makeClientNonce: @escaping @Sendable () -> String = { Data.random(count: 24).base64EncodedString() }
  ) {
    self.username = username
    self.password = password
    self.makeClientNonce = makeClientNonce
  }

  /// Takes in what a 401 or 407 offers.
  ///
  /// - Parameter answersSent: How many Digest answers the request has carried already.
  /// - Returns: Whether to send the request again: for a first challenge, and for one more where the nonce was only too
  ///   old or belonged to another realm. Else the credentials are wrong, and the answer is the final one.
  mutating func receive(_ challenges: [AuthenticationChallenge], answersSent: Int) -> Bool {
    guard let next = DigestChallenge.strongest(of: challenges) else { return false }
    let isOtherRealm = challenge.map { $0.realm != next.realm } ?? false
    use(next)
    return answersSent == 0 || answersSent == 1 && (next.isStale || isOtherRealm)
  }

  /// Goes on with the `nextnonce` of an `Authentication-Info` or `Proxy-Authentication-Info` value, where it has one.
  mutating func receive(authenticationInfo value: String) {
    guard let nonce = ChallengeParser.parameters(in: value)["nextnonce"], !nonce.hasControlCharacter,
      var next = challenge
    else { return }
    next.nonce = nonce
    use(next)
  }

  private mutating func use(_ next: DigestChallenge) {
    if next.nonce != challenge?.nonce || next.realm != challenge?.realm || next.algorithm != challenge?.algorithm {
      nonceCount = 0
      sessionNonce = nil
    }
    challenge = next
  }

  /// The value of `Authorization` or `Proxy-Authorization` for the next message; each call counts as one use of the
  /// nonce.
  ///
  /// - Parameters:
  ///   - target: As on the request line: path and query, the whole URL, or `host:port` for CONNECT.
  ///   - body: Empty for a message without one, `nil` for one that is not at hand as data.
  /// - Returns: `nil` before a challenge has come, and where the server wants a body's digest that cannot be had.
  mutating func authorization(method: String, target: String, body: Data?) -> String? {
    guard let challenge, challenge.protection != .integrity || body != nil else { return nil }
    nonceCount &+= 1
    let clientNonce = sessionNonce ?? makeClientNonce()
    if challenge.algorithm.isSession { sessionNonce = clientNonce }
    let answer = DigestAnswer(
      challenge: challenge, username: normalized(username, challenge), password: normalized(password, challenge),
      clientNonce: clientNonce, nonceCount: nonceCount)
    return answer.headerValue(method: method, target: target, body: body ?? Data())
  }

  /// A server that speaks of UTF-8 expects normalization form C (RFC 7616, section 4).
  private func normalized(_ text: String, _ challenge: DigestChallenge) -> String {
    challenge.isUTF8 ? text.precomposedStringWithCanonicalMapping : text
  }
}
