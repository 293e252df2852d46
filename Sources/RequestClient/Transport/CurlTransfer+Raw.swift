internal import CCurl
internal import CHTTP2
internal import Foundation

extension CurlTransfer {
  /// How often the connection is read before other transfers have their turn.
  private static let readLimit = 16

  /// Prepares the handle to connect only.
  func prepareRaw(_ hop: HopRequest, _ upgrade: Upgrade) {
    raw = RawExchange(upgrade)
    isReusable = false
    switch hop.login {
    case .ntlm: callbackError = .webSocket(.unsupportedLogin("NTLM"))
    case .negotiate: callbackError = .webSocket(.unsupportedLogin("Negotiate"))
    case nil: break
    }
    curl_easy_set_long(easy, CURLOPT_CONNECT_ONLY, 1)
    // A proxy that reads the messages of http URLs would not pass the new protocol on.
    curl_easy_set_long(easy, CURLOPT_HTTPPROXYTUNNEL, 1)
    // TLS would agree on HTTP/2, which has no Upgrade.
    curl_easy_set_long(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    if hop.wantsHTTP2 { curl_easy_offer_http2(easy) }
  }

  /// libcurl has connected: begins to send the head.
  ///
  /// - Returns: The socket; `nil` if libcurl has none.
  func beginRaw() -> Int32? {
    guard let raw, let hop else { return nil }
    let socket = Int32(truncatingIfNeeded: curl_easy_get_socket(easy))
    if socket < 0 { return nil }
    raw.socket = socket
    raw.phase = .head
    if hop.wantsHTTP2 {
      raw.tunnel = try? HTTP2Tunnel(hop)
      if raw.tunnel == nil { return nil }
    } else {
      raw.unsentHead = hop.rawHead[...]
    }
    let id = id
    raw.upgrade.output.attach { [queue] in queue.post(.continueSending(id)) }
    noteActivity()
    return socket
  }

  /// Writes and reads as much as possible.
  func driveRaw() -> RawStep {
    guard let raw else { return .finished(CURLE_FAILED_INIT) }
    if let end = writeRaw(raw) ?? deliverHeld(raw) ?? endOfTunnel(raw) { return end }
    if !holdsBack(raw) { raw.tunnel?.makeRoom() }
    var reads = 0
    while isReading(raw) {
      if reads == Self.readLimit { return .again }
      reads += 1
      var count = 0
      let code = curl_easy_recv(easy, raw.buffer.baseAddress, raw.buffer.count, &count)
      if code == CURLE_AGAIN { break }
      if code != CURLE_OK || count == 0 {
        raw.end = code
        break
      }
      noteActivity(raw)
      noteFirstByte(raw)
      let bytes = UnsafeRawBufferPointer(rebasing: raw.buffer[..<count])
      if let end = raw.tunnel.map({ receive(bytes, $0, raw) }) ?? receive(bytes, raw) { return end }
    }
    // An answer to what was received may wait, such as a pong.
    if let end = endOfReading(raw) ?? writeRaw(raw) ?? endOfTunnel(raw) { return end }
    return .wait((isReading(raw) ? CURL_POLL_IN : 0) | (raw.isBlocked ? CURL_POLL_OUT : 0))
  }

  /// Whether the receiver takes nothing at the moment.
  private func holdsBack(_ raw: RawExchange) -> Bool { raw.isHeld || isPaused }

  /// Whether the connection is read. HTTP/2 is read for a receiver that takes nothing, too, as the server's pings want an
  /// answer (RFC 9113, section 6.7): at most a window of the stream is held.
  private func isReading(_ raw: RawExchange) -> Bool {
    if raw.end != nil { return false }
    guard holdsBack(raw) else { return true }
    return raw.tunnel.map { $0.problem == nil && !$0.hasEnded } ?? false
  }

  /// A receiver that takes nothing is not silence of the server.
  private func noteActivity(_ raw: RawExchange) {
    if !raw.isHeld { noteActivity() }
  }

  /// The end of the connection, once all that came before it was taken.
  private func endOfReading(_ raw: RawExchange) -> RawStep? {
    guard let code = raw.end, !holdsBack(raw) else { return nil }
    raw.tunnel?.end()
    return endOfTunnel(raw) ?? .finished(raw.writeFailure ?? (code == CURLE_OK ? endOfConnection(raw) : code))
  }

  private func noteFirstByte(_ raw: RawExchange) {
    if raw.firstByte == nil { raw.firstByte = record?.untilLost(.now) }
  }

  /// The server closed the connection.
  private func endOfConnection(_ raw: RawExchange) -> CURLcode {
    let isCut = raw.tunnel.map { !$0.hasEnded } ?? false
    if case .body(let body) = raw.phase, isCut || !body.mayEnd { return CURLE_PARTIAL_FILE }
    return CURLE_OK
  }
}

// Sending.
extension CurlTransfer {
  private func writeRaw(_ raw: RawExchange) -> RawStep? {
    raw.isBlocked = false
    if let tunnel = raw.tunnel { return write(tunnel, raw) }
    var failure: CURLcode?
    while !raw.unsentHead.isEmpty {
      let count = raw.unsentHead.withUnsafeBytes { send($0, CURLINFO_HEADER_OUT, raw, &failure) }
      guard let count else { break }
      raw.unsentHead = raw.unsentHead.dropFirst(count)
      if raw.unsentHead.isEmpty { endOfSentHead(raw) }
    }
    if case .upgraded = raw.phase {
      let progress = raw.upgrade.output.write { send($0, CURLINFO_DATA_OUT, raw, &failure) }
      if case .ended = progress { return .finished(CURLE_OK) }
    }
    return failure.map { .finished($0) }
  }

