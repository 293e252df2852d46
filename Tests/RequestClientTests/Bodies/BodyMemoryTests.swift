import Foundation
import RequestClient
import TestSupport
import Testing

/// Bodies larger than the memory limit.
@Suite struct BodyMemoryTests {
  @Test(arguments: [0, 1, 999, 1000, 1001, 300_000])
  func aBodyBeyondTheLimitIsTheSameFromAFile(size: Int) async throws {
    let body = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let server = try RawServer { client in
      try client.readHead()
      try client.send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
      for start in stride(from: 0, to: size, by: 700) { try client.send(Array(body[start..<min(size, start + 700)])) }
    }
    var options = TransferOptions()
    options.bodyMemoryLimit = 1000
    let request = Session().request(server.url, options: options)
    let response = await request.serializingResponse(using: AsItCame()).response
    #expect(response.error == nil)
    #expect(response.value == body)
    #expect(request.data ?? Data() == body)
  }

  private struct AsItCame: ResponseSerializer {
    func serialize(
      request: OutgoingRequest?, response: HTTPResponse?, data: Data?, error: RequestError?
    ) throws -> Data {
      if let error { throw error }
      return data ?? Data()
    }
  }
}
