import DemoServer
import Foundation
import RequestClient
import RequestModel
import RequestStore
import TestSupport
import Testing

@testable import RequestRunner

/// Sending a request from its file to history.
struct SendingTests {
  private let recorded = Recorder<Exchange>()
  private let progress = Recorder<String>()
  private let ended = Recorder<Exchange>()

  private func name(_ event: RunEvent) -> String {
    switch event {
    case .refused(let request): "refused \(request.sources)"
    case .login(let login): "login \(login.host)"
    case .loginEnded: "login ended"
    case .token: "token"
    case .missingVariables(let names): "missing \(names)"
    case .prompts(let questions): "prompts \(questions.map(\.name))"
    case .sent: "sent"
    case .head(let response): "head \(response.status) \(response.body.count)"
    case .progress: "progress"
    case .partialBody: "partial body"
    case .phase(let phase): "phase \(phase)"
    case .unsent(_, let reason): "unsent \(reason)"
    case .logged(let event): "logged \(event.content)"
    case .remasked(let messages): "remasked \(messages.count)"
    case .warning(let warning): "warning \(warning)"
    case .note(let text): "note \(text)"
    case .body(let response): "body \(response.status) \(response.body.count)"
    case .ended(_, let unrecorded): "ended" + (unrecorded.map { " \($0)" } ?? "")
    }
  }

  @discardableResult
  private func start(
    _ json: String, _ around: Around = .nothing, record: (@Sendable (Exchange, AnonymousFile?) throws -> Void)? = nil
  ) throws -> Run {
    let engine = SendEngine(
      client: Session(), record: record ?? { [recorded] exchange, _ in recorded.record(exchange) })
    let run = engine.run(
      SendEngine.Job(request: try SavedRequest(json: json), environment: "local") { _ in around.inputs })
    Task { [self] in
      for await event in run.start() {
        progress.record(name(event))
        if case .ended(let exchange, _) = event { ended.record(exchange) }
      }
    }
    return run
  }

  /// Sends a request and waits for its end.
  private func send(_ json: String, _ around: Around = .nothing) async throws -> Exchange {
    try start(json, around)
    return await ended.values(count: 1)[0]
  }

  private var steps: [String] { progress.values.filter { $0 != "progress" } }

  @Test func eventsArriveInOrderAndEndOnce() async throws {
    let server = try RawServer { connection in
      try connection.readHead()
      try connection.respond(headers: ["X: 1"], body: "hello")
    }
    let exchange = try await send("{ \"url\": \"\(server.url)/a\" }")
    #expect(steps == ["head 200 0", "body 200 5", "ended"])
    #expect(recorded.values == [exchange])
    #expect(exchange.response?.body == Data("hello".utf8))
    #expect(exchange.environment == "local" && exchange.duration > .zero)
  }

  @Test(arguments: [(1 << 20, true), (1 << 10, false)])
  func onlyLargeBodiesReportUploadProgress(size: Int, tells: Bool) async throws {
    let server = try RawServer { connection in
      _ = try connection.readHead()
      _ = try connection.readBytes(size)
      try connection.respond(body: "")
    }
    let text = String(repeating: "x", count: size)
    _ = try await send("{ \"method\": \"POST\", \"url\": \"\(server.url)\", \"body\": { \"text\": \"\(text)\" } }")
    #expect(progress.values.contains("sent") == tells)
    #expect(steps.last == "ended")
  }

  @Test func nothingIsSentOrRecordedWithoutPermission() async throws {
    let exchange = try await send(#"{ "url": "http://127.0.0.1:1/", "body": { "file": "/etc/hostname" } }"#)
    #expect(steps == ["refused [/etc/hostname]", "ended"])
    #expect(recorded.values.isEmpty)
    #expect(
      exchange.outcome
        == .failed(
          Failure(
            .unprepared,
            "This collection has no permission to read /etc/hostname — allow it in the workbench, or pass --allow-files"
          ),
          partial: nil))
  }

