import Foundation
import RequestModel
import Testing

@testable import WorkbenchCore

/// The steps of a conversation on the screen.
@Suite struct StepCommandTests {
  private func request(_ members: String) throws -> SavedRequest {
    let text = #"{ "url": "ws://h/echo", \#(members) }"#
    return try SavedRequest(document: try #require(try JSONText(text).value.object))
  }

  private static func isOfSteps(_ effects: [Effect]) -> Bool? {
    effects.lazy.compactMap { if case .send(let job) = $0 { job.runsSteps } else { nil } }.first
  }

  @Test func runStepsSendsTheRequestForItsStepsAndSendForItsUser() throws {
    var app = Harness.shop()
    app.open("shop/list.json", try request(#""steps": [{ "wait": "1s" }]"#))
    #expect(Self.isOfSteps(app.bench.route([.commit, .tell(SendRequest.runSteps)])) == true)
    // It is running now.
    #expect(Self.isOfSteps(app.bench.route([.commit, .tell(SendRequest.runSteps)])) == nil)
    var other = Harness.shop()
    other.open("shop/list.json", try request(#""steps": [{ "wait": "1s" }]"#))
    #expect(Self.isOfSteps(other.bench.route([.commit, .tell(SendRequest.send)])) == false)
  }

  @Test func aRequestWithoutStepsSaysWhatHasThem() throws {
    let command = try #require(Command.named("request.runSteps"))
    var app = Harness.shop()
    #expect(command.obstacle(in: app.bench) == "Only conversations and streams have steps")
    let stream = try JSONText(#"{ "url": "http://h/events", "steps": [{ "wait": "1s" }] }"#).value.object
    app.open("shop/list.json", try SavedRequest(document: try #require(stream)))
    #expect(command.obstacle(in: app.bench) == nil)
  }

  @Test func theFormNamesTheMistakeOfAStep() {
    let table = PlacedField(.steps)
    #expect(
      table.mistake(in: Parameter("wiat", "1s"))
        == RowMistake(cell: 0, sentence: #"unknown step "wiat" — did you mean "wait"?"#))
    #expect(
      table.mistake(in: Parameter("wait", "soon"))
        == RowMistake(cell: 1, sentence: #""soon" is not a time — write one such as 500ms, 2s or 1m"#))
    #expect(table.mistake(in: Parameter("send", "hello")) == nil)
    #expect(table.mistake(in: Parameter("wait", "soon", off: true)) == nil)
  }

  @Test func aResultOfAStepShowsItInTheForm() throws {
    var app = Harness.shop(columns: 100, rows: 40)
    app.open("shop/list.json", try request(#""steps": [{ "wait": "1s", "off": true }, { "expect": "$.a == 1" }]"#))
    app.sendAndAnswer { id in
      var exchange = Exchange.answered(id)
      exchange.log.events.append(LogEvent(.check(LogEvent.Check("expect $.a == 1", isPassed: false)), at: .zero))
      return exchange
    }
    app.press("3 gk e")
    #expect(app.bench.requestPane.selectedRow == .parameter(PlacedField(.steps), 1))
    #expect(app.bench.requestPane.editing?.target == .parameterValue(PlacedField(.steps), 1))
  }

  @Test func everyVerbOfAStepIsCompleted() {
    #expect(CompletionWords.steps.items.map(\.text) == ConversationStep.Verb.allCases.map(\.rawValue))
  }
}
