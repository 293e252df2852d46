package import Foundation

/// Carries one message to its server and the answer back. Redirects, retries and challenges are decided above it.
package protocol Transport: Sendable {
  /// Begins `hop` and tells `receiver` of it, on a thread of the transport's own.
  ///
  /// `receiver` hears `hopFinished` exactly once, however the hop ends, and nothing after it.
  func start(_ hop: HopRequest, for receiver: any HopReceiver) -> any Transfer
}

/// A hop under way. Every call returns at once, without calling the receiver, which may hold a lock; after the end it
/// does nothing.
package protocol Transfer: Sendable {
  func cancel()
  /// Stops delivery; the server is held back once the buffers between are full.
  func pause()
  func resume()
}

/// Hears of one hop after another, in order, on the transport's thread: it must be quick and call no user code.
package protocol HopReceiver: AnyObject, Sendable {
  /// The final head of the answer; interim ones stand only in the wire log.
  func hopReceived(_ head: ResponseHead)
  func hopReceived(_ piece: UnsafeRawBufferPointer) -> PieceVerdict
  /// So much of the message's own body is on its way.
  func hopSent(bodyBytes: Int)
  /// The message was sent and no response came; it is sent again.
  func hopRepeated(_ hop: TransferTimeline.Hop)
  /// - Returns: What is left to do. The transport runs it where it holds nobody up.
  func hopFinished(_ report: HopReport) -> Errand?
}

/// What becomes of a piece of a body.
package enum PieceVerdict: Sendable {
  case taken
  /// The same piece comes again after `Transfer.resume()`.
  case pause
  case abort
}

/// One message for the transport, complete in itself.
package final class HopRequest: Sendable {
  package let httpMethod: HTTPMethod
  package let url: RequestURL
  package let headers: HTTPHeaders
  package let body: HTTPBody?
  private let sharedOptions: Shared<TransferOptions>
  let trust: TrustRequirements
  let login: HopLogin?
  package let attempt: Int
  /// What is left of the attempt's time; `nil` waits forever.
  package let timeLimit: Duration?
  /// In bytes, decompressed.
  package let bodyLimit: Int
  /// Where the timeline's clock stands at zero.
  package let exchangeStart: ContinuousClock.Instant

  /// Whether the body is kept in memory rather than passed on.
  var keepsBody: Bool { bodyLimit != .max }
  package var method: String { httpMethod.rawValue }
  package var options: TransferOptions { sharedOptions.value }

  init(
    _ message: OutgoingRequest, options: Shared<TransferOptions>, trust: TrustRequirements, login: HopLogin?,
    attempt: Int, timeLimit: Duration?, bodyLimit: Int, exchangeStart: ContinuousClock.Instant
  ) {
    httpMethod = message.method
    url = message.url
    headers = message.headers
    body = message.body
    sharedOptions = options
    self.trust = trust
    self.login = login
    self.attempt = attempt
    self.timeLimit = timeLimit
    self.bodyLimit = bodyLimit
    self.exchangeStart = exchangeStart
  }
}

/// Proof that belongs to a connection, which only the transport can give.
enum HopLogin: Hashable, Sendable {
  case ntlm(username: String, password: String)
  case negotiate
}

/// How a hop ended.
package struct HopReport: Sendable {
  package var hop: TransferTimeline.Hop
  /// `nil` where the whole answer came.
  package var error: RequestError?
  /// The body as received, where it could not be decoded.
  package var encodedBody: Data?

  package init(hop: TransferTimeline.Hop, error: RequestError? = nil) {
    self.hop = hop
    self.error = error
  }
}
