public import Foundation
internal import Synchronization

/// A request: its state, identity and results so far.
///
/// A request is a `DataRequest` (uploads included), a `DownloadRequest`, a `DataStreamRequest` or a `WebSocketRequest`;
/// do not conform other types. All members may be used from any thread.
///
/// Handlers take a queue; `nil` calls them serially on a thread of the library, where they must not block.
public protocol Request: AnyObject, Hashable, Sendable, CustomStringConvertible {
  /// Internal state of the request.
  var core: RequestCore { get }
}

extension Request {
  /// Identifies the request; the same for all attempts.
  public var id: UUID { core.id }
  /// The state of the request; `finished` when its handlers run.
  public var state: RequestState { core.state.withLock { $0.phase } }
  /// Whether the request has not been started, suspended or ended.
  public var isInitialized: Bool { state == .initialized }
  /// Whether the request is running.
  public var isResumed: Bool { state == .resumed }
  /// Whether the request is suspended.
  public var isSuspended: Bool { state == .suspended }
  /// Whether the request was cancelled; handlers get `explicitlyCancelled`.
  public var isCancelled: Bool { state == .cancelled }
  /// Whether the request has ended with a response or an error, and not by `cancel()`.
  public var isFinished: Bool { state == .finished }

  /// The current or last message.
  public var request: OutgoingRequest? { core.state.withLock { $0.message } }
  /// The first message of each attempt, as it was sent.
  public var requests: [OutgoingRequest] { core.state.withLock { $0.attempts } }
  /// The head of the last response.
  public var response: HTTPResponse? { core.state.withLock { $0.head?.response } }
  /// The status of the last response.
  public var statusCode: Int? { core.state.withLock { $0.head?.status } }
  /// The error of the request, or of the last attempt while it is being retried.
  public var error: RequestError? { core.state.withLock { $0.stopReason ?? $0.error } }
  /// The number of attempts after the first.
  public var retryCount: Int { core.state.withLock { max($0.attempt - 1, 0) } }
  /// The hops that have ended, across all attempts.
  public var timeline: Timeline { core.state.withLock { $0.timeline } }
  /// Bytes received so far.
  public var downloadProgress: TransferProgress { core.state.withLock { $0.downloadProgress } }
  /// Bytes of the request body sent so far.
  public var uploadProgress: TransferProgress { core.state.withLock { $0.uploadProgress } }

  /// Starts the request, or resumes after `suspend()`.
  @discardableResult
  public func resume() -> Self {
    core.resume()
    return self
  }

  /// Pauses the request: until `resume()`, nothing is delivered and no hop or attempt starts. Timeouts keep running.
  ///
  /// The server can send until the buffers in between are full. Stream handlers still get chunks already received.
  @discardableResult
  public func suspend() -> Self {
    core.suspend()
    return self
  }

  /// Cancels the request. Handlers get `explicitlyCancelled` with everything received so far. Does nothing after the
  /// end.
  @discardableResult
  public func cancel() -> Self {
    core.stop(because: .explicitlyCancelled)
    return self
  }

  /// Whether both are the same request.
  public static func == (a: Self, b: Self) -> Bool { a.core === b.core }
  /// Hashes the request's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(core)) }

  /// `GET http://example.com/ (200)`; the status is omitted until there is a response.
  public var description: String {
    let (message, status) = core.state.withLock { ($0.message, $0.head?.status) }
    guard let message else { return "No request made yet" }
    return "\(message.method.rawValue) \(message.url)" + (status.map { " (\($0))" } ?? "")
  }
}

/// The state of a request.
///
/// ```
/// initialized ─► resumed ◄─► suspended      cancelled and finished are final;
///      │            ├───────────┤           initialized may become any other
///      └────────────┴─► cancelled | finished
/// ```
public enum RequestState: Hashable, Sendable, CaseIterable {
  /// See the diagram above.
  case initialized, resumed, suspended, cancelled, finished

  /// Whether a request may change from this state to `state`.
  package func canTransition(to state: RequestState) -> Bool {
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

/// Whether to receive a response body, decided when the head arrives.
public enum ResponseDisposition: Hashable, Sendable {
  /// Delivers the body.
  case allow
  /// Cancels the request.
  case cancel
}

/// How much of a body has been transferred.
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
  case webSocket(WebSocketHub)

  var sink: (any BodySink)? {
    switch self {
    case .data: nil
    case .download(let file): file
    case .stream(let hub): hub
    case .webSocket(let hub): hub
    }
  }

  var isWebSocket: Bool {
    if case .webSocket = self { true } else { false }
  }

  /// Whether retriers may be asked after a failed attempt.
  var mayRetry: Bool {
    if case .webSocket(let hub) = self { hub.mayRetry } else { true }
  }

  /// In bytes, for requests without an explicit limit.
  var defaultBodyLimit: Int {
    switch self {
    case .data: 1 << 30
    case .download, .stream, .webSocket: .max
    }
  }
}

/// Receives a body that is not kept in memory. Called on the transport's thread, serially and without a lock; it must
/// be quick and call no user code.
protocol BodySink: Sendable {
  /// A response begins, possibly after that of an earlier attempt.
  func begin(_ head: ResponseHead, of request: RequestCore) throws(RequestError)
  func receive(_ chunk: UnsafeRawBufferPointer, of request: RequestCore) throws(RequestError)
  /// Whether the sink is full until it calls `RequestCore.sinkHasRoom()`.
  var isFull: Bool { get }
}
