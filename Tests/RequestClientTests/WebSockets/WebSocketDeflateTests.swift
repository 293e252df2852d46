import Foundation
@testable import RequestClient
import Testing

struct WebSocketDeflateTests {
  private func receive(
    _ bytes: [UInt8], _ receiver: inout WebSocketReceiver
  ) throws -> [WebSocketMessage] {
    var messages: [WebSocketMessage] = []
    try bytes.withUnsafeBytes { bytes in
      try receiver.receive(bytes, at: .zero) { if case .message(let message, _) = $0 { messages.append(message) } }
    }
    return messages
  }

  private func receiver(limit: Int = .max, resetsWindow: Bool = false) throws -> WebSocketReceiver {
    WebSocketReceiver(inflater: try WebSocketInflater(resetsWindow: resetsWindow), limit: limit)
  }

  /// RFC 7692, section 7.2.3.
  static let examples: [(String, [[UInt8]])] = [
    ("one block", [[0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]]),
    ("a shared window", [[0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00], [0xF2, 0x00, 0x11, 0x00, 0x00]]),
    ("a block without compression", [[0x00, 0x05, 0x00, 0xFA, 0xFF, 0x48, 0x65, 0x6C, 0x6C, 0x6F, 0x00]]),
    ("a last block", [[0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00], [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]]),
    ("two blocks", [[0xF2, 0x48, 0x05, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xCA, 0xC9, 0xC9, 0x07, 0x00]]),
  ]

  @Test(arguments: examples.indices)
  func theExamplesOfTheStandardAreRead(_ index: Int) throws {
    let (name, payloads) = Self.examples[index]
    var whole = try receiver()
    var pieces = try receiver()
    for payload in payloads {
      #expect(try receive(ServerFrames.frame(1, payload, reserved: 4), &whole) == [.text("Hello")], "\(name)")
      var received: [WebSocketMessage] = []
      let first = ServerFrames.frame(1, Array(payload.prefix(3)), isFinal: false, reserved: 4)
      for byte in first + ServerFrames.frame(9) + ServerFrames.rest(Array(payload.dropFirst(3))) {
        received += try receive([byte], &pieces)
      }
      #expect(received == [.text("Hello")], "\(name)")
    }
  }

  @Test(arguments: WebSocketDeflater.windows, [false, true])
  func whatIsCompressedIsRead(_ bits: Int, _ resets: Bool) throws {
    let deflater = try WebSocketDeflater(windowBits: bits, resetsWindow: resets)
    var receiver = try receiver(resetsWindow: resets)
    let noise = Data((0..<5000).map { _ in UInt8.random(in: .min ... .max) })
    let words = String(repeating: "the same words again and again ", count: 3000)
    let sent: [WebSocketMessage] = [
      .text(""), .text(words), .text("é"), .binary(noise), .binary(Data()), .text(words), .text(""), .text(words),
    ]
    for message in sent {
      let frames = WebSocketFrameWriter.frames(of: message, deflater, maxFrameSize: 1000)
      var received: [WebSocketMessage] = []
      for frame in frames {
        let bytes = ServerFrames.frame(
          frame.kind.rawValue, Array(frame.payload), isFinal: frame.isFinal, reserved: frame.isCompressed ? 4 : 0)
        received += try receive(bytes, &receiver)
      }
      #expect(received == [message])
    }
  }

  @Test func anUncompressedMessageMayFollow() throws {
    var receiver = try receiver()
    #expect(try receive(ServerFrames.frame(1, Self.examples[0].1[0], reserved: 4), &receiver) == [.text("Hello")])
    #expect(try receive(ServerFrames.text("plain"), &receiver) == [.text("plain")])
    #expect(
      try receive(ServerFrames.frame(1, [0xF2, 0x00, 0x11, 0x00, 0x00], reserved: 4), &receiver) == [.text("Hello")])
  }

  @Test func aBombEndsAtTheLimit() throws {
    let deflater = try WebSocketDeflater(windowBits: 15, resetsWindow: false)
    let bomb = deflater.deflate([UInt8](repeating: 0, count: 20_000_000))
    #expect(bomb.count < 30_000)
    var receiver = try receiver(limit: 1 << 20)
    #expect(throws: WebSocketFrameParser.Violation("a message larger than 1048576 bytes", .messageTooBig)) {
      _ = try receive(ServerFrames.frame(2, bomb, reserved: 4), &receiver)
    }
  }

  @Test func damagedDataIsAViolation() throws {
    var receiver = try receiver()
    #expect(throws: WebSocketFrameParser.Violation("a message that cannot be decompressed", .invalidPayload)) {
      _ = try receive(ServerFrames.frame(2, [0xFF, 0xFF, 0xFF], reserved: 4), &receiver)
    }
  }

  @Test func reservedBitsBelongToTheFirstFrameOfAMessage() throws {
    for bytes in [ServerFrames.frame(9, reserved: 4), ServerFrames.frame(1, reserved: 2)] {
      var receiver = try receiver()
      #expect(throws: WebSocketFrameParser.Violation("reserved bits without a meaning")) {
        _ = try receive(bytes, &receiver)
      }
    }
  }
}
