import RequestModel
import Testing

@testable import WorkbenchCore

/// The question for a value that a request needs.
@Suite struct PromptTests {
  private func asked(_ question: PromptQuestion) -> (Harness, SendJob) {
    var app = Harness.shop()
    app.press("<F5>")
    let job = app.bench.workspace.exchange!.job!
    app.receive(.exchange(job.id, .prompts([question])))
    return (app, job)
  }

  @Test func theLastAnswerIsOfferedAndEnterSends() {
    var (app, job) = asked(PromptQuestion(name: "user", question: "User name", suggestion: "ada"))
    app.expectOnScreen("User name")
    app.expectOnScreen("{{user}}: Enter sends, Esc cancels")
    app.press("x <Enter>")
    job.id = app.sentID!
    job.answers.typed = ["user": "adax"]
    #expect(app.effects == [.send(job)])
  }

  @Test func aSecretDoesNotShow() {
    var (app, job) = asked(PromptQuestion(name: "code", question: "Code", isSecret: true))
    app.press("q 7 7")
    app.expectOnScreen("•••")
    app.expectNotOnScreen("q77")
    app.press("<Enter>")
    job.id = app.sentID!
    job.answers.typed = ["code": "q77"]
    #expect(app.effects == [.send(job)])
  }

  @Test func escapeSendsNothing() {
    var (app, _) = asked(PromptQuestion(name: "user", question: "User name"))
    app.press("<Esc>")
    #expect(app.effects.isEmpty)
    app.expectNotOnScreen("User name")
  }
}
