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
  /// The response has status 101, and its head follows. The hop is as far as it is known.
  func hopUpgraded(_ hop: Timeline.Hop)
  /// The message was sent but got no response; it is sent again.
  func hopRepeated(_ hop: Timeline.Hop)
  /// - Returns: Remaining work, which the transport runs where it may block.
  func hopFinished(_ report: HopReport) -> CompletionWork?
}

/// The bytes to send after a response with status 101, when the connection no longer speaks HTTP. Received bytes are
/// then the chunks of the hop.
package protocol UpgradeOutput: AnyObject, Sendable {
  /// The transport is ready.
  ///
  /// - Parameter wake: Asks the transport to call `write`, from any thread.
  func attach(_ wake: @escaping @Sendable () -> Void)

  /// Passes the next bytes to `take`, which returns how many it accepted, and `nil` if it accepts none now.
  ///
  /// Called on the transport's thread.
  func write(_ take: (UnsafeRawBufferPointer) -> Int?) -> UpgradeProgress
}

/// The result of `UpgradeOutput.write`.
package enum UpgradeProgress: Sendable {
  /// Everything was taken; the transport is woken when there is more.
  case idle
  /// The rest must wait until the connection accepts more.
  case blocked
  /// Everything was accepted, and the connection must be closed.
  case ended
}

/// A message that asks for another protocol.
package struct Upgrade: Sendable {
  package let output: any UpgradeOutput
  /// Maximum time without a byte after status 101.
  package let idleTimeout: Duration?
}

/// The decision about a chunk of a body.
package enum ChunkDisposition: Sendable {
  case taken
  /// Refuse the chunk, which is delivered again after `Transfer.resume()`.
  case pause
  /// End the hop without an error: the rest of the body is not needed.
  case enough
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
  /// `nil` for a message that stays with HTTP.
  package let upgrade: Upgrade?
  /// Start of the timeline.
  package let exchangeStart: ContinuousClock.Instant

  /// Whether the body is kept in memory rather than passed on.
  var keepsBody: Bool { bodyLimit != .max }
  package var method: String { httpMethod.rawValue }
  package var options: TransferOptions { sharedOptions.value }

  init(
    _ message: OutgoingRequest, options: Shared<TransferOptions>, trust: TrustRequirements,
    login: ConnectionAuthentication?,
    attempt: Int, timeLimit: Duration?, bodyLimit: Int, exchangeStart: ContinuousClock.Instant,
    upgrade: Upgrade? = nil
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
    self.upgrade = upgrade
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
