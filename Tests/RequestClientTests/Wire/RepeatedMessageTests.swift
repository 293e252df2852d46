import Foundation
import RequestClient
import Synchronization
import TestSupport
import Testing

/// A server that closes a reused connection instead of responding: which messages are repeated, and how it is reported.
@Suite(.timeLimit(.minutes(1)))
struct RepeatedMessageTests {
  let session = Session.plain()

  /// Responds to the first message of each connection and reads the second one, with a body of `bodySize`, before it
  /// closes; the next connection responds to everything.
  private func server(bodySize: Int = 0) throws -> RawServer {
    let connections = Recorder<Int>()
    return try RawServer { client in
      let isFirst = connections.recordNumbered(0) == 0
      while true {
        let head = try client.readHead()
        if !head.hasPrefix("GET /first") {
          if head.contains("Transfer-Encoding: chunked") {
            try client.readBody(15)  // 5 bytes in one chunk, and the last one.
          } else if bodySize > 0 {
            try client.readBody(bodySize)
          }
          if isFirst { return }
        }
        try client.respond(body: "done")
      }
    }
  }

  private func body(_ kind: String, _ folder: ScratchFolder) throws -> HTTPBody? {
    switch kind {
    case "data": .data(Data("hello".utf8))
    case "file": .file(try folder.write("hello", "body.txt"))
    case "stream":
      .stream(
        BodyStream(length: 5) {
          AsyncStream {
            $0.yield(Data("hello".utf8)); $0.finish()
          }
        })
    case "chunks":
      .stream(
        BodyStream {
          AsyncStream {
            $0.yield(Data("hello".utf8)); $0.finish()
          }
        })
    case "once":
      .stream(
        BodyStream(
          AsyncStream {
            $0.yield(Data("hello".utf8)); $0.finish()
          }, length: 5))
    default: nil
    }
  }

  private func send(
    _ method: HTTPMethod, _ kind: String, to server: RawServer, _ monitor: (any EventMonitor)? = nil
  ) async throws -> ClientResponse<String> {
    let folder = ScratchFolder()
    let first = await session.request(server.url + "/first").serializingString().response
    #expect(first.value == "done")
    let request = session.request(
      server.url + "/second", method: method, body: try body(kind, folder), shouldAutomaticallyResume: false)
    if let monitor { request.eventMonitor(monitor) }
    request.resume()
    return await request.serializingString().response
  }

