import Foundation
import RequestClient
import RequestModel
import RequestStore
import Synchronization
import TestSupport
import Testing

@testable import RequestRunner

/// Streams of events that are connected again.
@Suite(.timeLimit(.minutes(1)))
struct StreamReconnectionTests {
  private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nretry: 100\n"
  private static let end = "HTTP/1.1 204 No Content\r\n\r\n"

  /// Sends one of these on each connection, then closes it.
  private func server(_ responses: String...) throws -> RawServer {
    let count = Mutex(0)
    return try RawServer { connection in
      try connection.readHead()
      let number = count.withLock { count in
        defer { count += 1 }
        return count
      }
      try connection.send(responses[min(number, responses.count - 1)])
    }
  }

  private func job(_ server: RawServer, method: String = "GET", follows: Bool = true) -> SendEngine.Job {
    var request = SavedRequest(method: method, url: server.url)
    request.options = RequestOptions(document: ["reconnect": true])
    var job = SendEngine.Job(request: request) { _ in Around.nothing.inputs }
    job.options.followsStreams = follows
    return job
  }

  private func exchange(_ job: SendEngine.Job) async throws -> Exchange {
    try #require(await SendEngine(client: Session()) { _, _ in }.events(job).exchange)
  }

  private func texts(_ exchange: Exchange) -> [String] {
    exchange.log.messages.compactMap { event in
      if case .message(let message) = event.content {
        String(decoding: message.body.content, as: UTF8.self)
      } else {
        nil
      }
    }
  }

  private func identifiers(_ server: RawServer) -> [String?] {
    server.received.map { head in
      head.split(separator: "\r\n").first { $0.hasPrefix("Last-Event-ID: ") }.map { String($0.dropFirst(15)) }
    }
  }

  @Test(arguments: ["GET", "POST"])
  func allConnectionsAreOneResponseUntilStatus204(_ method: String) async throws {
    let server = try server(
      Self.head + "id: 1\ndata: a\n\n", Self.head + "data: b\n\nid: 2\n\n", Self.head + "data: cut off", Self.end)
    let exchange = try await exchange(job(server, method: method))
    #expect(texts(exchange) == ["a", "b"] && exchange.ending == .completed)
    #expect(identifiers(server) == [nil, "1", "2", "2"])
    #expect(server.received.allSatisfy { $0.hasPrefix("\(method) / ") })
    let body = "retry: 100\nid: 1\ndata: a\n\nretry: 100\ndata: b\n\nid: 2\n\nretry: 100\ndata: cut off"
    #expect(exchange.response?.status == 200 && exchange.response?.body == Data(body.utf8))
    #expect(exchange.timeline.hops.map(\.status) == [200, 200, 200, 204])
    #expect(exchange.log.console.map(\.text) == ["Connecting again was answered with 204: the stream has ended"])
  }

  @Test func anotherAnswerEndsTheStreamAndIsNamed() async throws {
    let server = try server(Self.head + "data: a\n\n", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nno")
    let exchange = try await exchange(job(server))
    #expect(texts(exchange) == ["a"] && exchange.response?.body == Data("retry: 100\ndata: a\n\n".utf8))
    #expect(exchange.ending == .completed && exchange.timeline.hops.map(\.status) == [200, 200])
    let warning = LogEvent.ConsoleLine("warn", "Connecting again was answered with 200: the stream has ended")
    #expect(exchange.log.console == [warning])
  }

  @Test(arguments: [401, 503], [false, true])
  func anErrorInPlaceOfMoreIsTheFailureAndNoPartOfTheStream(_ status: Int, isPassedOn: Bool) async throws {
    let refusal = "HTTP/1.1 \(status) No\r\nContent-Type: text/event-stream\r\n\r\ndata: refused\n\n"
    let server = try server(Self.head + "data: a\n\n", refusal)
    var job = job(server)
    let passed = Recorder<Data>()
    if isPassedOn {
      job.sink = BodySink(limit: .standard) { chunk in
        passed.record(chunk)
        return true
      }
    }
    let exchange = try await exchange(job)
    let body = Data("retry: 100\ndata: a\n\n".utf8)
    #expect(texts(exchange) == ["a"] && exchange.response?.body == body && exchange.response?.status == 200)
    let sentence = "Connecting again was answered with \(status) No: data: refused"
    #expect(exchange.ending == .failed(Failure(.other, sentence)))
    #expect(exchange.log.console == [] && exchange.timeline.hops.map(\.status) == [200, status])
    #expect(passed.values.reduce(Data(), +) == (isPassedOn ? body : Data()))
  }

  @Test func aResponseThatIsNoStreamIsNotConnectedAgain() async throws {
    let server = try server("HTTP/1.1 404 No\r\nContent-Length: 2\r\n\r\nno")
    let exchange = try await exchange(job(server))
    #expect(exchange.response?.body == Data("no".utf8) && server.received.count == 1)
    #expect(
      exchange.log.console.map(\.text) == [
        "The response is not connected again: it is not a stream of events with the status 200"
      ])
  }

