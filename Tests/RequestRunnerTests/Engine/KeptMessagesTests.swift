import Foundation
import RequestClient
import RequestModel
import TestSupport
import Testing

@testable import RequestRunner

/// The memory that the messages of a conversation take.
@Suite(.timeLimit(.minutes(1)))
struct KeptMessagesTests {
  private static func message(_ size: Int, _ type: String = "text") -> LogEvent {
    LogEvent(.message(LogEvent.Message(.received, type: type, LogEvent.Body(Data(count: size)))), at: .zero)
  }

  @Test func messagesAfterTheLimitAreCountedAndOtherEventsAreKept() {
    var kept = KeptMessages(limit: 1000)
    #expect(kept.keepIfRoom(Self.message(300)) == .kept)
    #expect(kept.keepIfRoom(Self.message(400)) == .first)
    // One that would fit does not come after those that are left out.
    #expect(kept.keepIfRoom(Self.message(1)) == .leftOut)
    #expect(kept.keepIfRoom(Self.message(4, "close")) == .kept)
    #expect(kept.keepIfRoom(LogEvent(.console(LogEvent.ConsoleLine("log", "x")), at: .zero)) == .kept)
    #expect(kept.leftOut == 2)
  }

  @Test func pingsAndPongsBeyondALimitAreCountedAndTakeNoRoomOfMessages() {
    var kept = KeptMessages(limit: 300)
    for number in 0..<KeptMessages.controlLimit {
      #expect(kept.keepIfRoom(Self.message(125, number % 2 == 0 ? "ping" : "pong")) == .kept)
    }
    #expect(kept.keepIfRoom(Self.message(0, "pong")) == .firstControl)
    #expect(kept.keepIfRoom(Self.message(0, "ping")) == .leftOut)
    #expect(kept.keepIfRoom(Self.message(100)) == .kept)
    #expect(kept.keepIfRoom(Self.message(4, "close")) == .kept)
    #expect(kept.leftOut == 0 && kept.leftOutControls == 2)
  }

  @Test func theIDsOfEventsTakeMemory() {
    let part = StreamPart(.event, event: "add", id: String(repeating: "1", count: 700))
    let event = LogEvent(.message(LogEvent.Message(part, LogEvent.Body(Data(count: 97)))), at: .zero)
    var kept = KeptMessages(limit: 1999)
    #expect(kept.keepIfRoom(event) == .kept && kept.keepIfRoom(event) == .first)
    kept = KeptMessages(limit: 2000)
    #expect(kept.keepIfRoom(event) == .kept && kept.keepIfRoom(event) == .kept)
  }

  /// Sends two messages of which one is kept.
  private func story(reportsAll: Bool) async -> (reported: [String], kept: [String]) {
    let recorded = Recorder<Exchange>()
    let engine = SendEngine(client: Session()) { exchange, _ in recorded.record(exchange) }
    var job = SendEngine.Job(request: SavedRequest(url: "http://localhost/")) { _ in Around.nothing.inputs }
    job.kind = RequestKind(
      "two", "Two", "A kind of this test.", fields: [.url], formTabs: [], carrier: .channel { _ in TwoMessages() })
    (job.options.takesMessages, job.messageLimit, job.reportsAllMessages) = (true, 300, reportsAll)
    var reported: [String] = []
    for await event in engine.run(job).start() {
      switch event {
      case .logged(let event): if let line = Self.line(event) { reported.append(line) }
      case .warning(let text): reported.append(text)
      default: break
      }
    }
    return (reported, recorded.values.flatMap(\.log.events).compactMap(Self.line))
  }

  private static func line(_ event: LogEvent) -> String? {
    switch event.content {
    case .message(let message): String(decoding: message.body.content, as: UTF8.self)
    case .console(let line): line.text
    default: nil
    }
  }

  @Test func whatIsLeftOutIsSaidAndNotKept() async {
    let note = "1 message after the first 300 B not kept"
    let shown = await story(reportsAll: false)
    #expect(
      shown.reported == [
        "first", "The conversation has more than 300 B of messages: later ones are neither shown nor kept", note,
      ])
    #expect(shown.kept == ["first", note])
    let passed = await story(reportsAll: true)
    #expect(
      passed.reported == [
        "first", "The conversation has more than 300 B of messages: history keeps no later ones", "second", note,
      ])
    #expect(passed.kept == ["first", note])
  }

  @Test func aReaderThatIsBehindPausesTheConnectionUntilItHasRead() async {
    let events = RunEvents()
    let changes = Recorder<Bool>()
    events.onFullChange { changes.record(events.isFull) }
    for _ in 0..<5 { events.add(.logged(Self.message(RunEvents.limit / 4))) }
    #expect(changes.values == [true] && events.isFull)
    events.end()
    for await _ in events {}
    #expect(changes.values == [true, false])
  }
}

/// Receives two messages and ends.
private final class TwoMessages: ExchangeChannel {
  func open(_ report: @escaping @Sendable (ChannelArrival) -> Void) {
    report(.opened(nil))
    report(.received(.text("first")))
    report(.received(.text("second")))
    report(.ended(nil))
  }

  func perform(_ command: ChannelCommand) {}
}
