import Foundation
@testable import RequestClient
import Testing

struct RawBodyTests {
  private func body(_ headers: HTTPHeaders, status: Int = 403) -> RawBody {
    RawBody(ResponseHead(status: status, reason: "", httpVersion: "HTTP/1.1", headers: headers))
  }

  /// Reads `text` in pieces of a size.
  private func read(_ text: String, _ body: RawBody, by size: Int) throws -> (body: String, rest: Int, isComplete: Bool)
  {
    var body = body
    var result: [UInt8] = []
    var unused = Array(text.utf8)[...]
    var piece: ArraySlice<UInt8> = []
    while !body.isComplete, !(unused.isEmpty && piece.isEmpty) {
      if piece.isEmpty { (piece, unused) = (unused.prefix(size), unused.dropFirst(size)) }
      let used = try piece.withUnsafeBytes { bytes in
        let next = try body.next(bytes)
        result += next.body
        return next.used
      }
      piece = piece.dropFirst(used)
    }
    return (String(decoding: result, as: UTF8.self), piece.count + unused.count, body.isComplete)
  }

  private static let chunked = "5;name=\"x\"\r\nHello\r\n00b \r\n, world! \r\n\r\n0\r\nTrailer: 1\r\n\r\n"

  @Test(arguments: [1, 2, 3, 7, 100])
  func chunksAreReadHoweverTheyAreCut(_ size: Int) throws {
    let result = try read(Self.chunked + "more", body(["Transfer-Encoding": "chunked"]), by: size)
    #expect(result.body == "Hello, world! \r\n")
    #expect(result.rest == 4)
    #expect(result.isComplete)
  }

  @Test(arguments: [1, 4, 100])
  func aLengthEndsTheBody(_ size: Int) throws {
    let result = try read("Hello, world", body(["Content-Length": "5"]), by: size)
    #expect(result.body == "Hello")
    #expect(result.rest == 7)
    #expect(result.isComplete)
  }

  @Test func withoutALengthTheConnectionEndsTheBody() throws {
    let result = try read("Hello", body([:]), by: 2)
    #expect(result.body == "Hello")
    #expect(!result.isComplete)
    #expect(body([:]).mayEnd)
    #expect(!body(["Content-Length": "5"]).mayEnd)
    #expect(body(["Content-Length": "5"], status: 304).isComplete)
  }

  @Test(arguments: ["x\r\n", "\r\n", "1\r\nab", "fffffffffffffffff\r\n"])
  func damagedChunksAreAnError(_ text: String) {
    #expect(throws: RequestError.self) { try read(text, body(["Transfer-Encoding": "chunked"]), by: 100) }
  }
}
