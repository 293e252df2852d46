internal import Synchronization

/// Credentials used to authenticate a request. No description, dump or interpolation of it shows a secret.
public enum Credential: Hashable, Sendable {
  /// Answers Basic challenges (RFC 7617). The password is readable by anyone who can read the connection.
  case basic(username: String, password: String)
  /// Answers Digest challenges (RFC 7616), and never gives the password away.
  case digest(username: String, password: String)
  /// Answers what the server offers, Digest before Basic. NTLM and Negotiate have to be asked for.
  case anyPassword(username: String, password: String)
  /// Sent with the first message already (RFC 6750).
  case bearer(token: String)
  /// Where libcurl has it; authenticates the connection rather than the message.
  case ntlm(username: String, password: String, domain: String? = nil)
  /// The ticket of the process's user (SPNEGO, RFC 4559), where libcurl has it.
  case negotiate
  /// Each message is signed; no challenge is waited for.
  case awsSignature(AWSSignature)
}

extension Credential {
  /// Whether it is sent without a challenge.
  var isSentUnasked: Bool {
    switch self {
    case .bearer, .awsSignature: true
    case .basic, .digest, .anyPassword, .ntlm, .negotiate: false
    }
  }

  /// The challenge that this credential answers; `nil` if it fits none.
  func mechanism(answering challenges: [AuthenticationChallenge]) -> AuthenticationMechanism? {
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

/// Credentials by protection space. A credential is used only for its own scheme, host and port, and for its realm if it
/// has one. Kept in memory only; safe from any thread.
public final class CredentialStore: Sendable {
  private let credentials: Mutex<[ProtectionSpace: Credential]>

  /// Creates a store with `credentials`.
  public init(_ credentials: [ProtectionSpace: Credential] = [:]) { self.credentials = Mutex(credentials) }

  /// Everything that is stored.
  public var all: [ProtectionSpace: Credential] { credentials.withLock { $0 } }

  /// Stores `credential`, in place of one that was there for the same space.
  public func set(_ credential: Credential, for space: ProtectionSpace) {
    credentials.withLock { $0[space] = credential }
  }

  /// Forgets the credential of exactly this space, and returns it.
  @discardableResult
  public func remove(_ space: ProtectionSpace) -> Credential? {
    credentials.withLock { $0.removeValue(forKey: space) }
  }

  /// Forgets everything.
  public func removeAll() { credentials.withLock { $0 = [:] } }

  /// The credential of this very space, else that of its whole server.
  public func credential(for space: ProtectionSpace) -> Credential? {
    credentials.withLock { $0[space] ?? $0[space.wholeServer] }
  }

  /// Returns a credential that can answer one of `challenges` from the server or proxy at `origin`, strongest first.
  func credential(answering challenges: [AuthenticationChallenge], from origin: ProtectionSpace) -> Credential? {
    let found: [(AuthenticationMechanism, Credential)] = challenges.compactMap { challenge in
      let space = ProtectionSpace(
        scheme: origin.scheme, host: origin.host, port: origin.port, realm: challenge.realm, isProxy: origin.isProxy)
      guard let credential = credential(for: space), let mechanism = credential.mechanism(answering: [challenge])
      else { return nil }
      return (mechanism, credential)
    }
    return found.first { $0.0.scheme != "Basic" }?.1 ?? found.first?.1
  }
}
