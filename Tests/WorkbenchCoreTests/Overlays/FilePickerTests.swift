import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// Files chosen for fields that name one.
@Suite struct FilePickerTests {
  private static let entries = [
    FolderListing.Entry("data", isFolder: true), FolderListing.Entry(".env", size: 3),
    FolderListing.Entry("cat.png", size: 2048), FolderListing.Entry("list.json", size: 10),
  ]

  private func app(_ body: RequestBody, keys: String = "2 ]] <Down> <Down> gf") -> Harness {
    var app = Harness.shop(columns: 100, rows: 24)
    app.show(keys: keys) { $0.body = body }
    return app
  }

  private func query(_ path: String) -> FolderQuery { FolderQuery(file: "shop/list.json", path: path) }

  private func list(_ app: inout Harness, _ path: String = "", folder: String = "/collections/shop") {
    let asked = app.effects.contains(.files(.samples, .listFolder(query(path))))
    #expect(asked, "\(app.effects)")
    app.receive(.workspace(.listed(FolderListing(query(path), folder: folder, entries: Self.entries))))
  }

  private func body(_ app: Harness) -> RequestBody? { app.bench.workspace.request?.body }

  @Test func aFileIsChosenByItsLetters() {
    var app = app(.file("", type: nil))
    list(&app)
    app.expectOnScreen("/collections/shop")
    app.expectOnScreen("data/")
    app.expectOnScreen("2.0 kB")
    app.expectNotOnScreen(".env")
    app.press("cpng <Enter>")
    #expect(body(app) == .file("cat.png", type: nil))
    app.press("u")
    #expect(body(app) == .file("", type: nil))
  }

  @Test func theKeyThatSendsWaitsForTheFile() {
    var app = app(.file("", type: nil))
    list(&app)
    app.press("cpng <F5>")
    #expect(app.effects == [])
    app.expectOnScreen("Nothing is sent before this is done: ⏎ choose, Esc close")
    app.press("<Enter>")
    #expect(body(app) == .file("cat.png", type: nil))
  }

  @Test func foldersAreOpenedAndLeft() {
    var app = app(.file("", type: nil))
    list(&app)
    app.press("<Enter>")
    list(&app, "data/", folder: "/collections/shop/data")
    app.press("<BS>")
    list(&app)
    app.press("<BS>")
    list(&app, "../", folder: "/collections")
    app.press("list <Enter>")
    #expect(body(app) == .file("../list.json", type: nil))
  }

  @Test func aSlashOpensWhatIsTypedAndAHomeFolder() {
    var app = app(.file("", type: nil))
    list(&app)
    app.press("da/")
    list(&app, "data/", folder: "/collections/shop/data")
    app.press("~/")
    list(&app, "~/", folder: "/home/ada")
    app.press("cat <Enter>")
    #expect(body(app) == .file("~/cat.png", type: nil))
  }

  @Test func aPathThatArrivesBeforeAnyListKeepsItsSlashes() {
    for typed in ["img/2026/", "../img/", "~/img/", "/tmp/img/"] {
      var app = app(.file("", type: nil))
      app.press(typed + "cat")
      list(&app, typed, folder: "/home/ada/img")
      app.press("<Enter>")
      #expect(body(app) == .file(typed + "cat.png", type: nil))
    }
  }

  @Test func theBestMatchOfWhatWasTypedBeforeTheListIsSelected() {
    var app = app(.file("", type: nil))
    let asked = app.effects
    app.press("t")
    #expect(asked.contains(.files(.samples, .listFolder(query("")))))
    app.receive(.workspace(.listed(FolderListing(query(""), folder: "/collections/shop", entries: Self.entries))))
    let picker = app.bench.overlays.last?.screen as? FilePicker
    #expect(picker?.entries.first?.name != nil && picker?.window.selected == 0)
  }

  @Test func theFileOfTheFieldIsSelected() {
    var app = app(.file("img/cat.png", type: nil))
    list(&app, "img/", folder: "/collections/shop/img")
    app.press("<Enter>")
    #expect(body(app) == .file("img/cat.png", type: nil))
  }

  @Test func hiddenFilesAreShownOnRequest() {
    var app = app(.file("", type: nil))
    list(&app)
    app.press("<A-.>")
    app.expectOnScreen(".env")
    app.press("<A-.> .e <Enter>")
    #expect(body(app) == .file(".env", type: nil))
  }

  @Test func aFolderThatCannotBeListedSaysWhy() {
    var app = app(.file("no/x", type: nil))
    app.receive(
      .workspace(
        .listed(
          FolderListing(
            query("no/"), folder: "/collections/shop/no", entries: [],
            problem: "Cannot list /collections/shop/no: there is no such folder"))))
    app.expectOnScreen("Cannot list /collections/shop/no: there is no such folder")
    app.press("<BS>")
    list(&app)
  }

  @Test func aPartOfAFormTakesAFile() {
    var app = app(.multipart([Parameter("a", "1")]))
    list(&app)
    app.press("cat <Enter>")
    #expect(body(app) == .multipart([Parameter(document: ["name": "a", "file": "cat.png"])]))
  }

  private func allowed(_ app: Harness) -> [String] {
    app.effects.compactMap { effect in
      if case .files(_, .allowChosen(let path, for: "shop/list.json")) = effect { path } else { nil }
    }
  }

  @Test func theChosenFileIsAllowed() {
    var app = app(.file("", type: nil))
    list(&app)
    app.press("cpng <Enter>")
    #expect(allowed(app) == ["cat.png"])
  }

  @Test(
    arguments: [("/tmp/cat.png", ["/tmp/cat.png"]), ("{{folder}}/cat.png", []), ("", [])] as [(String, [String])])
  func aTypedFileIsAllowed(typed: String, paths: [String]) {
    var app = app(.file("a", type: nil), keys: "2 ]] <Down> <Down> e <BS>")
    app.type(typed)
    app.press("<Esc>")
    #expect(allowed(app) == paths)
    #expect(body(app) == .file(typed, type: nil))
  }

  @Test func aTypedFileOfAPartIsAllowedButNotItsText() {
    var app = app(.multipart([Parameter("a", "1")]), keys: "2 ]] <Down> <Down> e <BS> @/tmp/cat.png <Esc>")
    #expect(allowed(app) == ["/tmp/cat.png"])
    app.press("e <C-u> 1 <Esc>")
    #expect(allowed(app) == [])
  }

  @Test func aFileThatWasNotTypedIsNotAllowed() {
    let app = app(.file("/home/ada/.ssh/id", type: nil), keys: "2 ]] <Down> <Down> e <Esc>")
    #expect(allowed(app) == [])
  }

  @Test func otherFieldsTakeNone() {
    var app = Harness.shop()
    app.press("2 g f")
    app.expectOnScreen("Select a field that names a file")
  }

  @Test func aPastedPathIsTakenApart() {
    var app = app(.file("", type: nil))
    list(&app)
    app.receive(.input(.paste("/tmp/cat.png\n")))
    list(&app, "/tmp/", folder: "/tmp")
    app.press("<Enter>")
    #expect(body(app) == .file("/tmp/cat.png", type: nil))
  }
}
