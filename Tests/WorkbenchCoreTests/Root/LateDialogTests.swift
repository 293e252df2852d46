import BodyDocument
import Foundation
import RequestModel
import RequestRuns
import TerminalUI
import Testing

@testable import WorkbenchCore

/// Dialogs that open because of an event: no key that was meant for something else answers them.
@Suite struct LateDialogTests {
  private static let scripts = PermissionRequest([.scripts])
  private static let question = "Allow scripts of the collection?"
  private static let code = PromptQuestion(name: "code", question: "The code")

  /// The shop with a request that was sent before `keys` were pressed.
  private static func sent(_ keys: String, columns: Int = 100, rows: Int = 24) -> (app: Harness, id: ExchangeID) {
    var app = Harness.shop(columns: columns, rows: rows)
    app.press("<F5>")
    let id = app.sentID!
    app.press(keys)
    return (app, id)
  }

  private static func allowed(_ app: Harness) -> [Set<OutsideSource>] {
    jobs(app).map(\.answers.allowed)
  }

  private static func jobs(_ app: Harness) -> [SendJob] {
    app.effects.compactMap { if case .send(let job) = $0 { job } else { nil } }
  }

  private static func answers(_ app: Harness) -> [RunAnswer] {
    app.effects.compactMap { if case .answer(let answer)? = $0.work(RunEffect.self) { answer } else { nil } }
  }

  private static func palette(_ app: Harness) -> String? {
    app.bench.overlays.compactMap { ($0.screen as? Picker)?.editor.text }.last
  }

  // MARK: Keys meant for something else

  @Test func aQuestionOfASendTakesNoKeyOfATextField() {
    var (app, id) = Self.sent("2 e <Path> /x")
    app.receive(.exchange(id, .refused(Self.scripts)))
    #expect(app.bench.overlays.isEmpty)
    app.expectOnScreen("F12 shows: \(Self.question)")
    app.press("y")
    #expect(Self.allowed(app) == [] && app.bench.requestPane.editing?.editor.text.contains("/orders/xy") == true)
    app.expectOnScreen(" F12 answer  ")
    app.press("<F12>")
    app.expectOnScreen(Self.question)
    app.press("y")
    // The typed text is part of the request, so this is another one.
    #expect(Self.jobs(app).map(\.answers.allowed) == [[]] && app.bench.late.waiting.isEmpty)
    #expect(Self.jobs(app).first?.request.url.hasSuffix("/orders/xy") == true)
  }

  // MARK: Changes since the question

  private static let sentAsItIs = Notice(
    .information, "Changed since the question: the request is sent as it is now")

  @Test func aConsentIsOnlyForTheRequestThatWasAskedAbout() throws {
    var (app, id) = Self.sent("e <Path> /x <Esc>")
    app.receive(.exchange(id, .refused(Self.scripts)))
    app.press("<F12> y")
    let job = try #require(Self.jobs(app).first)
    #expect(job.request == .edited && job.basis == .edits && job.answers.allowed == [])
    #expect(app.bench.notice == Self.sentAsItIs)
    app.receive(.exchange(job.id, .refused(Self.scripts)))
    app.expectOnScreen(Self.question)
    app.press("y")
    #expect(Self.jobs(app).map(\.request) == [.edited] && Self.allowed(app) == [[.scripts]])
  }

  @Test func aConsentForGoodIsForTheChangedRequestToo() {
    var (app, id) = Self.sent("e <Path> /x <Esc>")
    app.receive(.exchange(id, .refused(Self.scripts)))
    app.press("<F12> A")
    #expect(app.effects.first == .allow([.scripts], .list))
    #expect(Self.jobs(app).map(\.request) == [.edited] && Self.allowed(app) == [[.scripts]])
    #expect(app.bench.notice == Self.sentAsItIs)
  }

  @Test func anotherEnvironmentIsAChangeToo() {
    var (app, id) = Self.sent("<Down>")
    app.receive(.exchange(id, .refused(Self.scripts)))
    app.bench.workspace.chosenEnvironments = ["/collections/shop": "live"]
    app.press("<F12> y")
    #expect(Self.jobs(app).map(\.environment) == ["live"] && Self.allowed(app) == [[]])
    #expect(app.bench.notice == Self.sentAsItIs)
  }

  @Test func aTypedValueIsNotSentInAnotherRequestThanThatOfTheQuestion() throws {
    var (app, id) = Self.sent("")
    app.receive(.exchange(id, .refused(Self.scripts)))
    app.press("y")
    let second = try #require(app.sentID)
    app.press("e <Path> /x <Esc>")
    app.receive(.exchange(second, .prompts([Self.code])))
    app.press("<F12> 7 <Enter>")
    #expect(Self.jobs(app) == [])
    let way = "F5 asks again for the request as it is now"
    #expect(app.bench.notice == Notice(.information, "Changed since the question, so nothing was sent: \(way)"))
  }

