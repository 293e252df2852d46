internal import Foundation
internal import RequestClient
internal import RequestModel
internal import RequestStore
internal import Synchronization

extension RequestRunner {
  /// Sends a request whose body is passed on. The observer hears of the head, the progress, the answer and the end.
  func pass(
    _ prepared: PreparedRequest, _ order: Order, _ passing: BodyPassing,
    _ observer: @escaping @Sendable (Progress) -> Void
  ) throws(Failure) -> Sending {
    let mask = prepared.mask
    let kept = PassedBeginning(limit: passing.limit)
    let ticker = ProgressTicker()
    let clock = ContinuousClock.now
    let request = try StoredRequest(prepared, session: session).createStream()
    request
      .onResponseHead { observer(.head(mask.maskedHead(Response($0)))) }
      .downloadProgress { progress in
        if ticker.isDue { observer(.progress(received: progress.completed, expected: progress.total)) }
      }
      .responseStream { stream in
        switch stream.event {
        case .stream(let piece):
          guard let piece = try? piece.get() else { return }  // Pieces of bytes can always be made.
          kept.take(piece)
          if !passing.take(piece) { stream.cancel() }
        case .complete(let completion):
          let response = completion.response(keeping: kept.data)
          var exchange = order.exchange(response, prepared, LiveMask(mask), duration: clock.duration(to: .now))
          exchange.outcome.updateAnswer { $0.omission = kept.omission }
          if let answer = exchange.outcome.answer { observer(.answer(answer, rawBody: kept.data)) }
          syncCookies(observer)
          observer(.ended(exchange, unrecorded: keep(exchange, mask)))
        }
      }
    request.resume()
    return Sending(request: request)
  }
}

extension DataStreamRequest.Completion {
  /// The same facts as a response with a body.
  fileprivate func response(keeping body: Data) -> ClientResponse<Data> {
    ClientResponse(
      request: request, head: head, data: body, timeline: timeline, times: RequestTimes(),
      serializationDuration: .zero, result: error.map { .failure($0) } ?? .success(body))
  }
}

/// As much of a passed body as its exchange keeps.
private final class PassedBeginning: Sendable {
  private struct State {
    var body = ReceivedBody()
    var count = 0
    var omitted = 0
  }

  private let limit: BodyLimit
  private let state = Mutex(State())

  /// In bytes; more lies in a file without a name.
  private static let memoryLimit = 4 << 20

  init(limit: BodyLimit) { self.limit = limit }

  func take(_ piece: Data) {
    state.withLock { state in
      let part = piece.prefix(max(0, limit.byteCount - state.count))
      state.omitted += piece.count - part.count
      guard !part.isEmpty else { return }
      state.count += part.count
      part.withUnsafeBytes { state.body.append($0, expected: nil, memoryLimit: Self.memoryLimit) }
    }
  }

  var data: Data { state.withLock { $0.body.data ?? Data() } }

  var omission: BodyOmission? {
    let omitted = state.withLock(\.omitted)
    return omitted > 0 ? BodyOmission(byteCount: omitted, reason: limit.reason) : nil
  }
}
