import Foundation
@testable import RequestClient
import TestSupport
import Testing

/// Validators of a stream check its head; rejected bodies are never delivered.
@Suite(.timeLimit(.minutes(1)))
struct StreamValidationTests {
  private let chunks = Recorder<String>()
  private let ends = Recorder<DataStreamRequest.Completion>()

  private func listen(to request: DataStreamRequest) async -> DataStreamRequest.Completion {
    request.responseStreamString { [chunks, ends] stream in
      if let value = stream.value { chunks.record(value) }
      if let completion = stream.completion { ends.record(completion) }
    }
    return await ends.values(count: 1)[0]
  }

  @Test func aBodyWithTheWrongStatusIsNotDelivered() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.respond("500 Internal Server Error", headers: ["Content-Type: text/plain"], body: "secret trace")
    }
    let session = Session.plain()
    let end = await listen(to: session.streamRequest(server.url).validate())
    #expect(end.error?.responseCode == 500)
    #expect(end.statusCode == 500)
    #expect(chunks.values == [])
    #expect(ends.values.count == 1)
  }

  @Test func aHeadAloneIsEnoughToFail() async throws {
    // Its body never comes.
    let server = try RawServer { client in
      try client.readHead()
      try client.send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
      client.waitForEnd()
    }
    let session = Session.plain()
    let end = await listen(to: session.streamRequest(server.url).validate(contentType: ["text/event-stream"]))
    #expect(end.error?.responseContentType == "text/html")
    #expect(chunks.values == [])
  }

  @Test func aCustomValidatorDelaysTheBody() async throws {
    let (asked, goOn) = (Gate(), Gate())
    let session = Session.stubbed(StubTransport(.ok("a", "b")))
    let request = session.streamRequest("http://stub/").validate { _, _ in
      asked.open()
      goOn.waitOnThread()
      return .success(())
    }
    let end = Task { await listen(to: request) }
    await asked.wait()
    #expect(request.downloadProgress.completed == 0)
    goOn.open()
    #expect(await end.value.error == nil)
    #expect(chunks.values == ["a", "b"])
  }

  @Test func eachCheckIsMadeOnce() async {
    let calls = Recorder<Int>()
    let session = Session.stubbed(StubTransport(.ok("a")))
    let request = session.streamRequest("http://stub/")
      .validate { _, _ in
        calls.record(1)
        return .success(())
      }.validate { _, _ in
        calls.record(2)
        return .success(())
      }
    _ = await listen(to: request)
    #expect(calls.values == [1, 2])
  }

  @Test(arguments: [204, 304])
  func aResponseWithoutABodyIsOfAnyType(_ status: Int) async {
    let session = Session.stubbed(StubTransport(.status(status)))
    let request = session.streamRequest("http://stub/").validate(contentType: ["application/json"])
    #expect(await listen(to: request).error == nil)
  }

  @Test func anEmptyBodyIsOfAnyType() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.respond()
    }
    let session = Session.plain()
    let request = session.streamRequest(server.url).validate(contentType: ["application/json"])
    #expect(await listen(to: request).error == nil)
  }

  @Test func aFailedCheckMayLeadToAnotherAttempt() async {
    let session = Session.stubbed(StubTransport(.status(503, "busy"), .ok("done")))
    let retrier = Retrier { _, _, _ in .retry }
    let end = await listen(to: session.streamRequest("http://stub/", interceptor: retrier).validate())
    #expect(end.error == nil)
    #expect(chunks.values == ["done"])
  }

  @Test func aRedirectTakenAsTheResponseIsValidated() async {
    let session = Session.stubbed(StubTransport(.redirect(to: "/x", "moved")))
    let redirector = Redirector.modify { _, _ in nil }
    let request = session.streamRequest("http://stub/").redirect(using: redirector).validate()
    #expect(await listen(to: request).error?.responseCode == 302)
    #expect(chunks.values == [])
  }
}
