public import Foundation
internal import Synchronization

/// The common interface of all requests: state, identity and results so far.
///
/// A request is one of `DataRequest` (uploads too), `DownloadRequest` and `DataStreamRequest`; other types cannot
/// conform usefully. All of it may be called from any thread, and nothing calls back under a lock.
public protocol Request: AnyObject, Hashable, Sendable, CustomStringConvertible {
  /// Internal state of the request.
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
  /// The first message of each attempt, as it was sent.
  public var requests: [OutgoingRequest] { core.state.withLock { $0.attempts } }
  /// The head of the last response.
  public var response: HTTPResponse? { core.state.withLock { $0.head?.response } }
  /// The status of the last response.
  public var statusCode: Int? { core.state.withLock { $0.head?.status } }
  /// Why the request failed, or the last attempt while another one is under way.
  public var error: RequestError? { core.state.withLock { $0.stopReason ?? $0.error } }
  /// How many attempts were made after the first.
  public var retryCount: Int { core.state.withLock { max($0.attempt - 1, 0) } }
  /// The hops that have ended, of all attempts.
  public var timeline: TransferTimeline { core.state.withLock { $0.timeline } }
  /// Bytes received so far.
  public var downloadProgress: TransferProgress { core.state.withLock { $0.downloadProgress } }
  /// How much of the body is on its way.
  public var uploadProgress: TransferProgress { core.state.withLock { $0.uploadProgress } }

  /// Starts the request, or resumes after `suspend()`.
  @discardableResult
  public func resume() -> Self {
    core.resume()
    return self
  }

  /// Stops delivery, and the next hop or attempt, until `resume()`. The timeout keeps running.
  ///
  /// The server is held back once the buffers between are full. The handlers of a stream still get the chunks that had
  /// come before.
  @discardableResult
  public func suspend() -> Self {
    core.suspend()
    return self
  }

  /// Cancels the request. Handlers get `explicitlyCancelled` with everything received so far. Does nothing after the end.
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

/// Where a request is in its life.
///
/// ```
/// initialized ─► resumed ◄─► suspended      cancelled and finished are final;
///      │            ├───────────┤           initialized may become any other
///      └────────────┴─► cancelled | finished
/// ```
public enum RequestState: Hashable, Sendable, CaseIterable {
  /// See the drawing above.
  case initialized, resumed, suspended, cancelled, finished

  /// Whether a request may go from this state to `state`; none goes to the state it is in.
  public func canTransition(to state: RequestState) -> Bool {
    switch (self, state) {
    case (.initialized, .initialized): false
    case (.initialized, _): true
    case (.resumed, .suspended), (.suspended, .resumed): true
    case (.resumed, .cancelled), (.suspended, .cancelled): true
    case (.resumed, .finished), (.suspended, .finished): true
    default: false
    }
  }
}

/// What to do with a response body, decided when its head arrives.
public enum ResponseDisposition: Hashable, Sendable {
  /// The body is delivered.
  case allow
  /// The request is cancelled, as by `Request.cancel()`.
  case cancel
}

/// How much of a body has been carried.
public struct TransferProgress: Hashable, Sendable {
  /// Bytes; decompressed for a response body.
  public var completed: Int
  /// `nil` if the total is unknown: a body of unknown length, or a compressed one.
  public var total: Int?

  /// From 0 to 1, `nil` if the total is unknown.
  public var fraction: Double? { total.map { $0 == 0 ? 1 : Double(completed) / Double($0) } }
}

/// Destination of the final response's body.
enum RequestKind: Sendable {
  /// Keeps it in memory.
  case data
  case download(DownloadFile)
  case stream(StreamHub)

  var sink: (any BodySink)? {
    switch self {
    case .data: nil
    case .download(let file): file
    case .stream(let hub): hub
    }
  }

  /// In bytes, for requests whose options name no limit; memory is not left to the server.
  var defaultBodyLimit: Int {
    switch self {
    case .data: 1 << 30
    case .download, .stream: .max
    }
  }
}

/// Where the body of a final response goes that is not kept in memory. It is called on the transport's thread, one call
/// after another and with no lock held, so it must be quick and call no user code.
protocol BodySink: Sendable {
  /// A response begins; another one may have begun before it, of an earlier attempt.
  func begin(_ head: ResponseHead, of request: RequestCore) throws(RequestError)
  func take(_ chunk: UnsafeRawBufferPointer, of request: RequestCore) throws(RequestError)
  /// Whether it takes no more before it calls `RequestCore.sinkHasRoom()`.
  var isFull: Bool { get }
}
