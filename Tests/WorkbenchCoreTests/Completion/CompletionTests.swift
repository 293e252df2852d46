import BodyDocument
import Foundation
import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

@Suite struct CompletionTests {
  private func shop(_ change: (inout SavedRequest) -> Void = { _ in }) -> Harness {
    var app = Harness.shop(columns: 100, rows: 30)
    var request = SavedRequest.list
    change(&request)
    app.open("shop/list.json", request)
    app.press("2")
    return app
  }

  private func items(_ app: Harness) -> [String] { app.bench.requestPane.completion?.items.map(\.text) ?? [] }

  private func text(_ app: Harness) -> String? { app.bench.requestPane.editing?.editor.text }

  /// A new header row with this text in its name.
  private func header(_ typed: String) -> Harness {
    var app = shop { $0.headers = [] }
    app.press("]")
    app.press("a")
    app.type(typed)
    return app
  }

  /// The body under edit, its cursor at the end.
  private func body(_ text: String, type: String? = "application/json") -> Harness {
    var app = shop { $0.body = .text(text, type: type) }
    app.press("]] G e <Esc> e")
    app.bench.requestPane.editing?.editor.moveToEnd()
    return app
  }

  // MARK: Keys

  @Test func theFooterTellsTheKeysOfTheOpenList() {
    var app = Harness.shop(columns: 120, rows: 30)
    app.press("2 ] a Acc")
    app.expectOnScreen("↓ ↑ choose  Tab complete  ⏎ done  Esc close list")
    app.press("<Down>")
    app.expectOnScreen("⏎ take")
  }

  @Test func headerNamesAppearWhileTheyAreTypedAndEnterIsNotStolen() {
    var app = header("Acc")
    #expect(items(app).prefix(3) == ["Accept", "Accept-Encoding", "Accept-Language"])
    app.expectOnScreen("accepted media types")
    app.press("<Enter>")
    // The value is empty, so it is next.
    #expect(items(app) == [])
    app.press("<Esc>")
    #expect(app.bench.workspace.request?.headers.map(\.name) == ["Acc"])
  }

  @Test func enterTakesWhatWasSelectedAndKeepsTheFieldOpen() {
    var app = header("acc")
    app.press("<Down> <Down> <Enter>")
    #expect(text(app) == "Accept-Encoding")
    #expect(app.bench.requestPane.completion == nil)
    app.press("<Enter>")
    #expect(app.bench.workspace.request?.headers.map(\.name) == ["Accept-Encoding"])
  }

  @Test func tabCompletesWhatWasTypedAndThenLeadsToTheNextField() {
    var app = header("acc")
    app.expectOnScreen("Tab complete")
    app.press("<Tab>")
    #expect(text(app) == "Accept")
    #expect(app.bench.requestPane.editing?.target == .parameterName(PlacedField(.headers), 0))
    app.expectOnScreen("Tab next")
    app.press("<Tab>")
    #expect(app.bench.requestPane.editing?.target == .parameterValue(PlacedField(.headers), 0))
  }

  @Test(arguments: ["accept", "X-Own", "ept"])
  func tabLeadsToTheNextFieldWhereNothingGoesOnWithWhatWasTyped(typed: String) {
    var app = header(typed)
    app.press("<Tab>")
    #expect(app.bench.requestPane.editing?.target == .parameterValue(PlacedField(.headers), 0))
    #expect(app.bench.workspace.request?.headers.map(\.name) == [typed])
  }

  @Test func tabTakesAnItemThatWasSelected() {
    var app = header("acc")
    app.press("<Down> <Tab>")
    #expect(text(app) == "Accept")
    #expect(app.bench.requestPane.editing?.target == .parameterName(PlacedField(.headers), 0))
  }

  @Test func escapeClosesTheListBeforeTheField() {
    var app = header("acc")
    app.press("<Esc>")
    #expect(app.bench.requestPane.completion == nil && text(app) == "acc")
    app.press("<Esc>")
    #expect(app.bench.requestPane.editing == nil)
  }

