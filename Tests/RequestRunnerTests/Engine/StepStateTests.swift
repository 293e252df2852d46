import Foundation
import RequestModel
import ResponseChecks
import TestSupport
import Testing

@testable import RequestRunner

/// The steps of a conversation without a connection.
@Suite struct StepStateTests {
  /// A message passes a check whose expression it has; `none` in a step has no value.
  private static let services = StepServices(
    resolve: { (text) throws(CheckProblem) in
      if text.contains("{{none}}") { throw CheckProblem("{{none}} has no value") }
      return text.replacingOccurrences(of: "{{soon}}", with: "3s")
    },
    result: { row, message in
      let text = String(decoding: message.body.content, as: UTF8.self)
      let wanted = row["query"]?.string == "close" ? row["value"]?.compact : row["value"]?.string
      let isPassed = text.contains(wanted ?? "?")
      return LogEvent.Check("", isPassed: isPassed, detail: isPassed ? "" : "got \(text)")
    },
    mask: { $0.replacingOccurrences(of: "s3cret", with: "••••••") })

  private static func state(_ steps: String) throws -> StepState {
    let request = try SavedRequest(
      json: #"{ "url": "ws://h", "messages": [{ "name": "hi", "value": "hello" }], "steps": [\#(steps)] }"#)
    return StepState(request, services)
  }

  private static func received(_ text: String) -> StepState.Input {
    .received(LogEvent.Message(.received, type: "text", LogEvent.Body(Data(text.utf8))))
  }

  private static func closed(_ text: String) -> StepState.Input {
    .received(LogEvent.Message(.received, type: "close", LogEvent.Body(Data(text.utf8))))
  }

  private static let hello = ChannelMessage.template("hello")

  private static func failure(_ name: String, _ detail: String) -> StepState.Action {
    .report(LogEvent.Check(name, isPassed: false, detail: detail))
  }

  private static func passed(_ name: String) -> StepState.Action { .report(LogEvent.Check(name, isPassed: true)) }

  @Test func stepsFollowOneAnotherAndTheConnectionIsClosed() throws {
    var state = try Self.state(
      #"{ "send": "hi" }, { "expect": "body == a", "within": "{{soon}}" }, { "wait": "1s" }, { "close": "4000 done" }"#)
    #expect(state.apply(.opened) == [.send(Self.hello), .timeout(step: 0, after: .seconds(10))])
    #expect(state.apply(.opened) == [])
    #expect(state.apply(.sent) == [.timeout(step: 1, after: .seconds(3))])
    #expect(state.apply(.timeout(step: 0)) == [])
    #expect(
      state.apply(Self.received("a")) == [
        Self.passed("expect body == a within {{soon}}"), .timeout(step: 2, after: .seconds(1)),
      ])
    #expect(state.apply(.timeout(step: 2)) == [.close(CloseReason(4000, "done")), .close(nil)])
    #expect(state.apply(.ended("the connection has ended")) == [])
  }

  @Test func theTimeLimitOfTheRequestFailsTheStepThatItInterrupts() throws {
    var state = try Self.state(#"{ "expect": "body == a" }, { "wait": "1s" }"#)
    _ = state.apply(.opened)
    _ = state.apply(Self.received("b"))
    #expect(
      state.apply(.expired(.seconds(2))) == [
        Self.failure("expect body == a", "the request has only 2s, its time limit; one other came: b (got b)"),
        .note("The conversation ends: 1 step is not run"), .close(nil),
      ])
    #expect(state.apply(.expired(.seconds(2))) == [])
    var last = try Self.state(#"{ "wait": "1m" }"#)
    _ = last.apply(.opened)
    #expect(
      last.apply(.expired(.milliseconds(500))) == [
        Self.failure("wait 1m", "the request has only 500ms, its time limit"), .close(nil),
      ])
  }

  @Test func nothingPassesInNoTime() throws {
    var state = try Self.state(#"{ "never": "body == a", "within": "0s" }"#)
    #expect(
      state.apply(.opened) == [
        Self.failure(
          "never body == a within 0s",
          "within 0s leaves no time for a message — write one such as 500ms, 2s or 1m"), .close(nil),
      ])
  }

  @Test func messagesAreInOrderWheneverTheyArrive() throws {
    var state = try Self.state(
      #"{ "wait": "1s" }, { "expect": "body == b" }, { "expect": "body == c" }, { "expect": "body == a" }"#)
    _ = state.apply(.opened)
    for text in ["a", "b", "x", "c", "y"] { #expect(state.apply(Self.received(text)) == []) }
    // `a` came before `b`, so that the last step does not find it.
    #expect(
      state.apply(.timeout(step: 0)) == [
        Self.passed("expect body == b"), Self.passed("expect body == c"), .timeout(step: 3, after: .seconds(10)),
      ])
    #expect(
      state.apply(.timeout(step: 3)) == [
        Self.failure("expect body == a", "no such message within 10s; one other came: y (got y)"), .close(nil),
      ])
  }

  @Test func aFailureNamesWhatCameInsteadWithoutSecretsAndEndsTheConversation() throws {
    var state = try Self.state(#"{ "expect": "body == a", "within": "200ms" }, { "send": "hi" }, { "wait": "1s" }"#)
    _ = state.apply(.opened)
    for text in ["one", "two", "three", "the s3cret"] { #expect(state.apply(Self.received(text)) == []) }
    let detail = "no such message within 200ms; 4 others came: … two, three, the •••••• (got the ••••••)"
    #expect(
      state.apply(.timeout(step: 0)) == [
        Self.failure("expect body == a within 200ms", detail),
        .note("The conversation ends: 2 steps are not run"), .close(nil),
      ])
    #expect(state.apply(Self.received("a")) == [] && state.apply(.sent) == [])
  }

  @Test func messagesThatNoStepTakesDoNotFillTheMemory() throws {
    var state = try Self.state(#"{ "wait": "1m" }"#)
    _ = state.apply(.opened)
    let body = LogEvent.Body(Data(count: WaitingMessages.limit / 2))
    let large = StepState.Input.received(LogEvent.Message(.received, type: "text", body))
    #expect(state.apply(large) == [])
    #expect(
      state.apply(large) == [
        Self.failure("wait 1m", "more than 64 MB of messages came that no step has taken"), .close(nil),
      ])
  }

  @Test func messagesThatAreTakenOrPassedOverLeaveRoomForOthers() {
    var waiting = WaitingMessages()
    let message = LogEvent.Message(.received, type: "text", LogEvent.Body(Data(count: WaitingMessages.limit / 2)))
    let close = LogEvent.Message(.received, type: "close", LogEvent.Body(Data()))
    for message in [message, close, message] { waiting.append(message) }
    #expect(waiting.isFull)
    waiting.remove(from: 1, closes: false)
    #expect(Array(waiting.all) == [message, close] && !waiting.isFull)
    waiting.removeFirst(1)
    waiting.append(message)
    #expect(Array(waiting.all) == [close, message] && !waiting.isFull)
  }

  @Test func fourTimesTheStepsThatTakeWaitingMessagesAreFourTimesTheWork() {
    let work = Work("steps") { count -> (state: StepState?, count: Int) in
      let steps = Array(repeating: #"{ "wait": "1m" }, { "expect": "body == a" }"#, count: count)
      var state = try? Self.state(steps.joined(separator: ", "))
      _ = state?.apply(.opened)
      for _ in 0..<16 * count { _ = state?.apply(Self.received("a")) }
      return (state, count)
    } read: { input in
      var state = input.state
      for step in 0..<input.count { _ = state?.apply(.timeout(step: 2 * step)) }
    }
    let factor = work.factor
    #expect(factor < Work.most, "\(factor) times")
  }

  @Test func noMessageMayPassANeverAndItTakesNone() throws {
    var state = try Self.state(#"{ "never": "body == a" }, { "expect": "body == b" }, { "never": "body == c" }"#)
    #expect(state.apply(.opened) == [.timeout(step: 0, after: .seconds(1))])
    #expect(state.apply(Self.received("b")) == [])
    #expect(
      state.apply(.timeout(step: 0)) == [
        Self.passed("never body == a"), Self.passed("expect body == b"), .timeout(step: 2, after: .seconds(1)),
      ])
    #expect(
      state.apply(Self.received("c")) == [Self.failure("never body == c", "this message came: c"), .close(nil)])
  }

  @Test func theEndOfTheConnectionDecidesWhatIsLeft() throws {
    var state = try Self.state(
      #"{ "never": "body == a" }, { "expect": "close == 4001" }, { "wait": "1s" }, { "expect": "body == b" }"#)
    _ = state.apply(.opened)
    #expect(state.apply(Self.closed("4001 bye")) == [])
    #expect(
      state.apply(.ended("the connection has ended")) == [
        Self.passed("never body == a"), Self.passed("expect close == 4001"),
        Self.failure("expect body == b", "the server closed the connection: 4001 bye, and no other message came"),
        .close(nil),
      ])
  }

  @Test func aMessageThatCannotBeSentIsAFailure() throws {
    var state = try Self.state(#"{ "send": "hi", "within": "1s" }"#)
    _ = state.apply(.opened)
    #expect(
      state.apply(.unsent("{{x}} has no value")) == [
        Self.failure("send hi within 1s", "{{x}} has no value"), .close(nil),
      ])
    var slow = try Self.state(#"{ "send": "hi", "within": "1s" }"#)
    _ = slow.apply(.opened)
    #expect(
      slow.apply(.timeout(step: 0)) == [
        Self.failure("send hi within 1s", "the message was not taken within 1s"), .close(nil),
      ])
  }

  @Test func aVariableWithoutAValueIsNoMessageThatDoesNotCome() throws {
    var state = try Self.state(#"{ "expect": "body == {{none}}" }"#)
    #expect(
      state.apply(.opened) == [Self.failure("expect body == {{none}}", "{{none}} has no value"), .close(nil)])
  }

  @Test func aConnectionThatDoesNotOpenFailsTheFirstStep() throws {
    var state = try Self.state(#"{ "expect": "body == a" }, { "wait": "1s" }"#)
    #expect(
      state.apply(.ended("the server did not open the connection: 403 Forbidden")) == [
        Self.failure("expect body == a", "the server did not open the connection: 403 Forbidden"),
        .note("The conversation ends: 1 step is not run"), .close(nil),
      ])
  }
}
