internal import CCurl
internal import Foundation
internal import Glibc

extension CurlTransfer {
  /// Converts libcurl's result; `nil` for success.
  func error(for code: CURLcode) -> RequestError? {
    if hasEnough { return nil }
    if code == CURLE_OK || code == CURLE_TOO_MANY_REDIRECTS || hasWholeResponse(code), callbackError == nil {
      // libcurl accepts a truncated head.
      if !head.isComplete { return hop.map { .connectionLost(host: $0.url.host, bytesReceived: 0) } }
      return encodedBody?.problemAtEnd.map { .undecodableBody($0.detail) }
    }
    if let callbackError { return callbackError }
    // The watchdog closed the connection, or libcurl noticed another error first.
    if let passedLimit = passedLimit(at: .now) { return passedLimit }
    guard let hop else { return .transportFailed(code: Int(code.rawValue), detail: errorDetail) }
    let host = hop.url.host
    if hasLostMessage { return .connectionLost(host: host, bytesReceived: 0) }
    if let reason = localLimit(code) { return .localLimit(reason: reason) }
    return connectionError(for: code, hop) ?? trustError(for: code, hop) ?? messageError(for: code, hop)
  }

  private func connectionError(for code: CURLcode, _ hop: HopRequest) -> RequestError? {
    let host = hop.url.host
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST: return resolutionError(hop)
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: return .proxyFailed(errorDetail)
    case CURLE_COULDNT_CONNECT: return connectError(hop)
    case CURLE_OPERATION_TIMEDOUT: return timeout(hop)
    case CURLE_RECV_ERROR where errorDetail.contains("CONNECT"): return .proxyFailed(tunnelFailure)
    case CURLE_RECV_ERROR where errorDetail.contains("alert"):
      return .tls(.clientCertificateRefused(errorDetail), host: host)
    case CURLE_RECV_ERROR where errorDetail.contains("Out of memory in chunked-encoding"):
      return .headTooLarge(limit: Self.trailerLimit)
    case CURLE_RECV_ERROR where errorDetail.contains("chunked-encoding"): return .protocolError(errorDetail)
    case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR:
      return .connectionLost(host: host, bytesReceived: bodyReceived)
    default: return nil
    }
  }

  private func trustError(for code: CURLcode, _ hop: HopRequest) -> RequestError? {
    let host = hop.url.host
    switch code {
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR: return verificationError(hop)
    case CURLE_SSL_CONNECT_ERROR where TLSReason(errorDetail).isAboutClientCertificate:
      return .tls(.clientCertificateRefused(errorDetail), host: host)
    case CURLE_SSL_CONNECT_ERROR where hop.upgrade != nil && errorDetail.contains("no application protocol"):
      return .webSocket(.http2(HTTP2Tunnel.isOther))
    case CURLE_SSL_CONNECT_ERROR: return .tls(.handshake(errorDetail), host: host)
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH: return .tls(.pinMismatch, host: host)
    case CURLE_SSL_INVALIDCERTSTATUS: return .tls(.notStapled, host: host)
    case CURLE_SSL_CACERT_BADFILE:
      return .unreadableCertificateAuthorities(file: hop.trust.authorityFile?.path ?? "")
    case CURLE_SSL_CERTPROBLEM:
      let file = hop.options.clientCertificate?.certificate.path ?? ""
      return .unusableClientCertificate(file: file, detail: errorDetail)
    default: return nil
    }
  }

  private func messageError(for code: CURLcode, _ hop: HopRequest) -> RequestError {
    switch code {
    case CURLE_OUT_OF_MEMORY where !head.isComplete:
      return .headTooLarge(limit: min(hop.options.maxHeadSize, Self.headLineLimit))
    case CURLE_SEND_FAIL_REWIND: return .bodyFailed(.notReplayable)
    case CURLE_HTTP2_STREAM where hop.body != nil && hasLostResponse:
      return .transportFailed(code: Int(code.rawValue), detail: Self.lostResponse)
    case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_HTTP2, CURLE_HTTP2_STREAM:
      return .protocolError(errorDetail)
    case CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR: return .undecodableBody(errorDetail)
    case CURLE_URL_MALFORMAT: return .invalidURL(hop.url.description, .badHost(hop.url.host))
    default: return .transportFailed(code: Int(code.rawValue), detail: errorDetail)
    }
  }

  /// Whether sending failed because the server closed the connection after a whole response, without reading all of the
  /// body.
  private func hasWholeResponse(_ code: CURLcode) -> Bool {
    guard code == CURLE_SEND_ERROR || code == CURLE_HTTP2_STREAM, head.isComplete else { return false }
    let length = head.currentStatus == 204 ? 0 : head.headers.first("Content-Length").flatMap { Int($0) }
    return length == Int(curl_easy_get_size(easy, CURLINFO_SIZE_DOWNLOAD_T))
  }

  /// Whether an HTTP/2 server ended the stream without an error before all of the body was sent. libcurl 7.88 drops what
  /// arrives together with that.
  private var hasLostResponse: Bool { !head.isComplete && !errorDetail.contains("closed cleanly") }

  private static let lostResponse =
    "the server ended the request before all of it was sent, and libcurl lost the response — send with HTTP/1.1 to see it"

  /// The limit of this system that explains an error, if one was reached: libcurl has no code for it.
  private func localLimit(_ code: CURLcode) -> String? {
    let limits = [EMFILE, ENFILE, ENOBUFS, ENOMEM]
    if let socketError, limits.contains(socketError) { return String(cString: strerror(socketError)) }
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT, CURLE_FAILED_INIT,
      CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM:
      // A name lookup opens files and sockets too, and so does OpenSSL.
      let probe = open("/dev/null", O_RDONLY | O_CLOEXEC)
      if probe < 0 { return limits.contains(errno) ? String(cString: strerror(errno)) : nil }
      close(probe)
      return nil
    default: return nil
    }
  }

  /// libcurl's limit for one line, in bytes.
  private static let headLineLimit = 100 << 10

  /// libcurl's limit for one trailer of a chunked body, in bytes.
  private static let trailerLimit = 4096

  private func connectError(_ hop: HopRequest) -> RequestError {
    let errno = Int32(truncatingIfNeeded: curl_easy_get_long(easy, CURLINFO_OS_ERRNO))
    if let path = hop.options.unixSocketPath {
      let reason = "\(path): \(String(cString: strerror(errno)))"
      return .unreachable(host: hop.url.host, port: hop.url.effectivePort, reason: reason)
    }
    if let version = hop.options.ipVersion, errno == 0, failedAddress == nil {
      // libcurl does not try to connect then.
      return .otherIPVersion(host: hop.url.host, version)
    }
    if let place = failedAddress, place.port != hop.url.effectivePort || !hop.url.host.lowercased().contains(place.host)
    {
      // Not the server's address, so a proxy's, unless the caller overrode the route.
      return overridesRoute(hop) ? .refused(host: place.host, port: place.port) : .proxyFailed(errorDetail)
    }
    if errno == ECONNREFUSED || errno == 0 { return .refused(host: hop.url.host, port: hop.url.effectivePort) }
    return .unreachable(host: hop.url.host, port: hop.url.effectivePort, reason: String(cString: strerror(errno)))
  }

  /// The host that libcurl names may be a SOCKS proxy's, or one to connect to instead.
  private func resolutionError(_ hop: HopRequest) -> RequestError {
    let host = hop.url.host
    let name = errorDetail.removingExactly(prefix: "Could not resolve host: ")?.lowercased() ?? ""
    let isOwn = name.isEmpty || name == host.lowercased()
    if !isOwn, proxyHosts(hop).contains(name) { return .proxyFailed(errorDetail) }
    let isOther = !isOwn && hop.options.connectTo.values.contains { $0.lowercased().hasPrefix(name) }
    let unknown = isOther ? name : host
    return hop.options.ipVersion.map { .noAddress(host: unknown, $0) } ?? .unresolvableHost(unknown)
  }

  private func proxyHosts(_ hop: HopRequest) -> [String] {
    switch hop.options.proxy {
    case .none: return []
    case .proxy(let proxy): return [proxy.host.lowercased()]
    case .environment:
      let names: [String] = ["all_proxy", "ALL_PROXY", "http_proxy", "https_proxy", "HTTPS_PROXY"]
      let proxies = names.compactMap { name in getenv(name).flatMap { try? Proxy(String(cString: $0)) } }
      return proxies.map { $0.host.lowercased() }
    }
  }

  /// The address that libcurl could not connect to, from its message.
  private var failedAddress: (host: String, port: Int)? {
    let words = errorDetail.split(separator: " ")
    guard words.starts(with: ["Failed", "to", "connect", "to"]), words.count > 6, let port = Int(words[6]) else {
      return nil
    }
    return (words[4].lowercased(), port)
  }

  private func overridesRoute(_ hop: HopRequest) -> Bool {
    !hop.options.connectTo.isEmpty || !hop.options.resolve.isEmpty
  }

  /// libcurl has only the limit for connecting.
  private func timeout(_ hop: HopRequest) -> RequestError {
    .timedOut(.connect, host: hop.place, limit: hop.options.connectTimeout ?? .zero)
  }

  private var tunnelFailure: String {
    let status = curl_easy_get_long(easy, CURLINFO_HTTP_CONNECTCODE)
    return status >= 300 ? "CONNECT failed with status \(status)" : errorDetail
  }

  private func verificationError(_ hop: HopRequest) -> RequestError {
    let verdict = curl_easy_get_long(easy, CURLINFO_PROXY_SSL_VERIFYRESULT)
    if verdict != 0, case .proxy(let proxy) = hop.options.proxy {
      return .tls(verificationFailure(verdict), host: proxy.host)
    }
    return .tls(verificationFailure(curl_easy_get_long(easy, CURLINFO_SSL_VERIFYRESULT)), host: hop.url.host)
  }

  /// - Parameter verdict: OpenSSL's verification result (`X509_V_ERR_…`); zero if the host name did not match, which
  ///   libcurl checks first.
  private func verificationFailure(_ verdict: Int) -> RequestError.TLSFailure {
    switch verdict {
    case 0, 1, 62, 64: .hostMismatch
    case 9: .notYetValid
    case 10: .expired
    case 18, 19: .selfSigned
    case 2, 20, 21, 27: .untrusted
    case 23: .revoked
    default: .certificate(errorDetail)
    }
  }
}