  /// The whole head is reported at once, as libcurl does.
  private func endOfSentHead(_ raw: RawExchange) {
    raw.sent = record?.untilLost(.now)
    guard let hop else { return }
    let head = raw.tunnel.map { Array($0.head.utf8) } ?? hop.rawHead
    head.withUnsafeBytes { bytes in record?.add(CURLINFO_HEADER_OUT, bytes) ?? () }
  }

  /// Sends the first of some bytes. After a blocked call the same ones must come again.
  private func send(
    _ bytes: UnsafeRawBufferPointer, _ kind: curl_infotype, _ raw: RawExchange, _ failure: inout CURLcode?
  ) -> Int? {
    if failure != nil { return nil }
    let size = raw.begun ?? min(bytes.count, raw.unsent.count)
    if raw.begun == nil { raw.unsent.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<size])) }
    var count = 0
    let code = curl_easy_send(easy, raw.unsent.baseAddress, size, &count)
    raw.begun = code == CURLE_AGAIN ? size : nil
    if code == CURLE_AGAIN {
      raw.isBlocked = true
      return nil
    }
    if code != CURLE_OK {
      failure = code
      return nil
    }
    noteActivity(raw)
    if kind == CURLINFO_DATA_OUT { record?.add(kind, UnsafeRawBufferPointer(rebasing: bytes[..<count])) }
    return count
  }
}

// Receiving.
extension CurlTransfer {
  /// Delivers what the receiver did not take before.
  private func deliverHeld(_ raw: RawExchange) -> RawStep? {
    if raw.isHeld || isPaused { return nil }
    if !raw.heldBody.isEmpty {
      let body = raw.heldBody
      raw.heldBody = []
      if let end = body.withUnsafeBytes({ deliverBody($0, raw) }) { return end }
    }
    if raw.isHeld || raw.held.isEmpty { return endOfBody(raw) }
    let bytes = raw.held
    raw.held = []
    return bytes.withUnsafeBytes { receive($0, raw) }
  }

  private func receive(_ bytes: UnsafeRawBufferPointer, _ raw: RawExchange) -> RawStep? {
    var rest = bytes
    while !rest.isEmpty {
      if raw.isHeld {
        raw.held.append(contentsOf: rest)
        return nil
      }
      let used: Int
      switch raw.phase {
      case .connecting, .over: return nil
      case .head:
        used = receiveLine(rest, raw)
        if callbackError != nil { return .finished(CURLE_ABORTED_BY_CALLBACK) }
      case .body(var body):
        do {
          let next = try body.next(rest)
          raw.phase = .body(body)
          used = next.used
          if let end = deliverBody(next.body, raw) { return end }
        } catch {
          callbackError = error
          return .finished(CURLE_ABORTED_BY_CALLBACK)
        }
      case .upgraded:
        // A pause may have held a whole window.
        let piece = UnsafeRawBufferPointer(rebasing: rest[..<min(rest.count, raw.buffer.count)])
        if let end = deliverUpgraded(piece, raw) { return end }
        used = piece.count
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[used...])
      if let end = endOfBody(raw) { return end }
    }
    return nil
  }

  private func endOfBody(_ raw: RawExchange) -> RawStep? {
    if case .body(let body) = raw.phase, body.isComplete, !raw.isHeld { return .finished(CURLE_OK) }
    return nil
  }

  /// - Returns: The number of bytes used. Sets `callbackError` if the head cannot be used.
  private func receiveLine(_ bytes: UnsafeRawBufferPointer, _ raw: RawExchange) -> Int {
    let end = bytes.place(of: 0x0A).map { $0 + 1 } ?? bytes.count
    raw.line.append(contentsOf: bytes[..<end])
    guard raw.line.last == 0x0A else {
      if let limit = hop?.options.maxHeadSize, raw.line.count > limit { callbackError = .headTooLarge(limit: limit) }
      return end
    }
    let line = raw.line
    raw.line.removeAll(keepingCapacity: true)
    let isOther = head.currentStatus == nil || line.starts(with: "HTTP/".utf8)
    if isOther, raw.tunnel == nil, !line.starts(with: "HTTP/1.".utf8) {
      callbackError = .protocolError("Received HTTP/0.9 when not allowed")
      return end
    }
    line.withUnsafeBytes { line in
      record?.add(CURLINFO_HEADER_IN, line)
      _ = received(headLine: line)
    }
    if head.isComplete { endOfHead(raw) }
    return end
  }

