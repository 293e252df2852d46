internal import Foundation
internal import Synchronization

/// Responds to Digest challenges for one user and reuses the last nonce (RFC 7616, section 3.4).
///
/// The client nonce is random unless injected.
struct DigestAuthenticator: Sendable {
  private let username: String
  private let password: String
  private let makeClientNonce: @Sendable () -> String
  private(set) var challenge: DigestChallenge?
  /// Number of uses of the nonce.
  private var nonceCount: UInt32 = 0
  /// Session algorithms keep the first client nonce for each nonce.
  private var sessionNonce: String?

  init(
    username: String, password: String,
    makeClientNonce: @escaping @Sendable () -> String = { Data.random(count: 24).base64EncodedString() }
  ) {
    self.username = username
    self.password = password
    self.makeClientNonce = makeClientNonce
  }

  /// Processes the challenges of a 401 or 407.
  ///
  /// - Parameter responsesSent: Number of Digest responses the request has sent so far.
  /// - Returns: Whether to send the request again: after a first challenge, and once more if the nonce was stale or for
  ///   another realm. Otherwise the credentials are wrong and the response is final.
  mutating func receive(_ challenges: [AuthenticationChallenge], responsesSent: Int) -> Bool {
    guard let next = DigestChallenge.strongest(of: challenges) else { return false }
    let isOtherRealm = challenge.map { $0.realm != next.realm } ?? false
    use(next)
    return responsesSent == 0 || responsesSent == 1 && (next.isStale || isOtherRealm)
  }

  /// Uses the `nextnonce` of an `Authentication-Info` or `Proxy-Authentication-Info` value, if it has one.
  mutating func receive(authenticationInfo value: String) {
    guard let nonce = ChallengeParser.parameters(in: value)["nextnonce"], !nonce.hasControlCharacter,
      var next = challenge
    else { return }
    next.nonce = nonce
    use(next)
  }

  /// Continues the count of another one that has used the same nonce more often.
  mutating func catchUp(with other: DigestAuthenticator?) {
    guard let other, other.challenge?.nonce == challenge?.nonce, other.nonceCount > nonceCount else { return }
    (nonceCount, sessionNonce) = (other.nonceCount, other.sessionNonce)
  }

  private mutating func use(_ next: DigestChallenge) {
    if next.nonce != challenge?.nonce || next.realm != challenge?.realm || next.algorithm != challenge?.algorithm {
      nonceCount = 0
      sessionNonce = nil
    }
    challenge = next
  }

  /// The value of `Authorization` or `Proxy-Authorization` for the next message. Each call counts as a use of the
  /// nonce.
  ///
  /// - Parameters:
  ///   - target: The request target: path and query, the whole URL, or `host:port` for CONNECT.
  ///   - body: Empty for a message without a body, `nil` for a body that is not in memory.
  /// - Returns: `nil` before the first challenge, or if the server requires a digest of a body not in memory.
  mutating func authorization(method: String, target: String, body: Data?) -> String? {
    guard let challenge, challenge.protection != .integrity || body != nil else { return nil }
    nonceCount &+= 1
    let clientNonce = sessionNonce ?? makeClientNonce()
    if challenge.algorithm.isSession { sessionNonce = clientNonce }
    let response = DigestResponse(
      challenge: challenge, username: normalized(username, challenge), password: normalized(password, challenge),
      clientNonce: clientNonce, nonceCount: nonceCount)
    return response.headerValue(method: method, target: target, body: body ?? Data())
  }

  /// Servers that specify UTF-8 expect normalization form C (RFC 7616, section 4).
  private func normalized(_ text: String, _ challenge: DigestChallenge) -> String {
    challenge.isUTF8 ? text.precomposedStringWithCanonicalMapping : text
  }
}

/// A supported Digest challenge (RFC 7616, section 3.3).
struct DigestChallenge: Equatable, Sendable {
  enum Protection: Sendable {
    /// `qop` is absent: the scheme of RFC 2069.
    case legacy
    /// The method and the target are protected.
    case authentication
    /// The method, the target and the body are protected.
    case integrity
  }

  var realm: String
  var nonce: String
  var opaque: String?
  var algorithm: DigestAlgorithm
  /// Whether the challenge names its algorithm, so that the response must too.
  var namesAlgorithm: Bool
  var protection: Protection
  /// Whether the credentials were correct and only the nonce is stale.
  var isStale: Bool
  var hashesUsername: Bool
  var isUTF8: Bool

