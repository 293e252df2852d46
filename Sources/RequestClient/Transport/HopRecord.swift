internal import CCurl
internal import Glibc
internal import RequestBasics

/// What the debug callback saw of a hop: its head as it was sent and, where it hears all, the wire log, the bytes each
/// way and the moments libcurl keeps no time of.
struct HopRecord {
  private let exchangeStart: ContinuousClock.Instant
  private let handedOver: ContinuousClock.Instant
  private let began: ContinuousClock.Instant
  /// How long libcurl was busy with earlier messages of the hop.
  let lead: Duration
  private var lastSent: ContinuousClock.Instant?
  private var firstReceived: ContinuousClock.Instant?
  private(set) var sent = TransferTimeline.ByteCounts()
  private(set) var received = TransferTimeline.ByteCounts()
  private(set) var log = TransferTimeline.WireLog()
  private(set) var requestHeaders: HTTPHeaders = []
  /// Whether the server said, with HTTP/2, that it has not processed the message (RFC 9113, section 8.7).
  private(set) var wasRefused = false
  /// `TLSv1.3 / TLS_AES_256_GCM_SHA384`
  private(set) var handshake: String?

  /// Lines kept of one hop; the last one then says that there were more.
  static let lineLimit = 50_000
  private static let handshakePrefix: StaticString = "SSL connection using "
  /// A stream that was refused, also by the end of the connection before it, and HTTP_1_1_REQUIRED.
  private static let refusals: [StaticString] = ["REFUSED_STREAM", "Downgrades to HTTP/1.1"]

  let hearsAll: Bool
  private let keepsLines: Bool
  private let ownHeaders: HTTPHeaders

  init(of hop: HopRequest, handedOver: ContinuousClock.Instant) {
    hearsAll = Self.hearsAll(of: hop)
    keepsLines = hop.options.keepsWireLog
    ownHeaders = hop.headers
    exchangeStart = hop.exchangeStart
    self.handedOver = handedOver
    began = .now
    lead = .zero
  }

  /// Of the same message, sent once more.
  init(of hop: HopRequest, repeating previous: HopRecord, since lost: ContinuousClock.Instant) {
    hearsAll = previous.hearsAll
    keepsLines = previous.keepsLines
    ownHeaders = hop.headers
    exchangeStart = hop.exchangeStart
    handedOver = lost
    began = lost
    lead = previous.lead + previous.began.duration(to: lost)
    // libcurl has connected by now.
    handshake = previous.handshake
  }

  /// Whether libcurl reports everything about `hop`, which costs as much as the transfer itself: needed for a
  /// log, for details of a TLS handshake, and for what is sent after the head. Otherwise it reports the sent head only.
  static func hearsAll(of hop: HopRequest) -> Bool {
    hop.options.keepsWireLog || hop.url.isSecure || hop.body != nil || hop.login != nil || !hop.httpMethod.isIdempotent
  }

  var start: Duration { exchangeStart.duration(to: handedOver) }
  var queue: Duration { handedOver.duration(to: began) }
  /// From the start of libcurl's work to the last byte that was sent.
  ///
  /// - Parameter firstByte: When libcurl's own clock saw the first byte of the response. Its clock starts a little after
  ///   ours; the first byte is what both have seen, and tells by how much.
  func untilSent(firstByte: Duration?) -> Duration? {
    guard let lastSent else { return nil }
    guard let firstByte, let firstReceived else { return began.duration(to: lastSent) }
    return firstByte - lastSent.duration(to: firstReceived)
  }

  /// From the start of libcurl's work to the first byte of the response. libcurl's own clock takes the first byte of a body
  /// that is sent for it.
  var untilFirstByte: Duration? { firstReceived.map { began.duration(to: $0) } }

  /// From the start of libcurl's work to the end of the connection.
  func untilLost(_ lost: ContinuousClock.Instant) -> Duration { began.duration(to: lost) }

  var hasSent: Bool { sent.head > 0 }

  mutating func addSentHead(_ bytes: UnsafeRawBufferPointer) {
    sent.head += bytes.count
    addLines(ofSentHead: bytes, at: .zero)
  }

  /// Call only if `hearsAll`.
  mutating func add(_ kind: curl_infotype, _ bytes: UnsafeRawBufferPointer) {
    let now = ContinuousClock.now
    let time = exchangeStart.duration(to: now)
    switch kind {
    case CURLINFO_TEXT: addNote(bytes.withoutLineEnd, at: time)
    case CURLINFO_HEADER_IN:
      firstReceived = firstReceived ?? now
      received.head += bytes.count
      append(.receivedHead, bytes.withoutLineEnd, at: time, byteCount: bytes.count)
    case CURLINFO_HEADER_OUT:
      noteSent(now)
      sent.head += bytes.count
      addLines(ofSentHead: bytes, at: time)
    case CURLINFO_DATA_IN:
      received.body += bytes.count
      append(.receivedBody, UnsafeRawBufferPointer(start: nil, count: 0), at: time, byteCount: bytes.count)
    case CURLINFO_DATA_OUT:
      noteSent(now)
      sent.body += bytes.count
      append(.sentBody, UnsafeRawBufferPointer(start: nil, count: 0), at: time, byteCount: bytes.count)
    default: break  // TLS records are not HTTP.
    }
  }

  /// An earlier interim response (100 Continue) is not the response.
  private mutating func noteSent(_ now: ContinuousClock.Instant) {
    lastSent = now
    firstReceived = nil
  }

  /// libcurl's notes about its internal state.
  private static let noise: [StaticString] = [
    "Found bundle for host", "Can not multiplex", "Mark bundle as", "Couldn't find host",
  ]

  private mutating func addNote(_ text: UnsafeRawBufferPointer, at time: Duration) {
    if Self.noise.contains(where: { text.begins(with: $0) }) { return }
    if text.begins(with: Self.handshakePrefix) {
      handshake = String(wire: UnsafeRawBufferPointer(rebasing: text[Self.handshakePrefix.utf8CodeUnitCount...]))
    }
    if Self.refusals.contains(where: { text.begins(with: $0) }) { wasRefused = true }
    append(.note, text, at: time, byteCount: 0)
  }

  /// libcurl hands the whole head over at once, and another one when it sends again on a fresh connection.
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
      // The first line is not a header. Most headers are the hop's own and need not be created again.
      if rest.count < bytes.count {
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
    _ kind: TransferTimeline.WireLine.Kind, _ text: UnsafeRawBufferPointer, at time: Duration, byteCount: Int
  ) {
    if !keepsLines { return }
    if log.isEmpty { log.reserve(lines: 24, bytes: 1024) }
    if log.count < Self.lineLimit {
      log.append(kind, at: time, byteCount: byteCount, text: text)
    } else if log.count == Self.lineLimit {
      let text = "The wire log of this hop ends here: it keeps \(Self.lineLimit) lines"
      log.append(TransferTimeline.WireLine(time: time, kind: .note, text: text, byteCount: 0))
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
