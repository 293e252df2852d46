internal import CCurl

/// What the debug callback saw of a hop: the wire log, the bytes each way and the moments libcurl keeps no time of.
struct HopRecord {
  private let exchangeStart: ContinuousClock.Instant
  private let handedOver: ContinuousClock.Instant
  private let began: ContinuousClock.Instant
  private(set) var lastSent: ContinuousClock.Instant?
  private var firstReceived: ContinuousClock.Instant?
  private(set) var sent = Timeline.ByteCounts()
  private(set) var received = Timeline.ByteCounts()
  private(set) var lines: [WireLine] = []
  private(set) var requestHeaders: [Header] = []
  /// `TLSv1.3 / TLS_AES_256_GCM_SHA384`
  private(set) var handshake: String?

  /// Lines kept of one hop; the last one then says that there were more.
  static let lineLimit = 50_000
  private static let handshakePrefix = "SSL connection using "

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
    case CURLINFO_TEXT:
      let text = bytes.trimmedLine
      if !Self.isNoise(text) { addNote(text, at: time) }
    case CURLINFO_HEADER_IN:
      firstReceived = firstReceived ?? now
      received.head += bytes.count
      append(WireLine(time: time, kind: .receivedHead, text: bytes.trimmedLine, byteCount: bytes.count))
    case CURLINFO_HEADER_OUT:
      lastSent = now
      sent.head += bytes.count
      addSentHead(bytes, at: time)
    case CURLINFO_DATA_IN:
      received.body += bytes.count
      append(WireLine(time: time, kind: .receivedBody, text: "", byteCount: bytes.count))
    case CURLINFO_DATA_OUT:
      lastSent = now
      sent.body += bytes.count
      append(WireLine(time: time, kind: .sentBody, text: "", byteCount: bytes.count))
    default: break  // TLS records are not HTTP.
    }
  }

  /// What libcurl says of its own memory, and of nothing that happened on the wire.
  private static func isNoise(_ text: String) -> Bool {
    ["Found bundle for host", "Can not multiplex", "Mark bundle as", "Couldn't find host"].contains {
      text.hasPrefix($0)
    }
  }

  private mutating func addNote(_ text: String, at time: Duration) {
    if text.hasPrefix(Self.handshakePrefix) { handshake = String(text.dropFirst(Self.handshakePrefix.count)) }
    append(WireLine(time: time, kind: .note, text: text, byteCount: 0))
  }

  /// libcurl hands the whole head over at once, and another one when it sends again on a fresh connection.
  private mutating func addSentHead(_ bytes: UnsafeRawBufferPointer, at time: Duration) {
    requestHeaders = []
    var rest = bytes[...]
    var isFirst = true
    while !rest.isEmpty {
      let end = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? rest.endIndex
      let line = UnsafeRawBufferPointer(rebasing: rest[..<end])
      let text = line.trimmedLine
      append(WireLine(time: time, kind: .sentHead, text: text, byteCount: line.count))
      if !isFirst, let header = Header(line: text) { requestHeaders.append(header) }
      isFirst = false
      rest = rest[end...]
    }
  }

  private mutating func append(_ line: WireLine) {
    if !keepsLines { return }
    if lines.count < Self.lineLimit {
      lines.append(line)
    } else if lines.count == Self.lineLimit {
      let text = "The wire log of this hop ends here: it keeps \(Self.lineLimit) lines"
      lines.append(WireLine(time: line.time, kind: .note, text: text, byteCount: 0))
    }
  }
}
