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

  @Test func theLastOfSeveralValuesSends() {
    let questions = ["user", "code"].map { PromptQuestion(name: $0, question: "Value of \($0)") }
    var app = Harness.shop()
    app.press("<F5>")
    app.receive(.exchange(app.sentID!, .prompts(questions)))
    app.expectOnScreen("{{user}}: Enter asks for the next value, Esc cancels")
    app.expectOnScreen("⏎ next  Esc cancel")
    app.press("ada <Enter>")
    app.receive(.exchange(app.sentID!, .prompts(questions)))
    app.expectOnScreen("{{code}}: Enter sends, Esc cancels")
    app.expectOnScreen("⏎ send  Esc cancel")
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

  // MARK: Values that are kept

  private static let secret = PromptQuestion(
    name: "token", question: "Value of the secret {{token}}", isSecret: true,
    place: ValuePlace(owner: "/collections/shop", environment: "local", isDeclared: true))

  @Test func theValueOfASecretIsKeptBeforeTheRequestIsSent() {
    var (app, job) = asked(Self.secret)
    app.expectOnScreen("Value of the secret {{token}}")
    app.expectOnScreen("It is kept with your secrets, for environment local of shop.")
    app.press("q 7 7")
    app.expectNotOnScreen("q77")
    app.press("<F5>")
    job.id = app.sentID!
    job.answers.typed = ["token in /collections/shop/local": ""]
    let place = SecretPlace(collection: "/collections/shop", environment: "local", name: "token")
    #expect(app.effects == [.files(app.bench.workspace.id, .secret(place, .set("q77"))), .send(job)])
  }

  @Test(arguments: [false, true]) func anUnknownVariableIsAddedToTheEnvironmentInUse(isSecret: Bool) {
    let question = PromptQuestion(
      name: "id", question: "Value of {{id}}", isSecret: isSecret,
      place: ValuePlace(owner: "/collections/shop", environment: "local", isDeclared: false))
    var (app, job) = asked(question)
    app.expectOnScreen("It is added to environment local of shop")
    app.press("7 <Enter>")
    job.id = app.sentID!
    job.answers.typed = ["id in /collections/shop/local": ""]
    #expect(
      app.effects == [
        .setVariable("id", value: "7", environment: "local", collection: "/collections/shop", isSecret: isSecret),
        .send(job),
      ])
  }

  @Test func theHintNamesTheCollectionByItsTitle() {
    var tree = CollectionTree.shop
    tree.nodes[0].title = "Mall"
    var app = Harness.shop()
    app.receive(.workspace(.loaded(tree)))
    app.press("<F5>")
    let job = app.bench.workspace.exchange!.job!
    app.receive(.exchange(job.id, .prompts([Self.secret])))
    app.expectOnScreen("for environment local of Mall.")
  }

  @Test func theTitleOfTheOpenedCollectionIsInItsSettings() {
    var app = Harness.shop()
    var settings = FolderSettings(name: "The Shop")
    settings.path = "/collections/collection.json"
    var scope = RequestContext.shop
    scope.folders.insert(settings, at: 0)
    app.receive(.workspace(.scope("shop/list.json", scope)))
    let workspace = app.bench.workspace
    #expect(workspace.title(ofFolder: "/collections") == "The Shop")
    #expect(workspace.title(ofFolder: "/collections/shop") == "shop")
    #expect(workspace.title(ofFolder: "/elsewhere/pets") == "pets")
  }

  @Test func whatWasNotSentIsSaid() {
    var (app, _) = asked(Self.secret)
    app.press("<Esc>")
    #expect(app.effects.isEmpty)
    app.expectOnScreen("No value for {{token}}: not sent; F5 asks again")
  }

  @Test func aValueThatCouldNotBeKeptIsNotAskedForAgain() {
    var (app, _) = asked(Self.secret)
    app.press("7 <Enter>")
    app.receive(.exchange(app.sentID!, .prompts([Self.secret])))
    #expect(app.bench.overlays.isEmpty)
  }

  @Test func anUnsentMessageNamesTheKeyOfTheEnvironments() {
    var app = Harness.shop(columns: 160)
    app.receive(.message(SendRequest.unsent("No value for {{id}}")))
    app.expectOnScreen("No value for {{id}}; F9 shows the environments")
    app.receive(.message(SendRequest.unsent("The message is not JSON")))
    app.expectNotOnScreen("F9 shows the environments")
  }
}
