/// What a request proves its sender with. No description, dump or interpolation of it shows a secret.
public enum Credential: Hashable, Sendable {
  /// Answers Basic challenges (RFC 7617). The password is readable by whoever reads the connection.
  case basic(username: String, password: String)
  /// Answers Digest challenges (RFC 7616), and never gives the password away.
  case digest(username: String, password: String)
  /// Answers what the server offers, Digest before Basic. NTLM and Negotiate have to be asked for.
  case anyPassword(username: String, password: String)
  /// Sent with the first message already (RFC 6750).
  case bearer(token: String)
  /// Where libcurl has it; proves the connection rather than the message.
  case ntlm(username: String, password: String, domain: String? = nil)
  /// The ticket of the process's user (SPNEGO, RFC 4559), where libcurl has it.
  case negotiate
  /// Each message is signed; no challenge is waited for.
  case awsSignature(AWSSignature)
}

extension Credential {
  /// Whether a message carries it before anybody asked.
  var isSentUnasked: Bool {
    switch self {
    case .bearer, .awsSignature: true
    case .basic, .digest, .anyPassword, .ntlm, .negotiate: false
    }
  }

  /// The way in, of those a server offers, that this credential takes; `nil` where it fits none.
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

  /// The same as `description`.
  public var debugDescription: String { description }
  /// Empty, so that `dump` does not print secrets.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
