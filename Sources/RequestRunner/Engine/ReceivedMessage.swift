internal import Foundation
internal import RequestClient
internal import RequestModel

/// What a transfer brought back, with nothing masked.
struct ReceivedMessage {
  let response: ClientResponse<Data>
  let prepared: PreparedRequest
  let duration: Duration
  /// The end of a passed-on body that was not kept.
  var omission: BodyOmission?
  /// The file that has the body, where history may keep it.
  var bodyFile: AnonymousFile?

  /// The body; where nothing of it could be decoded, its bytes as received.
  var body: Data { response.data ?? response.encodedData ?? Data() }

  /// Fills in what the exchange shows of it.
  func describe(in exchange: inout Exchange, _ live: LiveMask) {
    let mask = live.current
    exchange.outcome = outcome(live)
    exchange.outcome.updateResponse { $0.omission = omission }
    exchange.timeline = mask.masked(Timeline(response.timeline).noting(TransferRoute(prepared)))
    exchange.duration = duration
    // The first hop says what was really sent, where the transfer got that far.
    guard let hop = response.timeline.hops.first, !hop.requestHeaders.isEmpty else { return }
    var sent = prepared.sent
    (sent.method, sent.url, sent.headers) = (hop.method, hop.url, hop.requestHeaders.map { Header($0) })
    exchange.sent = mask.masked(sent)
  }

  private func outcome(_ live: LiveMask) -> Outcome {
    // A body that cannot be decoded differs from the partial bodies before it.
    if response.error != nil { live.beginBody() }
    let answer = response.head.map { live.masked($0, body, isWhole: true) }
    switch (response.error, answer) {
    case (nil, let answer?): return .completed(answer)
    case (let error?, _):
      return error.isExplicitlyCancelled
        ? .cancelled(partial: answer)
        : .failed(
          live.current.masked(prepared.named(error.failure(of: response.request?.method))), partial: answer)
    case (nil, nil): return .failed(Failure(.other, "No response received"), partial: nil)
    }
  }
}

extension Response {
  init(_ head: ResponseHead) {
    self.init(
      status: head.status, reason: head.reason, httpVersion: head.httpVersion,
      headers: head.headers.map { Header($0) })
  }
}
