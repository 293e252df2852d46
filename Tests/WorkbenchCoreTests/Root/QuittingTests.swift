import BodyDocument
import Foundation
import RequestModel
import RequestRuns
import Testing

@testable import WorkbenchCore

@Suite struct QuittingTests {
  private func edited() -> Harness {
    var app = Harness.shop()
    app.press("e <Path> /x <Esc>")
    return app
  }

  private var request: SavedRequest { .edited }

  @Test func quittingRemembersWhereOneWas() {
    var app = Harness.shop()
    app.press("q")
    #expect(app.effects == [.remember(environments: [:], selection: "shop/list.json", filters: []), .quit])
  }

  @Test func unsavedEditsAreAskedAbout() {
    var app = edited()
    app.press("q")
    #expect(app.effects.isEmpty)
    app.expectOnScreen("1 unsaved request: list")
    app.expectOnScreen("s    save all and quit")
    app.press("<Esc> 1 <Down>")
    #expect(app.effects == [.open("shop/remove.json")])
  }

  @Test func aRunningRequestIsAskedAbout() {
    var app = Harness.shop()
    app.press("<F5> q")
    #expect(!app.effects.contains(.quit))
    app.expectOnScreen("1 running request, which quitting cancels")
    app.press("<Esc> q q")
    #expect(app.effects.last == .quit)
  }

  @Test func aResponseThatOnlyHasToBeRecordedIsNotAskedAbout() {
    var app = Harness.shop()
    app.press("<F5>")
    let id = app.sentID!
    app.receive(.exchange(id, .started(Date(timeIntervalSince1970: 1_000_000))))
    app.receive(.exchange(id, .head(Response(status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: []))))
    app.receive(.exchange(id, .body(BodyDocument(Data("hello".utf8), contentType: "text/plain"))))
    #expect(app.bench.workspace.isAnythingRunning)
    app.press("q")
    #expect(app.effects.last == .quit)
  }

  @Test func aRunUnderWayIsAskedAbout() {
    var app = Harness.running(5)
    app.tell(RunResult.iteration())
    app.press("q")
    #expect(app.effects.isEmpty)
    app.expectOnScreen("The run shop is in progress")
    app.press("<Esc> q q")
    #expect(app.effects.last == .quit)
  }

  @Test func aLoadUnderWayIsAskedAboutOutOfSightToo() {
    var app = Harness.loading()
    app.press("<Esc> q")
    #expect(app.effects.isEmpty)
    app.expectOnScreen("The load shop is in progress")
  }

  @Test func aRunThatHasEndedIsNotAskedAbout() {
    var app = Harness.ran()
    app.press("q")
    #expect(app.effects.last == .quit)
  }

  @Test func unsavedEditsAndARunAreAskedAboutAtOnce() {
    var app = edited()
    app.press("g r <F5>")
    app.receive(.run(1, .started(.sample(), iterations: 1)))
    app.press("q")
    app.expectOnScreen("1 unsaved request: list; the run shop is in progress")
    app.expectOnScreen("s    save all, stop and quit")
  }

  @Test func otherKeysDoNotAnswerTheQuestion() {
    var app = edited()
    app.press("q x <Enter> <Space>")
    #expect(app.effects.isEmpty)
    app.expectOnScreen("Unsaved edits")
  }

  @Test func leavingTheEditsKeepsThemAsDraftsAndRemembersThePlace() {
    var app = edited()
    app.press("q q")
    #expect(app.effects == [.remember(environments: [:], selection: "shop/list.json", filters: []), .quit])
  }