  private func endOfHead(_ raw: RawExchange) {
    guard let head = head.current else { return }
    if head.status == 101 {
      raw.phase = .upgraded
      raw.hasNewLimits = true
      setLimits(TransferLimits(deadline: nil, silence: raw.upgrade.idleTimeout))
    } else {
      raw.phase = .body(RawBody(head))
    }
  }

  private func deliverBody(_ bytes: UnsafeRawBufferPointer, _ raw: RawExchange) -> RawStep? {
    if bytes.isEmpty { return nil }
    record?.add(CURLINFO_DATA_IN, bytes)
    switch received(chunk: bytes) {
    case bytes.count: return nil
    case Int(CURL_WRITEFUNC_PAUSE):
      raw.isHeld = true
      raw.heldBody = Array(bytes)
      return nil
    default: return .finished(CURLE_WRITE_ERROR)
    }
  }

  private func deliverUpgraded(_ bytes: UnsafeRawBufferPointer, _ raw: RawExchange) -> RawStep? {
    switch receiver?.hopReceived(bytes) ?? .abort {
    case .taken: record?.add(CURLINFO_DATA_IN, bytes)
    case .pause:
      holdBack()
      raw.isHeld = true
      raw.held.append(contentsOf: bytes)
    case .enough, .abort:
      callbackError = .explicitlyCancelled
      return .finished(CURLE_ABORTED_BY_CALLBACK)
    }
    return nil
  }
}

// HTTP/2.
extension CurlTransfer {
  private func write(_ tunnel: HTTP2Tunnel, _ raw: RawExchange) -> RawStep? {
    // Reads all that the server sent before it closed the connection.
    if raw.writeFailure != nil { return nil }
    var progress = UpgradeProgress.idle
    repeat {
      if case .upgraded = raw.phase {
        progress = raw.upgrade.output.write { bytes in
          guard let count = tunnel.send(bytes) else { return nil }
          record?.add(CURLINFO_DATA_OUT, UnsafeRawBufferPointer(rebasing: bytes[..<count]))
          return count
        }
      }
      while raw.writeFailure == nil {
        if raw.unsentHead.isEmpty {
          guard let frames = tunnel.nextOutput() else { break }
          raw.unsentHead = Array(frames)[...]
        }
        let count = raw.unsentHead.withUnsafeBytes { send($0, CURLINFO_HEADER_OUT, raw, &raw.writeFailure) }
        guard let count else { break }
        raw.unsentHead = raw.unsentHead.dropFirst(count)
      }
      // A full stream that the server's window let pass takes more.
    } while progress == .blocked && tunnel.isDrained && raw.unsentHead.isEmpty && raw.writeFailure == nil
    if progress == .ended, tunnel.isDrained, raw.unsentHead.isEmpty { return .finished(CURLE_OK) }
    return nil
  }

  private func receive(_ bytes: UnsafeRawBufferPointer, _ tunnel: HTTP2Tunnel, _ raw: RawExchange) -> RawStep? {
    let (wasRequested, wasAccepted) = (tunnel.isRequested, tunnel.isAccepted)
    tunnel.receive(bytes)
    if tunnel.isRequested, !wasRequested { endOfSentHead(raw) }
    let received = tunnel.takeReceived()
    if holdsBack(raw) {
      raw.held.append(contentsOf: received)
    } else if let end = received.withUnsafeBytes({ receive($0, raw) }) {
      return end
    }
    if !holdsBack(raw) { tunnel.makeRoom() }
    if tunnel.isAccepted, !wasAccepted {
      record?.note("The server accepted the stream of HTTP/2 with a status of success, shown as 101 (RFC 8441)")
    }
    return endOfTunnel(raw)
  }

  /// The end of the stream, once all of it was taken.
  private func endOfTunnel(_ raw: RawExchange) -> RawStep? {
    guard let tunnel = raw.tunnel, !holdsBack(raw) else { return nil }
    if let problem = tunnel.problem {
      callbackError = problem
      return .finished(CURLE_ABORTED_BY_CALLBACK)
    }
    guard tunnel.hasEnded else { return nil }
    // An answer may wait, such as a close frame.
    return writeRaw(raw) ?? .finished(raw.writeFailure ?? endOfConnection(raw))
  }
}

extension HopRequest {
  /// Whether the connection speaks HTTP/2: without TLS, only if the server is known to.
  fileprivate var wantsHTTP2: Bool {
    options.httpVersion == .http2PriorKnowledge || options.httpVersion == .http2 && url.isSecure
  }

  /// The head of the message in the format of HTTP/1.1. It has no body.
  fileprivate var rawHead: [UInt8] {
    var text = "\(method) \(url.pathAndQuery) HTTP/1.1\r\n"
    if !headers.contains(name: "Host") { text += "Host: \(url.authority)\r\n" }
    for header in headers {
      text += header.value.isEmpty ? "\(header.name):\r\n" : "\(header.name): \(header.value)\r\n"
    }
    return Array((text + "\r\n").utf8)
  }
}
