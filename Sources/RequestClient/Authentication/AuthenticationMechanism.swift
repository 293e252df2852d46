/// One way to answer a challenge.
enum AuthenticationMechanism: Equatable, Sendable {
  case basic(username: String, password: String)
  case digest(username: String, password: String)
  case ntlm(username: String, password: String, domain: String?)
  case negotiate

  /// Whether one of `challenges` can be answered so.
  func isOffered(by challenges: [AuthenticationChallenge]) -> Bool {
    switch self {
    case .basic: challenges.contains { $0.isScheme("Basic") }
    case .digest: DigestChallenge.strongest(of: challenges) != nil
    case .ntlm: challenges.contains { $0.isScheme("NTLM") }
    case .negotiate: challenges.contains { $0.isScheme("Negotiate") }
    }
  }

  var scheme: String {
    switch self {
    case .basic: "Basic"
    case .digest: "Digest"
    case .ntlm: "NTLM"
    case .negotiate: "Negotiate"
    }
  }
}
