import Foundation
import RequestModel
import Testing

/// Conversations of WebSockets as examples.
@Suite struct ExampleConversationTests {
  private func line(_ isSent: Bool, _ text: String) -> ExampleConversation.Line {
    ExampleConversation.Line(isSent: isSent, Data(text.utf8))
  }

  @Test func eachMessageOfTheServerFollowsTheOneThatItAnswers() {
    let rows = ExampleConversation.rows([
      line(false, "welcome"), line(true, "unanswered"), line(true, #"{"op":"subscribe"}"#),
      line(false, #"{"ok": true}"#),
      line(false, "[1]"), ExampleConversation.Line(isSent: true, isBinary: true, Data([0, 1])),
      ExampleConversation.Line(isSent: false, isBinary: true, Data([2])), line(true, "the last"),
    ])
    #expect(
      rows == [
        ["value": "welcome"], ["after": ["op": "subscribe"], "value": #"{"ok": true}"#], ["value": [1]],
        ["after": "AAE=", "value": "Ag==", "type": "binary"],
      ])
  }

  @Test func bracesOfAConversationAreNoTemplates() {
    #expect(
      ExampleConversation.example(named: "a", [["value": "{{x}}"]])
        == ["name": "a", "messages": [["value": "{{x}}"]], "templates": false])
    #expect(ExampleConversation.example(named: "a", [["value": "x"]]) == ["name": "a", "messages": [["value": "x"]]])
  }
}
