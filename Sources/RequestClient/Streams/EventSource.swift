public import Foundation
internal import Synchronization

/// A stream of server-sent events that is asked for again whenever it breaks off (WHATWG HTML, section 9.2).
///
/// ```swift
/// for await message in session.eventSource(url).messages() { … }
/// ```
/// Each connection begins where the last one ended, by `Last-Event-ID`. Between two connections it waits as long as the
/// server's `retry:` says, and twice as long each time that no connection could be made. It ends for good by 204, by
/// another status or content type, by an error that another attempt would not change, or when it is cancelled.
///
/// This is a description: each `messages()`, `events()` and `connect(on:_:)` makes connections of its own.
public struct EventSource: Sendable {
  /// What happens to a source, in order; `closed` is the last.
  public enum Event: Sendable {
    /// The connection is open.
    case opened(ResponseHead)
    /// An event of the stream.
    case message(ServerSentEvent)
    /// A message could not be read; those after it are.
    case failure(RequestError)
    /// The connection ended, with an error or by the server, and the next one is made after this time.
    case waiting(Duration, RequestError?)
    /// The end: `nil` if the server wants no more connections, or `RequestError.explicitlyCancelled`.
    case closed(RequestError?)
  }

  /// Takes events one after another.
  public typealias Handler = @Sendable (Event) -> Void

  let plan: Plan

  /// What all connections of a source have in common.
  struct Plan: Sendable {
    weak var session: Session?
    var url: any URLConvertible
    var headers: HTTPHeaders
    var options: TransferOptions
    var interceptor: (any RequestInterceptor)?
    var lastEventID: String
    var reconnectionTime: Duration
    var maximumDelay: Duration
    var messageLimit: Int
  }

  /// Connects, and calls `handler` with what happens until the end.
  ///
  /// - Returns: What ends it.
  @discardableResult
  public func connect(on queue: DispatchQueue? = nil, _ handler: @escaping Handler) -> EventSourceConnection {
    let connection = EventSourceConnection(plan) { event, credit in
      RequestCore.deliver(on: queue) { withExtendedLifetime(credit) { handler(event) } }
    }
    connection.open()
    return connection
  }

  /// What happens, until the end. Leaving the loop ends the connection; the server is held back while events wait.
  public func events() -> StreamOf<Event> { stream { $0 } }

  /// The messages until the end; `events()` also has the reason for the end.
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
  /// Describes a source of server-sent events; it connects when it is listened to.
  ///
  /// - Parameters:
  ///   - options: Without a `timeout` of their own, a connection may last forever.
  ///   - lastEventID: Where to begin: the `id` of the last message that was seen, of an earlier source say.
  ///   - reconnectionTime: Between two connections, until the server says something else.
  ///   - maximumDelay: What doubling that time after failed attempts leads to at most.
  ///   - messageLimit: In bytes; a longer message is a `failure`.
  public func eventSource(
    _ url: any URLConvertible, headers: HTTPHeaders = [], options: TransferOptions? = nil,
    interceptor: (any RequestInterceptor)? = nil, lastEventID: String = "", reconnectionTime: Duration = .seconds(3),
    maximumDelay: Duration = .seconds(60), messageLimit: Int = 16 << 20
  ) -> EventSource {
    var options = options ?? TransferOptions()
    if !options.assigned.contains(.timeout) { options.timeout = nil }
    return EventSource(
      plan: EventSource.Plan(
        session: self, url: url, headers: headers, options: options, interceptor: interceptor,
        lastEventID: lastEventID, reconnectionTime: reconnectionTime, maximumDelay: maximumDelay,
        messageLimit: messageLimit))
  }
}

/// An event of a `text/event-stream` (WHATWG HTML, section 9.2).
public struct ServerSentEvent: Hashable, Sendable {
  /// `message` where the stream names none.
  public var event: String
  /// Its lines, joined by line feeds.
  public var data: String
  /// The last identifier that the stream gave, of this event or one before; empty if it gave none.
  public var id: String
  /// After what time the stream wants to be asked again once it stopped, if this event said so.
  public var retry: Duration?

