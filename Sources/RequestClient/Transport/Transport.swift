package import Foundation

/// Sends one message and receives its response. Redirects, retries and challenges are handled above it.
package protocol Transport: Sendable {
  /// Starts `hop` and reports to `receiver` on the transport's thread.
  ///
  /// Calls `hopFinished` exactly once, however the hop ends, and nothing after it.
  func start(_ hop: HopRequest, for receiver: any HopReceiver) -> any Transfer
}

/// A running hop. Calls return immediately without calling the receiver, and do nothing after the end.
package protocol Transfer: Sendable {
  func cancel()
  /// Stops delivery. The server can send until the buffers in between are full.
  func pause()
  func resume()
}

/// Receives the events of hops, one after another, on the transport's thread. Must be quick and call no user code.
package protocol HopReceiver: AnyObject, Sendable {
  /// The final response head; interim heads are only in the wire log.
  ///
  /// - Returns: Work that the transport runs where it may block.
  func hopReceived(_ head: ResponseHead) -> CompletionWork?
  func hopReceived(_ chunk: UnsafeRawBufferPointer) -> ChunkDisposition
  /// Number of request body bytes sent so far.
  func hopSent(bodyBytes: Int)
  /// The message was sent but got no response; it is sent again.
  func hopRepeated(_ hop: Timeline.Hop)
  /// - Returns: Remaining work, which the transport runs where it may block.
  func hopFinished(_ report: HopReport) -> CompletionWork?
}

/// What to do with a chunk of a body.
package enum ChunkDisposition: Sendable {
  case taken
  /// Refuse the chunk, which is delivered again after `Transfer.resume()`.
  case pause
  case abort
}

/// One message with everything the transport needs.
package final class HopRequest: Sendable {
  package let httpMethod: HTTPMethod
  package let url: RequestURL
  package let headers: HTTPHeaders
  package let body: HTTPBody?
  /// Whether a message without a body has no `Content-Length: 0`, which RFC 9110 asks for in a POST.
  let omitsLength: Bool
  private let sharedOptions: Shared<TransferOptions>
  let trust: TrustRequirements
  let login: ConnectionAuthentication?
  package let attempt: Int
  /// Remaining time of the attempt; `nil` to wait forever.
  package let timeLimit: Duration?
  /// Limit for the decompressed body, in bytes.
  package let bodyLimit: Int
  /// Start of the timeline.
  package let exchangeStart: ContinuousClock.Instant

  /// Whether the body is kept in memory rather than passed on.
  var keepsBody: Bool { bodyLimit != .max }
  package var method: String { httpMethod.rawValue }
  package var options: TransferOptions { sharedOptions.value }

  init(
    _ message: OutgoingRequest, options: Shared<TransferOptions>, trust: TrustRequirements,
    login: ConnectionAuthentication?,
    attempt: Int, timeLimit: Duration?, bodyLimit: Int, exchangeStart: ContinuousClock.Instant
  ) {
    httpMethod = message.method
    url = message.url
    headers = message.headers
    body = message.body
    omitsLength = message.omittedHeaders.contains("Content-Length")
    sharedOptions = options
    self.trust = trust
    self.login = login
    self.attempt = attempt
    self.timeLimit = timeLimit
    self.bodyLimit = bodyLimit
    self.exchangeStart = exchangeStart
  }
}

/// Connection-based authentication, performed by the transport.
enum ConnectionAuthentication: Hashable, Sendable {
  case ntlm(username: String, password: String)
  case negotiate
}

/// How a hop ended.
package struct HopReport: Sendable {
  package var hop: Timeline.Hop
  /// `nil` if the response was complete.
  package var error: RequestError?
  /// The body as received, if it could not be decoded.
  package var encodedBody: Data?

  package init(hop: Timeline.Hop, error: RequestError? = nil) {
    self.hop = hop
    self.error = error
  }
}

/// libcurl's multi interface on two threads, one of which is active at a time, and one that watches them.
///
/// The threads start with the first message and end with this object.
package final class CurlTransport: Transport {
  private let threads: CurlThreads

  /// - Parameter connectionsPerHost: See `SessionConfiguration.maxConnectionsPerHost`.
  package init(connectionsPerHost: Int?) { threads = CurlThreads(connectionsPerHost: connectionsPerHost) }

  deinit {
    threads.queue.post(.stop)
  }

  package func start(_ hop: HopRequest, for receiver: any HopReceiver) -> any Transfer {
    CurlTransferHandle(id: threads.start(hop, for: receiver), queue: threads.queue)
  }
}

/// Identifies a hop to other threads.
struct CurlTransferHandle: Transfer {
  let id: UInt64
  let queue: CurlCommandQueue

  func cancel() { queue.post(.cancel(id)) }
  func pause() { queue.post(.pause(id)) }
  func resume() { queue.post(.resume(id)) }
}
