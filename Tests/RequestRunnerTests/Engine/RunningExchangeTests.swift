import Dispatch
import Foundation
import RequestClient
import RequestModel
import Synchronization
import TestSupport
import Testing

@testable import RequestRunner

/// Exchanges that take messages while they run.
@Suite(.timeLimit(.minutes(1)))
struct RunningExchangeTests {
  private let recorded = Recorder<Exchange>()
  private let echo = EchoChannel()

  private func run(
    _ hooks: RunHooks = RunHooks(), kind: RequestKind? = nil,
    _ request: SavedRequest = SavedRequest(url: "http://localhost/"), takesMessages: Bool = true
  ) -> Run {
    let engine = SendEngine(client: Session(), hooks: hooks) { [recorded] exchange, _ in recorded.record(exchange) }
    var job = SendEngine.Job(request: request) { _ in Around.nothing.inputs }
    job.kind = kind ?? EchoChannel.kind { [echo] in echo }
    job.options.takesMessages = takesMessages
    return engine.run(job)
  }

  private static func name(_ event: RunEvent) -> String {
    switch event {
    case .phase(let phase): "\(phase)"
    case .unsent(let id, let reason): "unsent \(id.number): \(reason)"
    case .logged(let event): name(event.content)
    case .ended(let exchange, _): "ended \(exchange.ending)"
    default: "\(event)"
    }
  }

  private static func name(_ content: LogEvent.Content) -> String {
    switch content {
    case .request(let sent): "request \(sent.url)"
    case .head(let head): "head \(head.status)"
    case .message(let message):
      "\(message.direction) \(message.type) \(String(decoding: message.body.content, as: UTF8.self))"
    default: "\(content)"
    }
  }

  private static func text(_ text: String) -> ChannelMessage { ChannelMessage("text", Data(text.utf8)) }

