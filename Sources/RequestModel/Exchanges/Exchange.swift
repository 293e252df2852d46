package import Foundation

/// One send of a request and its result, as shown and as stored in history.
package struct Exchange: Equatable, Sendable {
  package var id: ExchangeID
  /// The request with its variables unexpanded, so that history can resend it without storing secrets.
  package var request: SavedRequest
  /// The file the request was sent from; `nil` for one typed on the command line.
  package var origin: Origin?
  package var environment: String?
  package var startedAt: Date
  package var ending: Ending
  /// From the start to the last byte or the failure.
  package var duration: Duration
  package var log: ExchangeLog

  package init(
    id: ExchangeID, request: SavedRequest, origin: Origin? = nil, environment: String? = nil, startedAt: Date,
    ending: Ending, duration: Duration, log: ExchangeLog
  ) {
    self.id = id
    self.request = request
    self.origin = origin
    self.environment = environment
    self.startedAt = startedAt
    self.ending = ending
    self.duration = duration
    self.log = log
  }

  package init(
    id: ExchangeID, request: SavedRequest, origin: Origin? = nil, environment: String? = nil, startedAt: Date,
    sent: SentRequest? = nil, outcome: Outcome, duration: Duration, timeline: Timeline = Timeline()
  ) {
    self.init(
      id: id, request: request, origin: origin, environment: environment, startedAt: startedAt, ending: outcome.ending,
      duration: duration, log: ExchangeLog())
    log.sent = sent
    log.timeline = timeline
    log.response = outcome.response
  }

  /// The first request as sent, secrets masked; `nil` if nothing was sent.
  package var sent: SentRequest? {
    get { log.sent }
    set { log.sent = newValue }
  }

  /// Every hop on the wire.
  package var timeline: Timeline {
    get { log.timeline }
    set { log.timeline = newValue }
  }

  /// The response, or the part of it that arrived.
  package var response: Response? { log.response }

  /// The fields that the server sent after the body.
  package var trailers: [Header] { response == nil ? [] : log.trailers }

  /// The ending and the response in one value.
  package var outcome: Outcome {
    get { Outcome(ending, log.response) }
    set {
      ending = newValue.ending
      log.response = newValue.response
    }
  }

  package enum Ending: Equatable, Sendable {
    case completed
    case failed(Failure)
    case cancelled
  }

  /// The file a request was sent from.
  package struct Origin: Hashable, Sendable {
    /// The absolute path of the workspace.
    package var root: String
    package var address: Address

    /// The name of its file; `nil` for a new request, which had none.
    package var title: String? { address.isScratch ? nil : address.stem }

    package init(root: String, address: Address) {
      self.root = root
      self.address = address
    }

    /// The same file in a workspace opened at `root`; itself if the file is outside of that folder.
    package func seen(from root: String) -> Origin {
      let below = (self.root + "/" + address.path).removingExactly(prefix: root == "/" ? root : root + "/")
      return below.map { Origin(root: root, address: Address($0)) } ?? self
    }
  }
}

/// Identifies an exchange, uniquely across all programs that record.
package struct ExchangeID: Hashable, Sendable, CustomStringConvertible {
  package let uuid: UUID

  package init(_ uuid: UUID) { self.uuid = uuid }

  /// A new one. Foundation would open a file for it.
  package init() {
    let random = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))
    var bytes = withUnsafeBytes(of: random) { $0.loadUnaligned(as: uuid_t.self) }
    // Version 4 of RFC 9562.
    bytes.6 = bytes.6 & 0x0F | 0x40
    bytes.8 = bytes.8 & 0x3F | 0x80
    uuid = UUID(uuid: bytes)
  }

  package init?(_ text: String) {
    guard let uuid = UUID(uuidString: text) else { return nil }
    self.uuid = uuid
  }

  package var description: String { uuid.uuidString.lowercased() }
}

/// The first request of an exchange, secrets masked. Later hops are in the timeline.
package struct SentRequest: Equatable, Sendable {
  package var method: String
  package var url: String
  package var headers: [Header]
  package var body: Data
  /// The missing end of `body`; `nil` if it is complete.
  package var omission: BodyOmission?

  package init(
    method: String, url: String, headers: [Header], body: Data = Data(), omission: BodyOmission? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.omission = omission
  }
}

