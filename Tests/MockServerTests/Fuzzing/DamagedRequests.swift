import RequestModel

/// Requests with damages: the same seed gives the same ones.
struct DamagedRequests {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  private static let whole: [String] = [
    "GET /a?b=c HTTP/1.1\r\nHost: x\r\nAccept: */*\r\n\r\n",
    "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello",
    "PUT /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5;ext=1\r\nhello\r\n0\r\nTrailer: v\r\n\r\n",
    "POST /f HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\na=b",
    "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET http://x/p HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
  ]

  /// Requests that have misled other servers.
  private static let tricks: [String] = [
    "Content-Length: 5", "Content-Length: +5", "Content-Length: 5, 5", "Content-Length: 0x5", "Content-Length : 5",
    "Content-Length: 99999999999999999999", "Content-Length: -1", "Content-Length:", "Transfer-Encoding: chunked",
    "Transfer-Encoding: xchunked", "Transfer-Encoding: identity", "Transfer-Encoding: chunked, chunked",
    "Transfer-Encoding:\tchunked", " Transfer-Encoding: chunked", "Transfer-Encoding\u{B}: chunked", "Host: y",
    "X: a\rb", "X: a\nGET /smuggled HTTP/1.1", ": empty", "Connection: close", "Expect: 200-maybe", "\u{0}",
  ]

  private static let bytes: [UInt8] = [0, 9, 10, 13, 32, 37, 58, 63, 127, 128, 192, 255]

  mutating func next() -> [UInt8] {
    let count = Int.random(in: 1...3, using: &random)
    var message = (0..<count).flatMap { _ in Array(Self.whole.randomElement(using: &random, or: "").utf8) }
    for _ in 0..<Int.random(in: 1...4, using: &random) { damage(&message) }
    return message
  }

  private mutating func damage(_ message: inout [UInt8]) {
    guard !message.isEmpty else { return }
    let place = Int.random(in: 0..<message.count, using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: message.removeSubrange(place...)
    case 1: message[place] = Self.bytes.randomElement(using: &random, or: 0)
    case 2: message.insert(Self.bytes.randomElement(using: &random, or: 0), at: place)
    case 3: message.remove(at: place)
    case 4: message.insert(contentsOf: [UInt8](repeating: message[place], count: 40_000), at: place)
    case 5: message += message[place...]
    case 6: insert(Self.tricks.randomElement(using: &random, or: ""), into: &message)
    default: message[place] = UInt8.random(in: 0...255, using: &random)
    }
  }

  /// As a header behind the first line.
  private func insert(_ line: String, into message: inout [UInt8]) {
    guard let end = message.firstRange(of: [13, 10]) else { return }
    message.insert(contentsOf: Array("\(line)\r\n".utf8), at: end.upperBound)
  }
}

extension Array {
  fileprivate func randomElement(using random: inout SplitMix64, or other: Element) -> Element {
    randomElement(using: &random) ?? other
  }
}