  @Test(
    arguments: [
      (
        #""headers": [{ "name": "X-Key", "value": "{{key}}" }], "auth": { "bearer": { "token": "t0k" } }"#,
        "X-Key, Authorization"
      ), (#""auth": { "bearer": { "token": "t0k" } }, "options": { "followAuthorization": true }"#, nil),
      (#""headers": [{ "name": "X-Key", "value": "plain" }]"#, nil),
    ] as [(String, String?)])
  func credentialsThatARedirectLeftOutAreNamedIfTheServerRefuses(_ members: String, _ names: String?) async throws {
    let other = try RawServer { connection in
      try connection.readHead()
      try connection.respond("401 Unauthorized")
    }
    let server = try RawServer { connection in
      try connection.readHead()
      try connection.respond("302 Found", headers: ["Location: \(other.url)/b"])
    }
    let around = Around.secrets(["key": "a-secret-key"])
    let exchange = try await send("{ \"url\": \"\(server.url)/a\", \(members) }", around)
    let lines = exchange.log.console.map(\.text)
    let expected = names.map {
      "Not sent to \(other.url), where a redirect leads: \($0) — \"followAuthorization\": true in the options sends them"
    }
    #expect(lines == [expected].compactMap(\.self))
  }

  @Test func aFailureNamesTheBodyFileByItsPath() async throws {
    var around = Around.nothing
    around.access = .unrestricted
    // Reports size 0 but is not empty.
    let exchange = try await send(#"{ "url": "http://127.0.0.1:1/", "body": { "file": "/proc/self/status" } }"#, around)
    let sentence = exchange.outcome.failure?.sentence ?? ""
    #expect(!sentence.contains("/fd/"), "\(sentence)")
  }

  @Test func theRequestIsRecordedAsSentOnTheWire() async throws {
    let server = try RawServer { connection in
      try connection.readHead()
      try connection.readBody(4)
      try connection.respond()
    }
    let exchange = try await send(
      "{ \"method\": \"PUT\", \"url\": \"\(server.url)/{{v}}\", \"headers\": [{ \"name\": \"X-A\", \"value\": \"{{v}}\" }], \"body\": { \"text\": \"{{v}}\" } }",
      .variables(["v": "here"]))
    let sent = try #require(exchange.sent)
    #expect(sent.method == "PUT" && sent.url == server.url + "/here" && sent.body == Data("here".utf8))
    let head = try #require(server.received.first).split(separator: "\r\n").dropFirst().map(String.init)
    // Exactly what arrived, including headers added by the transport.
    #expect(sent.headers.map { "\($0.name): \($0.value)" } == head)
    #expect(exchange.request.url == server.url + "/{{v}}")
  }

  @Test(arguments: [false, true])
  func anAPIKeyHeaderFollowsCrossOriginRedirectsOnlyOnRequest(_ isAsked: Bool) async throws {
    let other = try RawServer { connection in
      try connection.readHead()
      try connection.respond()
    }
    let server = try RawServer { connection in
      try connection.readHead()
      try connection.respond("302 Found", headers: ["Location: \(other.url)/"])
    }
    _ = try await send(
      """
      { "url": "\(server.url)", "auth": { "header": { "name": "X-Key", "value": "plain" } },
        "options": { "followAuthorization": \(isAsked) } }
      """)
    #expect(server.received.first?.contains("X-Key: plain") == true)
    #expect(other.received.map { $0.contains("plain") } == [isAsked])
  }

  @Test func anUndecodableBodyIsShownAsReceived() async throws {
    let server = try RawServer { connection in
      try connection.readHead()
      try connection.respond(headers: ["Content-Encoding: exi"], body: "uryyb")
    }
    let exchange = try await send("{ \"url\": \"\(server.url)\" }")
    #expect(exchange.outcome.failure?.sentence.contains("the coding \"exi\" is unknown") == true)
    #expect(exchange.response?.status == 200 && exchange.response?.body == Data("uryyb".utf8))
  }

  @Test func aPostThatLosesItsConnectionMayHaveBeenProcessed() async throws {
    let server = try RawServer { try $0.readHead() }
    let exchange = try await send("{ \"method\": \"POST\", \"url\": \"\(server.url)\" }")
    #expect(
      exchange.outcome.failure?.sentence
        == "127.0.0.1 closed the connection before its response was complete — "
        + "it may have processed the POST, so check before sending it again")
  }

  @Test func anUnpreparedRequestIsRecordedButNotSent() async throws {
    let exchange = try await send(#"{ "url": "{{base}}" }"#)
    #expect(steps == [#"missing ["base"]"#, "ended"])
    #expect(exchange.outcome.failure?.kind == .unprepared && exchange.sent == nil)
    #expect(recorded.values == [exchange])
  }

  @Test func anInvalidMethodIsAFailure() async throws {
    let exchange = try await send(#"{ "method": "NOT ONE", "url": "http://127.0.0.1:1" }"#)
    #expect(exchange.outcome.failure?.sentence == "\"NOT ONE\" is not a method — use letters, such as GET or PURGE")
    #expect(steps == ["ended"])
  }

  @Test func aRefusedConnectionIsAFailure() async throws {
    let exchange = try await send("{ \"url\": \"http://127.0.0.1:\(try RawServer.freePort())/\" }")
    #expect(exchange.outcome.failure?.kind == .refused)
    #expect(steps == ["ended"])
    #expect(recorded.values == [exchange])
  }

  @Test func theDefaultIsAnIdleTimeout() throws {
    let silent = TransferOptions(try SavedRequest(json: #"{ "url": "http://h/" }"#).options)
    #expect(silent.timeout == nil && silent.connectTimeout == .seconds(30) && silent.readTimeout == .seconds(60))
    let limited = TransferOptions(
      try SavedRequest(json: #"{ "url": "http://h/", "options": { "timeout": 5 } }"#).options)
    #expect(limited.timeout == .seconds(5) && limited.connectTimeout == nil && limited.readTimeout == nil)
    let endless = TransferOptions(
      try SavedRequest(json: #"{ "url": "http://h/", "options": { "timeout": 0 } }"#).options)
    #expect(endless.timeout == nil && endless.connectTimeout == nil && endless.readTimeout == nil)
  }

  @Test func aCancelledExchangeKeepsItsPartialResponse() async throws {
    let server = try RawServer { connection in
      try connection.readHead()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
      connection.waitForEnd()
    }
    let run = try start("{ \"url\": \"\(server.url)/\" }")
    _ = await progress.values(count: 1)
    run.cancel()
    run.cancel()
    let exchange = await ended.values(count: 1)[0]
    guard case .cancelled(let partial?) = exchange.outcome else { Issue.record("\(exchange.outcome)"); return }
    #expect(partial.status == 200)
    #expect(recorded.values == [exchange] && progress.values.filter { $0 == "ended" }.count == 1)
  }

  @Test func aBrokenConnectionKeepsThePartialResponse() async throws {
    let server = try RawServer { connection in
      try connection.readHead()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
    }
    let exchange = try await send("{ \"url\": \"\(server.url)/\" }")
    guard case .failed(let failure, let partial?) = exchange.outcome else {
      Issue.record("\(exchange.outcome)"); return
    }
    #expect(failure.kind == .connectionLost && partial.body == Data("half".utf8))
  }

  @Test func theRequestsTimeoutApplies() async throws {
    let server = try RawServer { connection in
      try connection.readHead()
      connection.waitForEnd()
    }
    let exchange = try await send("{ \"url\": \"\(server.url)/\", \"options\": { \"timeout\": 0.05 } }")
    #expect(exchange.outcome.failure?.kind == .timedOut)
  }

  @Test func redirectsAreFollowedUnlessDisabled() async throws {
    let server = try RawServer { connection in
      let head = try connection.readHead()
      if head.hasPrefix("GET /a") {
        try connection.respond("302 Found", headers: ["Location: /b", "Connection: close"])
      } else {
        try connection.respond()
      }
    }
    #expect(try await send("{ \"url\": \"\(server.url)/a\" }").timeline.hops.map(\.status) == [302, 200])
    let other = SendingTests()
    let exchange = try await other.send("{ \"url\": \"\(server.url)/a\", \"options\": { \"followRedirects\": false } }")
    #expect(exchange.response?.status == 302 && exchange.timeline.hops.count == 1)
  }

  @Test func aHistoryErrorIsReportedWithTheEnd() async throws {
    struct Full: Error, CustomStringConvertible { let description = "the disk is full" }
    let server = try RawServer { connection in
      try connection.readHead()
      try connection.respond()
    }
    try start("{ \"url\": \"\(server.url)/\" }") { _, _ in throw Full() }
    _ = await ended.values(count: 1)
    #expect(progress.values.last == "ended the disk is full")
  }

  @Test func aSecretIsSentButNeverShown() async throws {
    let server = try RawServer { connection in
      let head = try connection.readHead()
      try connection.respond(headers: ["X-Echo: s3cret-value"], body: head)
    }
    let around = Around.secrets(["t": "s3cret-value"])
    let store = try HistoryStore.inMemory()
    let job = SendEngine.Job(
      request: try SavedRequest(
        json: "{ \"url\": \"\(server.url)/{{t}}\", \"auth\": { \"bearer\": { \"token\": \"{{t}}\" } } }")
    ) { _ in around.inputs }
    for event in await SendEngine(client: Session(), record: { exchange, _ in try store.record(exchange) }).events(job)
    {
      switch event {
      case .body(let response):
        #expect(!"\(response.headers) \(String(decoding: response.body, as: UTF8.self))".contains("s3cret"))
      case .head(let response): #expect(!"\(response)".contains("s3cret"))
      case .partialBody(let body): #expect(!"\(body.response)".contains("s3cret"))
      case .progress, .refused, .login, .loginEnded, .token, .missingVariables, .prompts, .sent, .logged, .phase,
        .remasked, .unsent:
        break
      case .warning(let text), .note(let text): #expect(!text.contains("s3cret"))
      case .ended(let exchange, _): #expect(!"\(exchange)".contains("s3cret"))
      }
    }
    #expect(server.received.map { $0.contains("Bearer s3cret-value") } == [true])
    let kept = try #require(try store.exchange(job.id))
    #expect(!"\(kept)".contains("s3cret") && kept.response?.body.count == server.received[0].utf8.count)
  }
}