  @Test func toolsOfAChangedRequestAreNotListed() throws {
    var app = Harness.shop()
    _ = app.bench.route(.tell(ToolListing.begin))
    let id = try #require(app.bench.workspace.exchange?.id)
    app.press("e <Path> /x <Esc>")
    app.receive(.exchange(id, .refused(Self.scripts)))
    app.press("<F12> y")
    #expect(Self.jobs(app) == [])
    let sentence = "Changed since the question, so nothing was sent: list the tools again"
    #expect(app.bench.notice == Notice(.information, sentence))
  }

  @Test func aTokenThatIsFetchedAgainAsksAnew() throws {
    var app = Harness.shop()
    var request = SavedRequest.list
    request.auth = RequestAuth(.oauth2)
    app.open("shop/list.json", request)
    app.press("2 ] ] ] t")
    let first = try #require(Self.jobs(app).first)
    app.press("<Down>")
    app.receive(.exchange(first.id, .refused(Self.scripts)))
    app.receive(.exchange(first.id, .ended(.failed(first.id, .unprepared, "No permission"), sentBody: nil)))
    #expect(app.bench.late.waiting.count == 1)
    app.press("t")
    #expect(app.bench.late.waiting.isEmpty)
    let second = try #require(Self.jobs(app).first)
    app.receive(.exchange(second.id, .refused(Self.scripts)))
    #expect(app.bench.overlays.count == 1)
    app.press("y")
    #expect(Self.jobs(app).map(\.fetchesToken) == [true] && Self.allowed(app) == [[.scripts]])
  }

  @Test func aTokenThatIsFetchedKeepsTheQuestionOfASend() throws {
    var app = Harness.shop()
    var request = SavedRequest.list
    request.auth = RequestAuth(.oauth2)
    app.open("shop/list.json", request)
    app.press("2 ] ] ] <F5>")
    let id = try #require(app.sentID)
    app.press("<Down>")
    app.receive(.exchange(id, .refused(Self.scripts)))
    app.receive(.exchange(id, .ended(.failed(id, .unprepared, "No permission"), sentBody: nil)))
    app.press("t")
    #expect(Self.jobs(app).map(\.fetchesToken) == [true] && app.bench.late.waiting.count == 1)
  }

  // MARK: More keys meant for something else

  @Test func aQuestionOfARunTakesNoKeyOfAnotherDialog() {
    var app = Harness.running(5)
    app.press(": c o")
    app.receive(.run(1, .asks(Self.scripts)))
    app.press("y")
    #expect(Self.answers(app) == [] && Self.palette(app) == "coy")
    app.expectOnScreen(" F12 answer  ")
    app.press("<F12> y")
    #expect(Self.answers(app) == [.allow(.once)] && Self.palette(app) == "coy")
  }

  /// In the list of results, after half a sequence of keys, beside another list, in its filter, among labels to jump to.
  @Test(arguments: ["j", "g", "<Esc>", "<Esc> / l i", ";", "<A-2>"])
  func aQuestionOfARunWaitsOnceTheUserDoesSomethingElse(keys: String) {
    var app = Harness.running(5)
    app.press(keys)
    app.receive(.run(1, .asks(Self.scripts)))
    #expect(app.bench.overlays.isEmpty)
    app.press("y")
    #expect(Self.answers(app) == [])
    app.press("<Esc> <F12>")
    app.expectOnScreen(Self.question)
    app.press("A")
    #expect(Self.answers(app) == [.allow(.always)])
  }

  @Test func aQuestionAboutARequestDoesNotCoverAnother() {
    var (app, id) = Self.sent("<Down>")
    app.receive(.exchange(id, .prompts([Self.code])))
    app.press("y")
    #expect(app.bench.overlays.isEmpty && app.bench.workspace.shownRequest == "shop/remove.json")
    app.press("<F12>")
    app.type("7")
    app.press("<Enter>")
    let sent = app.effects.compactMap { if case .send(let job) = $0 { job } else { nil } }
    #expect(sent.map(\.origin?.address) == ["shop/list.json"] && sent.map(\.answers.typed) == [["code": "7"]])
  }

  @Test func aPasteIsNoAnswerEither() {
    var (app, id) = Self.sent("2 e <Path>")
    app.receive(.exchange(id, .prompts([Self.code])))
    app.receive(.input(.paste("/pasted")))
    #expect(app.bench.requestPane.editing?.editor.text.contains("/orders/pasted") == true)
    app.press("<F12>")
    #expect((app.bench.overlays.last?.screen as? Prompt)?.editor.text == "")
  }

