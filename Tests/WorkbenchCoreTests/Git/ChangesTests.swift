import Foundation
import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

@Suite struct ChangesTests {
  private func app(_ status: GitStatus = .shop) -> Harness {
    var app = Harness.shop(columns: 120, rows: 24)
    app.receive(.git(.status(status)))
    app.press("<C-g>")
    return app
  }

  private func compared(_ app: Harness) -> [GitComparison] {
    app.effects.compactMap { if case .compare(let comparison)? = $0.work(GitEffect.self) { comparison } else { nil } }
  }

  private func actions(_ app: Harness) -> [GitAction] {
    app.effects.compactMap { if case .act(let action)? = $0.work(GitEffect.self) { action } else { nil } }
  }

  @Test func theChangesReplaceTheOtherPanesAndShowADifference() {
    var app = app()
    #expect(app.effects.contains(.git(.status(isAsked: true))))
    #expect(compared(app).map(\.entry.path) == ["api/shop/list.json"])
    app.receive(.git(.compared(compared(app)[0], FileDifference(patch: ["-old", "+new"]))))
    app.expectOnScreen("+new")
    app.press("j")
    #expect(compared(app).map(\.entry.path) == ["api/shop/new.json"])
    app.expectNotOnScreen("+new")
    app.press("<Esc>")
    app.expectOnScreen("Collections")
    #expect(app.bench.workspace.subject == .request("shop/list.json"))
  }

  @Test func aStaleDifferenceIsDropped() {
    var app = app()
    let first = compared(app)[0]
    app.press("j")
    app.receive(.git(.compared(first, FileDifference(patch: ["+stale"]))))
    app.expectNotOnScreen("+stale")
  }

  /// The row of a file that is modified already stays the same.
  @Test func aFileThatChangesAgainIsComparedAgainThoughTheStatusIsEqual() {
    var app = app()
    app.receive(.git(.compared(compared(app)[0], FileDifference(patch: ["+first"]))))
    app.receive(.git(.status(.shop)))
    #expect(compared(app).map(\.entry.path) == ["api/shop/list.json"])
    app.expectOnScreen("+first")
    app.receive(.git(.compared(compared(app)[0], FileDifference(patch: ["+second"]))))
    app.expectOnScreen("+second")
    app.expectNotOnScreen("+first")
    #expect(compared(app) == [])
  }

  @Test func spaceStagesWhatIsOpenAndUnstagesWhatIsStaged() {
    var app = app()
    let entries = GitStatus.shop.entries
    app.press("<Space>")
    #expect(actions(app) == [.stage([entries[0]])])
    app.press("jj <Space>")
    #expect(actions(app) == [.stage([entries[2]])])
    app.press("j <Space>")
    #expect(actions(app) == [.unstage([entries[3]])])
    app.press("a")
    #expect(actions(app) == [.stage(Array(entries.prefix(3)))])
  }

  @Test func discardingAsksFirstAndIsUndone() {
    var app = app()
    app.press("d")
    #expect(actions(app) == [])
    app.press("d")
    #expect(actions(app) == [.discard([GitStatus.shop.entries[0]])])
    app.receive(.git(.done(.discard([GitStatus.shop.entries[0]]), output: "")))
    app.expectOnScreen("Discarded the changes to list.json — u restores them")
    app.press("u")
    #expect(actions(app) == [.undoDiscard])
  }

  @Test func eachDiscardIsUndoneTheLastOneFirst() {
    var app = app()
    for entry in GitStatus.shop.entries.prefix(2) {
      app.receive(.message(GitRequest.act(.discard([entry]))))
      app.receive(.git(.done(.discard([entry]), output: "")))
    }
    for _ in 0..<2 {
      app.press("u")
      #expect(actions(app) == [.undoDiscard])
      app.receive(.git(.done(.undoDiscard, output: "")))
    }
    app.press("u")
    #expect(actions(app) == [])
    app.expectOnScreen("Nothing was discarded")
  }

  /// Its files may be shown before git is done.
  @Test func aDiscardIsUndoneOnceFromItsStartOn() {
    var app = app()
    app.press("dd")
    app.press("u")
    #expect(actions(app) == [.undoDiscard])
    app.receive(.git(.done(.discard([GitStatus.shop.entries[0]]), output: "")))
    app.press("u")
    #expect(actions(app) == [])
    app.expectOnScreen("Nothing was discarded")
  }

