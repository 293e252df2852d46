internal import Foundation
internal import Synchronization

// Challenges of the server; those of a proxy are the transport's.
extension RequestCore {
  /// What was answered in this attempt, and to whom.
  struct ChallengeAnswer {
    var mechanism: AuthenticationMechanism
    /// Scheme, host and port.
    var origin: String
    var count: Int
  }

  /// Whether the answer is a challenge that we can meet; if so, the state says with what.
  func meetsChallenge(_ head: ResponseHead, in state: inout State) -> Bool {
    guard head.status == 401, let message = state.message else { return false }
    let challenges = AuthenticationChallenge.challenges(in: head.headers.values(for: "WWW-Authenticate"))
    let space = ProtectionSpace(scheme: message.url.scheme, host: message.url.host, port: message.url.effectivePort)
    let credential =
      state.usableCredential ?? configuration.credentialStore?.credential(answering: challenges, from: space)
    guard let mechanism = credential?.mechanism(answering: challenges) else { return false }
    let count = state.answer.map { $0.mechanism == mechanism ? $0.count : 0 } ?? 0
    switch mechanism {
    case .digest(let username, let password):
      let key = DigestSessions.Key(origin: message.url.origin, username: username, password: password)
      guard parts.digests.receive(challenges, for: key, answersSent: count) else { return false }
    case .basic, .ntlm, .negotiate:
      if count > 0 { return false }
    }
    state.answer = ChallengeAnswer(mechanism: mechanism, origin: message.url.origin, count: count + 1)
    return true
  }

  func answerChallenge(_ step: Step) {
    let message: OutgoingRequest? = state.withLock { state in
      guard state.step == step else { return nil }
      if let response = state.head?.response { emit(.didReceiveChallenge(response), state) }
      // It was refused.
      state.message?.headers.remove(name: "Authorization")
      return state.message
    }
    if let message { launch(message, step) }
  }

  /// What goes out with a hop to prove who sends it.
  func authenticate(_ message: inout OutgoingRequest, _ state: inout State) -> HopLogin? {
    if message.headers.contains(name: "Authorization") { return nil }
    let answer = state.answer.flatMap { $0.origin == message.url.origin ? $0 : nil }
    switch answer?.mechanism ?? expected(state.usableCredential) {
    case .basic(let username, let password):
      if answer != nil { message.headers.append(.authorization(username: username, password: password)) }
    case .digest(let username, let password):
      let key = DigestSessions.Key(origin: message.url.origin, username: username, password: password)
      let value = parts.digests.authorization(
        for: key, method: message.method.rawValue, target: message.url.pathAndQuery, body: message.body?.data)
      if let value { message.headers.append(.authorization(value)) }
    case .ntlm(let username, let password, let domain):
      return answer.map { _ in .ntlm(username: domain.map { "\($0)\\\(username)" } ?? username, password: password) }
    case .negotiate: return answer.map { _ in .negotiate }
    case nil: break
    }
    switch state.usableCredential {
    case .bearer(let token): message.headers.append(.authorization(bearerToken: token))
    case .awsSignature(let signature): signature.sign(&message, at: Date())
    default: break
    }
    return nil
  }

  /// A server that has asked once for Digest is told at once the next time.
  private func expected(_ credential: Credential?) -> AuthenticationMechanism? {
    switch credential {
    case .digest(let username, let password), .anyPassword(let username, let password):
      .digest(username: username, password: password)
    default: nil
    }
  }
}

extension HTTPBody {
  /// The bytes, where they are at hand.
  var data: Data? {
    if case .data(let data) = self { data } else { nil }
  }
}
