import Foundation
import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct FormWireTests {
  let session = Session.plain()
  let folder = ScratchFolder()

  private struct Echo: Decodable {
    var form: [String: String]
    var files: [String: String]
    var headers: [String: String]
    var data: String
  }

  private func stream(_ text: String) -> BodyStream {
    BodyStream {
      AsyncStream {
        $0.yield(Data(text.utf8)); $0.finish()
      }
    }
  }

  @Test(arguments: [7, nil])
  func aFormOfAllKindsOfPartsArrives(_ length: Int?) async throws {
    let file = try folder.write("from disk", "notes.txt")
    let response = await session.upload(
      multipartFormData: { form in
        form.append("value", withName: "text")
        form.append("with \"quotes\"\r\nand lines", withName: "od\"d")
        form.append(file, withName: "file")
        form.append(stream("flowing"), withLength: length, withName: "stream", fileName: "s.bin")
      }, to: try await TestServers.httpbin() + "/post"
    ).serializingDecodable(Echo.self).response
    let echo = try #require(response.value)
    #expect(echo.form["text"] == "value")
    #expect(echo.form.values.contains("with \"quotes\"\r\nand lines"))
    #expect(echo.files == ["file": "from disk", "stream": "flowing"])
    #expect(echo.headers["Content-Type"]?.hasPrefix("multipart/form-data; boundary=") == true)
    let headers = try #require(response.timeline.hops.first?.requestHeaders)
    #expect((headers.first("Content-Length") == nil) == (length == nil))
  }

  @Test func aRetriedFormIsTheSameToTheByte() async throws {
    let file = try folder.write(Data(count: 100_000), "zeros.bin")
    let bodies = Recorder<[UInt8]>()
    let server = try RawServer { client in
      for status in ["503 Busy", "200 OK"] {
        let length = try client.readHead().lines.first { $0.hasPrefix("Content-Length: ") }.flatMap {
          Int($0.dropFirst(16))
        }
        bodies.record(try client.readBytes(length ?? 0))
        try client.respond(status)
      }
    }
    let request = session.upload(
      multipartFormData: { form in
        form.append("value", withName: "text")
        form.append(file, withName: "file")
        form.append(stream("flowing"), withLength: 7, withName: "stream")
      }, to: server.url
    ).validate().retry { _, _, _ in .retry }
    #expect(await request.serializingResponse().response.error == nil)
    #expect(bodies.values.count == 2)
    #expect(bodies.values.first == bodies.values.last)
    #expect((bodies.values.first?.count ?? 0) > 100_000)
    let heads = server.received.filter { $0.hasPrefix("POST") }
    #expect(heads.first == heads.last)
  }

  @Test func aPartOfWrongLengthIsAnErrorThatNamesIt() async throws {
    let server = try RawServer { client in
      try client.readHead()
      client.waitForEnd()
    }
    let response = await session.upload(
      multipartFormData: { $0.append(stream("short"), withLength: 10, withName: "stream") }, to: server.url
    ).serializingResponse().response
    expect(response.error) {
      if case .bodyFailed(.partFailed(name: "stream", .wrongLength(expected: 10, actual: 5))) = $0 {
        true
      } else {
        false
      }
    }
    try await session.expectAlive()
  }

  @Test(arguments: DeflateRequestCompressor.Format.allCases)
  func aCompressedBodyArrivesAsItWasSent(_ format: DeflateRequestCompressor.Format) async throws {
    let text = String(repeating: "a text that shrinks well, ", count: 1000)
    let response = await session.upload(
      Data(text.utf8), to: try await TestServers.httpbin() + "/post",
      interceptor: DeflateRequestCompressor(format: format)
    ).serializingDecodable(Echo.self).response
    let echo = try #require(response.value)
    #expect(echo.headers["Content-Encoding"] == format.rawValue)
    let prefix = "data:application/octet-stream;base64,"
    let body = try #require(Data(base64Encoded: echo.data.replacing(prefix, with: "")))
    #expect(body.count < 1000)
    #expect(echo.headers["Content-Length"] == "\(body.count)")
    // Decoded by the client itself.
    let server = try RawServer { client in
      try client.readHead()
      try client.send(
        "HTTP/1.1 200 OK\r\nContent-Encoding: \(format.rawValue)\r\nContent-Length: \(body.count)\r\n\r\n")
      try client.send(Array(body))
    }
    #expect(await session.request(server.url).serializingString().response.value == text)
  }
}