  @Test func aDiscardThatFailsLeavesTheOneBeforeItToUndo() {
    var app = app()
    let discard = GitAction.discard([GitStatus.shop.entries[0]])
    let failed = GitEvent.failed(discard, GitFailure(.other, "no space"))
    let canUndo = [failed, .done(discard, output: ""), failed].map { event in
      app.receive(.message(GitRequest.act(discard)))
      app.receive(.git(event))
      return app.bench.workspace.git.canUndo
    }
    #expect(canUndo == [false, true, true])
  }

  @Test func aDiscardIsNotReportedAsAChangeOfAnotherProgram() {
    var app = Harness.shop(columns: 120, rows: 24)
    app.receive(.git(.status(.shop)))
    app.press("e <Path> /x <Esc>")
    let discard = GitAction.discard([GitStatus.shop.entries[0]])
    app.receive(.message(GitRequest.act(discard)))
    app.receive(.git(.done(discard, output: "")))
    let sentence = "Discarded the changes to list.json — u restores them; unsaved edits are kept"
    app.receive(.workspace(.diskChanged(.shop, files: ["shop/list.json"])))
    #expect(app.bench.notice?.text == sentence)
    app.receive(.workspace(.diskChanged(.shop, files: ["shop/list.json"])))
    #expect(app.bench.notice?.text != sentence)
  }

  /// The own change may be reported before or after the end of the action; the next one is of another program.
  @Test(arguments: [[0, 1], [1, 0]])
  func oneOwnChangeOfAFileIsHiddenAndNoMore(order: [Int]) {
    let discard = GitAction.discard([GitStatus.shop.entries[0]])
    for action in [discard, .undoDiscard] {
      var app = Harness.shop(columns: 120, rows: 24)
      app.receive(.git(.status(.shop)))
      if action == .undoDiscard { app.receive(.git(.done(discard, output: ""))) }
      app.receive(.message(GitRequest.act(action)))
      let disk = Event.workspace(.diskChanged(.shop, files: ["shop/list.json"]))
      for index in order { app.receive([.git(.done(action, output: "")), disk][index]) }
      #expect(app.bench.notice?.text.contains("on disk") == false)
      app.receive(disk)
      #expect(app.bench.notice?.text == "shop/list.json changed on disk")
    }
  }

  @Test func aDiscardThatFailsHidesNothing() {
    var app = Harness.shop(columns: 120, rows: 24)
    app.receive(.git(.status(.shop)))
    let discard = GitAction.discard([GitStatus.shop.entries[0]])
    app.receive(.message(GitRequest.act(discard)))
    app.receive(.git(.failed(discard, GitFailure(.other, "Cannot discard: no space"))))
    app.receive(.workspace(.diskChanged(.shop, files: ["shop/list.json"])))
    #expect(app.bench.messages.entries.last?.notice.text == "shop/list.json changed on disk")
  }

  @Test func undoingTheDiscardBeforeOneThatFailedIsNotReportedAsAChangeOfAnotherProgram() {
    var app = Harness.shop(columns: 120, rows: 24)
    app.receive(.git(.status(.shop)))
    let disk = Event.workspace(.diskChanged(.shop, files: ["shop/list.json"]))
    let first = GitAction.discard([GitStatus.shop.entries[0]])
    let second = GitAction.discard([GitStatus.shop.entries[1]])
    app.receive(.message(GitRequest.act(first)))
    app.receive(.git(.done(first, output: "")))
    app.receive(disk)
    app.receive(.message(GitRequest.act(second)))
    app.receive(.git(.failed(second, GitFailure(.other, "no space"))))
    app.receive(.message(GitRequest.act(.undoDiscard)))
    app.receive(.git(.done(.undoDiscard, output: "")))
    app.receive(disk)
    #expect(app.bench.notice?.text == "Restored the discarded changes")
  }

  @Test func theFooterSaysWhetherAFileIsStagedOrUnstaged() {
    var app = app()
    app.expectOnScreen("Space stage  a stage all")
    app.press("jj")
    app.expectOnScreen("Space stage  a stage all")
    app.press("j")
    app.expectOnScreen("Space unstage  a stage all")
    app.press("<Enter>")
    app.expectOnScreen("Space unstage")
    var status = GitStatus.shop
    status.entries = Array(status.entries.suffix(2))
    app.receive(.git(.status(status)))
    app.press("<Esc>")
    app.expectOnScreen("Space unstage  a unstage all")
  }

