import RequestModel
import Testing

@testable import WorkbenchCore

/// The question before a request reads what is outside of its collection.
@Suite struct ConsentTests {
  private let sources: [OutsideSource] = [.file("/home/me/.ssh/id"), .environmentVariable("TOKEN")]

  private func asked(
    _ sources: [OutsideSource], places: [OutsideSource: [String]] = [:]
  ) -> (Harness, SendJob) {
    var app = Harness.shop(columns: 80)
    app.press("<F5>")
    let job = app.bench.workspace.exchange!.job!
    let request = PermissionRequest(sources, collection: "/c/shop", file: "shop/list.json", places: places)
    app.receive(.exchange(job.id, .refused(request)))
    return (app, job)
  }

  @Test func theQuestionNamesWhatWouldBeRead() {
    let (app, _) = asked(sources)
    app.expectOnScreen("Allow reading outside the collection?")
    app.expectOnScreen("The collection /c/shop wants to send, for shop/list.json:")
    app.expectOnScreen("/home/me/.ssh/id")
    app.expectOnScreen("the environment variable TOKEN")
  }

  @Test func whatScriptsUseIsAskedForByName() {
    let (app, _) = asked([.vault, .cookies("bank.example")])
    app.expectOnScreen("Allow scripts to use secrets or cookies?")
    app.expectOnScreen("The collection /c/shop has scripts that want to use, for")
    app.expectOnScreen("secrets of the collection and the environment (pm.vault)")
    app.expectOnScreen("the cookies of bank.example")
    let (both, _) = asked([.scripts, .vault], places: [.scripts: ["list.json preRequest"]])
    both.expectOnScreen("list.json preRequest")
    both.expectOnScreen("(pm.vault)")
  }

  @Test func secretsOfTheUsersCommandAreAskedForTogether() {
    let secrets = ["a", "b", "c", "d"].map { OutsideSource.secret("pass show \($0)_key") }
    var (app, job) = asked(secrets, places: [secrets[3]: ["{{d_key}} in collection.json"]])
    app.expectOnScreen("Allow secrets of your command?")
    app.expectOnScreen("The collection /c/shop wants to use, for shop/list.json:")
    app.expectOnScreen("{{d_key}} in collection.json:")
    app.expectOnScreen("the secret that pass show d_key prints")
    app.press("A")
    job.id = app.sentID!
    job.answers.allowed = Set(secrets)
    #expect(app.effects == [.allow(secrets, .init(root: "/collections", address: "shop/list.json")), .send(job)])
  }

  @Test func allowedOnceItIsSentAgainAndForgotten() {
    var (app, job) = asked(sources)
    app.press("y")
    job.id = app.sentID!
    job.answers.allowed = Set(sources)
    #expect(app.effects == [.send(job)])
    app.press("<F5>")
    #expect(app.effects.isEmpty)
  }

