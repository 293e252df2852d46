import RequestModel
import Testing

@testable import WorkbenchCore

/// The question before a request reads what is outside of its collection.
@Suite struct ConsentTests {
  private let sources: [OutsideSource] = [.file("/home/me/.ssh/id"), .environmentVariable("TOKEN")]

  private func asked(_ sources: [OutsideSource]) -> (Harness, SendJob) {
    var app = Harness.shop()
    app.press("<F5>")
    let order = app.bench.workspace.exchange!.job!
    app.receive(.exchange(order.id, .refused(sources)))
    return (app, order)
  }

  @Test func theQuestionNamesWhatWouldBeRead() {
    let (app, _) = asked(sources)
    app.expectOnScreen("Allow reading outside the collection?")
    app.expectOnScreen("This collection wants to send /home/me/.ssh/id, the")
    app.expectOnScreen("environment variable TOKEN.")
  }

  @Test func allowedOnceItIsSentAgainAndForgotten() {
    var (app, order) = asked(sources)
    app.press("y")
    order.id = app.sentID!
    order.allowed = Set(sources)
    #expect(app.effects == [.send(order)])
    app.press("<F5>")
    #expect(app.effects.isEmpty)
  }

  @Test func alwaysIsRememberedForTheCollection() {
    var (app, order) = asked(sources)
    app.press("A")
    order.id = app.sentID!
    order.allowed = Set(sources)
    #expect(
      app.effects == [.allow(sources, .init(root: "/collections", address: "shop/list.json")), .send(order)])
  }

  @Test(arguments: ["<Esc>", "<Enter> <Space> a Y <Esc>"]) func nothingElseAllowsIt(_ keys: String) {
    var (app, _) = asked(sources)
    app.press(keys)
    #expect(app.effects.isEmpty)
    app.expectNotOnScreen("Allow reading")
  }

  /// A request whose first send was answered, and whose second one is asked about.
  private func askedAgain(_ sources: [OutsideSource]) -> Harness {
    var app = Harness.shop()
    app.press("<F5>")
    app.receive(
      .exchange(app.sentID!, .ended(.answered(app.sentID!, status: 201, reason: "Created"), sentBody: nil)))
    app.press("<F5>")
    let id = app.sentID!
    app.receive(.exchange(id, .refused(sources)))
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
    app.expectOnScreen("Not sent. This collection has no permission to run its scripts: F5 asks again")
    app.expectNotOnScreen("--allow-scripts")
    app.press("<F5>")
    #expect(app.sentID != nil)
  }

  @Test func withoutAnEarlierResponseThereIsNoneAfterDeclining() {
    var (app, order) = asked([.scripts])
    var exchange = Exchange.answered(order.id, status: 200, reason: "")
    exchange.outcome = .failed(Failure(.unprepared, OutsideSource.refusal(of: [.scripts])), partial: nil)
    app.receive(.exchange(order.id, .ended(exchange, sentBody: nil)))
    app.press("<Esc>")
    app.expectOnScreen("Not sent yet: press F5")
    app.expectNotOnScreen("--allow-scripts")
  }

  @Test func allowingAfterTheAttemptHasEndedSendsAgain() {
    var app = askedAgain(sources)
    app.press("y")
    guard case .send(let job)? = app.effects.last else { return #expect(Bool(false)) }
    #expect(job.allowed == Set(sources))
    app.receive(.exchange(job.id, .refused([.scripts])))
    app.receive(.exchange(job.id, .ended(.answered(job.id, status: 200, reason: ""), sentBody: nil)))
    app.press("<Esc>")
    app.expectOnScreen("201 Created")
  }

  @Test func nothingHidesBehindManyFiles() {
    let many = (1...4).map { OutsideSource.file("/tmp/\($0)") } + [.file("/home/me/.ssh/id")]
    var (app, order) = asked(many)
    app.expectOnScreen("/tmp/1, /tmp/2, /tmp/3.")
    app.press("A")
    order.id = app.sentID!
    order.allowed = Set(many.prefix(3))
    #expect(app.effects.last == .send(order))
  }

  @Test func aLongPathShowsItsBothEnds() {
    let (app, _) = asked([.file("/" + String(repeating: "folder/", count: 100) + ".ssh/id")])
    app.expectOnScreen("/folder/folder/")
    app.expectOnScreen("/.ssh/id.")
  }
}