  @Test func aLoginWaitsAndItsPageIsOpened() {
    var (app, id) = Self.sent("2 e <Path>")
    let login = Login(url: "https://auth.test/authorize", acceptsRedirect: true)
    app.receive(.exchange(id, .login(login)))
    #expect(app.effects == [.openPage(login.url)])
    app.press("y")
    #expect(app.copied == [])
    app.press("<F12> y")
    #expect(app.copied == ["the URL: https://auth.test/authorize"])
  }

  @Test func aKeyThatWaitsForASaveDoesNotAnswerItsQuestion() {
    var app = Harness.shop()
    app.press("e <Path> /x <Esc> <C-s>")
    app.bench.late.note(.key(.character("o")))
    app.receive(.workspace(.changedOnDisk("shop/list.json")))
    #expect(app.bench.overlays.isEmpty)
    app.expectOnScreen("F12 shows: Changed on disk since you opened it")
  }

  @Test func aFileThatChangedOnDiskIsAskedAboutAfterTheTyping() throws {
    var app = Harness.shop()
    app.press("e <Path> /x <C-s> e")
    app.receive(.workspace(.changedOnDisk("shop/list.json")))
    app.receive(.workspace(.changedOnDisk("shop/list.json")))
    app.press("o")
    #expect(!app.effects.contains { if case .files(_, .save) = $0 { true } else { false } })
    app.press("<Esc> <F12>")
    let edited = try #require(app.bench.workspace.request)
    app.press("o")
    #expect(app.effects == [.save("shop/list.json", edited, overwriting: true)])
    #expect(app.bench.late.waiting.isEmpty)
  }

  @Test func anExportOverwritesNothingUnasked() {
    var app = Harness.shop()
    let job = ExportJob(
      root: "/collections", address: "shop/list.json", environment: nil, format: Harness.exportFormats[1])
    app.press(":")
    app.receive(.exportRefused(job, existing: ["/w/x"], areReadOnly: false))
    app.press("o")
    #expect(app.effects == [] && Self.palette(app) == "o")
    app.press("<Esc> <F12> o")
    #expect(app.effects == [.export(job.replacing(["/w/x"]))])
  }

  @Test func theAnswerAboutABodyIsForThatBody() throws {
    var app = Harness.shop()
    app.sendAndAnswer { .answered($0) }
    let body = try #require(app.bench.workspace.exchange?.body?.body)
    app.press("3 w <C-u> /tmp/a.json <Enter> 1")
    app.receive(.saveRefused(.exists("/tmp/a.json")))
    #expect(app.bench.overlays.isEmpty && app.bench.late.waiting.count == 1)
    app.press("<Down>")
    #expect(app.bench.workspace.shownRequest == "shop/remove.json")
    app.press("<F12> o")
    #expect(app.effects == [.body(.save(body, path: "/tmp/a.json", overwriting: true))])
  }

  @Test func anotherNameIsNotAskedForOverAnotherResponse() {
    var app = Harness.shop()
    app.sendAndAnswer { .answered($0) }
    app.press("3 w <C-u> /tmp/a.json <Enter> 1")
    app.receive(.saveRefused(.exists("/tmp/a.json")))
    app.press("<Down>")
    app.press("<F12> n")
    #expect(app.effects == [] && app.bench.overlays.isEmpty)
    #expect(app.bench.notice == Notice(.information, "Another response is shown: nothing was written"))
  }

  @Test func aListTakesNoKeyOfATextField() {
    var (app, _) = Self.sent("e <Path>")
    app.receive(.cookies(.listed([], environment: nil)))
    app.press("y")
    #expect(app.bench.overlays.isEmpty && app.bench.requestPane.editing?.editor.text.contains("/ordersy") == true)
    app.expectOnScreen(" F12 show  ")
    app.press("<F12>")
    app.expectOnScreen("+ Add a cookie")
  }

  // MARK: At once

  @Test func aQuestionAboutWhatTheLastKeyBeganOpensAtOnce() {
    var (app, id) = Self.sent("")
    app.receive(.exchange(id, .started(Date(timeIntervalSince1970: 1_000_000))))
    app.receive(.input(.mouse(Mouse(.wheelDown, at: Point(column: 60, row: 12)))))
    app.receive(.exchange(id, .prompts([Self.code])))
    #expect(app.bench.overlays.count == 1)
    app.press("7 <Enter>")
    app.receive(.exchange(app.sentID!, .refused(Self.scripts)))
    app.expectOnScreen(Self.question)
  }

