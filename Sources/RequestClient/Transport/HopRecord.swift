internal import CCurl
internal import Glibc

/// What the debug callback saw of a hop: the wire log, the bytes each way and the moments libcurl keeps no time of.
struct HopRecord {
  private let exchangeStart: ContinuousClock.Instant
  private let handedOver: ContinuousClock.Instant
  private let began: ContinuousClock.Instant
  private(set) var lastSent: ContinuousClock.Instant?
  private var firstReceived: ContinuousClock.Instant?
  private(set) var sent = Timeline.ByteCounts()
  private(set) var received = Timeline.ByteCounts()
  private(set) var log = WireLog()
  private(set) var requestHeaders: [Header] = []
  /// `TLSv1.3 / TLS_AES_256_GCM_SHA384`
  private(set) var handshake: String?

  /// Lines kept of one hop; the last one then says that there were more.
  static let lineLimit = 50_000
  private static let handshakePrefix: StaticString = "SSL connection using "

  private let keepsLines: Bool

  init() { self.init(exchangeStart: .now, handedOver: .now, keepsLines: false) }

  init(exchangeStart: ContinuousClock.Instant, handedOver: ContinuousClock.Instant, keepsLines: Bool) {
    self.keepsLines = keepsLines
    self.exchangeStart = exchangeStart
    self.handedOver = handedOver
    began = .now
  }

  var start: Duration { exchangeStart.duration(to: handedOver) }
  var queue: Duration { handedOver.duration(to: began) }
  /// From the start of libcurl's work to the last byte that went out.
  ///
  /// - Parameter firstByte: When libcurl's own clock saw the first byte of the answer. Its clock starts a little after
  ///   ours; the first byte is what both have seen, and tells by how much.
  func untilSent(firstByte: Duration?) -> Duration? {
    guard let lastSent else { return nil }
    guard let firstByte, let firstReceived else { return began.duration(to: lastSent) }
    return firstByte - lastSent.duration(to: firstReceived)
  }

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
      lastSent = now
      sent.head += bytes.count
      addSentHead(bytes, at: time)
    case CURLINFO_DATA_IN:
      received.body += bytes.count
      append(.receivedBody, UnsafeRawBufferPointer(start: nil, count: 0), at: time, byteCount: bytes.count)
    case CURLINFO_DATA_OUT:
      lastSent = now
      sent.body += bytes.count
      append(.sentBody, UnsafeRawBufferPointer(start: nil, count: 0), at: time, byteCount: bytes.count)
    default: break  // TLS records are not HTTP.
    }
  }

  /// What libcurl says of its own memory, and of nothing that happened on the wire.
  private static let noise: [StaticString] = [
    "Found bundle for host", "Can not multiplex", "Mark bundle as", "Couldn't find host",
  ]

  private mutating func addNote(_ text: UnsafeRawBufferPointer, at time: Duration) {
    if Self.noise.contains(where: { text.begins(with: $0) }) { return }
    if text.begins(with: Self.handshakePrefix) {
      handshake = String(wire: UnsafeRawBufferPointer(rebasing: text[Self.handshakePrefix.utf8CodeUnitCount...]))
    }
    append(.note, text, at: time, byteCount: 0)
  }

  /// libcurl hands the whole head over at once, and another one when it sends again on a fresh connection.
  private mutating func addSentHead(_ bytes: UnsafeRawBufferPointer, at time: Duration) {
    requestHeaders.removeAll(keepingCapacity: true)
    var rest = bytes[...]
    var isFirst = true
    while !rest.isEmpty {
      let end = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? rest.endIndex
      let line = UnsafeRawBufferPointer(rebasing: rest[..<end])
      let text = line.withoutLineEnd
      append(.sentHead, text, at: time, byteCount: line.count)
      if !isFirst, let header = Header(line: text) { requestHeaders.append(header) }
      isFirst = false
      rest = rest[end...]
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
