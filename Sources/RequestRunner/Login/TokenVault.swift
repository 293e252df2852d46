internal import Synchronization

/// The tokens of an engine's runs. If several runs or programs need a token at the same time, one of them obtains it.
final class TokenVault: Sendable {
  struct Key: Hashable {
    /// The collection and environment; empty for requests without a file.
    let scope: String
    let name: String
  }

  /// A token, and whether it was just obtained.
  typealias Lease = (token: AccessToken, isFresh: Bool)
  typealias Lock = @Sendable () async throws(Failure) -> TokenLock?
  typealias Obtain = @Sendable (_ kept: AccessToken?) async throws(Failure) -> AccessToken

  private enum Turn {
    /// This caller obtains the token.
    case lead
    case done(Result<AccessToken, Failure>)
    /// The caller that obtained it was cancelled; try again.
    case again
    case cancelled
  }

  private struct State {
    /// The waiters of each token that is being obtained.
    var waiting: [Key: [Int: CheckedContinuation<Turn, Never>]] = [:]
    var nextWaiter = 0
    /// Tokens of requests without a file, kept in memory.
    var unkept: [Key: AccessToken] = [:]
  }

  private let state = Mutex(State())

  /// - Parameter lock: Waits until no other program requests the token.
  func token(
    _ name: String, in kept: KeptTokens?, isUsable: (AccessToken) -> Bool, lock: Lock, obtain: Obtain
  ) async throws(Failure) -> Lease {
    let key = Key(scope: kept?.scope ?? "", name: name)
    while true {
      if let token = try read(key, kept), isUsable(token) { return (token, false) }
      switch await turn(key) {
      case .lead: return try await lead(key, kept, isUsable, lock, obtain)
      case .done(let result): return (try result.get(), true)
      case .again: break
      case .cancelled: throw Failure(.other, "Cancelled")
      }
    }
  }

  func read(_ name: String, in kept: KeptTokens?) throws(Failure) -> AccessToken? {
    try read(Key(scope: kept?.scope ?? "", name: name), kept)
  }

  /// Removes a useless token, unless it was replaced.
  func removeToken(_ token: AccessToken, _ name: String, in kept: KeptTokens?) throws(Failure) {
    let key = Key(scope: kept?.scope ?? "", name: name)
    guard try read(key, kept)?.value == token.value else { return }
    state.withLock { $0.unkept[key] = nil }
    try kept?.remove(name)
  }

  private func lead(
    _ key: Key, _ kept: KeptTokens?, _ isUsable: (AccessToken) -> Bool, _ lock: Lock, _ obtain: Obtain
  ) async throws(Failure) -> Lease {
    do throws(Failure) {
      let lock = try await lock()
      defer { lock?.release() }
      // Another program may have stored a token since.
      let last = try read(key, kept)
      if let last, isUsable(last) {
        end(key, .done(.success(last)))
        return (last, false)
      }
      let token = try await obtain(last)
      try write(token, key, kept)
      end(key, .done(.success(token)))
      return (token, true)
    } catch {
      end(key, Task.isCancelled ? .again : .done(.failure(error)))
      throw error
    }
  }

  private func turn(_ key: Key) async -> Turn {
    let waiter = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let turn: Turn? = state.withLock { state in
          if Task.isCancelled { return .cancelled }
          guard state.waiting[key] != nil else {
            state.waiting[key] = [:]
            return .lead
          }
          state.waiting[key]?[waiter] = continuation
          return nil
        }
        if let turn { continuation.resume(returning: turn) }
      }
    } onCancel: {
      let continuation = state.withLock { $0.waiting[key]?.removeValue(forKey: waiter) }
      continuation?.resume(returning: .cancelled)
    }
  }

  private func end(_ key: Key, _ turn: Turn) {
    let waiting = state.withLock { $0.waiting.removeValue(forKey: key) }
    for continuation in (waiting ?? [:]).values { continuation.resume(returning: turn) }
  }

  private func read(_ key: Key, _ kept: KeptTokens?) throws(Failure) -> AccessToken? {
    try kept?.read(key.name) ?? state.withLock { $0.unkept[key] }
  }

  private func write(_ token: AccessToken, _ key: Key, _ kept: KeptTokens?) throws(Failure) {
    guard let kept else { return state.withLock { $0.unkept[key] = token } }
    try kept.write(token, key.name)
  }
}