  @Test func alwaysIsRememberedForTheCollection() {
    var (app, job) = asked(sources)
    app.press("A")
    job.id = app.sentID!
    job.answers.allowed = Set(sources)
    #expect(
      app.effects == [.allow(sources, .init(root: "/collections", address: "shop/list.json")), .send(job)])
  }

  @Test func aFileIsRememberedAndTheRestAllowedOnce() {
    var (app, job) = asked(sources)
    app.expectOnScreen("f    always for this file")
    app.press("f")
    job.id = app.sentID!
    job.answers.allowed = Set(sources)
    #expect(
      app.effects == [.allow([sources[0]], .init(root: "/collections", address: "shop/list.json")), .send(job)])
    let (scripts, _) = asked([.scripts])
    scripts.expectNotOnScreen("always for this file")
  }

  @Test(arguments: ["<Esc>", "<Enter> <Space> a Y <Esc>"]) func nothingElseAllowsIt(_ keys: String) {
    var (app, _) = asked(sources)
    app.press(keys)
    #expect(app.effects.isEmpty)
    app.expectNotOnScreen("Allow reading")
  }

  /// A request whose first send was answered, and whose second one is asked about.
  private func askedAgain(_ sources: [OutsideSource], _ shop: Harness = Harness.shop()) -> Harness {
    var app = shop
    app.press("<F5>")
    app.receive(
      .exchange(app.sentID!, .ended(.answered(app.sentID!, status: 201, reason: "Created"), sentBody: nil)))
    app.press("<F5>")
    let id = app.sentID!
    app.receive(.exchange(id, .refused(.init(sources))))
    let failure = Failure(.unprepared, OutsideSource.refusal(of: sources))
    var exchange = Exchange.answered(id, status: 200, reason: "")
    exchange.outcome = .failed(failure, partial: nil)
    app.receive(.exchange(id, .ended(exchange, sentBody: nil)))
    return app
  }

  @Test func theResponseShownBeforeStaysWhenTheUserDeclines() {
    var app = askedAgain([.scripts])
    app.press("<Esc>")
    app.expectOnScreen("201 Created")
    app.expectOnScreen("No permission to run its scripts: not sent; F5 asks again")
    app.expectNotOnScreen("--allow-scripts")
    app.press("<F5>")
    #expect(app.sentID != nil)
  }

  @Test func aSmallScreenShowsTheReasonOfARequestThatIsNotSentFirst() {
    var app = askedAgain([.scripts], Harness.shop(columns: 40, rows: 12))
    app.press("<Esc>")
    app.expectOnScreen("No permission to run its")
    app.press("!")
    app.expectOnScreen("asks again")
  }

  @Test func withoutAnEarlierResponseThereIsNoneAfterDeclining() {
    var (app, job) = asked([.scripts])
    var exchange = Exchange.answered(job.id, status: 200, reason: "")
    exchange.outcome = .failed(Failure(.unprepared, OutsideSource.refusal(of: [.scripts])), partial: nil)
    app.receive(.exchange(job.id, .ended(exchange, sentBody: nil)))
    app.press("<Esc>")
    app.expectOnScreen("Not sent yet: press F5")
    app.expectNotOnScreen("--allow-scripts")
  }

  @Test func allowingAfterTheAttemptHasEndedSendsAgain() {
    var app = askedAgain(sources)
    app.press("y")
    guard case .send(let job)? = app.effects.last else { return #expect(Bool(false)) }
    #expect(job.answers.allowed == Set(sources))
    app.receive(.exchange(job.id, .refused(.init([.scripts]))))
    app.receive(.exchange(job.id, .ended(.answered(job.id, status: 200, reason: ""), sentBody: nil)))
    app.press("<Esc>")
    app.expectOnScreen("201 Created")
  }

  @Test func nothingHidesBehindManyFiles() {
    let many = (1...4).map { OutsideSource.file("/tmp/\($0)") } + [.file("/home/me/.ssh/id")]
    var (app, job) = asked(many)
    app.expectOnScreen("/tmp/3")
    app.expectNotOnScreen(".ssh")
    app.press("A")
    job.id = app.sentID!
    job.answers.allowed = Set(many.prefix(3))
    #expect(app.effects.last == .send(job))
  }

  @Test func theWholeCommandIsShownAndHasToBeReadBeforeItIsAllowed() {
    let (head, tail) = (String(repeating: "a", count: 3010), String(repeating: "b", count: 3000))
    let line = "pass show shop/\(head); touch X; \(tail)"
    var (app, job) = asked([.command(line)])
    app.expectOnScreen("pass show shop/aaa")
    var shown = ""
    for _ in 0..<20 {
      shown += app.screen
      app.press("y")
      if app.sentID != nil { break }
    }
    #expect(shown.contains("touch X") && shown.contains("all shown"))
    job.id = app.sentID!
    job.answers.allowed = [.command(line)]
    #expect(app.effects.last == .send(job))
  }

  @Test func theFooterSaysWhatTheKeysDoUntilAllWasOnTheScreen() {
    var (app, _) = asked([.command("true " + String(repeating: "a", count: 1500) + "; touch X")])
    func footer() -> String { app.screen.split(separator: "\n").last.map(String.init) ?? "" }
    app.expectOnScreen(" more: ↓")
    #expect(footer().hasPrefix(" y read on  Esc do not send"), "\(footer())")
    app.press("x")
    app.expectOnScreen("Answer the question first: y read on, Esc do not send")
    app.press("y")
    app.expectOnScreen("all shown")
    #expect(app.sentID == nil)
    #expect(footer().hasPrefix(" y allow once  A always allow for this collection  Esc do not send"), "\(footer())")
    app.press("y")
    #expect(app.sentID != nil)
  }

  @Test func aLongQuestionLeavesTheFooterFree() {
    let (app, _) = asked([.command("true " + String(repeating: "a", count: 6000))])
    app.expectOnScreen(" more: ↓")
    let footer = app.screen.split(separator: "\n").last ?? ""
    #expect(footer.contains("Esc ") && !footer.contains("─"), "\(app.screen)")
  }

  @Test func theEndOfALongCommandCanBeScrolledTo() {
    var (app, _) = asked([.command("true " + String(repeating: "a", count: 6000) + "; touch X")])
    app.expectNotOnScreen("touch X")
    app.press("<End>")
    app.expectOnScreen("touch X")
    app.press("g")
    app.expectOnScreen("the output of true aaa")
    app.press("<Esc>")
    #expect(app.effects.isEmpty)
  }

  @Test func lineBreaksAndControlCharactersOfACommandAreVisible() {
    let line = "echo hi #" + String(repeating: "\n", count: 24) + "touch X \u{1B}[2K\u{202E}ohce"
    let (app, _) = asked([.command(line)])
    app.expectOnScreen("echo hi #␊␊␊")
    app.expectOnScreen("touch X ␛[2K\u{FFFD}ohce")
  }

  @Test func spacesDoNotPushACommandOutOfSight() {
    let (app, _) = asked([.command("pass show shop" + String(repeating: " ", count: 400) + "; touch X")])
    app.expectOnScreen("; touch X")
  }

  @Test func theQuestionNamesWhatAsks() {
    let command = OutsideSource.command("date")
    let (app, _) = asked([command], places: [command: ["{{c7}} in workspace.json"]])
    app.expectOnScreen("The collection /c/shop wants to send, for shop/list.json:")
    app.expectOnScreen("{{c7}} in workspace.json:")
    let (scripts, _) = asked([.scripts], places: [.scripts: ["collection.json preRequest", "lib/sign.js"]])
    scripts.expectOnScreen("The collection /c/shop has scripts, for shop/list.json.")
    scripts.expectOnScreen("collection.json preRequest")
    scripts.expectOnScreen("lib/sign.js")
  }
}
