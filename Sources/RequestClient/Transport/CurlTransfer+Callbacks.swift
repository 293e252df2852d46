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
      return CurlTransfer.from(context).received(piece: UnsafeRawBufferPointer(start: bytes, count: size * count))
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

  private func received(piece: UnsafeRawBufferPointer) -> Int {
    guard let hop else { return 0 }
    if bodyReceived == 0, encodedBody == nil { beginDecoding(for: hop) }
    let verdict: PieceVerdict
    if var body = encodedBody.take() {
      verdict = body.take(piece, memoryLimit: hop.options.bodyMemoryLimit, deliver)
      if body.count > hop.bodyLimit, body.problem != nil { ownError = .bodyTooLarge(limit: hop.bodyLimit) }
      encodedBody = body
    } else {
      verdict = deliver(piece)
    }
    switch verdict {
    case .taken: return ownError == nil ? piece.count : 0
    case .pause: return Int(CURL_WRITEFUNC_PAUSE)
    case .abort: return 0
    }
  }

  /// libcurl would decode as well, but takes data that end early for whole, and gives nothing of what it cannot decode.
  private func beginDecoding(for hop: HopRequest) {
    let codings = ContentDecoding.codings(of: head.headers)
    if !codings.isEmpty { encodedBody = EncodedBody(codings, isKept: hop.keepsBody) }
  }

  private func deliver(_ piece: UnsafeRawBufferPointer) -> PieceVerdict {
    guard let hop, let receiver else { return .abort }
    if bodyReceived + piece.count > hop.bodyLimit {
      ownError = .bodyTooLarge(limit: hop.bodyLimit)
      return .abort
    }
    let verdict = receiver.hopReceived(piece)
    switch verdict {
    case .taken: bodyReceived += piece.count
    case .pause: break
    case .abort: ownError = .explicitlyCancelled
    }
    return verdict
  }
}