  /// `nil` for another scheme or an unsupported algorithm or `qop`.
  init?(_ challenge: AuthenticationChallenge) {
    let parameters = challenge.parameters
    guard challenge.isScheme("Digest"), let realm = parameters["realm"], let nonce = parameters["nonce"],
      let algorithm = DigestAlgorithm(name: parameters["algorithm"]), algorithm.hash.isAvailable,
      let protection = Self.protection(parameters["qop"])
    else { return nil }
    // These are echoed in headers, which cannot contain control characters.
    guard ![realm, nonce, parameters["opaque"] ?? ""].contains(where: \.hasControlCharacter) else { return nil }
    self.realm = realm
    self.nonce = nonce
    opaque = parameters["opaque"]
    self.algorithm = algorithm
    namesAlgorithm = parameters["algorithm"] != nil
    self.protection = protection
    isStale = Self.isTrue(parameters["stale"])
    hashesUsername = Self.isTrue(parameters["userhash"])
    isUTF8 = parameters["charset"]?.lowercased() == "utf-8"
  }

  /// Returns the first challenge with the strongest algorithm.
  static func strongest(of challenges: [AuthenticationChallenge]) -> DigestChallenge? {
    challenges.lazy.compactMap(DigestChallenge.init).reduce(nil) { best, next in
      if let best, best.algorithm >= next.algorithm { best } else { next }
    }
  }

  private static func protection(_ offered: String?) -> Protection? {
    guard let offered else { return .legacy }
    let names = offered.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }
    if names.contains("auth") { return .authentication }
    return names.contains("auth-int") ? .integrity : nil
  }

  private static func isTrue(_ text: String?) -> Bool { text?.lowercased() == "true" }
}

extension String {
  /// Whether the text cannot be a header value. Tabs are allowed.
  var hasControlCharacter: Bool { utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F } }
}

/// The response to a Digest challenge (RFC 7616, sections 3.4.1 to 3.4.4).
struct DigestResponse {
  var challenge: DigestChallenge
  var username: String
  var password: String
  var clientNonce: String
  var nonceCount: UInt32

  func headerValue(method: String, target: String, body: Data) -> String {
    var parts = usernameParts
    parts.append("realm=\(quoted(challenge.realm))")
    parts.append("uri=\(quoted(target))")
    if challenge.namesAlgorithm { parts.append("algorithm=\(challenge.algorithm.name)") }
    parts.append("nonce=\(quoted(challenge.nonce))")
    if let quality {
      parts += ["nc=\(count)", "cnonce=\(quoted(clientNonce))", "qop=\(quality)"]
    } else if challenge.algorithm.isSession {
      parts.append("cnonce=\(quoted(clientNonce))")
    }
    parts.append("response=\"\(response(method: method, target: target, body: body))\"")
    if let opaque = challenge.opaque { parts.append("opaque=\(quoted(opaque))") }
    if challenge.hashesUsername { parts.append("userhash=true") }
    return "Digest " + parts.joined(separator: ", ")
  }

  private var quality: String? {
    switch challenge.protection {
    case .legacy: nil
    case .authentication: "auth"
    case .integrity: "auth-int"
    }
  }

  /// Eight hexadecimal digits.
  private var count: String { nonceCount.padded(to: 8, radix: 16) }

  private var usernameParts: [String] {
    if challenge.hashesUsername { return ["username=\"\(hash("\(username):\(challenge.realm)"))\""] }
    // A server that does not specify UTF-8 may not support `username*`; the bytes are the same either way.
    let isPlain = !username.hasControlCharacter && (!challenge.isUTF8 || username.utf8.allSatisfy { $0 < 0x80 })
    return [isPlain ? "username=\(quoted(username))" : "username*=UTF-8''\(PercentEncoding.encode(username.utf8))"]
  }

  private func response(method: String, target: String, body: Data) -> String {
    let secret = secretHash
    var message = "\(method):\(target)"
    if challenge.protection == .integrity { message += ":" + challenge.algorithm.hash.hash(body).hex }
    let middle = quality.map { "\(challenge.nonce):\(count):\(clientNonce):\($0)" } ?? challenge.nonce
    return hash("\(secret):\(middle):\(hash(message))")
  }

  private var secretHash: String {
    let plain = hash("\(username):\(challenge.realm):\(password)")
    return challenge.algorithm.isSession ? hash("\(plain):\(challenge.nonce):\(clientNonce)") : plain
  }

  private func hash(_ text: String) -> String { challenge.algorithm.hash.hash(Data(text.utf8)).hex }

