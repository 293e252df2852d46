internal import Synchronization

/// Credentials by what they are for. One is used for its own scheme, host and port alone, and for its realm where it
/// has one. Kept in memory only; safe from any thread.
public final class CredentialStore: Sendable {
  private let credentials: Mutex<[ProtectionSpace: Credential]>

  /// Begins with `credentials`.
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

  /// A credential that can answer one of `challenges` from the server or proxy at `origin`, the strongest first.
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
