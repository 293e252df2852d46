import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// `:import`: what is read, what is asked, and what is written.
@Suite struct ImportTests {
  private let job = ImportJob(1, .place("shop.json"), collection: "shop")

  @Test func aPathAfterTheWordIsReadAtOnce() {
    var app = Harness.shop()
    app.startImport("shop.json")
    #expect(app.effects == [.imports(.read(job))])
    app.expectOnScreen("Reading shop.json…")
  }

  @Test func withoutAPathItIsAskedFor() {
    var app = Harness.shop()
    app.press("A")
    app.expectOnScreen("File, folder or URL; Tab completes; - is the clipboard")
    app.type(" ~/shop.json ")
    app.press("<Enter>")
    #expect(app.effects == [.imports(.read(ImportJob(1, .place("~/shop.json"), collection: "shop")))])
  }

  @Test(arguments: ["-", "-clipboard"]) func aMinusIsTheClipboard(word: String) {
    var app = Harness.shop()
    app.startImport(word)
    #expect(app.effects == [.imports(.read(ImportJob(1, .clipboard, collection: "shop")))])
  }

  @Test func tabCompletesThePathUnlessItChangedMeanwhile() {
    var app = Harness.shop()
    app.press("A sh <Tab>")
    #expect(app.effects == [.imports(.complete("sh"))])
    app.receive(.completed("sh", by: "shop.", others: ["shop.json", "shop.yaml"]))
    app.expectOnScreen("shop.json")
    app.expectOnScreen("shop.yaml")
    app.press("<Down> <Down> <Enter>")
    app.expectOnScreen("shop.yaml")
    app.press("<C-w> <C-w>")
    app.type("shop.")
    app.press("j <Tab>")
    #expect(app.effects == [.imports(.complete("shop.j"))])
    app.press("x")
    app.receive(.completed("shop.j", by: "shop.json", others: ["shop.json"]))
    app.expectOnScreen("shop.jx")
  }

  @Test func textPastedIntoThePromptIsItselfTheSource() {
    var app = Harness.shop()
    app.press("A")
    app.receive(.input(.paste("{\n}")))
    #expect(app.effects == [.imports(.read(ImportJob(1, .text("{\n}"), collection: "shop")))])
  }

  @Test func enterWritesWhatIsShown() {
    var app = Harness.shop()
    app.showImport()
    app.press("<Enter>")
    #expect(app.effects == [.imports(.write(job))])
    app.expectOnScreen("Writing…")
    app.press("<Enter> r <Tab>")
    #expect(app.effects.isEmpty)
    app.receive(.imported(1, .progress("Writing the files of shop.json: 2 of 3 files…")))
    app.expectOnScreen("Writing the files of shop.json: 2 of 3 files…")
    app.receive(.imported(1, .done(InterchangeSummary(notice: "Imported", title: "Import", notes: []))))
    #expect(app.bench.overlays.isEmpty && app.bench.focusedPane == .sidebar)
    app.expectOnScreen("Imported")
  }

  @Test func theKeyThatSendsNeitherClosesAnImportNorSendsTheRequestBehindIt() {
    var app = Harness.shop()
    app.startImport("shop.json")
    app.press("<F5>")
    #expect(app.effects == [])
    app.expectOnScreen("Nothing is sent before this is done: Esc cancel")
    app.receive(.imported(1, .ready(.shop())))
    app.press("<F5>")
    #expect(app.effects == [])
    app.expectOnScreen("Nothing is sent before this is done: ⏎ import, Esc cancel")
    app.press("t <F5>")
    #expect(app.sentID == nil && app.bench.overlays.first?.screen is ImportScreen)
    app.press("<Esc> <Enter>")
    #expect(app.effects == [.imports(.write(job))])
  }

  @Test func existingFilesNeedAChoiceFirst() {
    var app = Harness.shop()
    app.showImport(.shop(existing: ["Shop/collection.json"]))
    app.expectOnScreen("Shop/collection.json")
    app.press("<Enter>")
    #expect(app.effects.isEmpty)
    app.expectOnScreen("Some files exist already: s skips them, r replaces them, b keeps both")
    app.press("b")
    var chosen = job
    chosen.conflict = .both
    #expect(app.effects == [.imports(.plan(chosen))])
    app.receive(.imported(1, .ready(.shop(places: ["Shop 2"]))))
    app.expectOnScreen("Into Shop 2")
    app.press("<Enter>")
    #expect(app.effects == [.imports(.write(chosen))])
  }

  @Test func anEarlierImportIsBroughtUpToDateUnlessSomethingElseIsChosen() {
    var app = Harness.shop()
    app.showImport(.shop(existing: ["Shop/Log out.json"], isUpdate: true))
    app.expectOnScreen("updated: 1 file changed")
    app.press("<Enter>")
    #expect(app.effects == [.imports(.write(job))])
    var other = Harness.shop()
    other.showImport(.shop(isUpdate: true))
    other.press("b")
    var chosen = job
    chosen.conflict = .both
    #expect(other.effects == [.imports(.plan(chosen))])
  }

  @Test func whatAnUpdateRemovesIsShownFirstAndUndone() {
    var app = Harness.shop()
    app.showImport(.shop(existing: ["Shop/collection.json"], isUpdate: true, removed: ["Shop/Log out.json"]))
    app.expectOnScreen("To the trash 1")
    app.expectOnScreen("Shop/Log out.json")
    app.expectOnScreen("1 file changed, 1 to the trash")
    app.press("<Enter>")
    #expect(app.effects == [.imports(.write(job))])
    app.receive(.workspace(.created([])))
    app.receive(.workspace(.undoable(TrashID("i"))))
    app.receive(.imported(1, .done(InterchangeSummary(notice: "Imported", title: "Import", notes: []))))
    app.press("u")
    #expect(app.effects == [.restore(TrashID("i"))])
  }

