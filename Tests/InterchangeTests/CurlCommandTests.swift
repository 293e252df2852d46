import Foundation
import Interchange
import RequestModel
import TestSupport
import Testing

@Suite struct CurlCommandTests {
  @Test func theCommandHasOnlyTheNecessaryOptions() {
    let request = SentRequest(
      method: "POST", url: "http://a.test/x",
      headers: [
        Header("Host", "a.test"), Header("User-Agent", "w"), Header("Accept", "*/*"),
        Header("Content-Type", "text/plain"),
        Header("Content-Length", "4"), Header("X-Empty", ""),
      ], body: Data("it's".utf8))
    #expect(
      CurlCommand.text(for: request) == #"""
        curl http://a.test/x \
          -H 'User-Agent: w' \
          -H 'Accept: */*' \
          -H 'Content-Type: text/plain' \
          -H 'X-Empty;' \
          -H Expect: \
          --data-binary 'it'\''s'
        """#)
  }

  @Test(arguments: samples) func theCommandSendsTheSameRequest(_ sample: SentRequest) async throws {
    let bodies = Recorder<Data>()
    let server = try RawServer { client in
      let lines = try client.readHead().components(separatedBy: "\r\n")
      let length = lines.first { $0.lowercased().hasPrefix("content-length:") }.flatMap { Int($0.dropFirst(16)) }
      bodies.record(Data(try client.readBytes(length ?? 0)))
      try client.respond(headers: ["Connection: close"])
    }
    let host = String(server.url.dropFirst("http://".count))
    var request = sample
    request.url = sample.url.replacing("HOST", with: host)
    if request.headers.first("Host") == nil { request.headers.append(Header("Host", host)) }
    let environment = ["PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/nonexistent", "no_proxy": "*"]
    #expect(try await ChildProcess.shell(CurlCommand.text(for: request), environment: environment) == 0)
    let head = try #require(server.received.first).components(separatedBy: "\r\n")
    #expect(head[0] == "\(request.method) \(request.url.dropFirst(server.url.count)) HTTP/1.1")
    let headers = request.headers.map { $0.value.isEmpty ? "\($0.name):" : "\($0.name): \($0.value)" }
    #expect(head.dropFirst().sorted() == headers.sorted())
    #expect(bodies.values == [request.body])
  }

  static let samples: [SentRequest] = [
    SentRequest(method: "GET", url: "http://HOST/a/../b?x[]=1&y={z}", headers: [Header("Accept", "a/b")]),
    SentRequest(method: "HEAD", url: "http://HOST/", headers: [Header("X-A", "1"), Header("X-A", "2")]),
    SentRequest(method: "DELETE", url: "http://HOST/?q='$HOME`id`", headers: [Header("X-Empty", "")]),
    withBody("POST", Data("$HOME `id` 'quoted' \"x\" \\n %s !\nend\n".utf8)),
    withBody("PUT", Data([0, 1, 0x25, 0x27, 0x5C, 0x80, 0xFF, 0x0A, 0x0D, 0x31])),
    withBody("PATCH", Data("@/etc/hostname".utf8)),
    withBody("GET", Data("{\"query\":\"é\"}".utf8)),
    // printf takes a format that begins with a hyphen for an option.
    withBody("POST", Data("--x\u{0}".utf8)),
    withBody("POST", Data(String(repeating: "long%'é\\", count: 40_000).utf8)),
  ]

  private static func withBody(_ method: String, _ body: Data) -> SentRequest {
    SentRequest(
      method: method, url: "http://HOST/body", headers: [Header("Content-Length", String(body.count))], body: body)
  }
}
