import Foundation
import RequestClient
import RequestModel
import RequestScript
import RequestStore
import TestSupport
import Testing

@testable import RequestRunner

/// Notes in history while a conversation or a stream is open.
@Suite(.timeLimit(.minutes(1)))
struct EventNotesTests {
  private let parts: AsyncStream<SendingPart>
  private let next: AsyncStream<SendingPart>.Continuation
  private let engine: SendEngine

  init() {
    let (parts, next) = AsyncStream.makeStream(of: SendingPart.self)
    self.parts = parts
    self.next = next
    engine = SendEngine(client: Session(), willSend: { _, _ in }, noteEvents: { next.yield($0) }) { _, _ in }
  }

  /// Waits until history has this number of messages, and returns what it has.
  private func noted(_ count: Int, after earlier: [SendingPart] = []) async -> [SendingPart] {
    var noted = earlier
    for await part in parts {
      noted = part.number == 0 ? [part] : noted + [part]
      if Self.log(noted).messages.count >= count { break }
    }
    return noted
  }

  private static func log(_ parts: [SendingPart]) -> ExchangeLog { ExchangeLog(parts.flatMap(\.events)) }

  private static func texts(_ parts: [SendingPart]) -> [String] {
    log(parts).messages.compactMap { event in
      guard case .message(let message) = event.content else { return nil }
      return String(decoding: message.body.content, as: UTF8.self)
    }
  }

  private func ended(_ events: RunEvents) async -> Exchange? {
    for await event in events {
      if case .ended(let exchange, _) = event { return exchange }
    }
    return nil
  }

  @Test(arguments: [false, true])
  func theHeadAndTheEventsOfAStreamAreNotedWhileItIsOpen(isPassedOn: Bool) async throws {
    let server = try RawServer { connection in
      try connection.readHead()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: a\n\ndata: b\n\n")
      connection.waitForEnd()
    }
    var job = SendEngine.Job(request: SavedRequest(url: server.url)) { _ in Around.nothing.inputs }
    if isPassedOn { job.sink = BodySink(limit: .standard) { _ in true } }
    let run = engine.run(job)
    let events = run.start()
    let noted = await noted(2)
    run.stopReceiving()
    let exchange = try #require(await ended(events))
    #expect(Self.log(noted).response?.head == exchange.response?.head)
    #expect(Self.log(noted).messages == exchange.log.messages)
    #expect(noted.allSatisfy { $0.exchange == exchange.id })
    #expect(noted.map(\.number) == Array(0..<noted.count))
  }

  @Test func aSecretThatIsLearnedLaterIsRemovedFromEarlierParts() async throws {
    let url = try await TestServers.webSockets().url("/echo")
    let request = try SavedRequest(
      json: #"""
        { "url": "\#(url)", "captures": [
          { "name": "key", "query": "message", "expression": "last", "filters": ["jsonpath $.key"], "secret": true } ] }
        """#)
    var job = SendEngine.Job(request: request) { _ in Around.nothing.inputs }
    job.options.takesMessages = true
    let run = engine.run(job)
    let events = run.start()
    run.send(ChannelMessage("text", Data("a s3cret-value".utf8)))
    let early = await noted(2)
    #expect(Self.texts(early) == ["a s3cret-value", "a s3cret-value"])
    run.send(ChannelMessage("text", Data(#"{"key":"s3cret-value"}"#.utf8)))
    let late = await noted(4, after: early)
    #expect(Self.texts(late).count == 4)
    #expect(Self.texts(late).allSatisfy { !$0.contains("s3cret-value") }, "\(Self.texts(late))")
    run.close()
    #expect(await ended(events)?.ending == .completed)
  }

  @Test func aSecretThatAHandlerSetsIsRemovedFromEarlierPartsThoughNoEventFollows() async throws {
    let wasNoted = Gate()
    let other = try RawServer { connection in
      try connection.readHead()
      wasNoted.waitOnThread()
      try connection.respond()
    }
    let server = try RawServer { connection in
      try connection.readHead()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: s3cret-value\n\n")
      connection.waitForEnd()
    }
    let set = "await pm.sendRequest('\(other.url)'); pm.environment.set('tok', data, 'secret')"
    let document: JSONValue = [
      "url": .string(server.url), "scripts": ["preRequest": .string("pm.onMessage(async ({ data }) => { \(set) })")],
    ]
    let around = Around(access: .unrestricted)
    var options = ScriptHost.Options()
    options.command = [TestedProgram.path, "__script-host", "--test"]
    let engine = SendEngine(
      client: Session(), hooks: ScriptHooks(ScriptHost(options)).hooks, willSend: { _, _ in },
      noteEvents: { [next] in next.yield($0) }
    ) { _, _ in }
    let run = engine.run(
      SendEngine.Job(request: try SavedRequest(json: document.compact)) { _ in around.inputs })
    let events = run.start()
    let early = await noted(1)
    #expect(Self.texts(early) == ["s3cret-value"])
    wasNoted.open()
    let late = await noted(1)
    #expect(Self.texts(late) == ["************"])
    run.stopReceiving()
    #expect(await ended(events)?.ending == .completed)
  }

  @Test func eventsWithASecretAreNotedWithoutItWhileTheirStreamIsOpen() async throws {
    let server = try RawServer { connection in
      try connection.readHead()
      try connection.send(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: {\"key\":\"s3cret-value\"}\n\n"
          + "data: s3cret-value again\n\n")
      connection.waitForEnd()
    }
    let request = try SavedRequest(
      json: #"""
        { "url": "\#(server.url)", "captures": [
          { "name": "key", "query": "message", "expression": "first", "filters": ["jsonpath $.key"], "secret": true } ] }
        """#)
    let run = engine.run(SendEngine.Job(request: request) { _ in Around.nothing.inputs })
    let events = run.start()
    let texts = Self.texts(await noted(2))
    #expect(texts == [#"{"key":"************"}"#, "************ again"])
    run.stopReceiving()
    let exchange = try #require(await ended(events))
    #expect(!"\(exchange.log)".contains("s3cret-value") && exchange.log.captures.map(\.name) == ["key"])
  }

  @Test func anOrdinaryResponseHasNoParts() async throws {
    let server = try RawServer { connection in
      try connection.readHead()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    }
    let noted = Recorder<SendingPart>()
    let engine = SendEngine(client: Session(), willSend: { _, _ in }, noteEvents: { noted.record($0) }) { _, _ in }
    #expect(await engine.events(SavedRequest(url: server.url)).exchange?.ending == .completed)
    #expect(noted.values == [])
  }
}
