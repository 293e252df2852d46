import Testing

@testable import RequestModel

struct SendAnswersTests {
  @Test(
    arguments: [
      (Consent.once, true, []), (.files, true, [.file("/a"), .file("/b")]),
      (.always, true, [.vault, .file("/a"), .file("/b")]), (.no, false, []),
    ] as [(Consent, Bool, [OutsideSource])])
  func aDecisionAllowsSendsAgainAndIsKept(consent: Consent, isAllowed: Bool, kept: [OutsideSource]) {
    let request = PermissionRequest([.vault, .file("/a"), .file("/b")])
    var answers = SendAnswers(allowed: [.vault])
    answers.apply(consent, to: request.sources)
    #expect(answers.allows(request) == isAllowed)
    #expect(consent.sendsAgain == isAllowed)
    #expect(consent.kept(of: request.sources) == kept)
  }

  @Test func questionsAreAskedUntilAllHaveAnAnswer() {
    let questions = ["user", "code"].map { PromptQuestion(name: $0, question: $0) }
    var answers = SendAnswers()
    var asked: [String] = []
    while let question = answers.next(of: questions) {
      asked.append(question.name)
      answers.typed[question.name] = ""
    }
    #expect(asked == ["user", "code"])
  }
}