  @Test func messagesGoBothWaysUntilTheExchangeIsClosed() async throws {
    let run = run()
    // It waits for the connection.
    run.send(Self.text("one"))
    var names: [String] = []
    for await event in run.start() {
      names.append(Self.name(event))
      switch names.last {
      case "received text one": run.send(ChannelMessage("ping", Data()))
      case "received pong ": run.finishSending()
      case "received text bye":
        run.send(Self.text("late"))
        run.close()
      default: break
      }
    }
    #expect(
      names == [
        "request http://localhost/", "head 101", "open", "sent text one", "received text one", "sent ping ",
        "received pong ", "halfClosed", "received text bye", "unsent 3: The sending side is closed", "closing", "ended",
        "ended completed",
      ])
    let exchange = try #require(recorded.values.first)
    #expect(recorded.values.count == 1 && exchange.outcome.response?.status == 101)
    #expect(
      exchange.log.events.map { Self.name($0.content) } == [
        "request http://localhost/", "head 101", "sent text one", "received text one", "sent ping ", "received pong ",
        "received text bye",
      ])
  }

  @Test func secretsAreSentInMessagesAndMaskedWhereTheseAreShown() async throws {
    let run = run(RunHooks(preRequest: [{ $0.mask.addSecrets(["s3cret-value"]) }]))
    run.send(Self.text("the s3cret-value"))
    run.close()
    var names: [String] = []
    for await event in run.start() { names.append(Self.name(event)) }
    #expect(echo.taken.values == [Self.text("the s3cret-value")])
    #expect(names.contains("sent text the ************") && !"\(names)".contains("s3cret-value"))
    let shown = recorded.values.flatMap(\.log.events).map { Self.name($0.content) }
    #expect(shown.contains("received text the ************") && !"\(shown)".contains("s3cret-value"))
  }

  @Test func theVariablesOfAMessageAreReplacedWhenItIsSent() async throws {
    let variables: JSONValue = [["name": "who", "value": "Ada"]]
    let run = run(RunHooks(), try SavedRequest(document: ["url": "http://localhost/", "variables": variables]))
    run.send(.template("hi {{who}}"))
    run.send(.template("{{nobody}}"))
    run.send(.template(#"{"a": "#, .json))
    run.send(.template("AAE =", .binary))
    run.send(.template("", file: "/nowhere/at/all"))
    run.close()
    var unsent: [String] = []
    for await event in run.start() {
      if case .unsent(let id, let reason) = event { unsent.append("\(id.number) \(reason)") }
    }
    #expect(echo.taken.values == [Self.text("hi Ada"), ChannelMessage("binary", Data([0, 1]))])
    #expect(unsent.map { $0.prefix(1) } == ["2", "3", "5"])
    #expect(unsent.first?.contains("nobody") == true && unsent[1].hasPrefix("3 The message is not JSON"))
  }

  @Test func aTypedMessageRunsNoCommandAndARefusalHasNoSecret() async throws {
    let variables: JSONValue = [["name": "now", "fromCommand": "date"]]
    let run = run(
      RunHooks(preRequest: [{ $0.mask.addSecrets(["s3cret-value"]) }]),
      try SavedRequest(document: ["url": "http://localhost/", "variables": variables]))
    run.send(.template("{{now}}"))
    run.send(.template("", file: "/nowhere/s3cret-value"))
    run.close()
    var unsent: [String] = []
    for await event in run.start() { if case .unsent(_, let reason) = event { unsent.append(reason) } }
    #expect(unsent.count == 2 && echo.taken.values.isEmpty)
    #expect(unsent[0] == "{{now}} is fetched before the connection opens, for saved messages only")
    #expect(unsent[1].contains("\"/nowhere/••••••\""))
  }

  @Test func aConnectionThatNobodySendsOnIsClosedOnceItIsOpen() async throws {
    var names: [String] = []
    for await event in run(takesMessages: false).start() { names.append(Self.name(event)) }
    let texts = names.filter { !$0.contains("the request has no steps that send messages") }
    #expect(texts.suffix(4) == ["open", "closing", "ended", "ended completed"] && texts.count == names.count - 1)
  }

  @Test func theChecksOfFoldersForAnyChannelAreThoseAboutMessages() async throws {
    let around = Around(folders: [
      try FolderSettings(
        json: #"""
          { "checks": [{ "query": "status", "value": 200 }, { "query": "messages", "filters": ["count"], "value": 0 }] }
          """#)
    ])
    var job = SendEngine.Job(request: SavedRequest(url: "http://localhost/")) { _ in around.inputs }
    job.kind = EchoChannel.kind { [echo] in echo }
    let exchange = try #require(await SendEngine(client: Session()) { _, _ in }.events(job).exchange)
    let warnings = exchange.log.console.map(\.text).filter { $0.hasPrefix("Checks of") }
    #expect(
      warnings == ["Checks of the folders that are about HTTP responses are not evaluated: status equals 200"])
  }

  @Test func aRefusedConnectionIsNotSaidToBeClosed() async throws {
    let server = try RawServer { connection in
      try connection.readHead()
      try connection.respond("403 Forbidden", body: "no")
    }
    let url = "ws" + server.url.dropFirst(4)
    let job = SendEngine.Job(request: SavedRequest(url: url)) { _ in Around.nothing.inputs }
    var names: [String] = []
    var exchange: Exchange?
    let engine = SendEngine(client: Session()) { _, _ in }
    for await event in engine.run(job).start() {
      names.append(Self.name(event))
      if case .ended(let ended, _) = event { exchange = ended }
    }
    #expect(exchange?.response?.status == 403 && exchange?.log.console == [])
    #expect(!names.contains { $0.contains("closed once it is open") })
  }

  @Test func aFailureOfTheConnectionEndsTheExchangeAndKeepsItsMessages() async throws {
    let run = run()
    run.send(ChannelMessage("fail", Data("the peer is gone".utf8)))
    run.send(Self.text("never"))
    var names: [String] = []
    for await event in run.start() { names.append(Self.name(event)) }
    let failure = Failure(.connectionLost, "the peer is gone")
    #expect(
      names.suffix(4) == [
        "unsent 1: The exchange has ended", "unsent 2: The exchange has ended", "ended",
        "ended \(Exchange.Ending.failed(failure))",
      ])
    #expect(recorded.values.map(\.ending) == [.failed(failure)])
  }

  @Test func cancellingEndsAnExchangeWhoseConnectionDoesNotEnd() async throws {
    let silent = SilentChannel()
    let run = run(kind: EchoChannel.kind { silent })
    let events = run.start()
    await silent.isOpen.wait()
    run.cancel()
    run.cancel()
    var names: [String] = []
    for await event in events { names.append(Self.name(event)) }
    #expect(names == ["request http://localhost/", "closing", "ended", "ended cancelled"])
    #expect(recorded.values.map(\.ending) == [.cancelled])
  }

  @Test func aRequestOverHTTPTakesNoMessages() async throws {
    let server = try RawServer { connection in
      _ = try connection.readHead()
      try connection.respond(body: "{}")
    }
    let engine = SendEngine(client: Session()) { _, _ in }
    let run = engine.run(SendEngine.Job(request: SavedRequest(url: server.url)) { _ in Around.nothing.inputs })
    let id = run.send(Self.text("x"))
    var reasons: [String] = []
    for await event in run.start() {
      if case .unsent(id, let reason) = event { reasons.append(reason) }
    }
    #expect(reasons == ["A request of the kind http takes no messages while it runs"])
  }
}

/// Sends back what it is sent. Pings are answered with pongs, the end of sending with a message, and `fail` with a failure.
private final class EchoChannel: ExchangeChannel {
  static func kind(_ make: @escaping @Sendable () -> any ExchangeChannel) -> RequestKind {
    RequestKind(
      "echo", "Echo", "A kind of this test.", fields: [.url], formTabs: [], carrier: .channel { _ in make() })
  }

  let taken = Recorder<ChannelMessage>()
  private let queue = DispatchQueue(label: "test.echo")
  private let report = Mutex<(@Sendable (ChannelArrival) -> Void)?>(nil)

  func open(_ report: @escaping @Sendable (ChannelArrival) -> Void) {
    self.report.withLock { $0 = report }
    let head = Response.Head(status: 101, reason: "Switching Protocols", httpVersion: "HTTP/1.1", headers: [])
    queue.async { report(.opened(head)) }
  }

  func perform(_ command: ChannelCommand) {
    queue.async { [self] in
      switch command {
      case .send(_, let message) where message.type == "fail":
        end(Failure(.connectionLost, String(decoding: message.content, as: UTF8.self)))
      case .send(let id, let message):
        taken.record(message)
        tell(.accepted(id))
        tell(.received(ChannelMessage(message.type == "ping" ? "pong" : message.type, message.content)))
      case .finishSending: tell(.received(ChannelMessage("text", Data("bye".utf8))))
      case .close, .cancel: end(nil)
      }
    }
  }

  private func tell(_ arrival: ChannelArrival) { report.withLock(\.self)?(arrival) }

  private func end(_ failure: Failure?) {
    tell(.ended(failure))
    report.withLock { $0 = nil }
  }
}

/// Opens no connection, and does not end.
private final class SilentChannel: ExchangeChannel {
  let isOpen = Gate()

  func open(_ report: @escaping @Sendable (ChannelArrival) -> Void) { isOpen.open() }
  func perform(_ command: ChannelCommand) {}
}
