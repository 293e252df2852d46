import Foundation
@testable import RequestClient
import TestSupport
import Testing

struct WebSocketReceiverTests {
  typealias Violation = WebSocketFrameParser.Violation

  /// Bytes, and the text that a receiver makes of them.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let result: [String]

    init(_ name: String, _ bytes: [UInt8], _ result: String...) {
      (self.name, self.bytes, self.result) = (name, bytes, result)
    }

    var testDescription: String { name }
  }

  static let messages = [
    Case("text", ServerFrames.text("Grüße"), "text Grüße"),
    Case("empty text", ServerFrames.text(""), "text "),
    Case("binary", ServerFrames.binary([0, 255, 1]), "binary 00ff01"),
    Case("empty binary", ServerFrames.binary([]), "binary "),
    Case("two messages", ServerFrames.text("a") + ServerFrames.text("b"), "text a", "text b"),
    Case(
      "126 bytes", ServerFrames.text(String(repeating: "x", count: 126)), "text " + String(repeating: "x", count: 126)),
    Case(
      "65,536 bytes", ServerFrames.text(String(repeating: "x", count: 65536)),
      "text " + String(repeating: "x", count: 65536)),
    Case("a length in a longer form", [0x81, 126, 0, 1, 0x61], "text a"),
    Case(
      "fragments",
      ServerFrames.text("a", isFinal: false) + ServerFrames.rest([0x62], isFinal: false) + ServerFrames.rest([0x63]),
      "text abc"),
    Case(
      "empty fragments",
      ServerFrames.text("", isFinal: false) + ServerFrames.rest([], isFinal: false) + ServerFrames.rest([]), "text "),
    Case(
      "a character in two fragments", ServerFrames.frame(1, [0xC3], isFinal: false) + ServerFrames.rest([0xA9]),
      "text é"),
    Case(
      "a ping and a pong between fragments",
      ServerFrames.text("a", isFinal: false) + ServerFrames.frame(9, [1]) + ServerFrames.frame(10, [2])
        + ServerFrames.rest([0x62]), "ping 01", "pong 02", "text ab"),
    Case(
      "a ping of 125 bytes", ServerFrames.frame(9, [UInt8](repeating: 7, count: 125)),
      "ping " + String(repeating: "07", count: 125)),
    Case("close without a code", ServerFrames.frame(8), "close nil "),
    Case("close", ServerFrames.close(1000, "bye"), "close 1000 bye"),
    Case("close of an application", ServerFrames.close(4999), "close 4999 "),
  ]

  static let violations = [
    Case("an opcode of data", ServerFrames.frame(3), "1002 an unknown opcode 3"),
    Case("an opcode of control", ServerFrames.frame(11), "1002 an unknown opcode 11"),
    Case("the first reserved bit", ServerFrames.frame(1, reserved: 4), "1002 reserved bits without a meaning"),
    Case("the last reserved bit", ServerFrames.frame(9, reserved: 1), "1002 reserved bits without a meaning"),
    Case("a mask", [0x81, 0x81, 0, 0, 0, 0, 0x61], "1002 a masked frame"),
    Case("a fragmented ping", ServerFrames.frame(9, isFinal: false), "1002 a fragmented ping"),
    Case("a ping of 126 bytes", [0x89, 126, 0, 126], "1002 a ping with more than 125 bytes"),
    Case("a continuation of nothing", ServerFrames.rest([1]), "1002 a continuation of no message"),
    Case(
      "a message in a message", ServerFrames.text("a", isFinal: false) + ServerFrames.text("b"),
      "1002 a message within a fragmented one"),
    Case(
      "a continuation after the last", ServerFrames.text("a") + ServerFrames.rest([1]), "text a",
      "1002 a continuation of no message"),
    Case("a length above 2⁶³", [0x82, 127, 0x80, 0, 0, 0, 0, 0, 0, 0], "1002 a length above 2⁶³"),
    Case(
      "the largest length", [0x82, 127, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
      "1009 a message larger than 100000 bytes"),
    Case("a length above the limit", [0x82, 127, 0, 0, 1, 0, 0, 0, 0, 0], "1009 a message larger than 100000 bytes"),
    Case(
      "fragments above the limit",
      ServerFrames.binary([UInt8](repeating: 0, count: 65000), isFinal: false)
        + [0x00, 126, 0xFF, 0xFF], "1009 a message larger than 100000 bytes"),
    Case("half a close code", ServerFrames.frame(8, [3]), "1002 a close frame with half a code"),
    Case("close 1005", ServerFrames.close(1005), "1002 a close frame with the code 1005"),
    Case("close 1006", ServerFrames.close(1006), "1002 a close frame with the code 1006"),
    Case("close 999", ServerFrames.close(999), "1002 a close frame with the code 999"),
    Case("close 2999", ServerFrames.close(2999), "1002 a close frame with the code 2999"),
    Case("close 5000", ServerFrames.close(5000), "1002 a close frame with the code 5000"),
    Case("a reason that is not UTF-8", ServerFrames.frame(8, [3, 0xE8, 0xC3]), "1007 a reason that is not UTF-8"),
    Case("text that is not UTF-8", ServerFrames.frame(1, [0x61, 0xFF]), "1007 text that is not UTF-8"),
    Case("text that ends in a character", ServerFrames.frame(1, [0xE2, 0x82]), "1007 text that is not UTF-8"),
    Case(
      "a surrogate in two fragments", ServerFrames.frame(1, [0xED], isFinal: false) + ServerFrames.rest([0xA0, 0x80]),
      "1007 text that is not UTF-8"),
  ]

  private func result(of chunks: [ArraySlice<UInt8>]) -> [String] {
    var receiver = WebSocketReceiver(limit: 100_000)
    var result: [String] = []
    for chunk in chunks {
      do {
        try chunk.withUnsafeBytes { bytes in
          try receiver.receive(bytes, at: .zero) { result.append(Self.text($0)) }
        }
      } catch let violation as Violation {
        return result + ["\(violation.code.rawValue) \(violation.detail)"]
      } catch {
        return result + ["\(error)"]
      }
    }
    return result
  }

  private static func text(_ arrival: WebSocketReceiver.Arrival) -> String {
    switch arrival {
    case .message(.text(let text), _): "text \(text)"
    case .message(.binary(let data), _): "binary \(hex(data))"
    case .ping(let data, _): "ping \(hex(data))"
    case .pong(let data, _): "pong \(hex(data))"
    case .close(let code, let reason): "close \(code.map { "\($0.rawValue)" } ?? "nil") \(reason)"
    case .frame: "frame"
    }
  }

  private static func hex(_ data: Data) -> String { data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }

  @Test(arguments: messages + violations)
  func framesBecomeMessagesOrViolationsWhereverTheBytesAreCut(_ test: Case) {
    let bytes = test.bytes
    #expect(result(of: [bytes[...]]) == test.result)
    for place in Seeds.places(in: 0..<bytes.count) where bytes.count < 1000 || place < 20 {
      #expect(result(of: [bytes[..<place], bytes[place...]]) == test.result, "cut at \(place)")
    }
    if bytes.count < 1000 { #expect(result(of: bytes.indices.map { bytes[$0...$0] }) == test.result, "byte by byte") }
  }

  @Test func wrongTextIsNoticedBeforeItsFrameIsComplete() {
    #expect(result(of: [[0x81, 100, 0x61, 0xFF]]) == ["1007 text that is not UTF-8"])
    #expect(result(of: [[0x81, 126]]) == [])
    #expect(result(of: [[0x83]]) == [])
  }

  @Test func aMessageKnowsItsFramesAndItsSizeOnTheWire() throws {
    var receiver = WebSocketReceiver(limit: .max, reportsFrames: true)
    var arrivals: [WebSocketReceiver.Arrival] = []
    let bytes = ServerFrames.text("ab", isFinal: false) + ServerFrames.rest([UInt8](repeating: 0x63, count: 200))
    try bytes.withUnsafeBytes { try receiver.receive($0, at: .seconds(3)) { arrivals.append($0) } }
    func frame(_ kind: WebSocketFrame.Kind, _ payload: Int, _ header: Int, isFinal: Bool) -> WebSocketReceiver.Arrival {
      .frame(
        WebSocketFrame(
          isSent: false, kind: kind, isFinal: isFinal, isCompressed: false, payloadSize: payload, headerSize: header,
          time: .seconds(3)))
    }
    #expect(
      arrivals == [
        frame(.text, 2, 2, isFinal: false), frame(.continuation, 200, 4, isFinal: true),
        .message(
          .text("ab" + String(repeating: "c", count: 200)),
          WebSocketDetails(time: .seconds(3), frameCount: 2, wireSize: 208)),
      ])
  }
}