/// How an exchange ended, with its response.
package enum Outcome: Equatable, Sendable {
  case completed(Response)
  /// `partial` is the part of the response that arrived.
  case failed(Failure, partial: Response?)
  case cancelled(partial: Response?)

  package init(_ ending: Exchange.Ending, _ response: Response?) {
    self =
      switch (ending, response) {
      case (.completed, let response?): .completed(response)
      case (.completed, nil): .failed(Failure(.other, "No response received"), partial: nil)
      case (.failed(let failure), _): .failed(failure, partial: response)
      case (.cancelled, _): .cancelled(partial: response)
      }
  }

  package var ending: Exchange.Ending {
    switch self {
    case .completed: .completed
    case .failed(let failure, _): .failed(failure)
    case .cancelled: .cancelled
    }
  }

  /// The response, or the part of it that arrived.
  package var response: Response? {
    switch self {
    case .completed(let response): response
    case .failed(_, let partial), .cancelled(let partial): partial
    }
  }

  package var failure: Failure? {
    if case .failed(let failure, _) = self { failure } else { nil }
  }

  package mutating func updateResponse(_ change: (inout Response) -> Void) {
    guard var response else { return }
    change(&response)
    switch self {
    case .completed: self = .completed(response)
    case .failed(let failure, _): self = .failed(failure, partial: response)
    case .cancelled: self = .cancelled(partial: response)
    }
  }
}

/// The server's response after redirects.
package struct Response: Equatable, Sendable {
  package var head: Head
  /// Decompressed, secrets masked.
  package var body: Data
  /// The missing end of `body`; `nil` if everything received was kept.
  package var omission: BodyOmission?
  /// The original bytes of masked secrets, kept in memory only.
  package var maskedSecrets = MaskedSecrets()

  package init(_ head: Head, body: LogEvent.Body) {
    self.head = head
    (self.body, omission, maskedSecrets) = (body.content, body.omission, body.maskedSecrets)
  }

  package init(
    status: Int, reason: String, httpVersion: String, headers: [Header], body: Data = Data(),
    omission: BodyOmission? = nil
  ) {
    self.init(
      Head(status: status, reason: reason, httpVersion: httpVersion, headers: headers),
      body: LogEvent.Body(body, omission: omission))
  }

  /// The status line and the headers.
  package struct Head: Equatable, Sendable {
    /// The status of a program's response, which has none.
    package static let noStatus = 0

    package var status: Int
    /// The reason phrase as received. HTTP/2 does not have one, so the registered phrase is used.
    package var reason: String
    package var httpVersion: String
    package var headers: [Header]

    package init(status: Int, reason: String, httpVersion: String, headers: [Header]) {
      self.status = status
      self.reason = reason
      self.httpVersion = httpVersion
      self.headers = headers
    }
  }

  /// The status and the reason phrase: `404 Not Found`.
  package var statusText: String {
    status == Head.noStatus ? reason : "\(status)" + (reason.isEmpty ? "" : " " + reason)
  }

  package var status: Int {
    get { head.status }
    set { head.status = newValue }
  }
  package var reason: String {
    get { head.reason }
    set { head.reason = newValue }
  }
  package var httpVersion: String {
    get { head.httpVersion }
    set { head.httpVersion = newValue }
  }
  package var headers: [Header] {
    get { head.headers }
    set { head.headers = newValue }
  }

  /// The name that the response suggests for a file of its body.
  package var suggestedFileName: String? {
    headers.first("Content-Disposition").flatMap { SuggestedFileName.of(disposition: $0) }
  }

  /// The size of the received body, including bytes that were not kept.
  package var bodySize: Int { body.count + (omission?.byteCount ?? 0) }
}

/// The omitted end of a body.
package struct BodyOmission: Hashable, Sendable {
  package var byteCount: Int
  /// Why, as a clause: "history keeps the first 256 MB of a body".
  package var reason: String

  package init(byteCount: Int, reason: String) {
    self.byteCount = byteCount
    self.reason = reason
  }
}

/// Why an exchange has no complete response.
package struct Failure: Error, Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Nothing was sent: a variable is missing, the URL is invalid, a body's file cannot be read.
    case unprepared
    case unresolvableHost, refused, timedOut, connectionLost, tls, tooManyRedirects, protocolError, tooLarge, other
    /// The response redirects to a location that cannot be followed.
    case redirectRefused
    /// The program ended first.
    case interrupted
  }

  package var kind: Kind
  /// A message that says what failed, on what, why, and what to do; secrets masked.
  package var sentence: String

  package init(_ kind: Kind, _ sentence: String) {
    self.kind = kind
    self.sentence = sentence
  }

  /// The program ended while it sent the request or waited for the response.
  package static let interrupted = Failure(
    .interrupted, "The program ended before a response was recorded — the server may have processed the request")

  /// The program ended during a conversation or a stream.
  package static let interruptedConversation = Failure(
    .interrupted, "The program ended before the end was recorded — messages of its last second may be missing")
}
