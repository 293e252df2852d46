import Foundation
import RequestModel
import Testing

@testable import RequestRunner

/// The transitions of an exchange that takes messages.
struct ExchangeStateTests {
  private typealias Action = ExchangeState.Action
  private let machine = Machine()

  private final class Machine {
    private var state = ExchangeState()

    func apply(_ input: ExchangeState.Input) -> [Action] { state.apply(input) }
  }

  private static let (a, b) = (ChannelMessage("text", Data("a".utf8)), ChannelMessage("text", Data("b".utf8)))
  private static let (first, second) = (SendID(1), SendID(2))

  private static func log(_ direction: LogEvent.Message.Direction, _ message: ChannelMessage) -> Action {
    .log(.message(LogEvent.Message(direction, type: message.type, LogEvent.Body(message.content))))
  }

  private func apply(_ inputs: ExchangeState.Input...) -> [Action] { inputs.flatMap(machine.apply) }

  @Test func aMessageFollowsWhenTheOneBeforeIsAccepted() {
    #expect(apply(.send(Self.first, Self.a), .send(Self.second, Self.b)) == [])
    #expect(apply(.arrived(.opened(nil))) == [.phase(.open), .perform(.send(Self.first, Self.a))])
    #expect(apply(.arrived(.accepted(Self.second))) == [])
    #expect(
      apply(.arrived(.accepted(Self.first))) == [Self.log(.sent, Self.a), .perform(.send(Self.second, Self.b))])
    #expect(apply(.arrived(.received(Self.a))) == [Self.log(.received, Self.a)])
    #expect(apply(.arrived(.accepted(Self.second))) == [Self.log(.sent, Self.b)])
  }

  @Test func aWarningOfTheConnectionIsALineOfTheConsole() {
    _ = apply(.arrived(.opened(nil)))
    #expect(apply(.arrived(.warned("late"))) == [.log(.console(LogEvent.ConsoleLine("warn", "late")))])
  }

  @Test func closingWaitsForTheMessagesBeforeIt() {
    let bye = CloseReason(1000, "bye")
    _ = apply(.arrived(.opened(nil)), .send(Self.first, Self.a))
    #expect(apply(.finishSending, .close(bye), .close(nil)) == [.expireLater])
    #expect(apply(.send(Self.second, Self.b)) == [.refuse(Self.second, "The sending side is closed")])
    #expect(
      apply(.arrived(.accepted(Self.first))) == [Self.log(.sent, Self.a), .perform(.close(bye)), .phase(.closing)])
    #expect(apply(.arrived(.ended(nil))) == [.phase(.ended), .end(.completed)])
  }

  @Test func anExchangeEndsOnceAndRefusesWhatWaits() {
    _ = apply(.send(Self.first, Self.a), .send(Self.second, Self.b), .arrived(.opened(nil)))
    #expect(apply(.cancel, .cancel) == [.perform(.cancel), .expireLater, .phase(.closing)])
    let refusals = [Self.first, Self.second].map { Action.refuse($0, "The exchange has ended") }
    #expect(apply(.expire) == [.perform(.cancel)] + refusals + [.phase(.ended), .end(.cancelled)])
    #expect(apply(.arrived(.ended(nil)), .expire, .cancel, .close(nil), .finishSending) == [])
    #expect(apply(.send(SendID(3), Self.a)) == [.refuse(SendID(3), "The exchange has ended")])
  }

  @Test func aConnectionThatDoesNotTakeTheCloseFails() {
    _ = apply(.arrived(.opened(nil)))
    #expect(apply(.close(nil)) == [.expireLater, .perform(.close(nil)), .phase(.closing)])
    #expect(apply(.expire) == [.perform(.cancel), .phase(.ended), .end(.failed(ExchangeState.unclosed))])
  }

  @Test func aConnectionThatDoesNotTakeWhatIsBeforeTheCloseFails() {
    _ = apply(.send(Self.first, Self.a), .arrived(.opened(nil)))
    #expect(apply(.close(nil)) == [.expireLater])
    let refusal = Action.refuse(Self.first, "The exchange has ended")
    #expect(apply(.expire) == [.perform(.cancel), refusal, .phase(.ended), .end(.failed(ExchangeState.stuck))])
  }

  @Test func aTemplateIsFilledInWhenItsTurnComesAndTheNextFollowsWhereItCannotBe() {
    let (template, sent) = (ChannelMessage.template("{{a}}"), ChannelMessage.text("1"))
    _ = apply(
      .arrived(.opened(nil)), .send(Self.first, Self.a), .send(Self.second, template), .send(SendID(3), template))
    #expect(
      apply(.arrived(.accepted(Self.first))) == [Self.log(.sent, Self.a), .prepare(Self.second, template)])
    #expect(apply(.unprepared(Self.second, "no")) == [.refuse(Self.second, "no"), .prepare(SendID(3), template)])
    #expect(apply(.prepared(Self.second, sent), .prepared(SendID(3), sent)) == [.perform(.send(SendID(3), sent))])
    #expect(apply(.arrived(.accepted(SendID(3)))) == [Self.log(.sent, sent)])
  }

  @Test func aRefusedConnectionKeepsItsResponseAndRefusesWhatWaits() {
    let head = Response.Head(status: 403, reason: "Forbidden", httpVersion: "HTTP/1.1", headers: [])
    let response = Response(head, body: LogEvent.Body(Data("no".utf8)))
    let reason = "The server did not open the connection: 403 Forbidden"
    _ = apply(.send(Self.first, Self.a))
    #expect(
      apply(.arrived(.refused(response)), .send(Self.second, Self.b)) == [
        .log(.head(head)), .log(.body(LogEvent.Body(Data("no".utf8)))), .refuse(Self.first, reason),
        .refuse(Self.second, reason),
      ])
    #expect(apply(.arrived(.ended(nil))) == [.phase(.ended), .end(.completed)])
  }

  @Test func noMoreMessagesWaitThanTheLimit() {
    let inputs = (1...ExchangeState.outboxLimit).map { ExchangeState.Input.send(SendID($0), Self.a) }
    #expect(inputs.flatMap(machine.apply) == [])
    let next = SendID(ExchangeState.outboxLimit + 1)
    #expect(apply(.send(next, Self.b)) == [.refuse(next, "1000 messages wait to be sent already")])
  }
}
