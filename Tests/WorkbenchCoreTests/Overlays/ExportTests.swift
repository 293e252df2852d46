import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// `:export`: the format is chosen, then the place.
@Suite struct ExportTests {
  @Test func codeIsCopiedUnlessAFileIsNamed() {
    var app = Harness.shop()
    app.press(": export <Enter>")
    app.expectOnScreen("Export shop/list.json as")
    app.expectOnScreen("Postman")
    app.expectOnScreen("curl command")
    app.press("curl <Enter>")
    app.expectOnScreen("Export as curl command")
    app.expectOnScreen("New file or folder; - copies to the clipboard")
    app.press("<Enter>")
    #expect(app.effects == [.export(.curl)])
    app.press(": export <Enter> curl <Enter> <BS>")
    app.type(" ~/list.sh ")
    app.press("<Enter>")
    #expect(app.effects == [.export(ExportJob.curl.to("~/list.sh"))])
  }

  @Test func filesOfOtherToolsHaveAName() {
    var app = Harness.shop()
    app.press(": export <Enter> postman <Enter>")
    app.expectOnScreen("list.json")
  }

  @Test func theFileOfAWholeFolderDoesNotMakeItsPlaceACollection() {
    let job = ExportJob(root: "/work/api", address: "", environment: nil, format: Harness.exportFormats[0])
    #expect(job.suggestion == "api.json" && job.folder == "api-postman/")
  }

  @Test func unsavedEditsAreSavedFirst() {
    var app = Harness.shop()
    app.press("e <Path> /x <Esc>")
    app.press(": export <Enter>")
    app.expectOnScreen("Some edits are unsaved, and an export reads the files")
    app.press("<Enter>")
    #expect(app.bench.overlays.isEmpty && !app.effects.isEmpty)
  }

  @Test func whatWasLeftOutIsListed() {
    var app = Harness.shop()
    let note = InterchangeNote(.dropped, ["List"], "Its checks")
    let summary = InterchangeSummary(notice: "Exported as curl command", title: "Export of Shop", notes: [note])
    app.receive(.exported(.curl, .success(summary)))
    app.expectOnScreen("Exported as curl command")
    app.press(": notes <Enter>")
    app.expectOnScreen("Export of Shop")
    app.expectOnScreen("Its checks")
  }

  @Test func aPlaceThatCannotBeWrittenStaysInTheFieldToBeCorrected() {
    var app = Harness.shop()
    let problem = Problem("Cannot write x: Permission denied")
    app.receive(.exported(ExportJob.curl.to("x"), .failure(problem)))
    app.expectOnScreen("Export as curl command")
    app.expectOnScreen(problem.sentence)
    app.type("2")
    app.press("<Enter>")
    #expect(app.effects == [.export(ExportJob.curl.to("x2"))])
  }

  @Test func filesThatExistAreOverwrittenIfTheUserWantsIt() {
    var app = Harness.shop()
    let job = ExportJob.curl.to("x")
    app.receive(.exportRefused(job, existing: ["/w/x"], areReadOnly: false))
    app.expectOnScreen("File already exists")
    app.press("n")
    app.expectOnScreen("Export as curl command")
    app.type("2")
    app.press("<Enter>")
    #expect(app.effects == [.export(ExportJob.curl.to("x2"))])
    app.receive(.exportRefused(job, existing: ["/w/x", "/w/y"], areReadOnly: true))
    app.expectOnScreen("2 files already exist, some read-only")
    app.expectOnScreen("The export would replace:")
    app.expectOnScreen("/w/x")
    app.expectOnScreen("/w/y")
    app.press("o")
    #expect(app.effects == [.export(job.replacing(["/w/x", "/w/y"]))])
  }

  @Test func anAnswerIsForTheNamedFilesAndTheNamedPlace() {
    let agreed = ExportJob.curl.to("x").replacing(["/w/x"])
    #expect(agreed.replaced == ["/w/x"] && agreed.replacing(["/w/y"]).replaced == ["/w/x", "/w/y"])
    #expect(agreed.to("x ").replaced == ["/w/x"] && agreed.to("y").replaced == [])
  }
}

extension ExportJob {
  fileprivate static let curl = ExportJob(
    root: "/collections", address: "shop/list.json", environment: "local", format: Harness.exportFormats[1])
}
