internal import Foundation

/// The unmasked result of a transfer. A class, because many places read it and copies would be large.
final class ReceivedMessage: Sendable {
  let response: ClientResponse<Data>
  let prepared: PreparedRequest
  let duration: Duration
  /// The end of a passed-on body that was not kept.
  let omission: BodyOmission?
  /// The file that contains the body, if it was large.
  let bodyFile: AnonymousFile?
  /// Whether the response is complete because no more of it was wanted.
  let isEnded: Bool

  init(
    _ response: ClientResponse<Data>, _ prepared: PreparedRequest, duration: Duration, omission: BodyOmission? = nil,
    bodyFile: AnonymousFile? = nil, isEnded: Bool = false
  ) {
    (self.response, self.prepared, self.duration) = (response, prepared, duration)
    (self.omission, self.bodyFile) = (omission, bodyFile)
    self.isEnded = isEnded && response.head != nil && response.error?.isExplicitlyCancelled == true
  }

  /// The decoded body, or the received bytes if it could not be decoded.
  var body: Data { response.data ?? response.encodedData ?? Data() }

  var isWhole: Bool { isEnded || response.error == nil && response.head != nil }

  /// The unmasked head; `nil` if none was received.
  var head: Response.Head? { response.head.map { Response($0).head } }

  /// Whether the body is a stream of events or lines.
  var isStream: Bool {
    head.map { StreamItemReader(contentType: $0.headers.first("Content-Type")) != nil } ?? false
  }

  /// The URL that the response came from, after all redirects.
  var url: String? { response.timeline.hops.last?.url }

  /// The trailers, which followed the body.
  var trailers: [Header] { Array(response.trailers) }

  /// The credentials that the client computed for challenges. A server may repeat them.
  var logins: Set<String> {
    var sent = LiteralCredentials()
    for header in response.timeline.hops.flatMap(\.requestHeaders) where header.name.lowercased() == "authorization" {
      sent.note(header)
    }
    return sent.values
  }

  /// The names of credentials that a redirect to another origin has left out, and the URL that did not get them.
  var leftOutCredentials: [(names: [String], url: String)] {
    let hops = response.timeline.hops
    return zip(hops, hops.dropFirst()).compactMap { hop, next in
      let isAnother = WireAddress(hop.url).origin != WireAddress(next.url).origin
      guard 300...399 ~= hop.status ?? 0, isAnother else { return nil }
      let kept = Set(next.requestHeaders.map { $0.name.lowercased() })
      let names = hop.requestHeaders.map(\.name).filter { prepared.isCredential($0) && !kept.contains($0.lowercased()) }
      return names.isEmpty ? nil : (names, next.url)
    }
  }

  /// Fills in the response, the timeline and the request as sent.
  func describe(in exchange: inout Exchange, _ live: LiveMask) {
    let mask = live.current
    exchange.outcome = outcome(live)
    if omission != nil { exchange.outcome.updateResponse { $0.omission = omission } }
    exchange.timeline = mask.masked(response.timeline.noting(TransferRoute(prepared)))
    // That the client ended it is no failure.
    if isEnded, let last = exchange.timeline.hops.indices.last { exchange.timeline.hops[last].failure = nil }
    exchange.duration = duration
    // The first hop has the headers sent on the wire.
    guard let hop = response.timeline.hops.first, !hop.requestHeaders.isEmpty else { return }
    var sent = prepared.sent
    (sent.method, sent.url, sent.headers) = (hop.method, hop.url, hop.requestHeaders)
    exchange.sent = mask.masked(sent)
  }

  private func outcome(_ live: LiveMask) -> Outcome {
    // The raw bytes of an undecodable body differ from the partial bodies before.
    if response.error != nil { live.beginBody() }
    let isTruncated = response.error != nil || omission != nil
    let masked = response.head.map { live.masked($0, body, isWhole: true, isTruncated: isTruncated) }
    switch (response.error, masked) {
    case (nil, let masked?): return .completed(masked)
    case (_, let masked?) where isEnded: return .completed(masked)
    case (let error?, _):
      return error.isExplicitlyCancelled
        ? .cancelled(partial: masked)
        : .failed(live.current.masked(prepared.failure(error, of: response.request?.method)), partial: masked)
    case (nil, nil): return .failed(Failure(.other, "No response received"), partial: nil)
    }
  }
}

extension Response {
  init(_ head: ResponseHead) {
    self.init(
      status: head.status, reason: head.reason, httpVersion: head.httpVersion,
      headers: Array(head.headers))
  }
}
