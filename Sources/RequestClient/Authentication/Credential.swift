internal import Synchronization

/// Credentials used to authenticate a request. Descriptions and dumps never show a secret.
public enum Credential: Hashable, Sendable {
  /// Responds to Basic challenges (RFC 7617). The password is sent in clear text.
  case basic(username: String, password: String)
  /// Responds to Digest challenges (RFC 7616). The password is never sent.
  case digest(username: String, password: String)
  /// Responds to Digest or Basic challenges, preferring Digest.
  case anyPassword(username: String, password: String)
  /// Sent without waiting for a challenge (RFC 6750).
  case bearer(token: String)
  /// Responds to NTLM challenges, if libcurl supports it. Authenticates the connection rather than the message.
  case ntlm(username: String, password: String, domain: String? = nil)
  /// Responds to Negotiate challenges with the user's Kerberos ticket (SPNEGO, RFC 4559), if libcurl supports it.
  case negotiate
  /// Signs each message, without waiting for a challenge.
  case awsSignature(AWSSignature)
}

extension Credential {
  /// The strongest mechanism for `challenges`, if any.
  func mechanism(for challenges: [AuthenticationChallenge]) -> AuthenticationMechanism? {
    mechanisms.first { $0.isOffered(by: challenges) }
  }

  /// Strongest first.
  private var mechanisms: [AuthenticationMechanism] {
    switch self {
    case .basic(let username, let password): [.basic(username: username, password: password)]
    case .digest(let username, let password): [.digest(username: username, password: password)]
    case .anyPassword(let username, let password):
      [.digest(username: username, password: password), .basic(username: username, password: password)]
    case .ntlm(let username, let password, let domain):
      [.ntlm(username: username, password: password, domain: domain)]
    case .negotiate: [.negotiate]
    case .bearer, .awsSignature: []
    }
  }
}

extension Credential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The kind and the user, without password, token or key.
  public var description: String {
    switch self {
    case .basic(let username, _): "Basic credentials of \(username)"
    case .digest(let username, _): "Digest credentials of \(username)"
    case .anyPassword(let username, _): "Credentials of \(username)"
    case .bearer: "Bearer token"
    case .ntlm(let username, _, let domain): "NTLM credentials of \(domain.map { $0 + "\\" } ?? "")\(username)"
    case .negotiate: "Negotiate with the user's ticket"
    case .awsSignature(let signature): signature.description
    }
  }

  /// Same as `description`.
  public var debugDescription: String { description }
  /// Empty, so that `dump` does not print secrets.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Credentials by protection space, in memory. A credential is used only for its scheme, host, port and, if given,
/// realm. Safe to use from any thread.
public final class CredentialStore: Sendable {
  private let credentials: Mutex<[ProtectionSpace: Credential]>

  /// Creates a store with `credentials`.
  public init(_ credentials: [ProtectionSpace: Credential] = [:]) { self.credentials = Mutex(credentials) }

  /// All stored credentials.
  public var all: [ProtectionSpace: Credential] { credentials.withLock { $0 } }

  /// Stores `credential`, replacing any for the same space.
  public func set(_ credential: Credential, for space: ProtectionSpace) {
    credentials.withLock { $0[space] = credential }
  }

  /// Removes and returns the credential for this exact space.
  @discardableResult
  public func remove(_ space: ProtectionSpace) -> Credential? {
    credentials.withLock { $0.removeValue(forKey: space) }
  }

  /// Removes all credentials.
  public func removeAll() { credentials.withLock { $0 = [:] } }

  /// Returns the credential for this space, or else for the whole server.
  public func credential(for space: ProtectionSpace) -> Credential? {
    credentials.withLock { $0[space] ?? $0[space.wholeServer] }
  }

  /// Returns a credential for the strongest of `challenges` from the server or proxy at `origin`.
  func credential(for challenges: [AuthenticationChallenge], from origin: ProtectionSpace) -> Credential? {
    let found: [(AuthenticationMechanism, Credential)] = challenges.compactMap { challenge in
      let space = ProtectionSpace(
        scheme: origin.scheme, host: origin.host, port: origin.port, realm: challenge.realm, isProxy: origin.isProxy)
      guard let credential = credential(for: space), let mechanism = credential.mechanism(for: [challenge])
      else { return nil }
      return (mechanism, credential)
    }
    return found.first { $0.0.scheme != "Basic" }?.1 ?? found.first?.1
  }
}