  /// Creates an event.
  public init(event: String = "message", data: String, id: String = "", retry: Duration? = nil) {
    self.event = event
    self.data = data
    self.id = id
    self.retry = retry
  }
}

/// Frames a `text/event-stream` as WHATWG HTML, section 9.2.6 says: lines end in CR, LF or CRLF, an empty one ends an
/// event, comments are left out, and an event that the end cuts off is dropped.
struct ServerSentEventParser: StreamParser {
  private let limit: Int
  private var line: [UInt8] = []
  private var data = ""
  private var hasData = false
  private var event = ""
  private var idField: String
  private var retry: Duration?
  /// The last identifier of what was ended by an empty line, an event or not.
  private(set) var lastID: String
  /// The last time that the stream wants between its end and the next connection.
  private(set) var reconnectionTime: Duration?
  private var isAfterCR = false
  private var isAtStart = true
  private var isTooLong = false

  /// - Parameters:
  ///   - limit: In bytes, for a line and for the data of an event.
  ///   - lastID: Where an earlier connection stopped.
  init(limit: Int, lastID: String = "") {
    self.limit = limit
    self.lastID = lastID
    idField = lastID
  }

  mutating func take(_ chunk: Data) -> [Result<ServerSentEvent, any Error>] {
    var results: [Result<ServerSentEvent, any Error>] = []
    for byte in chunk {
      let wasAfterCR = isAfterCR
      isAfterCR = byte == 0x0D
      if byte == 0x0A, wasAfterCR { continue }
      if byte == 0x0A || byte == 0x0D {
        if let result = endLine() { results.append(result) }
      } else if line.count < limit {
        line.append(byte)
      } else {
        isTooLong = true
      }
    }
    return results
  }

  mutating func end() -> [Result<ServerSentEvent, any Error>] { [] }

  private mutating func endLine() -> Result<ServerSentEvent, any Error>? {
    defer { line.removeAll(keepingCapacity: true) }
    if isAtStart, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    isAtStart = false
    if line.isEmpty { return dispatch() }
    let text = String(decoding: line, as: UTF8.self)
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      take(field: text, value: "")
      return nil
    }
    var value = text[text.utf8.index(after: colon)...]
    if value.utf8.first == 0x20 { value = value.dropFirst() }
    take(field: String(text[..<colon]), value: String(value))
    return nil
  }

  private mutating func take(field: String, value: String) {
    switch field {
    case "data":
      if data.utf8.count + value.utf8.count > limit { isTooLong = true } else { data += (hasData ? "\n" : "") + value }
      hasData = true
    case "event": event = value
    case "id": if !value.utf8.contains(0) { idField = value }
    case "retry":
      let isNumber = value.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
      if isNumber, let milliseconds = Int(value) {
        retry = .milliseconds(milliseconds)
        reconnectionTime = retry
      }
    default: break  // Comments and fields that the standard does not know.
    }
  }

  private mutating func dispatch() -> Result<ServerSentEvent, any Error>? {
    lastID = idField
    defer {
      data = ""
      hasData = false
      event = ""
      isTooLong = false
    }
    if isTooLong { return .failure(FrameTooLong(limit: limit)) }
    if !hasData { return nil }
    // One that comes without data counts from then on, and is told with the next event.
    defer { retry = nil }
    return .success(ServerSentEvent(event: event.isEmpty ? "message" : event, data: data, id: lastID, retry: retry))
  }
}

/// An event source that was connected: one request after another, and the waits between them.
///
/// ```
///                ┌──────────── after a while ────────────┐
///                ▼                                       │
/// new ─► connecting ─► open ─► (lost, or ended by the server) ─► waiting
///                └───────┴──► closed ◄───────────────────────────┘
/// ```
/// It lives until it is closed, whether or not someone keeps it.
public final class EventSourceConnection: Sendable {
  typealias Report = @Sendable (EventSource.Event, StreamCredit?) -> Void