  @Test(
    arguments: [HTTPMethod.post, .patch, HTTPMethod("LOCK")!],
    ["none", "data", "file", "stream", "chunks", "once"])
  func aNonIdempotentMessageIsSentOnce(_ method: HTTPMethod, _ kind: String) async throws {
    let server = try server(bodySize: kind == "none" ? 0 : 5)
    let response = try await send(method, kind, to: server)
    expect(response.error) { if case .connectionLost("127.0.0.1", bytesReceived: 0) = $0 { true } else { false } }
    #expect(server.received.filter { $0.hasPrefix(method.rawValue) }.count == 1)
    #expect(
      response.timeline.hops.map(\.failure) == [
        "127.0.0.1 closed the connection before its response was complete — "
          + "it may have processed the \(method.rawValue), so check before sending it again"
      ])
    #expect(response.timeline.hops.first?.connection?.isReused == true)
    #expect(response.error?.description.contains("it may have processed the request") == true)
    #expect(await session.request(server.url + "/first").serializingString().response.value == "done")
  }

  @Test(
    arguments: [
      (HTTPMethod.get, "none"), (.head, "none"), (.options, "none"), (.delete, "none"), (.put, "data"), (.put, "file"),
      (.put, "stream"), (.put, "chunks"), (.get, "data"),
    ])
  func anIdempotentMessageIsSentAgainAndBothAreRecorded(_ method: HTTPMethod, _ kind: String) async throws {
    let server = try server(bodySize: kind == "none" ? 0 : 5)
    let events = Recorder<String>()
    let response = try await send(
      method, kind, to: server,
      ClosureEventMonitor { _, event in
        switch event {
        case .didCreateTask(let message): events.record("sent \(message.method.rawValue)")
        case .didGatherMetrics(let hop): events.record("ended \(hop.status ?? 0)")
        default: break
        }
      })
    #expect(response.error == nil && response.response?.status == .ok)
    #expect(server.received.filter { $0.hasPrefix("\(method.rawValue) /second") }.count == 2)
    let hops = response.timeline.hops
    #expect(hops.map(\.status) == [nil, 200])
    if hops.count < 2 { return }
    #expect(hops.map(\.attempt) == [1, 1])
    #expect(hops.map(\.connection?.isReused) == [true, false])
    #expect(hops[0].connection?.local != hops[1].connection?.local)
    #expect(
      hops.map(\.failure) == ["127.0.0.1 closed the connection before its response was complete — try again", nil])
    #expect(hops.allSatisfy { $0.requestHeaders.first("Host") != nil && $0.sent.head > 0 })
    if kind != "none" { #expect(hops.allSatisfy { $0.sent.body >= 5 }) }
    #expect(hops[0].phases.connect == nil && hops[1].phases.connect != nil)
    #expect(hops[0].start <= hops[1].start)
    let sent = "sent \(method.rawValue)"
    #expect(await events.values(count: 4) == [sent, "ended 0", sent, "ended 200"])
  }

  @Test func aOneShotStreamIsNotSentAgain() async throws {
    let server = try server(bodySize: 5)
    let response = try await send(.put, "once", to: server)
    expect(response.error) { if case .bodyFailed(.notReplayable) = $0 { true } else { false } }
    #expect(server.received.filter { $0.hasPrefix("PUT") }.count == 1)
  }

  @Test func aConnectionLostAfterAPostMayHaveProcessedIt() async throws {
    let running = RunningServer()
    let url = try running.start { client in
      try client.readHead()
      try client.respond()
      try client.readHead()
      // The port is closed when the client reconnects.
      running.stop()
    }
    _ = await session.request(url).serializingResponse().response
    let response = await session.request(url, method: .post).serializingResponse().response
    expect(response.error) { if case .connectionLost(_, bytesReceived: 0) = $0 { true } else { false } }
  }

  @Test func aConnectionThatWasClosedBeforeIsNotUsed() async throws {
    let closed = Gate()
    let server = try RawServer { client in
      try client.readHead()
      try client.respond(body: "done")
      client.close()
      closed.open()
    }
    _ = await session.request(server.url).serializingString().response
    await closed.wait()
    let response = await session.request(server.url, method: .post).serializingString().response
    #expect(response.value == "done")
    #expect(response.timeline.hops.map(\.status) == [200])
  }

  /// Each message races with the end of the previous message's connection.
  @Test func aServerThatAlwaysClosesGetsEveryMessage() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.respond(body: "done")
    }
    var failures: [String] = []
    for _ in 0..<200 {
      let response = await session.request(server.url).serializingString().response
      if let error = response.error { failures.append(error.description) }
      if response.timeline.hops.last?.status != 200 { failures.append("\(response.timeline.hops)") }
    }
    #expect(failures == [])
  }

  @Test(arguments: [HTTPMethod.post, .get])
  func aRefusedStreamIsSentAgain(_ method: HTTPMethod) async throws {
    let connections = Recorder<Int>()
    let server = try RawServer { client in
      let number = connections.recordNumbered(0)
      try client.acceptHTTP2()
      let stream = try client.readHTTP2Stream()
      if number == 0 {
        try client.refuseHTTP2(stream)
      } else {
        try client.respondHTTP2(to: stream)
      }
      // Closing a connection before the whole message was read resets it and loses the response.
      client.waitForEnd()
    }
    let options = TransferOptions.with { $0.httpVersion = .http2PriorKnowledge }
    let body: HTTPBody? = method == .post ? .data(Data("hello".utf8)) : nil
    let response = await session.request(server.url, method: method, body: body, options: options)
      .serializingResponse().response
    #expect(response.error == nil && response.response?.status == .ok)
    #expect(response.timeline.hops.map(\.status) == [nil, 200])
  }
}

/// A server that its script can stop.
private final class RunningServer: Sendable {
  private let server = Mutex<RawServer?>(nil)

  func start(_ script: @escaping RawServer.Script) throws -> String {
    let server = try RawServer(script)
    self.server.withLock { $0 = server }
    return server.url
  }

  func stop() { server.withLock { $0 = nil } }
}

extension RawConnection {
  /// 200 without a body; 0x88 is `:status: 200` in HPACK's static table.
  fileprivate func respondHTTP2(to stream: UInt32) throws { try send(Self.frame(1, flags: 5, stream: stream, [0x88])) }

  /// RST_STREAM with REFUSED_STREAM.
  fileprivate func refuseHTTP2(_ stream: UInt32) throws { try send(Self.frame(3, stream: stream, [0, 0, 0, 7])) }
}