  private func quoted(_ text: String) -> String {
    "\"" + text.replacingExactly("\\", with: "\\\\").replacingExactly("\"", with: "\\\"") + "\""
  }
}

/// An algorithm of Digest access authentication, weakest first (RFC 7616, section 6.1).
enum DigestAlgorithm: Int, CaseIterable, Comparable, Sendable {
  case md5, md5Session, sha256, sha256Session, sha512To256, sha512To256Session

  /// - Parameter name: The name in the challenge, in any case; `nil` means MD5.
  init?(name: String?) {
    guard let name else {
      self = .md5
      return
    }
    guard let algorithm = Self.allCases.first(where: { $0.name.lowercased() == name.lowercased() }) else { return nil }
    self = algorithm
  }

  var name: String {
    switch self {
    case .md5: "MD5"
    case .md5Session: "MD5-sess"
    case .sha256: "SHA-256"
    case .sha256Session: "SHA-256-sess"
    case .sha512To256: "SHA-512-256"
    case .sha512To256Session: "SHA-512-256-sess"
    }
  }

  var hash: HashAlgorithm {
    switch self {
    case .md5, .md5Session: .md5
    case .sha256, .sha256Session: .sha256
    case .sha512To256, .sha512To256Session: .sha512To256
    }
  }

  /// Whether the secret depends on the first nonces of a session.
  var isSession: Bool { self == .md5Session || self == .sha256Session || self == .sha512To256Session }

  static func < (a: DigestAlgorithm, b: DigestAlgorithm) -> Bool { a.rawValue < b.rawValue }
}

/// The Digest nonces of a session, so that later requests to a server reuse its nonce.
///
/// A request responds to its own challenge with an authenticator of its own: the nonce may be for one message only, and
/// another request must not use it up first. The session has nonces of accepted responses only.
///
/// The table is bounded; a dropped entry costs another challenge.
final class DigestSessions: Sendable {
  /// A user at a server.
  struct Key: Hashable {
    var isProxy = false
    /// Scheme, host and port.
    var origin: String
    var username: String
    var password: String
  }

  private struct State {
    var accepted: [Key: DigestAuthenticator] = [:]
    /// The last responses to challenges. Requests that get the same nonce count its uses together.
    var latest: [Key: DigestAuthenticator] = [:]
  }

  private let state = Mutex(State())
  private let limit: Int

  init(limit: Int = 256) { self.limit = limit }

  /// See `DigestAuthenticator.authorization(method:target:body:)`.
  ///
  /// - Parameter own: What a request has to respond to its own challenge with; `nil` for a preemptive response.
  func authorization(
    for key: Key, with own: inout DigestAuthenticator?, method: String, target: String, body: Data?
  ) -> String? {
    state.withLock { state in
      guard var authenticator = own ?? state.accepted[key] else { return nil }
      authenticator.catchUp(with: state.accepted[key])
      authenticator.catchUp(with: state.latest[key])
      let value = authenticator.authorization(method: method, target: target, body: body)
      if own == nil { state.accepted[key] = authenticator } else { own = authenticator }
      set(authenticator, for: key, in: &state.latest)
      return value
    }
  }

  /// Processes the challenges of a 401. See `DigestAuthenticator.receive(_:responsesSent:)`.
  ///
  /// - Parameter previous: What the request has responded with to the challenge before.
  /// - Returns: What to respond with; `nil` if the response is final.
  func receive(
    _ challenges: [AuthenticationChallenge], for key: Key, after previous: DigestAuthenticator? = nil,
    responsesSent: Int
  ) -> DigestAuthenticator? {
    state.withLock { state in
      var authenticator =
        previous ?? state.accepted[key] ?? DigestAuthenticator(username: key.username, password: key.password)
      if authenticator.receive(challenges, responsesSent: responsesSent) { return authenticator }
      // Wrong credentials must not be sent preemptively with the next request.
      state.accepted[key] = nil
      return nil
    }
  }

  /// Keeps the nonce of a response that was accepted for later requests.
  func accept(_ authenticator: DigestAuthenticator, for key: Key) {
    state.withLock { set(authenticator, for: key, in: &$0.accepted) }
  }

  private func set(_ authenticator: DigestAuthenticator, for key: Key, in table: inout [Key: DigestAuthenticator]) {
    if table[key] == nil, table.count >= limit, let any = table.keys.first { table[any] = nil }
    table[key] = authenticator
  }

  /// Uses the `nextnonce` of a response.
  func receive(authenticationInfo value: String, for key: Key) {
    state.withLock { $0.accepted[key]?.receive(authenticationInfo: value) }
  }
}
