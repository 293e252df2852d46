internal import Foundation
internal import Synchronization

/// An event source that was connected: one request after another, and the waits between them.
///
/// ```
///                ┌──────────── after a while ────────────┐
///                ▼                                       │
/// new ─► connecting ─► open ─► (lost, or ended by the server) ─► waiting
///                └───────┴──► closed ◄───────────────────────────┘
/// ```
/// It lives until it is closed, whether or not somebody keeps it.
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

  /// Where the next connection would begin; empty where the server gave no identifier.
  public var lastEventID: String { state.withLock { $0.lastEventID } }
  /// Whether a connection is made and messages may come.
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

/// Server-sent events, and where the stream stands after each piece.
private struct EventSourceParser: StreamParser {
  enum Value: Sendable {
    case message(ServerSentEvent)
    case place(id: String, reconnectionTime: Duration?)
  }

  private var parser: ServerSentEventParser

  init(limit: Int, lastID: String) { parser = ServerSentEventParser(limit: limit, lastID: lastID) }

  /// The place comes first, so that whoever has a message knows where to go on after it.
  mutating func take(_ piece: Data) -> [Result<Value, any Error>] {
    let messages = parser.take(piece).map { $0.map(Value.message) }
    return [.success(.place(id: parser.lastID, reconnectionTime: parser.reconnectionTime))] + messages
  }

  mutating func end() -> [Result<Value, any Error>] { [] }
}