  @Test func aSwitchNamesBothBranchesAndWhatIsKept() {
    var app = app()
    let other = GitReference(name: "other")
    app.receive(.git(.done(.switchTo(other), output: "")))
    #expect(app.bench.notice?.text == "Switched from main to other; uncommitted changes in 4 files kept")
    var status = GitStatus.shop
    (status.entries, status.branch.name) = ([], "other")
    app.receive(.git(.status(status)))
    app.receive(.git(.done(.switchTo(other), output: "")))
    #expect(app.bench.notice?.text == "Switched to other")
    app.press("s")
    app.receive(.git(.branches([GitReference(name: "other", isCurrent: true)])))
    app.press("<Enter>")
    #expect(app.bench.notice?.text == "other is the current branch")
  }

  @Test func theReasonOfGitIsShownOnceInItsOutput() {
    var app = app()
    let output = "From host\nfatal: refusing to merge\nhint: think"
    app.receive(.git(.failed(.pull(.configured), GitFailure(.other, "Cannot pull: refusing to merge", output: output))))
    app.press("<F12>")
    app.expectOnScreen("Cannot pull:")
    app.expectOnScreen("fatal: refusing to merge")
    #expect(app.screen.components(separatedBy: "refusing to merge").count == 2)
  }

  @Test func aPullWithoutUpstreamOffersToSetOne() {
    var status = GitStatus.shop
    status.branch.upstream = nil
    var app = app(status)
    app.press("p")
    app.expectOnScreen("main has no upstream")
    #expect(actions(app) == [])
    app.press("y")
    #expect(actions(app) == [.push(upstream: "origin")])
  }

  /// The two that would say so only after a push.
  @Test(arguments: ["p", "P", "t"]) func withoutARemoteNothingIsPulledPushedOrFetched(key: String) {
    var status = GitStatus.shop
    (status.branch.upstream, status.remotes) = (nil, [])
    var app = app(status)
    app.press(key)
    #expect(app.bench.overlays.isEmpty && actions(app) == [])
    app.expectOnScreen("The repository has no remote: git remote add origin URL adds one")
  }

  @Test(arguments: ["p", "P"]) func aBranchIsPushedToTheRemoteThatThereIs(key: String) {
    var status = GitStatus.shop
    (status.branch.upstream, status.remotes) = (nil, ["fork", "team"])
    var app = app(status)
    app.press(key)
    app.expectOnScreen("push to fork")
    app.press("y")
    #expect(actions(app) == [.push(upstream: "fork")])
  }

  @Test func aCommitNeedsAMessageAndSomethingStaged() {
    var status = GitStatus.shop
    status.entries = [status.entries[0]]
    var app = app(status)
    app.press("c")
    app.expectOnScreen("Nothing is staged")
    app.press("<Esc>")
    app.receive(.git(.status(.shop)))
    app.press("c")
    app.expectOnScreen("commits 3 files")
    app.press("<Enter>")
    #expect(actions(app) == [])
    app.type("Rename a request")
    app.press("<Enter>")
    #expect(actions(app) == [.commit(message: "Rename a request")])
    app.expectOnScreen("git commit…")
    app.receive(.git(.done(.commit(message: "x"), output: "[main 0123456] Rename a request\n 3 files changed")))
    app.expectOnScreen("Committed [main 0123456] Rename a request")
  }

  /// A merge whose conflicts are resolved.
  private func resolved(_ operation: GitOperation) -> Harness {
    var status = GitStatus.shop
    (status.operation, status.preparedMessage) = (operation, "Merge branch 'other'")
    return app(status)
  }

  @Test func gitsMessageIsSuggestedForAMergeAndFinishesIt() {
    var app = resolved(.merge)
    app.press("c")
    app.expectOnScreen("Merge branch 'other'")
    app.expectOnScreen("git's own message finishes the merge")
    app.press("<Enter>")
    #expect(actions(app) == [.proceed(.merge)])
  }

  @Test func anotherMessageOfAMergeIsCommitted() {
    var app = resolved(.merge)
    app.press("c ! <Enter>")
    #expect(actions(app) == [.commit(message: "Merge branch 'other'!")])
  }

