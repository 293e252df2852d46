import RequestModel
import Testing

@testable import WorkbenchCore

@Suite struct GitMarkTests {
  @Test func filesHaveLettersAndFoldersKnowOfChanges() {
    let marks = GitMarks(.shop)
    #expect(marks.letter(of: "shop/list.json") == "M")
    #expect(marks.letter(of: "shop/new.json") == "?")
    #expect(marks.letter(of: "shop/remove.json") == "R")
    #expect(marks.letter(of: "shop/other.json") == nil)
    #expect(marks.hasChanges(in: "shop"))
    #expect(marks.hasChanges(in: "shop/orders"))
    #expect(!marks.hasChanges(in: "other"))
  }

  @Test func aNewOrIgnoredFolderStandsForItsFiles() {
    var status = GitStatus()
    var folder = GitEntry("shop/new")
    (folder.isUntracked, folder.isFolder) = (true, true)
    status.entries = [folder]
    status.ignored = ["build"]
    let marks = GitMarks(status)
    #expect(marks.letter(of: "shop/new/deep/a.json") == "?")
    #expect(marks.letter(of: "build/a.json") == "I")
    #expect(marks.isIgnored("build"))
    #expect(!marks.isIgnored("shop/new/deep/a.json"))
    #expect(marks.letter(of: "shop/newer.json") == nil)
  }

  @Test func anOpenFolderInsideOfANewOneIsNew() {
    var status = GitStatus()
    var folder = GitEntry("api")
    (folder.isUntracked, folder.isFolder) = (true, true)
    status.entries = [folder]
    status.folder = "api/collections"
    #expect(GitMarks(status).letter(of: "a.json") == "?")
  }

  @Test func theTreeShowsThem() {
    var app = Harness.shop(columns: 120, rows: 24)
    app.receive(.git(.status(.shop)))
    app.expectOnScreen("list                 M")
    app.expectOnScreen("remove               R")
    app.expectOnScreen("▸ orders                  •")
    app.expectOnScreen("main ↑2↓1")
  }

  @Test func aStatusOfAnotherFolderIsDropped() {
    var app = Harness.shop()
    app.receive(.git(WorkspaceID(root: "/elsewhere"), .status(.shop)))
    #expect(app.bench.workspace.git.status == nil)
  }

  @Test func aProblemIsToldOnce() {
    var app = Harness.shop()
    app.receive(.git(.noStatus(Problem("git is not installed"))))
    app.expectOnScreen("git is not installed")
    app.press("j")
    app.receive(.git(.noStatus(Problem("git is not installed"))))
    app.expectNotOnScreen("git is not installed")
    app.receive(.git(.noStatus(nil)))
    #expect(app.bench.workspace.git.problem == nil)
  }
}
