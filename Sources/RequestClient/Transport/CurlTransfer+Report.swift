internal import CCurl
internal import Glibc

extension CurlTransfer {
  /// The hop for the timeline. Call it before the handle is removed from the multi handle, which discards the data.
  ///
  /// - Parameter lostAt: The time the connection of a repeated message was closed.
  func report(_ error: RequestError?, lostAt: ContinuousClock.Instant? = nil) -> HopReport {
    guard let hop, let record else { preconditionFailure("a transfer without a hop ended") }
    let connection = connection(of: hop)
    let line = Timeline.Hop(
      attempt: hop.attempt, method: hop.method, url: hop.text(of: target), start: record.start,
      phases: phases(of: hop, record, lostAt), connection: connection, status: head.currentStatus,
      requestHeaders: connection?.httpVersion == "HTTP/2"
        ? inHTTP2Format(record.requestHeaders) : record.requestHeaders,
      responseHeaders: head.headers.headers, trailers: head.trailers.headers, sent: record.sent,
      received: record.isVerbose ? record.received : counted, failure: error?.sentence(method: hop.httpMethod),
      wire: record.log)
    var report = HopReport(hop: line, error: error)
    if case .undecodableBody = error { report.encodedBody = encodedBody?.received?.data }
    return report
  }

  /// libcurl reports the head in HTTP/1.1 format. In HTTP/2, names are lower case and `Host` is a pseudo-header.
  private func inHTTP2Format(_ headers: [HTTPHeader]) -> [HTTPHeader] {
    headers.map { header in
      let name = header.name.lowercased()
      return HTTPHeader(name == "host" ? ":authority" : name, header.value)
    }
  }

  /// Bytes received as libcurl counts them, without chunk delimiters.
  private var counted: Timeline.ByteCounts {
    Timeline.ByteCounts(head: head.size, body: Int(curl_easy_get_size(easy, CURLINFO_SIZE_DOWNLOAD_T)))
  }

  private func phases(
    of hop: HopRequest, _ record: HopRecord, _ lostAt: ContinuousClock.Instant?
  ) -> Timeline.Phases {
    if let raw { return rawPhases(of: hop, record, raw) }
    var clock = HopTimes(
      dns: time(CURLINFO_NAMELOOKUP_TIME_T), connect: time(CURLINFO_CONNECT_TIME_T),
      tls: time(CURLINFO_APPCONNECT_TIME_T),
      firstByte: hop.body == nil ? time(CURLINFO_STARTTRANSFER_TIME_T) : record.untilFirstByte,
      total: (lostAt ?? (isAborted ? .now : nil)).map(record.untilLost)
        ?? time(CURLINFO_TOTAL_TIME_T).map { $0 - record.lead })
    // A message without a body has been sent when libcurl starts receiving.
    clock.sent = record.isVerbose ? record.untilSent(firstByte: clock.firstByte) : time(CURLINFO_PRETRANSFER_TIME_T)
    clock.isReused = isReused
    clock.isSecure = hop.url.isSecure
    if lostAt != nil { clock.clearConnectTimes() }
    return clock.phases(queue: record.queue)
  }

  /// libcurl knows the times up to the connection only.
  private func rawPhases(of hop: HopRequest, _ record: HopRecord, _ raw: RawExchange) -> Timeline.Phases {
    var clock = HopTimes(
      dns: time(CURLINFO_NAMELOOKUP_TIME_T), connect: time(CURLINFO_CONNECT_TIME_T),
      tls: time(CURLINFO_APPCONNECT_TIME_T), firstByte: raw.firstByte, total: record.untilLost(.now))
    clock.sent = raw.sent
    clock.isSecure = hop.url.isSecure
    return clock.phases(queue: record.queue)
  }

  private var isReused: Bool { record?.hasSent == true && message?.isReused == true }

  private func time(_ info: CURLINFO) -> Duration? {
    let microseconds = curl_easy_get_size(easy, info)
    return microseconds > 0 ? .microseconds(microseconds) : nil
  }

  private func connection(of hop: HopRequest) -> Timeline.Connection? {
    if let path = hop.options.unixSocketPath, record?.hasSent == true {
      return Timeline.Connection(peer: path, isReused: isReused, httpVersion: httpVersion)
    }
    guard let (peer, local) = endpoints else { return nil }
    let tls = hop.url.isSecure ? tls(of: hop, on: "\(local ?? "")>\(peer)") : nil
    return Timeline.Connection(peer: peer, local: local, isReused: isReused, httpVersion: httpVersion, tls: tls)
  }

  /// Addresses of the message's connection or, if nothing was sent, of the last attempt to connect.
  private var endpoints: (peer: String, local: String?)? {
    if let message, !message.peer.isEmpty { return (message.peer, message.local) }
    guard let peerIP = curl_easy_get_string(easy, CURLINFO_PRIMARY_IP), peerIP.pointee != 0 else { return nil }
    let localPort = curl_easy_get_long(easy, CURLINFO_LOCAL_PORT)
    let localIP = curl_easy_get_string(easy, CURLINFO_LOCAL_IP)
    return (
      peer.text(peerIP, curl_easy_get_long(easy, CURLINFO_PRIMARY_PORT)),
      localPort > 0 ? localIP.map { local.text($0, localPort) } : nil
    )
  }

