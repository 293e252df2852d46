internal import CCurl
internal import Foundation
internal import Glibc

/// libcurl's callbacks, with the transfer as context. Returning another count than the given one aborts the transfer.
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
      guard let address = address?.pointee, let context else { return -1 }
      return CurlTransfer.from(context).openConnection(address)
    }
    curl_easy_set_close_socket(easy) { context, socket in
      guard let context else { return -1 }
      return Unmanaged<OpenSockets>.fromOpaque(context).takeUnretainedValue().close(socket)
    }
    curl_easy_set_prerequest(easy) { context, peer, local, peerPort, localPort in
      guard let context else { return CURL_PREREQFUNC_OK }
      let transfer = CurlTransfer.from(context)
      guard transfer.maySend() else { return CURL_PREREQFUNC_ABORT }
      transfer.willSend(peer: (peer, Int(peerPort)), local: (local, Int(localPort)))
      return CURL_PREREQFUNC_OK
    }
    curl_easy_set_debug(easy) { _, kind, bytes, count, context in
      guard let bytes, let context else { return 0 }
      CurlTransfer.from(context).receivedDebug(kind, UnsafeRawBufferPointer(start: bytes, count: count))
      return 0
    }
  }

  private func openConnection(_ address: curl_sockaddr) -> Int32 {
    willOpenConnection()
    // Child processes must not inherit the connection, but libcurl 7.88 does not set CLOEXEC.
    let kind = address.socktype | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(address.family, kind, address.protocol)
    if descriptor >= 0 { watchdog.sockets.insert(descriptor) } else { socketError = errno }
    return descriptor
  }

  private func receivedDebug(_ kind: curl_infotype, _ bytes: UnsafeRawBufferPointer) {
    if record?.isVerbose == true {
      record?.add(kind, bytes)
    } else if kind == CURLINFO_HEADER_OUT {
      record?.addSentHead(bytes)
      curl_easy_set_long(easy, CURLOPT_VERBOSE, 0)
    }
  }

  func received(headLine line: UnsafeRawBufferPointer) -> Bool {
    noteActivity()
    let isTrailer = head.isComplete
    do {
      guard let head = try head.parse(line) else {
        if isTrailer { record?.addTrailer(line) }
        return true
      }
      record?.endHead()
      if let hop { noteVersion(head.httpVersion, hop) }
      if raw != nil, head.status == 101 { receiver?.hopUpgraded(report(nil).hop) }
      if let work = receiver?.hopReceived(head) { runSoon(work) }
      if head.status >= 300 { stopSending() }
      return true
    } catch {
      callbackError = error
      return false
    }
  }

  func received(chunk: UnsafeRawBufferPointer) -> Int {
    guard let hop else { return 0 }
    noteActivity()
    if !hasBody { beginDecoding(for: hop) }
    let disposition: ChunkDisposition
    if var body = encodedBody.take() {
      disposition = body.receive(chunk, memoryLimit: hop.options.bodyMemoryLimit, deliver)
      if body.count > hop.bodyLimit, body.problem != nil { callbackError = .bodyTooLarge(limit: hop.bodyLimit) }
      encodedBody = body
    } else {
      disposition = deliver(chunk)
    }
    switch disposition {
    case .taken: return callbackError == nil ? chunk.count : 0
    case .pause:
      holdBack()
      return Int(CURL_WRITEFUNC_PAUSE)
    case .enough, .abort: return 0
    }
  }

  /// libcurl can decode too, but accepts truncated data and discards a body that it cannot decode.
  private func beginDecoding(for hop: HopRequest) {
    hasBody = true
    let (codings, others) = ContentDecoding.names(in: head.headers)
    for name in others { record?.note("\"\(name)\" is not a content coding, so nothing is decoded for it") }
    if !codings.isEmpty { encodedBody = EncodedBody(codings, isKept: hop.keepsBody) }
  }

  private func deliver(_ chunk: UnsafeRawBufferPointer) -> ChunkDisposition {
    guard let hop, let receiver else { return .abort }
    if bodyReceived + chunk.count > hop.bodyLimit {
      callbackError = .bodyTooLarge(limit: hop.bodyLimit)
      return .abort
    }
    watchdog.noteCallback()
    let disposition = receiver.hopReceived(chunk)
    switch disposition {
    case .taken: bodyReceived += chunk.count
    case .pause: break
    case .enough:
      record?.note("The rest of the body is not needed, so the connection is closed")
      hasEnough = true
      // libcurl ends the transfer with an error.
      isReusable = false
    case .abort: callbackError = .explicitlyCancelled
    }
    return disposition
  }
}

