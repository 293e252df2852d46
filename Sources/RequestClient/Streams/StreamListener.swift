internal import Foundation
internal import Synchronization

/// Parses the pieces for one handler and delivers the values, in order, on the handler's queue.
final class StreamListener<Parser: StreamParser>: StreamListening {
  typealias Stream = DataStreamRequest.Stream<Parser.Value, RequestError>

  private let fresh: Parser
  private let parser: Mutex<Parser>
  private let queue: DispatchQueue?
  /// The credit is to be kept until the value was used.
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

  func take(_ piece: Data, _ credit: StreamCredit, of request: RequestCore) {
    // Only the request's own line of execution comes here, so that the parser is taken out for its while.
    var parser = parser.withLock { $0 }
    let results = parser.take(piece)
    self.parser.withLock { $0 = parser }
    for result in results { deliver(result, credit, request) }
  }

  /// The values at the end, and the end itself.
  func end(of request: RequestCore) {
    var parser = parser.withLock { $0 }
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
