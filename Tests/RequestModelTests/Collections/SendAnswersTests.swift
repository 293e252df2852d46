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
    #expect(answers.next(refused: request) == (isAllowed ? nil : .permission(request)))
    #expect(consent.sendsAgain == isAllowed)
    #expect(consent.kept(of: request.sources) == kept)
  }

  @Test func valuesAreAskedForBeforePermissionsUntilAllHaveAnAnswer() {
    let prompts = ["user", "code"].map { PromptQuestion(name: $0, question: $0) }
    let refused = PermissionRequest([.vault])
    var answers = SendAnswers()
    var asked: [SendQuestion] = []
    while let question = answers.next(of: prompts, refused: refused) {
      asked.append(question)
      switch question {
      case .value(let prompt): answers.typed[prompt.name] = ""
      case .permission(let request): answers.apply(.once, to: request.sources)
      }
    }
    #expect(asked == prompts.map(SendQuestion.value) + [.permission(refused)])
  }

  @Test func aKeptValueIsAskedForOnceForEachPlaceAndIsNoAnswerItself() {
    let questions = ["dev", "live"].map {
      PromptQuestion(
        name: "id", question: "", place: ValuePlace(owner: "/shop", environment: $0, isDeclared: false))
    }
    var answers = SendAnswers()
    answers.apply("7", to: questions[0])
    #expect(answers.next(of: [questions[0]]) == nil)
    #expect(answers.next(of: questions) == .value(questions[1]))
    #expect(answers.typed == ["id in /shop/dev": ""])
  }
}