/// A message that libcurl has started to send, and its connection.
struct SentMessage {
  /// Empty if libcurl has no address, as for Unix sockets; `local` is `nil` then.
  var peer = ""
  var local: String?
  var isReused = false
  /// Connections made for the hop so far.
  var connectCount = 0
  /// Bytes of response heads received before the message.
  var headSize = 0
  /// Set when a new connection was opened after sending, which means that the message's connection was closed.
  var lostAt: ContinuousClock.Instant?
}

// libcurl calls the prerequest callback before each head: for the hop, for the next leg of a login, and for a repeated
// message.
//
// It repeats a message when a reused connection is closed without a byte of a response (`Curl_retry_request`), whatever
// the method. A server may have processed the first one, so only idempotent messages are repeated (RFC 9110, section
// 9.2.2), and each message sent is in the timeline.
extension CurlTransfer {
  /// Whether libcurl may send a head. Before a repetition, the previous message is reported.
  func maySend() -> Bool {
    guard message != nil else { return true }
    // libcurl counts repetitions over the lifetime of the handle and fails at the sixth.
    isReusable = false
    guard isRepeating else { return true }
    guard mayRepeat() else { return false }
    reportRepeated()
    return true
  }

  func willSend(peer: (UnsafeMutablePointer<CChar>?, Int), local: (UnsafeMutablePointer<CChar>?, Int)) {
    let connectCount = curl_easy_get_long(easy, CURLINFO_NUM_CONNECTS)
    var begun = SentMessage(connectCount: connectCount, headSize: head.size)
    begun.isReused = connectCount == message?.connectCount ?? 0
    if let address = peer.0, address.pointee != 0 {
      begun.peer = self.peer.text(address, peer.1)
      begun.local = local.1 > 0 ? local.0.map { self.local.text($0, local.1) } : nil
    }
    message = begun
    noteActivity()
    // The head is sent next, and only the debug callback gets it as sent.
    curl_easy_set_long(easy, CURLOPT_VERBOSE, 1)
  }

  func willOpenConnection() {
    if isRepeating, message?.lostAt == nil { message?.lostAt = .now }
  }

  /// Whether a message was sent but no byte of a response received.
  private var isRepeating: Bool { record?.hasSent == true && message?.headSize == head.size }

  /// Whether libcurl may send the message again, if it is about to.
  func mayRepeat() -> Bool {
    guard isRepeating, let hop, record?.wasRefused == false, !hop.httpMethod.isIdempotent else { return true }
    callbackError = .connectionLost(host: hop.url.host, bytesReceived: 0)
    return false
  }

  /// Whether libcurl lost a non-idempotent message and failed to reconnect; the connection error would hide the loss.
  var hasLostMessage: Bool { isRepeating && message?.lostAt != nil && hop?.httpMethod.isIdempotent == false }

  private func reportRepeated() {
    guard let hop, let record else { return }
    let lost = message?.lostAt ?? .now
    let report = report(.connectionLost(host: hop.url.host, bytesReceived: 0), lostAt: lost)
    self.record = HopRecord(of: hop, repeating: record, since: lost)
    receiver?.hopRepeated(report.hop)
  }
}

extension HTTPRequest.Method {
  /// Whether processing a message twice has the same effect as once (RFC 9110, section 9.2.2).
  var isIdempotent: Bool {
    switch rawValue {
    case "GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE", "QUERY": true
    default: false
    }
  }
}
