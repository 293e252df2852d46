internal import Foundation
internal import Synchronization

/// Passes the chunks of a body to the handlers of a stream and pauses the transfer while they are behind.
///
/// ```
/// transport ── chunk ──► serial executor ──► each handler's parser ──► its queue
///      ▲                                                                   │
///      └────────── resume, once less than half the limit is pending ◄──────┘
/// ```
final class StreamHub: BodySink, CreditSource {
  /// Number of pending bytes at which the transfer is paused.
  private static let limit = 1 << 20
  /// Number of pending chunks at which it is paused: each takes memory and time, however small it is.
  private static let chunkLimit = 1 << 12

  private struct State {
    var listeners: [any StreamListening] = []
    var underWay = 0
    var chunks = 0
    var isFull = false
  }

  let automaticallyCancelsOnError: Bool
  private let state = Mutex(State())

  init(automaticallyCancelsOnError: Bool) { self.automaticallyCancelsOnError = automaticallyCancelsOnError }

  var isFull: Bool { state.withLock { $0.isFull } }

  func add(_ listener: any StreamListening) { state.withLock { $0.listeners.append(listener) } }

  func begin(_ head: ResponseHead, of request: RequestCore) {
    request.enqueue { _ in
      for listener in self.state.withLock({ $0.listeners }) { listener.begin() }
    }
  }

  func receive(_ chunk: UnsafeRawBufferPointer, of request: RequestCore) {
    let data = Data(chunk)
    state.withLock { state in
      state.underWay += data.count
      state.chunks += 1
      state.isFull = state.underWay >= Self.limit || state.chunks >= Self.chunkLimit
    }
    let credit = StreamCredit(byteCount: data.count, source: self, request: request)
    request.enqueue { core in
      for listener in self.state.withLock({ $0.listeners }) { listener.receive(data, credit, of: core) }
    }
  }

  func handled(_ byteCount: Int) -> Bool {
    state.withLock { state in
      state.underWay -= byteCount
      state.chunks -= 1
      guard state.isFull, state.underWay < Self.limit / 2, state.chunks < Self.chunkLimit / 2 else { return false }
      state.isFull = false
      return true
    }
  }
}

/// Counts the bytes that were not handled yet.
protocol CreditSource: AnyObject, Sendable {
  /// - Returns: Whether the transfer can be resumed.
  func handled(_ byteCount: Int) -> Bool
}

/// Retained until a chunk has been handled by everyone; its release makes room for more.
final class StreamCredit: Sendable {
  private let byteCount: Int
  private let source: any CreditSource
  private let request: RequestCore

  init(byteCount: Int, source: any CreditSource, request: RequestCore) {
    self.byteCount = byteCount
    self.source = source
    self.request = request
  }

  deinit {
    if source.handled(byteCount) { request.sinkHasRoom() }
  }
}

/// A handler of a stream.
protocol StreamListening: Sendable {
  /// A response begins; the rest of an earlier one is dropped.
  func begin()
  func receive(_ chunk: Data, _ credit: StreamCredit, of request: RequestCore)
}

/// Parses the chunks for one handler and delivers the values, in order, on the handler's queue.
final class StreamListener<Parser: StreamParser>: StreamListening {
  typealias Stream = DataStreamRequest.Stream<Parser.Value, RequestError>

  private let fresh: Parser
  /// Taken out while it parses: a copy would copy the part that it has begun.
  private let parser: Mutex<Parser?>
  private let queue: DispatchQueue?
  /// The credit must be retained until the value has been used.
  private let handler: @Sendable (Stream, StreamCredit?) throws -> Void

  init(
    _ parser: Parser, on queue: DispatchQueue?, handler: @escaping @Sendable (Stream, StreamCredit?) throws -> Void
  ) {
    fresh = parser
    self.parser = Mutex(parser)
    self.queue = queue
    self.handler = handler
  }

  func begin() { parser.withLock { $0 = fresh } }

  func receive(_ chunk: Data, _ credit: StreamCredit, of request: RequestCore) {
    // Called on the request's serial executor only, so the lock need not be held while parsing.
    var parser = parser.withLock { $0.take() } ?? fresh
    let results = parser.parse(chunk)
    self.parser.withLock { $0 = parser }
    for result in results { deliver(result, credit, request) }
  }

  /// Delivers the remaining values and the end.
  func end(of request: RequestCore) {
    var parser = parser.withLock { $0.take() } ?? fresh
    let error = request.state.withLock { $0.error }
    if error == nil {
      for result in parser.end() { deliver(result, nil, request) }
    }
    send(.complete(request.completion), nil, request)
  }

  private func deliver(_ result: Result<Parser.Value, any Error>, _ credit: StreamCredit?, _ request: RequestCore) {
    let result = result.mapError { RequestError.wrapping($0, RequestError.streamSerializationFailed) }
    send(.stream(result), credit, request)
    if case .failure(let error) = result, case .stream(let hub) = request.kind, hub.automaticallyCancelsOnError {
      request.stop(because: error)
    }
  }

  private func send(_ event: Stream.Event, _ credit: StreamCredit?, _ request: RequestCore) {
    let stream = Stream(event: event, token: DataStreamRequest.CancellationToken(request))
    RequestCore.deliver(on: queue) { [handler] in
      do {
        try handler(stream, credit)
      } catch {
        request.stop(because: .wrapping(error, RequestError.streamHandlerFailed))
      }
    }
  }
}

extension RequestCore {
  fileprivate var completion: DataStreamRequest.Completion {
    state.withLock { state in
      DataStreamRequest.Completion(
        request: state.message, head: state.head, timeline: state.timeline, error: state.error)
    }
  }
}
