import RequestModel
import Testing

@testable import WorkbenchCore

/// A value of a response becomes a variable, also where no environment is in use yet.
struct VariableOfAValueTests {
  /// A response with the row of its `id` selected, where the collection has these environments and none is in use.
  private func answered(_ environments: [String], body: String = #"{"id": 7}"#) -> Harness {
    var app = Harness.shop()
    app.sendAndAnswer { .answered($0, body: body) }
    let scope = RequestContext(
      collection: "/collections/shop", environments: environments.map { Environment(name: $0) })
    app.bench.workspace.chosenEnvironments = ["/collections/shop": ""]
    app.receive(.workspace(.scope("shop/list.json", scope)))
    app.press("3 j")
    return app
  }

  private func files(_ app: Harness) -> [FileEffect] {
    app.effects.compactMap { effect in
      guard case .files(_, let effect) = effect else { return nil }
      if case .remember = effect { return nil }
      return effect
    }
  }

  @Test func theFirstEnvironmentIsCreatedForAValueThatGoesOn() {
    var app = answered([])
    app.press("g V")
    app.expectOnScreen("No environments yet")
    app.expectOnScreen(" ⏎ name its variable  Esc cancel")
    app.press("/ <Enter>")
    app.expectOnScreen("An environment cannot have that name")
    app.press("<C-u> dev <Enter>")
    app.expectOnScreen("Variable of dev")
    app.expectOnScreen("Name; value: 7")
    app.press("order <Enter>")
    let set = FileEffect.setInNewEnvironment(
      "order", value: "7", environment: "dev", collection: "/collections/shop", isSecret: false)
    #expect(files(app) == [set])
    #expect(app.bench.workspace.chosenEnvironments == ["/collections/shop": "dev"])
    #expect(app.bench.workspace.subject == .request("shop/list.json") && app.bench.scope == .response)
  }

  @Test func anEnvironmentIsChosenWhereNoneIsInUse() {
    var app = answered(["local", "live"])
    app.press("g V")
    app.expectOnScreen("No environment is in use: save the value in")
    app.press("live <Enter> <Enter>")
    let set = FileEffect.setVariable("id", value: "7", environment: "live", collection: "/collections/shop")
    #expect(files(app) == [set])
    #expect(app.bench.workspace.environment == "live")
  }

  @Test(arguments: [
    (#"{"access_token": "tok-abcdef-123456"}"#, "", "access_token", "tok-abcdef-123456", true),
    (#"{"access_token": "tok-abcdef-123456"}"#, "<C-u> mine", "mine", "tok-abcdef-123456", true),
    (#"{"id": "tok-abcdef-123456"}"#, "<C-u> token", "token", "tok-abcdef-123456", true),
    (#"{"nextPageToken": "tok-abcdef-123456"}"#, "", "nextPageToken", "tok-abcdef-123456", false),
    (#"{"token_type": "Bearer"}"#, "", "token_type", "Bearer", false),
  ]) func aCredentialBecomesASecret(body: String, keys: String, name: String, value: String, isSecret: Bool) {
    var app = answered(["local"], body: body)
    app.bench.workspace.chosenEnvironments = ["/collections/shop": "local"]
    app.press("g V")
    app.expectOnScreen(isSecret && name != "token" ? "Secret variable of local" : "Variable of local")
    app.press("\(keys) <Enter>")
    #expect(
      files(app) == [
        .setVariable(
          name, value: value, environment: "local", collection: "/collections/shop", isSecret: isSecret)
      ])
  }

  @Test func aNameThatNoTemplateCanReferToIsRefusedWhileItIsTyped() {
    var app = answered(["local"])
    app.press("g V <Enter> <C-u>")
    app.type("a b.c{")
    app.expectOnScreen("{{a b.c{}} is not this variable: leave out the braces")
    app.expectNotOnScreen("Name; value: 7")
    app.press("<Enter>")
    #expect(files(app) == [] && app.bench.notice?.kind == .failure)
    app.press("<BS>")
    app.expectOnScreen("Name; value: 7")
    app.type(" ")
    app.press("<Enter>")
    #expect(files(app) == [.setVariable("a b.c", value: "7", environment: "local", collection: "/collections/shop")])
  }

  @Test func aValueOfSeveralLinesIsShownInOne() {
    var app = answered(["local"], body: "{\n  \"id\": 7\n}")
    app.press("<Home> g V <Enter>")
    app.expectOnScreen(#"Name; value: { "id": 7 }"#)
  }

  @Test func anotherEnvironmentIsCreatedFromTheList() {
    var app = answered(["local"])
    app.press("g V new <Enter>")
    app.expectOnScreen("New environment")
    app.press("dev <Enter> <Enter>")
    let set = FileEffect.setInNewEnvironment(
      "id", value: "7", environment: "dev", collection: "/collections/shop", isSecret: false)
    #expect(files(app) == [set])
  }

  @Test(arguments: ["g V <Esc>", "g V dev <Enter> <Esc>"]) func leavingChangesNothing(keys: String) {
    var app = answered([])
    app.press(keys)
    #expect(files(app) == [] && app.bench.workspace.chosenEnvironments == ["/collections/shop": ""])
    #expect(app.bench.overlays.isEmpty)
  }

  @Test func aValueOutsideOfACollectionSaysWhatIsMissing() {
    var app = answered([])
    app.receive(.workspace(.scope("shop/list.json", RequestContext())))
    app.press("g V")
    app.expectOnScreen("Select a request of a collection first")
  }
}