  @Test func theFieldOfACommitSaysHowARebaseContinues() {
    var app = resolved(.rebase)
    app.press("c")
    app.expectOnScreen("X continues the rebase")
    app.expectNotOnScreen("Merge branch")
  }

  @Test func theFooterHasTheKeysOfAStoppedMerge() {
    var app = resolved(.merge)
    app.expectOnScreen("X continue  Q abort")
    app.receive(.git(.status(.stopped)))
    app.expectOnScreen("Q abort")
    app.expectNotOnScreen("X continue")
    app.receive(.git(.status(.shop)))
    app.expectNotOnScreen("Q abort")
  }

  @Test func whatAHookSaysIsShownWhole() {
    var app = app()
    app.press("c x <Enter>")
    let failure = GitFailure(.other, "Cannot commit: line 2", output: "style: line 1\nline 2")
    app.receive(.git(.failed(.commit(message: "x"), failure)))
    app.expectOnScreen("style: line 1")
    app.expectOnScreen("line 2")
  }

  @Test func theMessageOfACommitThatFailedIsInTheFieldAgain() {
    var app = app()
    app.receive(.git(.failed(.commit(message: "Rename it"), GitFailure(.other, "Cannot commit: no"))))
    app.press("c <Enter>")
    #expect(actions(app) == [.commit(message: "Rename it")])
    app.receive(.git(.done(.commit(message: "Rename it"), output: "")))
    app.press("c")
    app.expectNotOnScreen("Rename it")
  }

  @Test func oneCommandRunsAtATimeAndIsCancelled() {
    var app = app()
    app.press("p")
    #expect(actions(app) == [.pull(.configured)])
    app.receive(.git(.progress(.pull(.configured), "Receiving objects: 45%")))
    app.expectOnScreen("git pull: Receiving objects: 45%")
    app.press("P")
    #expect(actions(app) == [])
    app.expectOnScreen("Ctrl+C cancels it")
    app.press("<Esc>")
    #expect(app.effects.contains(.git(.cancel)))
    app.press("<C-c>")
    #expect(app.effects.contains(.git(.cancel)))
    app.receive(.git(.failed(.pull(.configured), GitFailure(.cancelled, "Cancelled"))))
    app.expectOnScreen("Cancelled: git pull")
    app.press("<Esc>")
    app.expectOnScreen("Collections")
  }

  @Test func aQuestionOfGitIsAnsweredInTheTerminal() {
    var app = app()
    app.press("P")
    app.receive(.git(.failed(.push(upstream: nil), GitFailure(.asks, "Cannot push: git has to ask for a password"))))
    app.expectOnScreen("git has to ask")
    app.press("t")
    #expect(app.effects.contains(.git(.actInTerminal(.push(upstream: nil)))))
  }

  @Test func divergedBranchesAreMergedOrRebased() {
    var app = app()
    app.press("p")
    app.receive(.git(.failed(.pull(.configured), GitFailure(.diverged, "Cannot pull"))))
    app.press("r")
    #expect(actions(app) == [.pull(.rebasing)])
  }

  @Test func aNewBranchAsksWhereItGoes() {
    var status = GitStatus.shop
    status.branch.upstream = nil
    var app = app(status)
    app.press("P")
    app.expectOnScreen("main has no upstream")
    app.press("y")
    #expect(actions(app) == [.push(upstream: "origin")])
  }

  @Test func branchesAreSwitchedAndCreated() {
    var app = app()
    app.press("s")
    #expect(app.effects.contains(.git(.listBranches)))
    let branches = [GitReference(name: "main", isCurrent: true), GitReference(name: "other", remote: "origin")]
    app.receive(.git(.branches(branches)))
    app.press("other <Enter>")
    #expect(actions(app) == [.switchTo(branches[1])])
    app.receive(.git(.done(.switchTo(branches[1]), output: "")))
    app.press("n mine <Enter>")
    #expect(actions(app) == [.createBranch("mine")])
    app.receive(.git(.failed(.createBranch("my ne"), GitFailure(.other, "'my ne' is not a valid branch name"))))
    app.expectOnScreen("New branch")
    app.expectOnScreen("'my ne' is not a valid branch name")
    app.press("<BS> <BS> <BS> <Enter>")
    #expect(actions(app) == [.createBranch("my")])
  }

