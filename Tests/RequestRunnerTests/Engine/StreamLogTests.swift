import Foundation
import RequestClient
import RequestModel
import RequestStore
import TestSupport
import Testing

@testable import RequestRunner

/// The events of a stream as messages of the exchange.
@Suite(.timeLimit(.minutes(1)))
struct StreamLogTests {
  private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"

  private func engine() -> SendEngine { SendEngine(client: Session()) { _, _ in } }

  /// The kind, type, ID and text of a message in one line.
  private static func line(_ event: LogEvent) -> String? {
    guard case .message(let message) = event.content, let part = message.part else { return nil }
    return [part.kind.rawValue, part.event, part.id, String(decoding: message.body.content, as: UTF8.self)]
      .joined(separator: "|")
  }

  private func server(_ response: String, method: Recorder<String> = Recorder()) throws -> RawServer {
    try RawServer { connection in
      method.record(String(try connection.readHead().prefix { $0 != " " }))
      try connection.send(response)
    }
  }

  @Test(arguments: [false, true])
  func eventsAndCommentsAreMessagesBesideTheBody(isPassedOn: Bool) async throws {
    let body = ": hi\n\nid: 1\nevent: add\ndata: a\ndata: b\n\ndata: c\n\ndata: cut off"
    let server = try server(Self.head + body)
    var job = SendEngine.Job(request: SavedRequest(url: server.url)) { _ in Around.nothing.inputs }
    if isPassedOn { job.sink = BodySink(limit: .standard) { _ in true } }
    let exchange = try #require(await engine().events(job).exchange)
    let lines = ["comment|||hi", "event|add|1|a\nb", "event|message|1|c"]
    #expect(exchange.log.messages.map(Self.line) == lines)
    #expect(exchange.response?.body == Data(body.utf8))
  }

  @Test func linesOfAnAnswerToAPostAreMessages() async throws {
    let methods = Recorder<String>()
    let server = try server(
      "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\n\r\n{\"n\":1}\n{\"n\":2}", method: methods)
    let exchange = try #require(await engine().events(SavedRequest(method: "POST", url: server.url)).exchange)
    #expect(exchange.log.messages.map(Self.line) == ["line|||{\"n\":1}", "line|||{\"n\":2}"])
    #expect(methods.values == ["POST"])
  }

  @Test(arguments: [false, true])
  func anEventIsReportedBeforeTheNextOneIsThereAndItsEndCanBeAskedFor(isPassedOn: Bool) async throws {
    let server = try RawServer { connection in
      try connection.readHead()
      try connection.send(Self.head + "data: a\n\n")
      connection.waitForEnd()
    }
    var job = SendEngine.Job(request: SavedRequest(url: server.url)) { _ in Around.nothing.inputs }
    if isPassedOn { job.sink = BodySink(limit: .standard) { _ in true } }
    let run = engine().run(job)
    var lines: [String?] = []
    var exchange: Exchange?
    for await event in run.start() {
      if case .logged(let event) = event {
        lines.append(Self.line(event))
        run.stopReceiving()
      }
      if case .ended(let ended, _) = event { exchange = ended }
    }
    #expect(lines == ["event|message||a"])
    #expect(exchange?.ending == .completed)
    #expect(exchange?.response?.body == Data("data: a\n\n".utf8))
    #expect(exchange?.timeline.hops.map(\.failure) == [nil])
  }

  @Test func secretsInEventsAreMasked() async throws {
    let server = try server(Self.head + "id: key-42\nevent: key-42\ndata: key-42\n\n")
    let request = try SavedRequest(json: #"{"url": "\#(server.url)", "headers": [{"name": "A", "value": "{{key}}"}]}"#)
    let exchange = try #require(await engine().events(request, .secrets(["key": "key-42"])).exchange)
    let mask = SecretMask.mark
    // That of bodies is ASCII.
    #expect(exchange.log.messages.map(Self.line) == ["event|\(mask)|\(mask)|******"])
  }

  @Test func aLongIDOfManyEventsCountsForEach() async throws {
    let id = String(repeating: "1", count: 1 << 20)
    let server = try server(Self.head + "id: \(id)\n" + String(repeating: "data:\n\n", count: 100))
    let exchange = try #require(await engine().events(SavedRequest(url: server.url)).exchange)
    #expect(exchange.log.messages.count == 63)
    #expect(
      exchange.log.console.map(\.text) == [
        "Only the first events are kept as messages, at most 100000 or 64 MB: the body has all"
      ])
  }

  @Test func anotherBodyHasNoMessages() async throws {
    let server = try server("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\ndata: a\n\n")
    let exchange = try #require(await engine().events(SavedRequest(url: server.url)).exchange)
    #expect(exchange.log.messages == [] && exchange.response?.body == Data("data: a\n\n".utf8))
  }

  @Test func nothingMoreOfAStreamIsReadOnceItsRunIsCancelled() {
    let (engine, logged) = (engine(), Recorder<String>())
    let job = SendEngine.Job(request: SavedRequest(url: "http://localhost/")) { _ in Around.nothing.inputs }
    let context = RunContext(job, services: engine.services, session: engine.session, another: engine.run) { event in
      if case .logged(let event) = event { logged.record(Self.line(event) ?? "") }
    }
    let type = HTTPHeaders([HTTPHeader("Content-Type", "text/event-stream")])
    context.stream.begin(
      ResponseHead(status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: type), isShown: true)
    context.stream.readChunk(Data("data: a\n\n".utf8), context)
    context.transfers.cancel()
    context.stream.readChunk(Data("data: b\n\n".utf8), context)
    #expect(logged.values == ["event|message||a"])
  }

  @Test func allEventsOfAFastServerAreMessagesInOrder() async throws {
    let count = 20_000
    let filler = String(repeating: "x", count: 100)
    let server = try server(Self.head + (0..<count).map { "data: \($0) \(filler)\n\n" }.joined())
    var job = SendEngine.Job(request: SavedRequest(url: server.url)) { _ in Around.nothing.inputs }
    job.options.takesMessages = true
    let exchange = try #require(await engine().events(job).exchange)
    #expect(exchange.log.messages.map(Self.line) == (0..<count).map { "event|message||\($0) \(filler)" })
  }
}
