import Foundation
import Interchange
import RequestModel
import Testing

@Suite struct CurlCommandTests {
  @Test func theCommandNamesOnlyWhatCurlWouldDoOtherwise() {
    let request = SentRequest(
      method: "POST", url: "http://a.test/x",
      headers: [
        Header("Host", "a.test"), Header("User-Agent", "w"), Header("Accept", "*/*"),
        Header("Content-Type", "text/plain"),
        Header("Content-Length", "4"), Header("X-Empty", ""),
      ], body: Data("it's".utf8))
    #expect(
      CurlCommand.text(for: request) == #"""
        curl 'http://a.test/x' \
          --header 'User-Agent: w' \
          --header 'Accept: */*' \
          --header 'Content-Type: text/plain' \
          --header 'X-Empty;' \
          --header 'Expect:' \
          --data-binary 'it'\''s'
        """#)
  }

  @Test(.enabled(if: SocketRecorder.hasCurl, "curl is not installed"), arguments: samples)
  func theCommandSendsTheSameMessage(_ sample: SentRequest) throws {
    let recorder = try SocketRecorder()
    var request = sample
    request.url = sample.url.replacing("HOST", with: recorder.host)
    if request.headers.first("Host") == nil { request.headers.append(Header("Host", recorder.host)) }
    let message = try recorder.record(running: CurlCommand.text(for: request))
    let path = request.url.dropFirst("http://\(recorder.host)".count)
    #expect(message.requestLine == "\(request.method) \(path) HTTP/1.1")
    #expect(
      message.headers.sorted()
        == request.headers.map { $0.value.isEmpty ? "\($0.name):" : "\($0.name): \($0.value)" }.sorted())
    #expect(message.body == request.body)
  }

  static let samples: [SentRequest] = [
    SentRequest(method: "GET", url: "http://HOST/a/../b?x[]=1&y={z}", headers: [Header("Accept", "a/b")]),
    SentRequest(method: "HEAD", url: "http://HOST/", headers: [Header("X-A", "1"), Header("X-A", "2")]),
    SentRequest(method: "DELETE", url: "http://HOST/?q='$HOME`id`", headers: [Header("X-Empty", "")]),
    withBody("POST", Data("$HOME `id` 'quoted' \"x\" \\n %s !\nend\n".utf8)),
    withBody("PUT", Data([0, 1, 0x25, 0x27, 0x5C, 0x80, 0xFF, 0x0A, 0x0D, 0x31])),
    withBody("PATCH", Data("@/etc/hostname".utf8)),
    withBody("GET", Data("{\"query\":\"é\"}".utf8)),
    withBody("POST", Data(String(repeating: "long%'é\\", count: 40_000).utf8)),
  ]

  private static func withBody(_ method: String, _ body: Data) -> SentRequest {
    SentRequest(
      method: method, url: "http://HOST/body", headers: [Header("Content-Length", String(body.count))], body: body)
  }
}