  @Test func discardingTheEditsRemovesTheirDraftsAndQuits() {
    var app = edited()
    app.press("q")
    app.expectOnScreen("d    quit; discard the edits")
    app.press("d")
    #expect(
      app.effects == [
        .keepDraft("shop/list.json", nil),
        .remember(environments: [:], selection: "shop/list.json", filters: []), .quit,
      ])
    #expect(app.bench.workspace.unsaved == [])
  }

  @Test func savingAllQuitsOnlyWhenTheLastIsSaved() {
    var app = edited()
    app.press("1 <Down>")
    app.open("shop/remove.json", SavedRequest(method: "DELETE", url: "/a", id: RequestID("r3")))
    app.press("e b <Esc> q s")
    var remove = SavedRequest(method: "DELETE", url: "/ab", id: RequestID("r3"))
    #expect(
      app.effects.suffix(2) == [
        .save("shop/list.json", request, overwriting: false), .save("shop/remove.json", remove, overwriting: false),
      ])
    app.receive(.workspace(.saved("shop/list.json", .request(request))))
    #expect(!app.effects.contains(.quit))
    remove = app.bench.workspace.items["shop/remove.json"].draft!.current.request!
    app.receive(.workspace(.saved("shop/remove.json", .request(remove))))
    #expect(app.effects.contains(.quit))
  }

  @Test func aSaveThatFailsKeepsTheProgramOpenForGood() {
    var app = edited()
    app.press("q s")
    app.receive(.workspace(.failed(Problem("Cannot write shop/list.json: the disk is full"))))
    app.expectOnScreen("Cannot write shop/list.json: the disk is full")
    app.receive(.workspace(.saved("shop/list.json", .request(request))))
    #expect(!app.effects.contains(.quit))
  }

  @Test func aTextUnderEditIsUnsavedToo() {
    var app = Harness.shop()
    app.press("e <Path> /x <C-c>")
    #expect(app.effects == [.keepDraft("shop/list.json", request)])
    #expect(app.bench.requestPane.editing == nil)
    app.press("<C-c>")
    app.expectOnScreen("1 unsaved request: list")
  }

  @Test func ctrlCLeavesAnOpenFilterBeforeItQuits() {
    var app = Harness.shop()
    app.press("/ li <C-c>")
    #expect(!app.bench.isEditingText && !app.effects.contains(.quit))
    app.press("<C-c>")
    #expect(app.effects.last == .quit)
  }

  /// Of a request and of a run.
  @Test(arguments: [false, true]) func ctrlCForWhatHasJustEndedDoesNotQuit(isRun: Bool) {
    var app = isRun ? Harness.ran() : Harness.shop()
    if !isRun { app.sendAndAnswer { .answered($0) } }
    app.press("<C-c>")
    #expect(app.effects == [])
    app.expectOnScreen("Nothing is running: press Ctrl+C again to quit")
    app.press("<C-c>")
    #expect(app.effects.last == .quit)
  }

  @Test func ctrlCForWhatAClickBeganDoesNotQuitEither() throws {
    var app = Harness.shop()
    app.press("<F5>")
    let first = try #require(app.sentID)
    app.press("<C-c>")
    #expect(app.effects == [.cancel(first)])
    app.receive(.exchange(first, .ended(.answered(first), sentBody: nil)))
    let sent: [ExchangeID] = app.click("F5 sends").compactMap { if case .send(let job) = $0 { job.id } else { nil } }
    let second = try #require(sent.first)
    app.receive(.exchange(second, .ended(.answered(second), sentBody: nil)))
    app.press("<C-c>")
    #expect(app.effects == [])
    app.expectOnScreen("Nothing is running: press Ctrl+C again to quit")
  }

  @Test func ctrlCQuitsOnceAnotherKeyWasPressedAfterTheEnd() {
    var app = Harness.shop()
    app.sendAndAnswer { .answered($0) }
    app.press("1 <C-c>")
    #expect(app.effects.last == .quit)
  }

  @Test func aSignalToEndIsObeyedAtOnceAndTheTextUnderEditIsKept() {
    var app = Harness.shop()
    app.press("e <Path> /x")
    app.receive(.terminated)
    #expect(app.effects == [.keepDraft("shop/list.json", request), .quit])
  }
}
