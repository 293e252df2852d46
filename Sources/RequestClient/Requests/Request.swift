public import Foundation
internal import Synchronization

/// What all kinds of requests have in common: life, identity, and what is known so far.
///
/// A request is one of `DataRequest` (uploads too), `DownloadRequest` and `DataStreamRequest`; other types cannot
/// conform usefully. All of it may be called from any thread, and nothing calls back under a lock.
public protocol Request: AnyObject, Hashable, Sendable, CustomStringConvertible {
  /// The library's part of the request, which has nothing to call.
  var core: RequestCore { get }
}

extension Request {
  /// The same for all attempts; no two requests share one.
  public var id: UUID { core.id }
  /// Where the request is in its life; `finished` already while its handlers run.
  public var state: RequestState { core.state.withLock { $0.phase } }
  /// Whether it has not been started, suspended or ended.
  public var isInitialized: Bool { state == .initialized }
  /// Whether it was started and is neither suspended nor over.
  public var isResumed: Bool { state == .resumed }
  /// Whether it waits for `resume()`.
  public var isSuspended: Bool { state == .suspended }
  /// Whether it was ended by `cancel()`, before its end; handlers get `explicitlyCancelled`.
  public var isCancelled: Bool { state == .cancelled }
  /// Whether its outcome stands, a value or an error; not after `cancel()`.
  public var isFinished: Bool { state == .finished }

  /// The message under way or the last one that was.
  public var request: OutgoingRequest? { core.state.withLock { $0.message } }
  /// The first message of each attempt, as it went out.
  public var requests: [OutgoingRequest] { core.state.withLock { $0.attempts } }
  /// The head of the last answer.
  public var response: HTTPResponse? { core.state.withLock { $0.head?.response } }
  /// The status of the last answer.
  public var statusCode: Int? { core.state.withLock { $0.head?.status } }
  /// Why the request failed, or the last attempt while another one is under way.
  public var error: RequestError? { core.state.withLock { $0.stopReason ?? $0.error } }
  /// How many attempts were made after the first.
  public var retryCount: Int { core.state.withLock { max($0.attempt - 1, 0) } }
  /// The hops that have ended, of all attempts.
  public var timeline: TransferTimeline { core.state.withLock { $0.timeline } }
  /// How much of the body has come.
  public var downloadProgress: TransferProgress { core.state.withLock { $0.downloadProgress } }
  /// How much of the body is on its way.
  public var uploadProgress: TransferProgress { core.state.withLock { $0.uploadProgress } }

  /// Starts the request, or goes on after `suspend()`.
  @discardableResult
  public func resume() -> Self {
    core.resume()
    return self
  }

  /// Stops delivery, and the next hop or attempt, until `resume()`. The limit of time goes on.
  ///
  /// The server is held back once the buffers between are full. The handlers of a stream still get the pieces that had
  /// come before.
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
}

extension Request {
  /// Two requests are equal when they are the same one.
  public static func == (a: Self, b: Self) -> Bool { a.core === b.core }
  /// By identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(core)) }

  /// `GET http://example.com/ (200)`; without the status before there is one.
  public var description: String {
    let (message, status) = core.state.withLock { ($0.message, $0.head?.status) }
    guard let message else { return "No request made yet" }
    return "\(message.method.rawValue) \(message.url)" + (status.map { " (\($0))" } ?? "")
  }
}
