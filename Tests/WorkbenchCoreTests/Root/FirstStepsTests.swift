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

  @Test func enterOffersTheFirstSteps() {
    var app = empty()
    app.press("<Enter>")
    for step in ["Tutorial", "New request", "Import", "Paste", "Open another folder"] { app.expectOnScreen(step) }
    app.press("<Enter>")
    #expect(app.effects == [.program(.openTutorial)])
  }

  @Test func aPastedCommandBecomesARequest() {
    var app = empty()
    app.receive(.input(.paste("curl https://example.com")))
    let pasted = app.effects.contains { if case .imports(.paste) = $0 { true } else { false } }
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
