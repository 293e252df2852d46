import Foundation
import RequestModel
import Testing

@testable import WorkbenchCore

/// The messages of exchanges that stay open.
@Suite struct ExchangeMessageTests {
  private static func message(_ direction: LogEvent.Message.Direction, _ text: String, at time: Duration) -> LogEvent {
    LogEvent(.message(LogEvent.Message(direction, type: "text", LogEvent.Body(Data(text.utf8)))), at: time)
  }

  private static let sent = message(.sent, "ping", at: .seconds(1))
  private static let received = message(.received, "pong", at: .seconds(2))

  @Test func messagesArriveWhileAnExchangeRuns() {
    var app = Harness.shop()
    app.press("<F5>")
    let id = app.sentID!
    app.receive(.exchange(id, .started(Date(timeIntervalSince1970: 0))))
    app.receive(.exchange(id, .messages([Self.sent])))
    app.receive(.exchange(id, .messages([Self.received])))
    #expect(app.bench.workspace.exchange?.messages == Conversation([Self.sent, Self.received]))
  }

  @Test func resultsArriveWhileAnExchangeRunsAndAreThoseOfItsLogOnceItHasEnded() {
    let results = [
      LogEvent(.check(LogEvent.Check("message 1", isPassed: true)), at: .seconds(1)),
      LogEvent(.console(LogEvent.ConsoleLine("log", "seen")), at: .seconds(2)),
    ]
    var live = LiveExchange(id: ExchangeID())
    live.apply(.started(Date(timeIntervalSince1970: 0)))
    for result in results { live.apply(.results([result])) }
    #expect(live.log == ExchangeLog(results))
    var exchange = Exchange.answered(live.id)
    exchange.log.events += results
    live.apply(.ended(exchange, sentBody: nil))
    #expect(live.log == exchange.log)
  }

  @Test func theMessagesOfAnEndedExchangeAreThoseOfItsLog() {
    var exchange = Exchange.answered(ExchangeID())
    exchange.log.events += [Self.sent, Self.received]
    let live = LiveExchange(id: exchange.id, stage: .ended(exchange))
    #expect(live.messages == Conversation([Self.sent, Self.received]))
  }
}