  private struct State {
    var isClosed = false
    var isOpen = false
    /// Attempts since the last connection.
    var failures = 0
    var lastEventID: String
    var reconnectionTime: Duration
    var request: DataStreamRequest?
    var wait: Task<Void, Never>?
  }

  private let plan: EventSource.Plan
  private let report: Report
  private let state: Mutex<State>

  init(_ plan: EventSource.Plan, report: @escaping Report) {
    self.plan = plan
    self.report = report
    state = Mutex(State(lastEventID: plan.lastEventID, reconnectionTime: plan.reconnectionTime))
  }

  /// Where the next connection would begin; empty if the server gave no identifier.
  public var lastEventID: String { state.withLock { $0.lastEventID } }
  /// Whether the connection is open.
  public var isOpen: Bool { state.withLock { $0.isOpen } }
  /// Whether it has ended for good.
  public var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Ends it; the last event is `closed` with `RequestError.explicitlyCancelled`. Does nothing after the end.
  public func cancel() {
    let (request, wait) = state.withLock { ($0.request, $0.wait) }
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

  /// Makes a connection.
  func open() {
    guard let session = plan.session else { return close(.sessionDeinitialized) }
    let lastEventID = lastEventID
    var headers = plan.headers
    if !headers.contains(name: "Accept") { headers.append(.accept("text/event-stream")) }
    if !headers.contains(name: "Cache-Control") { headers.append(name: "Cache-Control", value: "no-store") }
    // An identifier that no header can carry is the server's loss, and the stream begins anew.
    let place = HTTPHeader("Last-Event-ID", lastEventID)
    if !lastEventID.isEmpty, place.problem == nil { headers.update(place) }
    let request = session.streamRequest(
      plan.url, headers: headers, options: plan.options, interceptor: plan.interceptor,
      shouldAutomaticallyResume: false)
    let isWanted = state.withLock { state in
      if !state.isClosed { (state.request, state.wait) = (request, nil) }
      return !state.isClosed
    }
    if isWanted { listen(to: request, from: lastEventID) }
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
    state.withLock { ($0.isOpen, $0.failures) = (true, 0) }
    if let head { report(.opened(head), nil) }
  }

  private func note(_ id: String, _ time: Duration?) {
    state.withLock { state in
      state.lastEventID = id
      if let time { state.reconnectionTime = time }
    }
  }

  private func ended(_ completion: DataStreamRequest.Completion) {
    if completion.statusCode == 204 { return close(nil) }
    let delay: Duration? = state.withLock { state in
      guard !state.isClosed, completion.error?.isPassing(wasOpen: state.isOpen) ?? true else { return nil }
      (state.isOpen, state.request) = (false, nil)
      defer { state.failures += 1 }
      return self.delay(after: state)
    }
    guard let delay else { return close(completion.error) }
    report(.waiting(delay, completion.error), nil)
    wait(delay)
  }

  /// What the server wants, and twice as long after each attempt that made no connection.
  private func delay(after state: borrowing State) -> Duration {
    let doubled = state.reconnectionTime * (1 << min(state.failures, 20))
    return max(state.reconnectionTime, min(doubled, plan.maximumDelay))
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

  /// Cancels a connection that is made later than what may cancel it.
  final class Canceller: Sendable {
    private let connection = Mutex<EventSourceConnection?>(nil)

    func set(_ connection: EventSourceConnection) { self.connection.withLock { $0 = connection } }
    func cancel() { connection.withLock(\.self)?.cancel() }
  }
}

extension RequestError {
  /// Whether another connection may do better.
  fileprivate func isPassing(wasOpen: Bool) -> Bool {
    switch self {
    case .protocolError, .undecodableBody, .transportFailed: wasOpen
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

  /// The place comes first, so that whoever has a message knows where to go on after it.
  mutating func take(_ chunk: Data) -> [Result<Value, any Error>] {
    let messages = parser.take(chunk).map { $0.map(Value.message) }
    return [.success(.place(id: parser.lastID, reconnectionTime: parser.reconnectionTime))] + messages
  }

  mutating func end() -> [Result<Value, any Error>] { [] }
}
