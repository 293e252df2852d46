import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

@Suite struct FirstStepsTests {
  private func empty(_ settings: String = "{}") -> Harness {
    var app = Harness()
    app.bench.apply(Settings(Array(settings.utf8)))
    app.receive(.workspace(.loaded(CollectionTree(root: "/collections"))))
    return app
  }

  @Test func anEmptyWorkspaceNamesTheKeysThatTheUserHas() {
    empty().expectOnScreen("n       new request")
    empty(#"{"keys": {"collections.new": ["x"]}}"#).expectOnScreen("x       new request")
  }

  /// An empty folder as the runner describes it, with the list focused instead of the first request.
  private func known() -> Harness {
    var app = empty()
    #expect(app.effects.contains(.refresh("folder.json")))
    app.receive(.workspace(.scope("folder.json", RequestContext(collection: "/collections"))))
    app.press("<Esc> 1")
    return app
  }

  @Test func theFooterOfAnEmptyListNamesTheFirstSteps() {
    empty().expectOnScreen("⏎ first steps")
    empty().expectNotOnScreen("⏎ send")
  }

  @Test func anEmptyWorkspaceHasSettingsOfItsCollection() {
    var app = known()
    app.press("I")
    #expect(app.bench.workspace.subject == .folder(""))
    #expect(app.effects == [.open("folder.json")])
    app.receive(.workspace(.opened("folder.json", .success(SavedFile(empty: .folder)))))
    app.expectOnScreen("Variables")
    app.press("1 <Down>")
    app.expectOnScreen("No requests yet")
  }

  @Test func anEmptyWorkspaceHasEnvironmentsAndGlobals() {
    var app = known()
    app.press("<F9>")
    app.expectOnScreen("No environments yet")
    app.press("n")
    app.expectOnScreen("New environment")
    app = known()
    app.press("<F10>")
    #expect(app.bench.workspace.subject == .globals("workspace.json", from: "/collections"))
  }

  @Test func withoutEnvironmentsTheKeyThatCreatesOneIsNamed() {
    var app = known()
    app.press("v")
    app.expectOnScreen("No environments yet")
    app.expectOnScreen(" ⏎ create  Esc cancel")
    app.press("<Esc> <F3>")
    app.expectOnScreen("No variables yet. Enter shows those of the collection, Ctrl+N creates an environment")
    app.press("<C-n>")
    app.expectOnScreen("New environment")
  }

  @Test func aRequestWithoutAValueNamesTheKeysWhereThereIsNoEnvironment() {
    var app = Harness.shop(columns: 120)
    app.press("<F5>")
    app.expectNotOnScreen("No environments yet")
    app = Harness.shop(columns: 120)
    app.removeEnvironments()
    app.press("<F5>")
    app.expectOnScreen("No value for {{base}}. No environments yet: v creates one")
  }

  @Test func severalNamesWithoutAValueAreCountedAndTheKeyStaysBelowTheFailure() throws {
    var app = Harness.shop(columns: 120)
    app.open("shop/list.json", SavedRequest(url: "{{base}}/{{a}}/{{b}}"))
    app.removeEnvironments()
    app.press("<F5>")
    app.expectOnScreen("No value for {{base}} and 2 other names. No environments yet: v creates one")
    let id = try #require(app.sentID)
    app.receive(.exchange(id, .ended(.failed(id, .unprepared, "No value for {{base}}"), sentBody: nil)))
    app.bench.notice = nil
    app.expectOnScreen("Nothing was sent. No environments yet: v creates one")
  }

  @Test func enterOffersTheFirstSteps() {
    var app = empty()
    app.press("<Enter>")
    for step in ["Tutorial", "New request", "Import", "Paste", "Open another folder"] { app.expectOnScreen(step) }
    app.press("<Enter>")
    #expect(app.effects == [.program(.openTutorial)])
  }

  @Test func theFirstFieldSaysWhatItTakesUntilSomethingIsTyped() {
    var app = empty()
    app.receive(.workspace(.scope("folder.json", RequestContext(collection: "/collections"))))
    app.expectOnScreen("GET   URL or curl command")
    app.type("h")
    app.expectNotOnScreen("URL or curl command")
    app.expectOnScreen("GET   h ")
  }

  @Test func aCommandTypedAsAURLIsSearchedInTheListOfCommandsAndNothingIsSent() throws {
    for keys in ["<Enter>", "<A-Enter>"] {
      var app = empty()
      app.receive(.workspace(.scope("folder.json", RequestContext(collection: "/collections"))))
      app.type(":tutorial")
      app.press(keys)
      let picker = try #require(app.bench.overlays.last?.screen as? Picker)
      #expect(picker.title == "Commands" && picker.editor.text == "tutorial")
      #expect(picker.selected?.title == "Tutorial")
      #expect(app.sentID == nil && app.bench.workspace.request?.url == "")
      app.press("<Enter>")
      #expect(app.effects == [.program(.openTutorial)])
    }
  }

  @Test func aURLThatIsACommandIsNotSentByTheKeyThatSends() {
    var app = empty()
    app.receive(.workspace(.scope("folder.json", RequestContext(collection: "/collections"))))
    app.type(":tutorial")
    app.press("<F5>")
    #expect(app.sentID == nil && app.bench.workspace.exchange == nil)
    app.expectOnScreen("Not sent: no host begins with a colon. : lists the commands")
  }

  /// From nothing to a saved POST with JSON, a variable, an environment and a bearer token, sent. Texts are not counted.
  @Test func aSavedPostWithAllItNeedsTakesNineteenKeysAndNoneIsRefused() throws {
    var app = empty()
    let context = RequestContext(collection: "/collections")
    app.receive(.workspace(.scope("folder.json", context)))
    let new = try #require(app.bench.workspace.shownRequest)
    app.receive(.workspace(.scope(new, context)))
    var keys = 0
    var notices: [String] = []
    func press(_ words: String) {
      for word in words.split(separator: " ").map(String.init) {
        keys += Harness.keys(word).count
        app.press(word)
        if let notice = app.bench.notice, notice.kind != .success { notices.append("\(word): \(notice.text)") }
        if app.bench.overlays.last?.screen is Confirm { notices.append("\(word) asks") }
      }
    }
    func paste(_ text: String) { app.receive(.input(.paste(text))) }

    paste("POST https://shop.example/pets/{{id}}")
    press("<Esc> g b <Enter>")
    app.type("js")
    press("<Enter>")
    paste(#"{"id": 7}"#)
    press("<Esc> g a <Enter>")
    app.type("bear")
    press("<Enter>")
    paste("{{token}}")
    press("<F6>")
    let request = try #require(app.bench.workspace.request)
    #expect(request.method == "POST" && request.url == "https://shop.example/pets/{{id}}")
    #expect(request.body == .json(["id": 7]) && request.auth?["token"] == "{{token}}")

    app.type("dev")
    press("<Enter>")
    #expect(app.effects == [.create(.environment, in: "environments", name: "dev")])
    let environment: Address = "environments/dev.json"
    app.receive(.workspace(.placed(environment, from: nil, tree: CollectionTree(root: "/collections"))))
    app.receive(.workspace(.created([environment])))
    app.receive(.workspace(.opened(environment, .success(SavedFile(empty: .environment)))))
    app.type("id")
    press("<Tab>")
    app.type("7")
    press("<Tab>")
    app.type("token")
    press("<Tab>")
    app.type("abc")
    press("<C-s>")
    let dev = try #require(app.bench.workspace.items[environment].draft?.current)
    #expect(dev.document["variables"] == [["name": "id", "value": "7"], ["name": "token", "value": "abc"]])
    app.receive(.workspace(.saved(environment, dev)))

    #expect(app.bench.workspace.shownRequest == new)
    press("<C-s>")
    app.type("Pets")
    press("<Enter>")
    #expect(app.effects == [.files(.samples, .saveNew(new, .request(request), in: "", name: "Pets"))])
    let place: Address = "pets.json"
    let node = CollectionNode(address: place, depth: 0, kind: .request(method: "POST", id: nil), title: "Pets")
    let tree = CollectionTree(root: "/collections", nodes: [node])
    app.receive(
      .workspace(.savedNew(place, from: new, SavedFile.request(request).named("Pets"), tree: tree)))
    let variables = [Variable("id", .value("7")), Variable("token", .value("abc"))]
    let used = RequestContext(
      collection: "/collections", environments: [Environment(name: "dev", variables: variables)])
    app.receive(.workspace(.scope(place, used)))
    press("<F5>")
    #expect(app.sentID != nil)
    #expect(keys == 19)
    #expect(notices == ["<Esc>: Method set to POST"])
  }

  @Test func aPastedCommandBecomesARequest() {
    var app = empty()
    app.receive(.input(.paste("curl https://example.com")))
    let pasted = app.effects.contains { if case .paste? = $0.work(ImportEffect.self) { true } else { false } }
    #expect(pasted)
  }

  @Test func theTutorialNamesTheKeysThatTheUserHas() throws {
    var settings = Settings(Array(#"{"keys": {"request.send": ["Ctrl+R"]}}"#.utf8))
    let hello = try #require(Tutorial.files(KeyMap(&settings)).first { $0.path == "hello.json" })
    #expect(hello.text.contains("Press **Ctrl+R** to send"))
  }

  @Test func everyTextOfTheTutorialNamesCommandsThatExist() {
    for file in Tutorial.files(.standard) {
      #expect(file.text.firstMatch(of: #/<[a-z]+\.[A-Za-z]+>/#) == nil, "\(file.path)")
    }
  }

  @Test func everyFileOfTheTutorialIsAsTheProgramWouldWriteIt() throws {
    for file in Tutorial.files(.standard) where file.path.hasSuffix(".json") {
      let text = try JSONText(Array(file.text.utf8))
      #expect(text.value.object != nil, "\(file.path)")
    }
  }

  @Test func theTutorialOpensBesideWhatIsOpen() {
    var app = ProgramHarness.loaded()
    app.press(":")
    for letter in "tutorial" { app.press(String(letter)) }
    app.press("<Enter>")
    #expect(app.effects == [.openTutorial(Tutorial.files(.standard))])
    app.receive(.found(.success(WorkspaceStart(root: "/home/ada/tutorial", environment: Tutorial.environment))))
    #expect(app.shownRoot == "/home/ada/tutorial")
  }
}
