public import Foundation
internal import Synchronization

/// A stream of server-sent events that reconnects whenever its connection ends (WHATWG HTML, section 9.2).
///
/// ```swift
/// for await message in session.eventSource(url).messages() { … }
/// ```
/// Each connection resumes with `Last-Event-ID`. The delay between connections is set by the server's `retry:` and
/// doubled after each failed attempt. The source closes on status 204, on another status or content type, on a
/// permanent error, or when cancelled.
///
/// This is a description: each call of `messages()`, `events()` or `connect(on:_:)` opens its own connections. It
/// retains its session.
public struct EventSource: Sendable {
  /// An event of the source; `closed` is the last.
  public enum Event: Sendable {
    /// The connection is open.
    case opened(ResponseHead)
    /// A message.
    case message(ServerSentEvent)
    /// A message could not be parsed; later ones still arrive.
    case failure(RequestError)
    /// The connection ended, possibly with an error; it reconnects after this delay.
    case waiting(Duration, RequestError?)
    /// The source has closed; the error is `nil` if the server ended it.
    case closed(RequestError?)
  }

  /// Receives events in order.
  public typealias Handler = @Sendable (Event) -> Void

  let plan: Plan

  /// Settings shared by all connections of a source.
  struct Plan: Sendable {
    var session: Session
    var url: any URLConvertible
    var headers: HTTPHeaders
    var options: TransferOptions
    var interceptor: (any RequestInterceptor)?
    var lastEventID: String
    var reconnectionTime: Duration
    var maximumDelay: Duration
    var messageLimit: Int
  }

  /// Connects and calls `handler` with every event.
  ///
  /// - Returns: The connection, which can be cancelled.
  @discardableResult
  public func connect(on queue: DispatchQueue? = nil, _ handler: @escaping Handler) -> EventSourceConnection {
    let connection = EventSourceConnection(plan) { event, credit in
      RequestCore.deliver(on: queue) { withExtendedLifetime(credit) { handler(event) } }
    }
    connection.open()
    return connection
  }

  /// All events. Leaving the loop closes the source. Receiving pauses while events are waiting.
  public func events() -> StreamOf<Event> { stream { $0 } }

  /// All messages. Use `events()` to learn why the source closed.
  public func messages() -> StreamOf<ServerSentEvent> {
    stream { if case .message(let message) = $0 { message } else { nil } }
  }

  private func stream<Value: Sendable>(of pick: @escaping @Sendable (Event) -> Value?) -> StreamOf<Value> {
    let canceller = EventSourceConnection.Canceller()
    return StreamOf(onLeaving: { canceller.cancel() }) { continuation, credits in
      let connection = EventSourceConnection(plan) { event, credit in
        if let value = pick(event) {
          credits.add(credit)
          continuation.yield(value)
        }
        if case .closed = event { continuation.finish() }
      }
      canceller.set(connection)
      connection.open()
    }
  }
}

extension Session {
  /// Creates a source of server-sent events, which connects on first use.
  ///
  /// - Parameters:
  ///   - options: Without an explicit `timeout` or `readTimeout`, connections may last forever and be silent.
  ///   - lastEventID: The `id` to resume from.
  ///   - reconnectionTime: Delay between connections, unless the server sets it.
  ///   - maximumDelay: Maximum delay after failed attempts.
  ///   - messageLimit: In bytes; a longer message is reported as `failure`.
  public func eventSource(
    _ url: any URLConvertible, headers: HTTPHeaders = [], options: TransferOptions? = nil,
    interceptor: (any RequestInterceptor)? = nil, lastEventID: String = "", reconnectionTime: Duration = .seconds(3),
    maximumDelay: Duration = .seconds(60), messageLimit: Int = 16 << 20
  ) -> EventSource {
    var options = options ?? TransferOptions()
    if options.values.timeout == nil { options.timeout = nil }
    if options.values.readTimeout == nil { options.readTimeout = nil }
    return EventSource(
      plan: EventSource.Plan(
        session: self, url: url, headers: headers, options: options, interceptor: interceptor,
        lastEventID: lastEventID, reconnectionTime: reconnectionTime, maximumDelay: maximumDelay,
        messageLimit: messageLimit))
  }
}

/// An event of a `text/event-stream` (WHATWG HTML, section 9.2).
public struct ServerSentEvent: Hashable, Sendable {
  /// The event type; `message` by default.
  public var event: String
  /// The data lines, joined by line feeds.
  public var data: String
  /// The last event ID, set by this event or an earlier one, or empty.
  public var id: String
  /// The reconnection time, if this event set it.
  public var retry: Duration?

  /// Creates an event.
  public init(event: String = "message", data: String, id: String = "", retry: Duration? = nil) {
    self.event = event
    self.data = data
    self.id = id
    self.retry = retry
  }
}

/// An open event source: a series of requests and the delays between them.
///
/// ```
///                ┌──────────── after a delay ────────────┐
///                ▼                                       │
/// new ─► connecting ─► open ─► (lost, or ended by the server) ─► waiting
///                └───────┴──► closed ◄───────────────────────────┘
/// ```
/// It stays alive until it is closed.
public final class EventSourceConnection: Sendable {
  typealias Report = @Sendable (EventSource.Event, StreamCredit?) -> Void

  private struct State {
    var isClosed = false
    /// Whether `cancel()` was called, perhaps between the end of a request and what follows.
    var isCancelled = false
    var isOpen = false
    var lastEventID: String
    var delays: ReconnectionDelays
    var request: DataStreamRequest?
    var wait: Task<Void, Never>?
  }