  @Test func theLimitOfTheKeptBodyIsThatOfAllConnections() async throws {
    let server = try server(
      Self.head + "data: a\n\n", Self.head + "data: b\n\n", Self.head + "data: c\n\n", Self.end)
    var job = job(server)
    job.sink = BodySink(limit: BodyLimit(byteCount: 31)) { _ in true }
    let exchange = try await exchange(job)
    #expect(texts(exchange) == ["a", "b", "c"])
    #expect(exchange.response?.body == Data("retry: 100\ndata: a\n\nretry: 100\n".utf8))
    #expect(exchange.response?.omission?.byteCount == 29)
  }

  @Test func aRunIsNotConnectedAgainAndSaysSo() async throws {
    let server = try server(Self.head + "data: a\n\n")
    let exchange = try await exchange(job(server, follows: false))
    #expect(server.received.count == 1)
    #expect(
      exchange.log.console.map(\.text) == ["The stream is not connected again: a run waits for its end"])
  }

  @Test func theTimeLimitIsThatOfAllConnections() async throws {
    let server = try server(Self.head + "data: a\n\n")
    var job = job(server)
    job.request.options.timeout = 1
    let exchange = try await exchange(job)
    guard case .failed(let failure) = exchange.ending else {
      Issue.record("\(exchange.ending)")
      return
    }
    #expect(failure.kind == .timedOut && failure.sentence.contains("was not complete in 1 s"), "\(failure.sentence)")
    #expect((1...10).contains(server.received.count) && texts(exchange).first == "a")
  }

  @Test func aWaitThatIsLongerThanTheTimeLimitEndsTheExchange() async throws {
    let server = try server("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nretry: 99999999999\ndata: a\n\n")
    var job = job(server)
    job.request.options.timeout = 50
    let exchange = try await exchange(job)
    guard case .failed(let failure) = exchange.ending else {
      Issue.record("\(exchange.ending)")
      return
    }
    #expect(failure.kind == .timedOut && failure.sentence.contains("was not complete in 50 s"), "\(failure.sentence)")
    #expect(texts(exchange) == ["a"] && exchange.response?.status == 200 && server.received.count == 1)
    let reason = "the wait of 86400.0 s is longer than what is left of the time limit"
    #expect(exchange.log.console.map(\.text) == ["The stream is not connected again: \(reason)"])
  }

  @Test(arguments: [true, false])
  func theWaitIsEndedByTheUser(isCancelled: Bool) async throws {
    let server = try server("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nretry: 3600000\ndata: a\n\n")
    let run = SendEngine(client: Session()) { _, _ in }.run(job(server))
    var notes: [String] = []
    var exchange: Exchange?
    for await event in run.start() {
      if case .note(let text) = event {
        notes.append(text)
        if isCancelled { run.cancel() } else { run.stopReceiving() }
      }
      if case .ended(let ended, _) = event { exchange = ended }
    }
    #expect(notes == ["The stream has ended; connecting again in 3600.0 s"])
    #expect(exchange.map(texts) == ["a"] && server.received.count == 1)
    #expect(exchange?.response?.status == 200)
  }
}
