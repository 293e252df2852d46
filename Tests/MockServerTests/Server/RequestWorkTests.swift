import TestSupport
import Testing

@testable import MockServer

/// Requests that are made to take long.
@Suite(.timeLimit(.minutes(2))) struct RequestWorkTests {
  @Test(arguments: rows) func fourTimesTheInputIsFourTimesTheWork(_ work: Work) {
    let factor = work.factor
    #expect(factor < Work.most, "\(work): \(factor) times")
  }

  private static var rows: [Work] {
    var rows: [Work] = []
    rows.append(
      Work("chunks of one byte", { Array(String(repeating: "1\r\na\r\n", count: $0).utf8) }) { bytes in
        var body = ChunkedBody()
        _ = try body.decode(bytes[...])
      })
    rows.append(
      Work("line ends of a head", { Array(("GET / HTTP/1.1\r\n" + String(repeating: "a:\r\n", count: $0)).utf8) }) {
        bytes in
        _ = RequestHead.end(in: bytes)
        _ = try RequestHead(bytes)
      })
    rows.append(
      Work("a message in many frames", { Self.message(frames: $0) }) { bytes in
        var reader = SocketMessageReader()
        _ = try reader.read(bytes)
      })
    return rows
  }

  /// A binary message in masked frames of 100 bytes, without its end.
  private static func message(frames: Int) -> [UInt8] {
    let rest: [UInt8] = [0x80 | 100, 0, 0, 0, 0] + Array(repeating: 0, count: 100)
    var bytes: [UInt8] = [0x02] + rest
    for _ in 1..<max(frames, 2) { bytes += [0x00] + rest }
    return bytes
  }
}
