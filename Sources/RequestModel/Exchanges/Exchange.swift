package import Foundation

/// One send of a request and everything that came of it, as it is shown and kept in history.
package struct Exchange: Equatable, Sendable {
  package var id: ExchangeID
  /// As it was written, variables unexpanded: what "send again" sends, and the reason why history needs no secrets for it.
  package var request: SavedRequest
  /// Where the request stood when it was sent; `nil` for one that was typed on the command line.
  package var origin: Origin?
  /// The environment that was in force.
  package var environment: String?
  package var startedAt: Date
  /// What went out after variables, secrets masked; `nil` where nothing was sent.
  package var sent: SentRequest?
  package var outcome: Outcome
  /// From the start to the last byte or the failure.
  package var duration: Duration
  package var timeline: Timeline

  package init(
    id: ExchangeID, request: SavedRequest, origin: Origin? = nil, environment: String? = nil, startedAt: Date,
    sent: SentRequest? = nil, outcome: Outcome, duration: Duration, timeline: Timeline = Timeline()
  ) {
    self.id = id
    self.request = request
    self.origin = origin
    self.environment = environment
    self.startedAt = startedAt
    self.sent = sent
    self.outcome = outcome
    self.duration = duration
    self.timeline = timeline
  }

  /// The file a request was sent from: it stays what it was though the user moves on.
  package struct Origin: Hashable, Sendable {
    /// The absolute path of the workbench's root.
    package var root: String
    package var address: Address

    package init(root: String, address: Address) {
      self.root = root
      self.address = address
    }
  }
}

/// Names one exchange for good; unique across workbenches that run at once.
package struct ExchangeID: Hashable, Sendable, CustomStringConvertible {
  package let uuid: UUID

  package init(_ uuid: UUID = UUID()) { self.uuid = uuid }

  package init?(_ text: String) {
    guard let uuid = UUID(uuidString: text) else { return nil }
    self.uuid = uuid
  }

  package var description: String { uuid.uuidString.lowercased() }
}

/// The message that went out first, secrets masked; later hops stand in the timeline.
package struct SentRequest: Equatable, Sendable {
  package var method: String
  package var url: String
  package var headers: [Header]
  package var body: Data
  /// What is missing at the end of `body`; `nil` where it is whole.
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

/// How an exchange ended.
package enum Outcome: Equatable, Sendable {
  case answered(Response)
  /// Status, headers and the bytes so far are kept where they had come.
  case failed(Failure, partial: Response?)
  case cancelled(partial: Response?)

  /// The whole answer, or what had come of it.
  package var answer: Response? {
    switch self {
    case .answered(let answer): answer
    case .failed(_, let partial), .cancelled(let partial): partial
    }
  }

  package var failure: Failure? {
    if case .failed(let failure, _) = self { failure } else { nil }
  }

  /// Changes the answer, or what had come of it, where there is one.
  package mutating func updateAnswer(_ change: (inout Response) -> Void) {
    guard var answer else { return }
    change(&answer)
    switch self {
    case .answered: self = .answered(answer)
    case .failed(let failure, _): self = .failed(failure, partial: answer)
    case .cancelled: self = .cancelled(partial: answer)
    }
  }
}

/// The server's answer, after redirects.
package struct Response: Equatable, Sendable {
  package var status: Int
  /// As on the wire; HTTP/2 has none, then the registered phrase.
  package var reason: String
  package var httpVersion: String
  package var headers: [Header]
  /// Decompressed, secrets masked.
  package var body: Data
  /// What is missing at the end of `body`; `nil` where everything that came is there.
  package var omission: BodyOmission?
  /// The secrets in the body, while the exchange is fresh: history keeps only the mask.
  package var maskedSecrets = MaskedSecrets()

  package init(
    status: Int, reason: String, httpVersion: String, headers: [Header], body: Data = Data(),
    omission: BodyOmission? = nil
  ) {
    self.status = status
    self.reason = reason
    self.httpVersion = httpVersion
    self.headers = headers
    self.body = body
    self.omission = omission
  }

  /// Bytes of the body that came, kept or not.
  package var bodySize: Int { body.count + (omission?.byteCount ?? 0) }
}

/// The end of a body that is not kept.
package struct BodyOmission: Hashable, Sendable {
  /// How many bytes are missing.
  package var byteCount: Int
  /// Why, as a clause: "history keeps the first 256 MB of a body".
  package var reason: String

  package init(byteCount: Int, reason: String) {
    self.byteCount = byteCount
    self.reason = reason
  }
}

/// Why an exchange has no whole answer.
package struct Failure: Error, Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Nothing was sent: a variable is missing, the URL is not one, a body's file cannot be read.
    case unprepared
    case unresolvableHost, refused, timedOut, connectionLost, tls, tooManyRedirects, protocolError, tooLarge, other
  }

  package var kind: Kind
  /// What failed, on what, why, what to do; secrets masked.
  package var sentence: String

  package init(_ kind: Kind, _ sentence: String) {
    self.kind = kind
    self.sentence = sentence
  }
}