  @Test func aKeyOpensTheListWhereNothingWasTyped() {
    var app = header("")
    #expect(items(app) == [])
    app.press("<C-Space>")
    #expect(items(app).prefix(2) == ["Accept", "Authorization"])
    app.press("<Up>")
    #expect(app.bench.requestPane.completion?.selected?.text == items(app).last)
    app.press("<Esc> <C-n> <C-n> <Enter>")
    #expect(text(app) == "Accept")
  }

  @Test func theOnlyMatchIsTakenAtOnceByTheKey() {
    var app = header("x-csrf")
    app.press("<Esc> <C-Space>")
    #expect(text(app) == "X-CSRF-Token")
  }

  @Test func movingTheCursorClosesTheList() {
    var app = header("acc")
    app.press("<Left>")
    #expect(app.bench.requestPane.completion == nil)
    app.press("<Right> <BS>")
    #expect(app.bench.requestPane.completion == nil)
  }

  // MARK: Places

  @Test func valuesDependOnTheHeader() {
    var app = header("Accept-Encoding")
    app.press("<Tab> gz")
    #expect(items(app) == ["gzip"])
    app.press("<Down> <Enter>")
    app.type(", b")
    #expect(items(app) == ["br"])
    app.press("<C-Space>")
    #expect(text(app) == "gzip, br")
  }

  @Test func variablesShowTheirValuesAndSecretsNone() {
    var app = shop()
    var scope = RequestContext.shop
    scope.environments = [
      Environment(
        name: "local", variables: [Variable("base", .value("http://localhost")), Variable("token", .secret)])
    ]
    app.receive(.workspace(.scope("shop/list.json", scope)))
    app.press("e <End> <C-u> {{")
    #expect(items(app).contains("base") && items(app).contains("$guid"))
    app.expectOnScreen("http://localhost  environment local")
    app.expectOnScreen("••••••  environment local")
    app.type("bas")
    app.press("<Down> <Enter>")
    #expect(text(app) == "{{base}}")
    app.press("<Left> <Left>")
    app.type("x")
    app.press("<BS> <C-Space> <Down> <Enter>")
    #expect(text(app) == "{{base}}")
    #expect(app.bench.requestPane.editing?.editor.cursor == 8)
  }

  @Test(arguments: [("{{ba", "{{base}}"), ("{{base", "{{base}}"), ("{{base | base64u", "{{base | base64url}}")])
  func enterAndTabLeaveNoHalfOfAVariable(typed: String, whole: String) {
    for key in ["<Enter>", "<Tab>"] {
      var app = shop()
      app.press("e <End> <C-u>")
      app.type(typed)
      app.expectOnScreen("⏎ complete")
      app.press(key)
      #expect(text(app) == whole)
      #expect(app.bench.requestPane.completion == nil)
      app.press("<Enter>")
      #expect(app.bench.workspace.request?.url == whole)
    }
  }

  @Test func enterLeavesANameThatIsInItsBraces() {
    var app = shop()
    app.press("e <End> <C-u> {{}} <Left> <Left> ba")
    app.press("<Enter>")
    #expect(app.bench.requestPane.editing == nil && app.bench.workspace.request?.url == "{{ba}}")
  }

  @Test func filtersFollowTheBar() {
    var app = shop()
    app.press("e <End> <C-u>")
    app.type("{{base | base64u")
    #expect(items(app) == ["base64url"])
    app.press("<Down> <Enter>")
    #expect(text(app) == "{{base | base64url}}")
  }

  @Test func keysOfTheLastResponseAreTypedInJSON() {
    var app = body("{\"na")
    app.press("<Esc>")
    app.sendAndAnswer { .answered($0, body: "{\"name\": 1, \"nested\": {\"nap\": [{\"other\": 2}]}}") }
    app.press("2 G e")
    app.bench.requestPane.editing?.editor.moveToEnd()
    app.press("<BS> a")
    #expect(items(app) == ["name", "nap"])
    app.press("<Down> <Enter>")
    #expect(text(app) == "{\"name\": ")
    app.type("\"na")
    #expect(items(app) == [])
  }

  @Test func tabTakesTheFirstItemInALongTextAndVimRepeatsIt() {
    var app = body("{{{", type: nil)
    app.press("<BS> <BS> <BS>")
    app.type("{{ba")
    app.press("<Tab>")
    #expect(text(app) == "{{base}}")
    app.press("<Esc> : vim <Enter> e <C-Home>")
    app.press("O")
    app.type("{{ba")
    app.press("<C-n> <Enter>")
    #expect(text(app) == "{{base}}\n{{base}}")
    app.press("<Esc> .")
    #expect(text(app) == "{{base}}\n{{base}}\n{{base}}")
  }

