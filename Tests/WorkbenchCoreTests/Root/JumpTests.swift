import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

@Suite struct JumpTests {
  /// The label on the screen before `text`, or over its first letters.
  private func labelOf(_ text: String, in app: Harness) -> String? {
    let plain = app.bench.draw(markingPlaces: true)
    let place = plain.places?.first { place in
      (place.point.column..<plain.size.columns).prefix(text.count).map { plain[$0, place.point.row].text }.joined()
        == text
    }
    return JumpLabels.assign(to: plain.places ?? []).first { $0.place == place }?.label
  }

  @Test func aLabelGoesToATab() throws {
    var app = Harness.shop()
    let label = try #require(labelOf("Headers", in: app))
    app.press("; \(label)")
    #expect(app.bench.focusedPane == .request)
    #expect(app.bench.requestPane.shownTab(in: app.bench.context(.request)) == .headers)
    #expect(app.bench.jump == nil)
  }

  @Test func aTitleFocusesItsPaneAndChangesNothing() throws {
    var app = Harness.shop()
    let row = app.bench.collectionsPane
    app.press("3")
    let label = try #require(labelOf("Collections", in: app))
    app.press("; \(label)")
    #expect(app.bench.focusedPane == .sidebar)
    #expect(app.bench.collectionsPane == row)
  }

  @Test func labelsAreShownAndLeaveWithEscape() {
    var app = Harness.shop()
    let before = app.screen
    app.press(";")
    #expect(app.screen != before)
    app.press("<Esc>")
    #expect(app.screen == before)
  }

  @Test func aLetterWithoutALabelIsTold() {
    var app = Harness.shop()
    app.press("; 7")
    app.expectOnScreen("There is no label 7")
  }

  @Test(arguments: [0, 1, 25, 26, 27, 60, 400, 625]) func noLabelBeginsAnotherOne(_ count: Int) {
    let labels = JumpLabels.labels(count)
    #expect(labels.count == count && Set(labels).count == count)
    for label in labels where label.count == 1 {
      #expect(labels.filter { $0.hasPrefix(label) } == [label])
    }
  }

  @Test func whatWasSentLastIsShownAndSentAgain() {
    var app = Harness.shop()
    app.press(".")
    app.expectOnScreen("Nothing was sent yet")
    app.sendAndAnswer { .answered($0) }
    let sent = app.bench.workspace.subject
    app.press("1 <Home>")
    #expect(app.bench.workspace.subject != sent)
    app.press(".")
    #expect(app.bench.workspace.subject == sent)
    #expect(app.sentID != nil)
  }
}
