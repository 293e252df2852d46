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
    curl_easy_set_open_socket(easy) { _, _, address in
      guard let address = address?.pointee else { return -1 }
      // A program that is started meanwhile, an editor say, must not inherit the connection: libcurl 7.88 lets it.
      let kind = address.socktype | Int32(SOCK_CLOEXEC.rawValue)
      return socket(address.family, kind, address.protocol)
    }
    curl_easy_set_prerequest(easy) { context, _, _, _, _ in
      if let context { CurlTransfer.from(context).listen() }
      return CURL_PREREQFUNC_OK
    }
    curl_easy_set_debug(easy) { _, kind, bytes, count, context in
      guard let bytes, let context else { return 0 }
      CurlTransfer.from(context).told(kind, UnsafeRawBufferPointer(start: bytes, count: count))
      return 0
    }
  }

  /// A head is about to be sent, which nobody but libcurl can tell exactly.
  private func listen() {
    curl_easy_set_long(easy, CURLOPT_VERBOSE, 1)
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
    guard let hop, let receiver else { return 0 }
    if bodyReceived + piece.count > hop.bodyLimit {
      ownError = .bodyTooLarge(limit: hop.bodyLimit)
      return 0
    }
    switch receiver.hopReceived(piece) {
    case .taken:
      bodyReceived += piece.count
      return piece.count
    case .pause: return Int(CURL_WRITEFUNC_PAUSE)
    case .abort:
      ownError = .explicitlyCancelled
      return 0
    }
  }
}