  private let plan: EventSource.Plan
  private let report: Report
  private let state: Mutex<State>

  init(_ plan: EventSource.Plan, report: @escaping Report) {
    self.plan = plan
    self.report = report
    state = Mutex(
      State(
        lastEventID: plan.lastEventID,
        delays: ReconnectionDelays(first: plan.reconnectionTime, maximum: plan.maximumDelay)))
  }

  /// The event ID to resume from, or empty.
  public var lastEventID: String { state.withLock { $0.lastEventID } }
  /// Whether the connection is open.
  public var isOpen: Bool { state.withLock { $0.isOpen } }
  /// Whether the source has closed.
  public var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Closes the source with `RequestError.explicitlyCancelled`. Does nothing after the end.
  public func cancel() {
    let (request, wait) = state.withLock { state in
      state.isCancelled = true
      return (state.request, state.wait)
    }
    request?.cancel()
    wait?.cancel()
    if request == nil { close(.explicitlyCancelled) }
  }

  private func close(_ error: RequestError?) {
    let isFirst = state.withLock { state in
      defer { (state.isClosed, state.isOpen, state.request, state.wait) = (true, false, nil, nil) }
      return !state.isClosed
    }
    if isFirst { report(.closed(error), nil) }
  }

  /// Opens a connection.
  func open() {
    let lastEventID = lastEventID
    var headers = plan.headers
    if !headers.contains(name: "Accept") { headers.append(.accept("text/event-stream")) }
    if !headers.contains(name: "Cache-Control") { headers.append(name: "Cache-Control", value: "no-store") }
    // If a header cannot represent the ID, it is not sent and the stream starts over.
    let place = HTTPHeader("Last-Event-ID", lastEventID)
    if !lastEventID.isEmpty, place.problem == nil { headers.update(place) }
    let request = plan.session.streamRequest(
      plan.url, headers: headers, options: plan.options, interceptor: plan.interceptor,
      shouldAutomaticallyResume: false)
    let isWanted = state.withLock { state in
      let isWanted = !state.isClosed && !state.isCancelled
      if isWanted { (state.request, state.wait) = (request, nil) }
      return isWanted
    }
    if isWanted { listen(to: request, from: lastEventID) } else { close(.explicitlyCancelled) }
  }

  private func listen(to request: DataStreamRequest, from lastEventID: String) {
    request.validate(statusCode: [200]).validate(contentType: ["text/event-stream"])
      .validate { _, _ in .success(self.opened(request.core)) }
    request.listen(with: EventSourceParser(limit: plan.messageLimit, lastID: lastEventID), on: nil) { stream, credit in
      switch stream.event {
      case .stream(.success(.message(let message))): self.report(.message(message), credit)
      case .stream(.success(.place(let id, let time))): self.note(id, time)
      case .stream(.failure(let error)): self.report(.failure(error), credit)
      case .complete(let completion): self.ended(completion)
      }
    }
    request.resume()
  }

  private func opened(_ request: RequestCore) {
    let head = request.state.withLock { $0.head }
    state.withLock { state in
      state.isOpen = true
      state.delays.reset()
    }
    if let head { report(.opened(head), nil) }
  }

  private func note(_ id: String, _ time: Duration?) {
    state.withLock { state in
      state.lastEventID = id
      if let time { state.delays.adopt(time) }
    }
  }

  private func ended(_ completion: DataStreamRequest.Completion) {
    if completion.statusCode == 204 { return close(nil) }
    var isCancelled = false
    let delay: Duration? = state.withLock { state in
      isCancelled = state.isCancelled
      guard !state.isClosed, !isCancelled, completion.error?.isPassing(wasOpen: state.isOpen) ?? true else {
        return nil
      }
      (state.isOpen, state.request) = (false, nil)
      return state.delays.next()
    }
    guard let delay else { return close(isCancelled ? .explicitlyCancelled : completion.error) }
    report(.waiting(delay, completion.error), nil)
    wait(delay)
  }

  private func wait(_ delay: Duration) {
    state.withLock { state in
      if state.isClosed { return }
      state.wait = Task {
        do {
          try await Task.sleep(for: delay)
          open()
        } catch {
          close(.explicitlyCancelled)
        }
      }
    }
  }

  /// Cancels a connection that is set later.
  final class Canceller: Sendable {
    private let connection = Mutex<EventSourceConnection?>(nil)

    func set(_ connection: EventSourceConnection) { self.connection.withLock { $0 = connection } }
    func cancel() { connection.withLock(\.self)?.cancel() }
  }
}

extension RequestError {
  /// Whether the error is transient, so that another connection may succeed.
  package func isPassing(wasOpen: Bool) -> Bool {
    switch self {
    case .protocolError, .undecodableBody, .transportFailed: wasOpen
    // A retrier has decided.
    case .requestRetryFailed: false
    default: networkFault != nil
    }
  }
}

/// Parses server-sent events and keeps the last event ID.
private struct EventSourceParser: StreamParser {
  enum Value: Sendable {
    case message(ServerSentEvent)
    case place(id: String, reconnectionTime: Duration?)
  }

  private var parser: ServerSentEventParser

  init(limit: Int, lastID: String) { parser = ServerSentEventParser(limit: limit, lastID: lastID) }

  /// The event ID is yielded first, so that it is recorded before the message is delivered.
  mutating func parse(_ chunk: Data) -> [Result<Value, any Error>] {
    let messages = parser.parse(chunk).map { $0.map(Value.message) }
    return [.success(.place(id: parser.lastID, reconnectionTime: parser.reconnectionTime))] + messages
  }

  mutating func end() -> [Result<Value, any Error>] { [] }
}
