import Foundation
import RequestClient
import TestSupport
import Testing

/// Servers that respond before they have received the whole body.
@Suite(.timeLimit(.minutes(1)))
struct EarlyResponseTests {
  let session = Session.plain()
  let body = Data(count: 20_000_000)

  @Test func aRefusalDuringAnUploadIsTheResponse() async throws {
    let server = try RawServer { client in
      try client.readHead()
      _ = try client.readBytes(100_000)
      try client.respond("413 Content Too Large", headers: ["Connection: close"], body: "too much")
      client.waitForEnd()
    }
    let response = await session.upload(body, to: server.url).serializingString().response
    #expect(response.error == nil)
    #expect(response.response?.status.code == 413)
    #expect(response.value == "too much")
    #expect((response.timeline.hops.first?.sent.body ?? .max) < body.count)
    try await session.expectAlive()
  }

  @Test func aServerThatReadsTheRestStillResponds() async throws {
    let size = body.count
    let server = try RawServer { client in
      try client.readHead()
      _ = try client.readBytes(100_000)
      try client.respond(body: "enough")
      _ = try client.readBytes(size - 100_000)
      try client.readHead()
      try client.respond(body: "next")
    }
    let response = await session.upload(body, to: server.url).serializingString().response
    #expect(response.error == nil)
    #expect(response.value == "enough")
    #expect(response.timeline.hops.first?.sent.body == body.count)
    #expect(await session.request(server.url).serializingString().response.value == "next")
  }

  @Test func aResponseOnACutConnectionKeepsItsStatus() async throws {
    let server = try RawServer { client in
      try client.readHead()
      _ = try client.readBytes(100_000)
      try client.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\nX-Mark: 1\r\n\r\nhalf")
    }
    let response = await session.upload(body, to: server.url).serializingResponse().response
    expect(response.error) { if case .connectionLost = $0 { true } else { false } }
    // A reset may overtake the response; a received head is kept.
    if let head = response.head { #expect(head.headers.first("X-Mark") == "1") }
    try await session.expectAlive()
  }

  @Test func aConnectionCutDuringAnUploadIsLost() async throws {
    let server = try RawServer { client in
      try client.readHead()
      _ = try client.readBytes(100_000)
    }
    let response = await session.upload(body, to: server.url).serializingResponse().response
    expect(response.error) { if case .connectionLost("127.0.0.1", bytesReceived: 0) = $0 { true } else { false } }
    #expect(response.head == nil)
    try await session.expectAlive()
  }

  @Test func aProducerIsStoppedWhenItsBodyIsRefused() async throws {
    let (asked, stopped) = (Gate(), Gate())
    let server = try RawServer { client in
      try client.readHead()
      asked.waitOnThread()
      try client.respond("403 Forbidden", headers: ["Connection: close"], body: "no")
      client.waitForEnd()
    }
    let chunks = Recorder<Void>()
    let stream = BodyStream {
      chunks.record(())
      if chunks.values.count == 1 { return Data(count: 10_000) }
      defer { stopped.open() }
      asked.open()
      try await Task.sleep(for: .seconds(3600))
      return nil
    }
    let response = await session.upload(stream, to: server.url).serializingString().response
    #expect(response.response?.status == .forbidden)
    #expect(response.value == "no")
    await stopped.wait()
  }
}
