public import Foundation

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
    /// A connection was made, and events may come.
    case opened(ResponseHead)
    /// An event of the stream.
    case message(ServerSentEvent)
    /// A message could not be read; those after it are.
    case failure(RequestError)
    /// The connection ended, with an error or by the server, and the next one is made after this time.
    case waiting(Duration, RequestError?)
    /// The end: `nil` where the server wants no more connections, or `RequestError.explicitlyCancelled`.
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

  /// The messages, until the end; why it came to that, `events()` tells.
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