  /// Help, the collections, and a field of the request.
  @Test(arguments: ["?", "<C-g>", "<C-g> e"]) func noDialogOpensOverWhatTheUserHasTurnedTo(keys: String) {
    func waits(_ headline: String) -> Notice { Notice(.information, "F12 shows: " + headline) }
    let failures: [(action: GitAction, failure: GitFailure, notice: Notice, headline: String)] = [
      (
        .createBranch("a b"), GitFailure(.other, "'a b' is not a valid name"),
        Notice(.failure, "'a b' is not a valid name"), "New branch"
      ),
      (
        .push(upstream: nil), GitFailure(.asks, "git has to ask"), waits("git needs the terminal"),
        "git needs the terminal"
      ),
      (
        .pull(.configured), GitFailure(.diverged, "Cannot pull"), waits("Both branches have new commits"),
        "Both branches have new commits"
      ),
      (
        .commit(message: "x"), GitFailure(.other, "Cannot commit: line 2", output: "line 1\nline 2"),
        waits("git commit: Cannot commit"), "git commit: Cannot commit"
      ),
    ]
    for (action, failure, notice, headline) in failures {
      var app = app()
      app.receive(.message(GitRequest.act(action)))
      app.press(keys)
      let former = app.bench.overlays
      app.receive(.git(.failed(action, failure)))
      #expect(app.bench.overlays == former && app.bench.notice == notice)
      app.press("<Esc> <F12>")
      #expect(app.bench.overlays.map(\.screen.headline) == [headline])
    }
  }

  @Test func aBranchNameAndAMessageThatAreNotUsedAreOfferedAgain() {
    var app = app()
    app.press("p")
    app.press("n mine <Enter>")
    app.expectOnScreen("git pull… — Ctrl+C cancels it")
    app.press("c Fix <Enter>")
    #expect(actions(app) == [])
    app.receive(.git(.done(.pull(.configured), output: "")))
    app.press("n <Enter>")
    #expect(actions(app) == [.createBranch("mine")])
    app.receive(.git(.done(.createBranch("mine"), output: "")))
    app.press("c <Enter>")
    #expect(actions(app) == [.commit(message: "Fix")])
    app.press("n")
    app.expectNotOnScreen("mine")
  }

  @Test(arguments: ["s", "="]) func aListOfGitOpensOnlyWhileItIsAwaited(key: String) {
    var app = app()
    let entry = GitStatus.shop.entries[0]
    let lists: [GitEvent] = [.branches([GitReference(name: "main", isCurrent: true)]), .commits([], of: entry)]
    app.press(key)
    app.expectOnScreen("Esc cancels")
    app.press("<Esc>")
    for list in lists { app.receive(.git(list)) }
    #expect(app.bench.overlays.isEmpty)
    app.press(key)
    app.receive(.ended(.git(key == "s" ? .listBranches : .listCommits(of: entry))))
    #expect(app.bench.overlays.isEmpty)
  }

  @Test func aBranchThatIsTypedWhileTheyAreReadIsSwitchedTo() {
    var app = app()
    let branches = [GitReference(name: "main", isCurrent: true), GitReference(name: "other")]
    app.press("s oth")
    app.receive(.input(.paste("er")))
    app.press("<Enter>")
    #expect(actions(app) == [])
    app.receive(.git(.branches(branches)))
    #expect(actions(app) == [.switchTo(branches[1])] && app.bench.overlays.isEmpty)
  }

  @Test func aFileIsComparedWithACommit() {
    var app = app()
    app.press("=")
    #expect(app.effects.contains(.git(.listCommits(of: GitStatus.shop.entries[0]))))
    let commit = GitCommit(id: "abcdef0123", author: "Ada", age: "2 days ago", subject: "First")
    app.receive(.git(.commits([commit], of: GitStatus.shop.entries[0])))
    app.press("abcdef <Enter>")
    #expect(compared(app).map(\.base) == [.commit(commit)])
    app.expectOnScreen("since abcdef0 First")
  }

  @Test func whatGitChangesOnDiskHidesNoMessageOfGit() {
    var app = app()
    app.receive(.git(.done(.fetch, output: "")))
    app.receive(.workspace(.diskChanged(.shop, files: ["shop/list.json"])))
    app.expectOnScreen("Fetched")
  }

  @Test func nothingHiddenIsSentOrSaved() {
    var app = app()
    app.press("<F5>")
    app.expectOnScreen("The changes are shown: Esc returns to the request")
    #expect(app.sentID == nil)
  }
}