  private var httpVersion: String {
    if let raw { return raw.tunnel == nil ? "HTTP/1.1" : "HTTP/2" }
    return switch curl_easy_get_long(easy, CURLINFO_HTTP_VERSION) {
    case Int(CURL_HTTP_VERSION_1_0): "HTTP/1.0"
    case Int(CURL_HTTP_VERSION_1_1): "HTTP/1.1"
    case Int(CURL_HTTP_VERSION_2_0): "HTTP/2"
    case Int(CURL_HTTP_VERSION_3): "HTTP/3"
    default: ""
    }
  }

  private func tls(of hop: HopRequest, on connection: String) -> Timeline.TLS? {
    if isReused { return tlsDetails[connection] }
    guard let handshake = record?.handshake else { return nil }
    let parts = handshake.split(separator: " / ", maxSplits: 1).map(String.init)
    let tls = Timeline.TLS(
      version: parts.first ?? "", cipher: parts.count > 1 ? parts[1] : "", isVerified: hop.trust.verifiesCertificate,
      certificates: certificates)
    tlsDetails[connection] = tls
    return tls
  }

  private var certificates: [Timeline.Certificate] {
    guard let chain = curl_easy_get_certificates(easy)?.pointee, chain.num_of_certs > 0, let lists = chain.certinfo
    else {
      return []
    }
    return (0..<Int(chain.num_of_certs)).map { index in
      var certificate = Timeline.Certificate(subject: "", issuer: "", validFrom: "", validUntil: "")
      var node = lists[index]
      while let entry = node?.pointee {
        node = entry.next
        guard let data = entry.data else { continue }
        let parts = String(cString: data).split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { continue }
        switch parts[0] {
        case "Subject": certificate.subject = parts[1]
        case "Issuer": certificate.issuer = parts[1]
        case "Start date": certificate.validFrom = parts[1]
        case "Expire date": certificate.validUntil = parts[1]
        case "Serial Number": certificate.serialNumber = Self.bytes(ofHex: parts[1])
        case "X509v3 Subject Alternative Name": certificate.alternativeNames = parts[1]
        default: break
        }
      }
      return certificate
    }
  }

  /// Hexadecimal digits in pairs with colons between them.
  private static func bytes(ofHex text: String) -> String {
    let digits = Array(text.lowercased().filter(\.isHexDigit))
    let padded = digits.count.isMultiple(of: 2) ? digits : ["0"] + digits
    return stride(from: 0, to: padded.count, by: 2).map { String(padded[$0...($0 + 1)]) }.joined(separator: ":")
  }
}

/// Times of a hop since libcurl started it; `nil` for phases it did not reach.
struct HopTimes {
  var dns: Duration?
  var connect: Duration?
  var tls: Duration?
  var firstByte: Duration?
  var total: Duration?
  var sent: Duration?
  var isReused = false
  var isSecure = false

  /// For a lost message on a reused connection: libcurl's later times belong to the next message.
  mutating func clearConnectTimes() {
    (dns, connect, tls, firstByte) = (nil, nil, nil, nil)
    sent = sent.map { min($0, total ?? .zero) } ?? .zero
  }

  /// Returns consecutive phases. The last phase reached lasts until the end of the hop.
  func phases(queue: Duration) -> Timeline.Phases {
    var phases = Timeline.Phases(queue: queue)
    let end = total ?? .zero
    var last = Duration.zero
    func phase(until moment: Duration?) -> Duration {
      let until = min(max(moment ?? end, last), max(end, last))
      defer { last = until }
      return until - last
    }
    if !isReused {
      phases.dns = phase(until: dns)
      if dns == nil { return phases }
      phases.connect = phase(until: connect)
      if connect == nil { return phases }
      if isSecure {
        phases.tls = phase(until: tls)
        if tls == nil { return phases }
      }
    }
    phases.send = phase(until: sent.map { min($0, firstByte ?? end) })
    if sent == nil { return phases }
    phases.wait = phase(until: firstByte)
    if firstByte != nil { phases.receive = phase(until: nil) }
    return phases
  }
}

/// Caches TLS details by connection, for hops that reuse it.
final class TLSDetailsCache {
  private var byConnection: [String: Timeline.TLS] = [:]
  private var order: [String] = []
  private static let limit = 256

  subscript(connection: String) -> Timeline.TLS? {
    get { byConnection[connection] }
    set {
      if byConnection.updateValue(
        newValue ?? Timeline.TLS(version: "", cipher: "", isVerified: false), forKey: connection) == nil
      {
        order.append(connection)
      }
      if order.count > Self.limit { byConnection[order.removeFirst()] = nil }
    }
  }
}

/// Caches the text of the last address and port, because every message needs it.
struct EndpointCache {
  private var address = ""
  private var port = 0
  private var text = ""

  /// Returns `address:port`, with IPv6 addresses in brackets.
  mutating func text(_ address: UnsafePointer<CChar>, _ port: Int) -> String {
    if port == self.port, self.address.withCString({ strcmp($0, address) == 0 }) { return text }
    self.port = port
    self.address = String(cString: address)
    text = (self.address.utf8.contains(UInt8(ascii: ":")) ? "[\(self.address)]" : self.address) + ":\(port)"
    return text
  }
}
