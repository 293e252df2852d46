internal import CCurl
internal import Glibc

/// The debug callback's report about a hop: the head as sent and, if verbose, the wire log, byte counts in both
/// directions and times that libcurl does not measure.
struct HopRecord {
  private let exchangeStart: ContinuousClock.Instant
  private let handedOver: ContinuousClock.Instant
  private let began: ContinuousClock.Instant
  /// Time libcurl spent on earlier messages of the hop.
  let lead: Duration
  private var lastSent: ContinuousClock.Instant?
  private var firstReceived: ContinuousClock.Instant?
  private(set) var sent = Timeline.ByteCounts()
  private(set) var received = Timeline.ByteCounts()
  private(set) var log = WireLog()
  private(set) var requestHeaders: [HTTPHeader] = []
  /// Whether an HTTP/2 server reported that it has not processed the message (RFC 9113, section 8.7).
  private(set) var wasRefused = false
  /// Whether libcurl has reported the trailer that it delivers next, which depends on the version of HTTP.
  private var hasReportedTrailer = false
  /// `TLSv1.3 / TLS_AES_256_GCM_SHA384`
  private(set) var handshake: String?

  /// Maximum number of lines of a hop; a further line says that there were more.
  static let lineLimit = 50_000
  private static let handshakePrefix: StaticString = "SSL connection using "
  /// Notes about a refused stream, also by GOAWAY, and about HTTP_1_1_REQUIRED.
  private static let refusals: [StaticString] = ["REFUSED_STREAM", "Downgrades to HTTP/1.1"]

  let isVerbose: Bool
  private let keepsLines: Bool
  private let ownHeaders: HTTPHeaders

  init(of hop: HopRequest, handedOver: ContinuousClock.Instant) {
    isVerbose = Self.isVerbose(of: hop)
    keepsLines = hop.options.keepsWireLog
    ownHeaders = hop.headers
    exchangeStart = hop.exchangeStart
    self.handedOver = handedOver
    began = .now
    lead = .zero
  }

  /// Creates the record of a repeated message.
  init(of hop: HopRequest, repeating previous: HopRecord, since lost: ContinuousClock.Instant) {
    isVerbose = previous.isVerbose
    keepsLines = previous.keepsLines
    ownHeaders = hop.headers
    exchangeStart = hop.exchangeStart
    handedOver = lost
    began = lost
    lead = previous.lead + previous.began.duration(to: lost)
    // libcurl has already connected.
    handshake = previous.handshake
  }

  /// Whether libcurl reports everything about `hop`, which costs as much as a small transfer. Needed for the wire log,
  /// for the TLS handshake and for anything sent after the head. Otherwise it reports only the sent head.
  static func isVerbose(of hop: HopRequest) -> Bool {
    hop.options.keepsWireLog || hop.upgrade != nil || hop.url.isSecure || hop.body != nil || hop.login != nil
      || !hop.httpMethod.isIdempotent
  }

  var start: Duration { exchangeStart.duration(to: handedOver) }
  var queue: Duration { handedOver.duration(to: began) }
  /// From the start of libcurl's work to the last byte that was sent.
  ///
  /// - Parameter firstByte: Time of the response's first byte by libcurl's clock, which starts a little after ours.
  ///   Both clocks have this event, so it gives the difference.
  func untilSent(firstByte: Duration?) -> Duration? {
    guard let lastSent else { return nil }
    guard let firstByte, let firstReceived else { return began.duration(to: lastSent) }
    return firstByte - lastSent.duration(to: firstReceived)
  }

  /// From the start of libcurl's work to the first byte of the response. libcurl's own value is wrong for messages with
  /// a body, where it is the first byte sent.
  var untilFirstByte: Duration? { firstReceived.map { began.duration(to: $0) } }

  /// From the start of libcurl's work to the end of the connection.
  func untilLost(_ lost: ContinuousClock.Instant) -> Duration { began.duration(to: lost) }

  var hasSent: Bool { sent.head > 0 }

  mutating func addSentHead(_ bytes: UnsafeRawBufferPointer) {
    sent.head += bytes.count
    addLines(ofSentHead: bytes, at: .zero)
  }

