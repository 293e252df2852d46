import RequestClient
import RequestModel
import Testing

@testable import RequestRunner

/// Questions for values that variables lack.
@Suite(.timeLimit(.minutes(1))) struct MissingValueTests {
  private let engine = SendEngine(client: Session()) { _, _ in }

  private func questions(
    _ url: String, _ variables: [Variable] = [], ofCollection: [Variable] = [], environment: String? = "dev",
    owner: String? = nil, asks: Bool = true, answers: [String: String] = [:],
    secretValue: String? = nil
  ) async -> (asked: [PromptQuestion], sentence: String?) {
    var inputs = RunInputs(
      variables: VariableScope(environment: environment.map { Environment(name: $0, variables: variables) }),
      baseFolder: "/w/shop/orders")
    inputs.variables.add(ofCollection, to: .collection)
    inputs.inherited.folder = "/w/shop"
    inputs.environmentOwner = owner
    inputs.sources.answers = answers
    inputs.secretValue = { _ in secretValue }
    let origin = Exchange.Origin(root: "/w", address: Address("shop/orders/new.json"))
    var job = SendEngine.Job(
      request: SavedRequest(url: url), origin: origin, environment: environment
    ) { [inputs] _ in inputs }
    job.options.asksForValues = asks
    let events = await engine.events(job)
    let asked = events.flatMap { event -> [PromptQuestion] in
      if case .prompts(let questions) = event { questions } else { [] }
    }
    return (asked, events.exchange?.outcome.failure?.sentence)
  }

  @Test func unknownVariablesAreAddedToTheEnvironmentInUse() async {
    let (asked, sentence) = await questions("http://h/{{id}}?key={{apiToken}}")
    #expect(
      asked == [
        PromptQuestion(
          name: "id", question: "Value of {{id}}",
          place: ValuePlace(owner: "/w/shop", environment: "dev", isDeclared: false)),
        PromptQuestion(
          name: "apiToken", question: "Value of {{apiToken}}", isSecret: true,
          place: ValuePlace(owner: "/w/shop", environment: "dev", isDeclared: false)),
      ])
    #expect(sentence?.hasPrefix("No value was typed for {{id}}, {{apiToken}} — ") == true)
  }

  @Test func secretsGetTheirValueWhereTheyAreDeclared() async {
    let (asked, _) = await questions(
      "http://h/{{own}}/{{shared}}", [Variable("own", .secret, secret: true)],
      ofCollection: [Variable("shared", .secret, secret: true)], owner: "/w")
    #expect(
      asked == [
        PromptQuestion(
          name: "own", question: "Value of the secret {{own}}", isSecret: true,
          place: ValuePlace(owner: "/w", environment: "dev", isDeclared: true)),
        PromptQuestion(
          name: "shared", question: "Value of the secret {{shared}}", isSecret: true,
          place: ValuePlace(owner: "/w/shop", environment: nil, isDeclared: true)),
      ])
  }

  @Test(arguments: ["{{$guidd}}", "{{demo}}", "{{id}}{{fromSystem}}"])
  func nothingIsAskedIfAValueCannotBeTyped(_ path: String) async {
    let (asked, sentence) = await questions(
      "http://h/" + path, [Variable("fromSystem", .environmentVariable("WB_NOT_SET"), secret: true)])
    #expect(asked.isEmpty && sentence != nil)
  }

  @Test func aNameThatContainsASecretIsNeitherShownNorKept() async {
    let (asked, sentence) = await questions(
      "http://h/{{id_{{key}}}}", [Variable("key", .secret, secret: true)], secretValue: "s3cret-value")
    #expect(asked.isEmpty)
    #expect(sentence?.contains("s3cret-value") == false)
  }

  @Test func aTypedValueThatCouldNotBeKeptIsNotSaidToBeUntyped() async {
    let (asked, sentence) = await questions("http://h/{{id}}", answers: ["id in /w/shop/dev": ""])
    #expect(asked.isEmpty)
    #expect(sentence == "No value for {{id}} — define it in environment \"dev\"")
  }

  @Test func withoutAnEnvironmentOrAUserTheSentenceSaysWhatToDo() async {
    let none = await questions("http://h/{{id}}", environment: nil)
    #expect(none.asked.isEmpty)
    #expect(none.sentence == "No value for {{id}} — choose or create an environment that defines it")
    let unasked = await questions("http://h/{{id}}", asks: false)
    #expect(unasked.asked.isEmpty)
    #expect(unasked.sentence == "No value for {{id}} — define it in environment \"dev\"")
  }
}
