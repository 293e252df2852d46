import Foundation
@testable import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ResponseDescriptionTests {
  private let start = ContinuousClock.now

  private func response(
    body: HTTPBody? = nil, data: Data?, result: Result<String, RequestError> = .success("ok")
  ) throws -> ClientResponse<String> {
    let message = OutgoingRequest(
      method: .post, url: try RequestURL("http://a/b?c"),
      headers: [.authorization(bearerToken: "secret"), .accept("*/*")], body: body)
    let head = ResponseHead(
      status: 200, reason: "OK", httpVersion: "HTTP/1.1",
      headers: [HTTPHeader("set-cookie", "id=secret"), HTTPHeader("X", "1")])
    let times = RequestTimes(requestStarted: start, requestCompleted: start + .milliseconds(1500))
    return DataResponse(
      request: message, head: head, data: data, timeline: Timeline(), times: times,
      serializationDuration: .milliseconds(2), result: result)
  }

  @Test func theWholeExchangeIsWritten() throws {
    let response = try response(body: .data(Data("one\ntwo".utf8)), data: Data("{}".utf8))
    #expect(response.description == #"success("ok")"#)
    #expect(
      response.debugDescription == """
        [Request]: POST http://a/b?c
          [Headers]:
            Authorization: (hidden)
            Accept: */*
          [Body]: 7 bytes
            one
            two
        [Response]: HTTP/1.1 200 OK
          [Headers]:
            set-cookie: (hidden)
            X: 1
          [Body]: 2 bytes
            {}
        [Request Duration]: 1.5 seconds
        [Serialization Duration]: 0.002 seconds
        [Result]: success("ok")
        """)
  }

  @Test func aBodyIsWrittenIfItIsShortText() throws {
    #expect(try response(data: Data(repeating: 0x61, count: 100_000)).debugDescription.contains("aaaa"))
    let long = try response(data: Data(repeating: 0x61, count: 100_001)).debugDescription
    #expect(long.contains("[Body]: 100001 bytes\n["))
    #expect(try response(data: Data([0xFF, 0])).debugDescription.contains("[Body]: 2 bytes\n["))
    let stream = try response(body: .stream(BodyStream { nil }), data: nil).debugDescription
    #expect(stream.contains("[Body]: an unknown number of bytes from a stream"))
  }

  @Test func absentValuesAreNil() {
    let response = ClientResponse<String>(
      request: nil, head: nil, data: nil, timeline: Timeline(), times: RequestTimes(),
      serializationDuration: .zero,
      result: .failure(.explicitlyCancelled))
    #expect(
      response.debugDescription == """
        [Request]: None
        [Response]: None
          [Body]: None
        [Request Duration]: None
        [Serialization Duration]: 0.0 seconds
        [Result]: failure(Cancelled)
        """)
  }

  @Test func aDownloadNamesItsFile() throws {
    let response = ClientDownloadResponse<String>(
      request: nil, head: nil, fileURL: URL(filePath: "/tmp/x"), resumeData: Data(count: 3),
      timeline: Timeline(),
      times: RequestTimes(), serializationDuration: .zero, result: .success("ok"))
    #expect(response.debugDescription.contains("[File]: /tmp/x\n[Resume Data]: 3 bytes\n"))
  }

  @Test func aRequestIsDescribedBeforeDuringAndAfter() async throws {
    let (arrived, goOn) = (Gate(), Gate())
    let server = try RawServer { client in
      try client.readHead()
      arrived.open()
      goOn.waitOnThread()
      try client.respond("201 Created")
    }
    let session = Session.plain()
    let request = session.request(server.url + "/a", method: .put, shouldAutomaticallyResume: false)
    #expect(request.description == "No request made yet")
    let task = request.serializingData()
    request.resume()
    await arrived.wait()
    #expect(request.description == "PUT \(server.url)/a")
    goOn.open()
    _ = await task.response
    #expect(request.description == "PUT \(server.url)/a (201)")
  }

  @Test func jsonOfAnyShapeIsRead() async throws {
    let server = try RawServer { client in
      while true {
        try client.readHead()
        try client.respond(body: #"{"a": [1]}"#)
      }
    }
    let session = Session.plain()
    let values = Recorder<Int?>()
    session.request(server.url).responseJSON { values.record($0.value?["a", 0].int) }
    #expect(await values.values(count: 1) == [1])
    #expect(try await session.request(server.url).serializingJSON().value["a", 0].int == 1)
    let download = session.download(server.url)
    #expect(try await download.serializingJSON().value["a", 0].int == 1)
    #expect(server.received.count == 3)
    try FileManager.default.removeItem(at: try #require(download.fileURL))
  }
}
