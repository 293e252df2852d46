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

  // MARK: Programs of the repository

  private static let question = ProgramQuestion(
    [RepositoryProgram("filter.crypt.clean", "crypt --key x"), RepositoryProgram("alias.st", "!a\nb", in: "inner")],
    of: "/collections/.git")

  private static func asked() -> Harness {
    var app = Harness.shop(columns: 120, rows: 24)
    app.receive(.git(.status(.shop)))
    app.receive(.git(.asks(question)))
    return app
  }

  @Test func withoutPermissionThereAreNoMarksAndTheTreeSaysWhy() {
    var app = Self.asked()
    app.expectOnScreen("no git")
    app.expectOnScreen("Git is not used: 2 settings or files need permission")
    app.expectNotOnScreen("main ↑2↓1")
    #expect(app.bench.workspace.git.marks == GitMarks())
    app.press("j")
    app.receive(.git(.asks(Self.question)))
    app.expectNotOnScreen("Git is not used")
    app.receive(.git(.asks(ProgramQuestion([RepositoryProgram("core.pager", "x")], of: "/collections/.git"))))
    app.expectOnScreen("Git is not used: 1 setting or file needs permission")
    app.receive(.git(.status(.shop)))
    app.expectOnScreen("main ↑2↓1")
  }

  @Test(arguments: [("y", false), ("A", true)])
  func theQuestionShowsEveryProgramAndAllowsIt(key: String, forGood: Bool) {
    var app = Self.asked()
    app.press("<C-g>")
    app.expectOnScreen("filter.crypt.clean:")
    app.expectOnScreen("crypt --key x")
    app.expectOnScreen("alias.st (inner):")
    app.expectOnScreen("␊b")
    app.press(key)
    #expect(app.effects == [.git(.allow(Self.question, forGood: forGood))])
  }

  @Test func closedWithoutAnAnswerTheQuestionComesAgainWithEnter() {
    var app = Self.asked()
    app.press("<C-g> <Esc>")
    app.expectOnScreen("Git is not used: 2")
    app.press("<Enter>")
    app.expectOnScreen("Allow what the repository names?")
    app.press("<Esc>")
    #expect(app.effects.isEmpty)
  }
}
