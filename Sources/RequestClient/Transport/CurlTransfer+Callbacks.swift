internal import CCurl
internal import Foundation

/// libcurl calls back with the transfer as context. A callback that returns another count than it was given aborts.
extension CurlTransfer {
  func setCallbacks() {
    curl_easy_set_write(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      guard let bytes, let context else { return 0 }
      let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
      return CurlTransfer.from(context).received(headLine: line) ? line.count : 0
    }
    curl_easy_set_write(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      guard let bytes, let context else { return 0 }
      return CurlTransfer.from(context).received(chunk: UnsafeRawBufferPointer(start: bytes, count: size * count))
    }
    curl_easy_set_read(easy) { buffer, size, count, context in
      guard let buffer, let context else { return 0 }
      return CurlTransfer.from(context).read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
    }
    curl_easy_set_seek(easy) { context, offset, origin in
      guard let context, origin == SEEK_SET, offset == 0 else { return CURL_SEEKFUNC_CANTSEEK }
      return CurlTransfer.from(context).rewind() ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
    }
    curl_easy_set_open_socket(easy) { context, _, address in
      guard let address = address?.pointee else { return -1 }
      if let context { CurlTransfer.from(context).opensConnection() }
      // A program that is started meanwhile, an editor say, must not inherit the connection: libcurl 7.88 lets it.
      let kind = address.socktype | Int32(SOCK_CLOEXEC.rawValue)
      return socket(address.family, kind, address.protocol)
    }
    curl_easy_set_prerequest(easy) { context, peer, local, peerPort, localPort in
      guard let context else { return CURL_PREREQFUNC_OK }
      let transfer = CurlTransfer.from(context)
      guard transfer.mayBegin() else { return CURL_PREREQFUNC_ABORT }
      transfer.begins(peer: (peer, Int(peerPort)), local: (local, Int(localPort)))
      return CURL_PREREQFUNC_OK
    }
    curl_easy_set_debug(easy) { _, kind, bytes, count, context in
      guard let bytes, let context else { return 0 }
      CurlTransfer.from(context).told(kind, UnsafeRawBufferPointer(start: bytes, count: count))
      return 0
    }
  }

  private func told(_ kind: curl_infotype, _ bytes: UnsafeRawBufferPointer) {
    if record?.hearsAll == true {
      record?.add(kind, bytes)
    } else if kind == CURLINFO_HEADER_OUT {
      record?.addSentHead(bytes)
      curl_easy_set_long(easy, CURLOPT_VERBOSE, 0)
    }
  }

  private func received(headLine line: UnsafeRawBufferPointer) -> Bool {
    do {
      guard let head = try head.take(line) else { return true }
      receiver?.hopReceived(head)
      if head.status >= 300 { stopWaitingToSend() }
      return true
    } catch {
      ownError = error
      return false
    }
  }

  private func received(chunk: UnsafeRawBufferPointer) -> Int {
    guard let hop else { return 0 }
    if bodyReceived == 0, encodedBody == nil { beginDecoding(for: hop) }
    let disposition: ChunkDisposition
    if var body = encodedBody.take() {
      disposition = body.take(chunk, memoryLimit: hop.options.bodyMemoryLimit, deliver)
      if body.count > hop.bodyLimit, body.problem != nil { ownError = .bodyTooLarge(limit: hop.bodyLimit) }
      encodedBody = body
    } else {
      disposition = deliver(chunk)
    }
    switch disposition {
    case .taken: return ownError == nil ? chunk.count : 0
    case .pause: return Int(CURL_WRITEFUNC_PAUSE)
    case .abort: return 0
    }
  }

  /// libcurl would decode as well, but takes data that end early for whole, and gives nothing of what it cannot decode.
  private func beginDecoding(for hop: HopRequest) {
    let codings = ContentDecoding.codings(of: head.headers)
    if !codings.isEmpty { encodedBody = EncodedBody(codings, isKept: hop.keepsBody) }
  }

  private func deliver(_ chunk: UnsafeRawBufferPointer) -> ChunkDisposition {
    guard let hop, let receiver else { return .abort }
    if bodyReceived + chunk.count > hop.bodyLimit {
      ownError = .bodyTooLarge(limit: hop.bodyLimit)
      return .abort
    }
    let disposition = receiver.hopReceived(chunk)
    switch disposition {
    case .taken: bodyReceived += chunk.count
    case .pause: break
    case .abort: ownError = .explicitlyCancelled
    }
    return disposition
  }
}

/// A message that libcurl began to send, and the connection it used.
struct SentMessage {
  /// Both empty if libcurl knows no address: on a unix socket.
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
    // The head is sent next; only libcurl knows exactly what it contains.
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
