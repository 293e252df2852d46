import MockServer
import RequestModel
import Synchronization
import TestSupport
import Testing

/// Any request gets HTTP or the end of the connection, and the next client is served.
struct DamagedRequestTests {
  private static let echo: MockServer.Handler = { request in
    MockReply(
      status: 200, body: .bytes(Array("\(request.method) \(request.target) \(request.body.count)".utf8)), source: "")
  }

  @Test(arguments: Seeds.some(of: 40)) func damagedRequestsGetHTTPOrTheEnd(seed: UInt64) async throws {
    try await serving(Self.echo) { (port: UInt16) async throws in
      let problems = try await blocking {
        var requests = DamagedRequests(seed: seed)
        return try (0..<50).compactMap { number -> String? in
          let request = requests.next()
          return ResponseStream(try Self.outcome(port, request)).problem.map {
            "seed \(seed), \(number): \($0) after \(String(decoding: request.prefix(400), as: UTF8.self).debugDescription)"
          }
        }
      }
      #expect(problems == [])
      #expect(try await exchange(port, "GET /still HTTP/1.0\r\n\r\n").hasSuffix("GET /still 0"))
    }
  }

  /// A server that closes early resets what is still on its way: that is an end, too.
  private static func outcome(_ port: UInt16, _ bytes: [UInt8]) throws -> [UInt8] {
    let client = try RawClient(port: port)
    do {
      try client.send(bytes)
      client.finish()
    } catch is RawClient.Failure {}
    var received: [UInt8] = []
    while let some = try? client.receiveSome(), !some.isEmpty { received += some }
    return received
  }

  @Test(arguments: [
    // Both ways to end a body: a proxy in front may choose the other one.
    "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n",
    "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 50\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n",
    "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n",
    "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n",
    "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: 44\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n",
    "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 0, 44\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n",
    "POST /a HTTP/1.1\r\nHost: x\r\nX: y\r\n Content-Length: 44\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n",
    "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n",
    "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhelloGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /a HTTP/1.1\r\nHost: x\r\nX: a\rGET /smuggled HTTP/1.1\r\n\r\n",
  ]) func noRequestIsSmuggled(text: String) async throws {
    let targets = Mutex<[String]>([])
    let handler: MockServer.Handler = { request in
      targets.withLock { $0.append(request.target) }
      return await Self.echo(request)
    }
    try await serving(handler) { (port: UInt16) async throws in
      let all = try await exchange(port, text, finishes: true)
      #expect(ResponseStream(Array(all.utf8)).statuses.last.map { $0 >= 400 } == true)
    }
    #expect(!targets.withLock(\.self).contains("/smuggled"))
  }

  @Test func pipelinedRequestsAreAnsweredInOrder() async throws {
    let text = (0..<200).map { "GET /\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined()
    try await serving(Self.echo) { (port: UInt16) async throws in
      let all = try await exchange(port, text, finishes: true)
      let stream = ResponseStream(Array(all.utf8))
      #expect(stream.problem == nil && stream.statuses == [Int](repeating: 200, count: 200))
      let numbers = all.matches(of: /GET \/([0-9]+) 0/).map { Int($0.output.1) }
      #expect(numbers == Array(0..<200))
    }
  }
}