  @Test func soDoesOneAboutAFileThatHadToBeReadFirst() throws {
    var app = Harness.shop()
    app.press("<Down> <F5>")
    app.open("shop/remove.json", SavedRequest(method: "DELETE", url: "/x", id: RequestID("r3")))
    app.receive(.exchange(try #require(app.sentID), .refused(Self.scripts)))
    #expect(app.bench.overlays.count == 1)
  }

  @Test func soDoesOneAfterTheAddressOfALogin() {
    var (app, id) = Self.sent("")
    app.receive(.exchange(id, .login(Login(url: "https://auth.test/a", acceptsRedirect: true))))
    app.press("p")
    app.type("https://app.test/?code=1")
    app.press("<Enter>")
    #expect(app.effects == [.exchange(.completeLogin(id, "https://app.test/?code=1"))])
    app.receive(.exchange(id, .refused(Self.scripts)))
    #expect(app.bench.overlays.count == 1)
  }

  @Test func soDoTheNextQuestionsOfARun() {
    var app = Harness.running(5)
    for _ in 0..<3 {
      app.tell(RunResult.iteration())
      app.receive(.run(1, .prompts(Self.code)))
      app.press("7 <Enter>")
      #expect(Self.answers(app) == [.value("7")])
    }
  }

  @Test func theSecondQuestionAboutOneKeyWaitsForTheFirst() throws {
    var app = Harness.shop()
    app.press("e <Path> /x <Esc> 1 <Down>")
    app.open("shop/remove.json", SavedRequest(method: "DELETE", url: "/a", id: RequestID("r3")))
    app.press("e b <Esc> q s")
    for path: Address in ["shop/list.json", "shop/remove.json"] { app.receive(.workspace(.changedOnDisk(path))) }
    app.expectOnScreen("Another program changed shop/list.json.")
    app.press("o")
    #expect(app.effects == [.save("shop/list.json", .edited, overwriting: true)])
    app.press("<F12>")
    app.expectOnScreen("Another program changed shop/remove.json.")
  }

  @Test func aCookieThatIsNotStoredIsAskedForAgainOverTheTable() {
    var app = Harness.shop()
    app.press("<F8>")
    app.receive(.cookies(.listed([], environment: nil)))
    app.press("<Enter>")
    app.type("shop sid=1")
    app.press("<Enter>")
    app.receive(.cookies(.refused("shop sid=1", replacing: nil, environment: nil, why: "Not stored")))
    #expect(app.bench.overlays.count == 2)
    app.expectOnScreen("shop sid=1")
  }

  // MARK: Nothing is lost

  @Test func aRunThatIsStoppedAsksNoMore() {
    var app = Harness.running(5)
    app.press("j")
    app.receive(.run(1, .asks(Self.scripts)))
    #expect(app.bench.late.waiting.count == 1)
    app.press("<C-c>")
    #expect(app.effects == [.run(.stop)])
    app.endRun(.interrupted)
    app.press("<F12>")
    #expect(app.bench.notice == Notice(.information, "No question is waiting"))
  }

  @Test func aRequestThatIsSentAgainAsksAnew() {
    var (app, id) = Self.sent("<Down>")
    app.receive(.exchange(id, .refused(Self.scripts)))
    app.receive(.exchange(id, .ended(.failed(id, .unprepared, "No permission"), sentBody: nil)))
    app.press("<Up> <F5>")
    #expect(app.bench.late.waiting.isEmpty)
    app.receive(.exchange(app.sentID!, .refused(Self.scripts)))
    #expect(app.bench.overlays.count == 1)
  }

  @Test func aLoginThatHasEndedIsShownNoMore() {
    var (app, id) = Self.sent("<Down>")
    app.receive(.exchange(id, .login(Login(url: "https://auth.test/a", acceptsRedirect: true))))
    app.receive(.exchange(id, .loginEnded))
    app.press("<F12>")
    #expect(app.bench.overlays.isEmpty && app.bench.notice?.text == "No question is waiting")
  }

  @Test func severalQuestionsAreCountedAndShownInTheirOrder() {
    var (app, id) = Self.sent("e <Path>")
    app.receive(.exchange(id, .prompts([Self.code])))
    app.receive(.workspace(.readOnly("shop/list.json", overwriting: false)))
    app.press("y")
    app.expectOnScreen(" F12 show 2 waiting  ")
    app.press("<F12>")
    app.expectOnScreen("The code")
    app.expectOnScreen("F12 answer")
    app.press("<Esc> <F12>")
    app.expectOnScreen("File is read-only — overwrite?")
  }

  @Test func theKeyIsNamedOnASmallScreenAndBesideWorkUnderWay() {
    var (app, id) = Self.sent("<Down>", columns: 40, rows: 12)
    app.receive(.exchange(id, .refused(Self.scripts)))
    app.receive(.workspace(.base("Fetching the base …")))
    app.expectOnScreen("F12 shows: Allow scripts")
    app.press("<Up>")
    app.expectOnScreen(" F12 answer  ")
    app.click("F12 answer")
    app.expectOnScreen("Allow scripts")
  }
}
