internal import CCurl

/// The state of a message for which libcurl only opens the connection (`CURLOPT_CONNECT_ONLY`): name lookup, proxies, TLS
/// and all other options are those of every message. The head, the response and what follows are written and read here.
///
/// The handle must stay in the multi handle for as long as the connection is used.
final class RawExchange {
  enum Phase {
    case connecting, head
    case body(RawBody)
    case upgraded
    case over
  }

  let upgrade: Upgrade
  /// The stream of HTTP/2 that carries the bytes; `nil` for HTTP/1.1.
  var tunnel: HTTP2Tunnel?
  var phase = Phase.connecting
  /// Negative until libcurl has connected.
  var socket: Int32 = -1
  /// The part of the head that is not sent yet; of HTTP/2, any frames.
  var unsentHead: ArraySlice<UInt8> = []
  /// The line of the response's head that is being received.
  var line: [UInt8] = []
  /// Received bytes that the receiver did not take yet.
  var held: [UInt8] = []
  /// Bytes of a body, without its framing, that the receiver did not take yet.
  var heldBody: [UInt8] = []
  /// Whether the receiver takes no more until `resume()`.
  var isHeld = false
  /// How the connection ended; `nil` while it is open.
  var end: CURLcode?
  /// Whether the connection takes no more bytes.
  var isBlocked = false
  /// How many bytes of `unsent` OpenSSL has begun to send: it wants the same ones at the same address again.
  var begun: Int?
  let unsent = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
  /// Why HTTP/2 cannot send any more.
  var writeFailure: CURLcode?
  /// Whether the transfer's limits are others than before.
  var hasNewLimits = false
  /// From the start of libcurl's work.
  var sent: Duration?
  var firstByte: Duration?
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)

  init(_ upgrade: Upgrade) { self.upgrade = upgrade }

  deinit {
    buffer.deallocate()
    unsent.deallocate()
  }
}

/// The next step of the loop after a raw transfer was driven.
enum RawStep {
  /// Wait for the socket (`CURL_POLL_…`).
  case wait(Int32)
  /// Drive it again; there may be more to read.
  case again
  /// End the transfer with libcurl's code.
  case finished(CURLcode)
}
