import Testing

@testable import RequestModel

struct SendAnswersTests {
  @Test(arguments: [
    (Consent.once, true, true, false), (.always, true, true, true), (.no, false, false, false),
  ])
  func aDecisionAllowsSendsAgainAndIsKept(consent: Consent, isAllowed: Bool, sendsAgain: Bool, isKept: Bool) {
    let request = PermissionRequest([.scripts, .vault])
    var answers = SendAnswers(allowed: [.scripts])
    answers.apply(consent, to: request.sources)
    #expect(answers.allows(request) == isAllowed)
    #expect([consent.sendsAgain, consent.isKept] == [sendsAgain, isKept])
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
