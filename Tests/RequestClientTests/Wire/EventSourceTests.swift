import Foundation
@testable import RequestClient
import Synchronization
import TestSupport
import Testing

/// Server-sent events over interrupted connections.
@Suite(.timeLimit(.minutes(1)))
struct EventSourceTests {
  private let session = Session.plain()

  private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n\r\n"

  /// Sends one of these on each connection, then closes it.
  private func server(_ responses: String...) throws -> RawServer {
    let count = Mutex(0)
    return try RawServer { client in
      try client.readHead()
      let number = count.withLock { count in
        defer { count += 1 }
        return count
      }
      try client.send(responses[min(number, responses.count - 1)])
    }
  }

  private func source(_ server: RawServer, lastEventID: String = "") -> EventSource {
    session.eventSource(server.url, lastEventID: lastEventID, reconnectionTime: .milliseconds(1))
  }

  private func identifiers(_ server: RawServer) -> [String?] {
    server.received.map { head in
      head.lines.first { $0.hasPrefix("Last-Event-ID: ") }.map { String($0.dropFirst(15)) }
    }
  }

  private func name(_ event: EventSource.Event) -> String {
    switch event {
    case .opened(let head): "opened \(head.status)"
    case .message(let message): "message \(message.data)"
    case .failure: "failure"
    case .waiting(_, let error): error.map { "waiting \($0.isConnectionLost ? "lost" : "\($0)")" } ?? "waiting"
    case .closed(let error):
      switch error {
      case nil: "closed"
      case .explicitlyCancelled?: "cancelled"
      case .responseValidationFailed(.unacceptableStatusCode(let status))?: "closed \(status)"
      case .responseValidationFailed?: "closed by its type"
      case let error?: "closed \(error)"
      }
    }
  }

