public import Foundation
internal import Synchronization

/// A request whose body is kept in memory.
///
/// Every handler runs exactly once, in the order they were added, as soon as its own serializer and all before it are
/// done; one that is added after the end runs too. Handlers that name no queue run one after another on the request's
/// own line of execution, never on the main queue. Order between different queues is those queues' affair.
public final class DataRequest: Sendable {
  let core: RequestCore

  init(_ core: RequestCore) { self.core = core }

  public var id: UUID { core.id }
  public var state: RequestState { core.state.withLock(\.phase) }
  /// The message under way or the last one that was.
  public var request: OutgoingRequest? { core.state.withLock(\.message) }
  public var response: HTTPResponse? { core.state.withLock { $0.head?.response } }
  /// The body so far.
  public var data: Data? { core.state.withLock(\.data) }
  public var error: RequestError? { core.state.withLock(\.error) }
  /// The hops that have ended.
  public var timeline: Timeline { core.state.withLock(\.timeline) }

  /// Starts the request, or goes on after `suspend()`.
  @discardableResult
  public func resume() -> Self {
    core.resume()
    return self
  }

  /// Stops delivery, and the next hop, until `resume()`. The limit of time goes on.
  @discardableResult
  public func suspend() -> Self {
    core.suspend()
    return self
  }

  /// Ends the request; handlers get `explicitlyCancelled` with everything that had come. Does nothing after the end.
  @discardableResult
  public func cancel() -> Self {
    core.stop(because: .explicitlyCancelled)
    return self
  }

  /// Answers a challenge for Basic credentials, once; if they are wrong the 401 is the answer, and no error.
  @discardableResult
  public func authenticate(username: String, password: String) -> Self {
    core.state.withLock { $0.credential = .authorization(username: username, password: password) }
    return self
  }
}

extension DataRequest: Hashable {
  public static func == (a: DataRequest, b: DataRequest) -> Bool { a.core === b.core }
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
