internal import CCurl
internal import Foundation

/// A message that libcurl began to send, and the connection it used.
struct SentMessage {
  /// Both empty where libcurl knows no address: on a unix socket.
  var peer = ""
  var local: String?
  var isReused = false
  /// Connections made for the hop so far.
  var connectCount = 0
  /// Bytes of response heads received before it.
  var headSize = 0
  /// When a connection was opened after it was sent: its own was closed by then.
  var isLostSince: ContinuousClock.Instant?
}

// libcurl asks before each head that it sends: the hop's own, the next leg of a login, and the same message once more.
//
// It repeats a message by itself when a kept connection is closed without a byte of a response (`Curl_retry_request`),
// whatever the method. A server may have processed the first one, so only idempotent messages are repeated
// (RFC 9110, section 9.2.2), and each one that was sent is in the timeline.
extension CurlTransfer {
  /// Whether libcurl may send a head. If it repeats a message, the one before is reported first.
  func mayBegin() -> Bool {
    guard message != nil else { return true }
    // libcurl counts its repetitions for as long as the handle lives, and fails at the sixth.
    isReusable = false
    guard isRepeating else { return true }
    guard mayRepeat() else { return false }
    reportRepeated()
    return true
  }

  func begins(peer: (UnsafeMutablePointer<CChar>?, Int), local: (UnsafeMutablePointer<CChar>?, Int)) {
    let connectCount = curl_easy_get_long(easy, CURLINFO_NUM_CONNECTS)
    var begun = SentMessage(connectCount: connectCount, headSize: head.size)
    begun.isReused = connectCount == message?.connectCount ?? 0
    if let address = peer.0, address.pointee != 0 {
      begun.peer = self.peer.text(address, peer.1)
      begun.local = local.1 > 0 ? local.0.map { self.local.text($0, local.1) } : nil
    }
    message = begun
    // The head is sent next, which nobody but libcurl can tell exactly.
    curl_easy_set_long(easy, CURLOPT_VERBOSE, 1)
  }

  func opensConnection() {
    if isRepeating, message?.isLostSince == nil { message?.isLostSince = .now }
  }

  /// Whether a message was sent and nothing of a response came.
  private var isRepeating: Bool { record?.hasSent == true && message?.headSize == head.size }

  /// Whether libcurl may send the message again, if that is what it is about to do.
  func mayRepeat() -> Bool {
    guard isRepeating, let hop, record?.wasRefused == false, !hop.httpMethod.isIdempotent else { return true }
    ownError = .connectionLost(host: hop.url.host, bytesReceived: 0)
    return false
  }

  /// Whether a message that may not be sent again was, and libcurl could not connect another time for it: that is not the
  /// whole story.
  var hasLostMessage: Bool { isRepeating && message?.isLostSince != nil && hop?.httpMethod.isIdempotent == false }

  private func reportRepeated() {
    guard let hop, let record else { return }
    let lost = message?.isLostSince ?? .now
    let report = report(.connectionLost(host: hop.url.host, bytesReceived: 0), lostAt: lost)
    self.record = HopRecord(of: hop, repeating: record, since: lost)
    receiver?.hopRepeated(report.hop)
  }
}

extension HTTPRequest.Method {
  /// Whether a server may process it twice with the same effect as once (RFC 9110, section 9.2.2).
  var isIdempotent: Bool {
    switch rawValue {
    case "GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE", "QUERY": true
    default: false
    }
  }
}