  @Test func eachConnectionResumesUntilStatus204() async throws {
    let server = try server(
      Self.head + "id: 1\ndata: a\n\nid: 2\ndata: b\n\n", Self.head + "data: c\n\n",
      Self.head + "id: 4\n\nid: 5\ndata: cut off", "HTTP/1.1 204 No Content\r\n\r\n")
    var names: [String] = []
    for await event in source(server).events() { names.append(name(event)) }
    #expect(
      names == [
        "opened 200", "message a", "message b", "waiting", "opened 200", "message c", "waiting", "opened 200",
        "waiting", "closed",
      ])
    #expect(identifiers(server) == [nil, "2", "2", "4"])
    #expect(server.received[0].contains("Accept: text/event-stream\r\nCache-Control: no-store"))
  }

  @Test func theMessagesAloneAreASequenceToo() async throws {
    let server = try server(Self.head + "data: a\n\ndata: b\n\n", "HTTP/1.1 204 No Content\r\n\r\n")
    var messages: [String] = []
    for await message in source(server, lastEventID: "7").messages() { messages.append(message.data + message.id) }
    #expect(messages == ["a7", "b7"])
    #expect(identifiers(server) == ["7", "7"])
  }

  @Test(arguments: [
    ("HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n", "closed 500"),
    ("HTTP/1.1 404 No\r\nContent-Type: text/event-stream\r\n\r\ndata: x\n\n", "closed 404"),
    ("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\ndata: x\n\n", "closed by its type"),
  ])
  func anotherStatusOrTypeEndsIt(_ response: String, _ end: String) async throws {
    let events = Recorder<String>()
    let server = try server(response)
    let connection = source(server).connect { events.record(name($0)) }
    #expect(await events.values(count: 1) == [end])
    await until { connection.isClosed }
    #expect(events.values == [end])
    #expect(server.received.count == 1)
  }

  @Test func aBrokenConnectionIsReopened() async throws {
    let server = try server(
      Self.head.replacing("\r\n\r\n", with: "\r\nContent-Length: 100\r\n\r\n") + "data: a\n\n",
      "HTTP/1.1 204 No Content\r\n\r\n")
    let events = Recorder<String>()
    source(server).connect { events.record(name($0)) }
    #expect(await events.values(count: 4) == ["opened 200", "message a", "waiting lost", "closed"])
  }

  @Test func theServerSetsTheDelay() async throws {
    let server = try server(
      Self.head + "retry: 107\n\n", Self.head + "retry: x\ndata: a\n\n", "HTTP/1.1 204 No\r\n\r\n")
    let waits = Recorder<Duration>()
    for await event in source(server).events() { if case .waiting(let time, _) = event { waits.record(time) } }
    #expect(waits.values == [.milliseconds(107), .milliseconds(107)])
  }

  @Test(arguments: [("0", Duration.milliseconds(100)), ("9223372036854775807", .seconds(24 * 3600))])
  func theServersDelayIsNeitherZeroNorEndless(_ retry: String, _ delay: Duration) async throws {
    let server = try server(Self.head + "retry: \(retry)\n\n")
    for await event in source(server).events() {
      guard case .waiting(let time, _) = event else { continue }
      #expect(time == delay)
      break
    }
  }

  @Test func aCancellationIsNotLostWhileAConnectionEnds() async {
    let reply = StubResponse(headers: [HTTPHeader("Content-Type", "text/event-stream")])
    let session = Session.stubbed(StubTransport(reply))
    for number in 0..<300 {
      let isClosed = Gate()
      let connection = session.eventSource("http://stub/", reconnectionTime: .milliseconds(1)).connect { event in
        if case .closed = event { isClosed.open() }
      }
      Thread.detachNewThread {
        usleep(UInt32(number))
        connection.cancel()
      }
      await isClosed.waitWithinTimeLimit()
    }
  }

  @Test func delaysDoubleUpToTheirLimitWithoutAListener() async throws {
    let url = "http://127.0.0.1:\(try RawServer.freePort())"
    let source = session.eventSource(url, reconnectionTime: .milliseconds(1), maximumDelay: .milliseconds(5))
    var waits: [Duration] = []
    for await event in source.events() {
      guard case .waiting(let time, let error) = event else { continue }
      #expect(error?.isConnectionRefused == true)
      waits.append(time)
      if waits.count == 5 { break }
    }
    #expect(waits == [1, 2, 4, 5, 5].map { .milliseconds($0) })
  }

  @Test func cancellingEndsAConnection() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.send(Self.head + "data: a\n\n")
      client.waitForEnd()
    }
    let events = Recorder<String>()
    let connection = source(server).connect { events.record(name($0)) }
    _ = await events.values(count: 2)
    #expect(connection.isOpen)
    connection.cancel()
    #expect(await events.values(count: 3) == ["opened 200", "message a", "cancelled"])
    #expect(connection.isClosed && !connection.isOpen)
  }

  @Test func cancellingEndsAWait() async throws {
    let server = try server(Self.head + "data: a\n\n")
    let events = Recorder<String>()
    let source = session.eventSource(server.url, reconnectionTime: .seconds(3600))
    let connection = source.connect { events.record(name($0)) }
    _ = await events.values(count: 3)
    connection.cancel()
    connection.cancel()
    #expect(await events.values(count: 4) == ["opened 200", "message a", "waiting", "cancelled"])
    #expect(server.received.count == 1)
  }

  @Test func leavingTheLoopEndsTheConnection() async throws {
    let isLeft = Gate()
    let server = try RawServer { client in
      try client.readHead()
      try client.send(Self.head + "data: a\n\n")
      client.waitForEnd()
      isLeft.open()
    }
    for await _ in source(server).messages() { break }
    await isLeft.wait()
  }

  @Test func aStreamMayOutlastTheSessionsTimeout() async throws {
    let transport = StubTransport(.status(204))
    let session = Session.stubbed(transport) { $0.options.connectTo = ["a:80": "b:80"] }
    for await _ in session.eventSource("http://a/").events() {}
    let options = try #require(transport.hops.first).options
    #expect(options.timeout == nil && options.readTimeout == nil && options.connectTo == ["a:80": "b:80"])
    for await _ in session.eventSource("http://a/", options: TransferOptions(timeout: .seconds(9))).events() {}
    #expect(transport.hops.last?.options.timeout == .seconds(9))
  }

  @Test func aSourceKeepsItsSession() async throws {
    let server = try server(Self.head + "data: a\n\n", Self.head + "data: b\n\n", "HTTP/1.1 204 No Content\r\n\r\n")
    var texts: [String] = []
    for await message in Session.plain().eventSource(server.url, reconnectionTime: .milliseconds(1)).messages() {
      texts.append(message.data)
    }
    #expect(texts == ["a", "b"])
  }

  @Test func aClosedSourceReleasesItsSession() async throws {
    let server = try server("HTTP/1.1 204 No Content\r\n\r\n")
    weak var released: Session?
    do {
      let session = Session.plain()
      released = session
      for await _ in session.eventSource(server.url).messages() {}
    }
    await until { released == nil }
  }

  @Test func aMessageThatIsTooLongIsAFailureAndTheNextOneIsRead() async throws {
    let long = String(repeating: "x", count: 100)
    let server = try server(Self.head + "data: \(long)\n\ndata: b\n\n", "HTTP/1.1 204 No Content\r\n\r\n")
    let source = session.eventSource(server.url, reconnectionTime: .milliseconds(1), messageLimit: 50)
    var names: [String] = []
    for await event in source.events() { names.append(name(event)) }
    #expect(names == ["opened 200", "failure", "message b", "waiting", "closed"])
  }
}