  @Test func aChoiceIsOfferedOnlyWhereFilesExist() {
    var app = Harness.shop()
    app.showImport()
    app.press("s r b")
    #expect(app.effects.isEmpty)
  }

  @Test func anotherTargetIsPlannedAnew() {
    var app = Harness.shop()
    app.showImport(.environment)
    app.press("t <Enter>")
    var moved = job
    moved.target = "shop"
    #expect(app.effects == [.imports(.plan(moved))])
  }

  @Test func collectionsAreNotPutIntoOneAnother() {
    let app = Harness.shop()
    #expect(app.bench.workspace.importTargets(ofCollections: false) == [""])
    #expect(app.bench.workspace.importTargets(ofCollections: true) == ["shop"])
  }

  @Test func theFilesBesideTheSourceAreReadWhenAsked() {
    var app = Harness.shop()
    app.showImport()
    app.press("f")
    var following = job
    following.followsReferences = true
    #expect(app.effects == [.imports(.read(following))])
    app.receive(.imported(1, .ready(.shop())))
    app.press("f")
    #expect(app.effects.isEmpty)
    app.press("<Enter>")
    #expect(app.effects == [.imports(.write(following))])
  }

  @Test func escapeStopsItAndWhatComesLateIsDropped() {
    var app = Harness.shop()
    app.startImport("shop.json")
    app.press("<Esc>")
    #expect(app.effects == [.imports(.cancel)] && app.bench.overlays.isEmpty)
    app.receive(.imported(1, .ready(.shop())))
    #expect(app.bench.overlays.isEmpty)
    app.startImport("other.json")
    app.receive(.imported(1, .ready(.shop())))
    app.receive(.imported(1, .failed(Problem("late"))))
    app.expectOnScreen("Reading other.json…")
  }

  @Test func escapeStopsWritingToo() {
    var app = Harness.shop()
    app.showImport()
    app.receive(.imported(1, .progress("Checking the files of shop.json: 2 files…")))
    app.expectNotOnScreen("Checking the files")
    app.press("<Enter>")
    app.expectOnScreen("Esc cancels")
    app.press("<Esc>")
    #expect(app.effects == [.imports(.cancel)] && app.bench.overlays.isEmpty)
    app.receive(.imported(1, .failed(Problem("Import cancelled — nothing was written"))))
    app.expectOnScreen("Import cancelled — nothing was written")
    #expect(app.bench.overlays.isEmpty)
  }

  @Test func aPathThatCannotBeReadStaysInTheFieldToBeCorrected() {
    var app = Harness.shop()
    app.startImport("shop.jso")
    app.receive(.imported(1, .failed(Problem("There is no file shop.jso"))))
    app.expectOnScreen("There is no file shop.jso")
    app.expectNotOnScreen("Reading")
    app.type("n")
    app.press("<Enter>")
    #expect(app.effects == [.imports(.read(ImportJob(2, .place("shop.json"), collection: "shop")))])
  }

  @Test func aPastedTextThatCannotBeReadIsSaidInADialog() {
    var app = Harness.shop()
    app.press("A")
    app.receive(.input(.paste("{\n}")))
    app.receive(.imported(1, .failed(Problem("Cannot import the pasted text: 2:1 — the text ends"))))
    app.expectOnScreen("Cannot import the pasted text: 2:1 — the text ends")
    app.expectNotOnScreen("Reading")
    app.press("<Esc>")
    #expect(app.bench.overlays.isEmpty)
  }

  @Test func afterAFailedWriteThePreviewStays() {
    var app = Harness.shop()
    app.showImport()
    app.press("<Enter>")
    app.receive(.imported(1, .failed(Problem("The disk is full"))))
    app.expectOnScreen("The disk is full")
    app.press("<Enter>")
    #expect(app.effects == [.imports(.write(job))])
  }

  @Test func notesAreListedOncePerText() {
    let lines = NoteList.lines(ImportPreview.notes, columns: 80).map { $0.map(\.text).joined() }
    #expect(
      lines == [
        "failed   It has no URL", "         Shop / Broken",
        "dropped  There is no place for the setting tlsCipherSelection", "         Shop / Orders / List",
        "         Shop / Log out", "changed  The header Accept stands twice: both are kept",
        "         Shop / Orders / List",
      ])
  }

  @Test func thousandsOfItemsAreCutShort() {
    let notes = (0..<5000).map { InterchangeNote(.dropped, ["item \($0)"], "No place") }
    let lines = NoteList.lines(notes, columns: 80)
    #expect(lines.count == 102 && lines.last?.map(\.text).joined() == "  and 4900 more items")
  }

  @Test func theNotesOfTheLastImportCanBeReadAgain() {
    var app = Harness.shop()
    app.press(": notes <Enter>")
    app.expectOnScreen("Nothing was imported or exported yet")
    app.press("<Esc>")
    app.receive(
      .imported(0, .done(InterchangeSummary(notice: "Imported 3", title: "Import of x", notes: ImportPreview.notes))))
    app.press(": notes <Enter>")
    app.expectOnScreen("It has no URL")
    app.expectOnScreen("Import of x")
  }

  @Test func undoRestoresWhatWasDeletedAfterAPaste() {
    var app = Harness.shop()
    let summary = InterchangeSummary(notice: "Pasted", title: "Paste", notes: [])
    app.receive(.imported(1, .pasted([.list], in: "shop", summary)))
    app.receive(.workspace(.deleted("shop/odd.json", trash: TrashID("o"), tree: .shop)))
    app.press("1 u")
    #expect(app.effects.contains(.restore(TrashID("o"))))
  }
}