  @Test func escapeLeavesVimsInsertModeWhereTheListCameByItself() {
    var app = body("", type: nil)
    app.press("<Esc> : vim <Enter> e i")
    app.type("{{ba")
    #expect(items(app).first == "base")
    app.press("<Esc>")
    #expect(app.bench.requestPane.editing?.vim?.mode == .normal && app.bench.requestPane.completion == nil)
  }

  // MARK: What is looked up

  @Test func urlsOfHistoryAreOfferedBelowTheirVariables() throws {
    var app = shop()
    app.press("e <End> <C-u>")
    app.type("ht")
    let (task, wanted) = try #require(app.suggestions)
    #expect(wanted == .urls)
    app.receive(
      .suggested(
        task, [CompletionItem("http://localhost/orders?page=1", "twice"), CompletionItem("https://a.example/")]))
    #expect(items(app) == ["http://localhost/orders", "https://a.example/", "http://localhost/orders?page=1"])
    app.press("<C-u>")
    app.type("{{base}}/or")
    #expect(items(app) == ["{{base}}/orders"])
    app.press("<Down> <Enter>")
    #expect(text(app) == "{{base}}/orders")
  }

  @Test func aCommandLineIsOfferedWhole() throws {
    var app = shop()
    app.press("e <End> <C-u>")
    app.type("std")
    let (task, _) = try #require(app.suggestions)
    app.receive(.suggested(task, [CompletionItem("stdio:server 'a?b' #c", "once")]))
    #expect(items(app) == ["stdio:server 'a?b' #c"])
  }

  @Test func whatComesTooLateIsIgnored() throws {
    var app = shop()
    app.press("e <End> <C-u>")
    app.type("ht")
    let (task, _) = try #require(app.suggestions)
    app.press("<Esc> e")
    app.receive(.suggested(task, [CompletionItem("http://late.example")]))
    #expect(items(app) == [])
  }

  @Test func pathsAreCompletedFolderByFolder() throws {
    var app = shop { $0.body = .multipart([Parameter("a", "")]) }
    app.press("g b G <Up> e")
    app.type("@")
    var (task, wanted) = try #require(app.suggestions)
    #expect(wanted == .files(in: "", of: "shop/list.json"))
    app.receive(.suggested(task, [CompletionItem("pictures/"), CompletionItem("a.txt")]))
    #expect(items(app) == ["pictures/", "a.txt"])
    app.press("<Down> <Enter>")
    #expect(text(app) == "@pictures/")
    (task, wanted) = try #require(app.suggestions)
    #expect(wanted == .files(in: "pictures/", of: "shop/list.json"))
    app.receive(.suggested(task, [CompletionItem("cat.png")]))
    app.press("<C-Space>")
    #expect(text(app) == "@pictures/cat.png")
  }
}

@Suite struct CompletionListTests {
  @Test func beginningsComeFirstThenWordsThenPartsThenLetters() {
    let list = CompletionList(["X-Accept", "Raccept", "a-c-c", "Accept", "other"].map { CompletionItem($0) })
    #expect(list.matches("acc").map { list.items[$0].text } == ["Accept", "X-Accept", "Raccept", "a-c-c"])
    #expect(list.matches("").count == 5)
    #expect(list.matches("q") == [])
  }

  @Test func equalMatchesKeepTheirOrder() {
    let list = CompletionList(["b2", "b1", "b3"].map { CompletionItem($0) })
    #expect(list.matches("b") == [0, 1, 2])
    #expect(list.matches("b", limit: 2) == [0, 1])
  }

  @Test func namesInJSONAreFoundInBrokenTextsToo() {
    let text = Data("{\"a\": \"b\", \"c\\\"d\": 1, \"e\" : {\"a\": [\"f\"], \"g\": ".utf8)
    #expect(JSONKeys.names(in: [text, Data("{\"h\":1".utf8)]) == ["a", "e", "g", "h"])
  }
}
