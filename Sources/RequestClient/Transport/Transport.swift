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
  func hopFinished(_ report: HopReport)
}

/// What becomes of a piece of a body.
package enum PieceVerdict: Sendable {
  case taken
  /// The same piece comes again after `Transfer.resume()`.
  case pause
  case abort
}

/// One message for the transport, complete in itself.
package struct HopRequest: Sendable {
  package var method: String
  package var url: RequestURL
  package var headers: [Header]
  package var body: Data?
  package var options: TransferOptions
  package var attempt: Int
  /// What is left of the exchange's time; `nil` waits forever.
  package var timeLimit: Duration?
  /// Where the timeline's clock stands at zero.
  package var exchangeStart: ContinuousClock.Instant
}

/// How a hop ended.
package struct HopReport: Sendable {
  package var hop: Timeline.Hop
  /// `nil` where the whole answer came.
  package var error: RequestError?

  package init(hop: Timeline.Hop, error: RequestError? = nil) {
    self.hop = hop
    self.error = error
  }
}