  /// - Precondition: `isVerbose`
  mutating func add(_ kind: curl_infotype, _ bytes: UnsafeRawBufferPointer) {
    let now = ContinuousClock.now
    let time = exchangeStart.duration(to: now)
    switch kind {
    case CURLINFO_TEXT: addNote(bytes.withoutLineEnd, at: time)
    case CURLINFO_HEADER_IN:
      firstReceived = firstReceived ?? now
      received.head += bytes.count
      append(.receivedHead, bytes.withoutLineEnd, at: time, byteCount: bytes.count)
      hasReportedTrailer = true
    case CURLINFO_HEADER_OUT:
      noteSent(now)
      sent.head += bytes.count
      addLines(ofSentHead: bytes, at: time)
    case CURLINFO_DATA_IN:
      received.body += bytes.count
      hasReportedTrailer = false
      append(.receivedBody, UnsafeRawBufferPointer(start: nil, count: 0), at: time, byteCount: bytes.count)
    case CURLINFO_DATA_OUT:
      noteSent(now)
      sent.body += bytes.count
      append(.sentBody, UnsafeRawBufferPointer(start: nil, count: 0), at: time, byteCount: bytes.count)
    default: break  // TLS records are not HTTP.
    }
  }

  /// The head is complete; later lines are trailers.
  mutating func endHead() { hasReportedTrailer = false }

  /// Adds a trailer to the wire log, unless libcurl has reported it.
  mutating func addTrailer(_ line: UnsafeRawBufferPointer) {
    if !hasReportedTrailer {
      let time = exchangeStart.duration(to: .now)
      append(.receivedHead, line.withoutLineEnd, at: time, byteCount: line.count)
    }
    hasReportedTrailer = false
  }

  /// Also resets the first byte received, which was that of an interim response (100 Continue).
  private mutating func noteSent(_ now: ContinuousClock.Instant) {
    lastSent = now
    firstReceived = nil
  }

  /// Prefixes of libcurl's notes about its internal state, which are omitted.
  private static let noise: [StaticString] = [
    "Found bundle for host", "Can not multiplex", "Mark bundle as", "Couldn't find host",
    "reached easy.c",
  ]

  private mutating func addNote(_ text: UnsafeRawBufferPointer, at time: Duration) {
    if Self.noise.contains(where: { text.begins(with: $0) }) { return }
    if text.begins(with: Self.handshakePrefix) {
      handshake = String(wire: UnsafeRawBufferPointer(rebasing: text[Self.handshakePrefix.utf8CodeUnitCount...]))
    }
    if Self.refusals.contains(where: { text.begins(with: $0) }) { wasRefused = true }
    append(.note, text, at: time, byteCount: 0)
  }

  /// Adds a note of ours to the wire log.
  mutating func note(_ text: String) {
    let time = exchangeStart.duration(to: .now)
    var text = text
    text.withUTF8 { append(.note, UnsafeRawBufferPointer($0), at: time, byteCount: 0) }
  }

  /// libcurl reports the whole head at once, and another one when it repeats the message on a new connection.
  private mutating func addLines(ofSentHead bytes: UnsafeRawBufferPointer, at time: Duration) {
    requestHeaders.removeAll(keepingCapacity: true)
    requestHeaders.reserveCapacity(ownHeaders.count + 2)
    var own = ownHeaders.headers[...]
    var rest = bytes
    while !rest.isEmpty {
      let end = rest.place(of: 0x0A).map { $0 + 1 } ?? rest.count
      let line = UnsafeRawBufferPointer(rebasing: rest[..<end])
      let text = line.withoutLineEnd
      append(.sentHead, text, at: time, byteCount: line.count)
      // The first line is not a header. Most headers equal those of the hop and are reused.
      // Pseudo-headers of HTTP/2 are none either.
      if rest.count < bytes.count, text.first != UInt8(ascii: ":") {
        if let header = own.first, header.isSpelled(by: text) {
          requestHeaders.append(header)
          own.removeFirst()
        } else if let header = HTTPHeader(line: text) {
          requestHeaders.append(header)
        }
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[end...])
    }
  }

  private mutating func append(
    _ kind: WireLine.Kind, _ text: UnsafeRawBufferPointer, at time: Duration, byteCount: Int
  ) {
    if !keepsLines { return }
    if log.isEmpty { log.reserve(lines: 24, bytes: 1024) }
    if log.count < Self.lineLimit {
      log.append(kind, at: time, byteCount: byteCount, text: text)
    } else if log.count == Self.lineLimit {
      let text = "The wire log of this hop ends here: it keeps \(Self.lineLimit) lines"
      log.append(WireLine(time: time, kind: .note, text: text, byteCount: 0))
    }
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func begins(with text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard count >= length, let start = baseAddress else { return false }
    return memcmp(start, text.utf8Start, length) == 0
  }
}
