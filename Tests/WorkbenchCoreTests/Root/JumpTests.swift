import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

@Suite struct JumpTests {
  /// The label of what begins with `text`.
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
    let row = app.bench.panes[CollectionsPane.self]
    app.press("3")
    let label = try #require(labelOf("Collections", in: app))
    app.press("; \(label)")
    #expect(app.bench.focusedPane == .sidebar)
    #expect(app.bench.panes[CollectionsPane.self] == row)
  }

  @Test func labelsAreShownAndLeaveWithEscape() {
    var app = Harness.shop()
    let before = app.screen
    app.press(";")
    #expect(app.screen != before)
    app.press("<Esc>")
    #expect(app.screen == before)
  }

  @Test(arguments: [(160, 48), (100, 24), (80, 24), (40, 12)])
  func labelsHideNoLetterOfWhatIsLabelled(columns: Int, rows: Int) {
    var app = Harness.shop(columns: columns, rows: rows)
    app.sendAndAnswer { .answered($0) }
    for keys in ["1", "2", "3"] {
      app.press(keys)
      let plain = app.bench.render()
      app.press(";")
      let labelled = app.bench.render()
      let changed = plain.cells.indices.dropLast(columns).filter { plain.cells[$0] != labelled.cells[$0] }
      let hidden = changed.map { plain.cells[$0].text }.filter { $0 != " " && !"│─╭╮╰╯".contains($0) }
      #expect(hidden.isEmpty, "\(app.screen)")
      let labels = JumpLabels.assign(to: labelled.places ?? []).map(\.label)
      #expect(labels.reduce(0) { $0 + $1.count } == changed.count)
      #expect(Set(changed.map { labelled.cells[$0].style }) == [Style(.key, on: .selection, bold: true)])
      app.press("<Esc>")
    }
  }

  @Test(arguments: [
    ("  Body  Headers", 8, 1, 7), ("╭ shop ──╮", 2, 1, 1), ("│▾ shop  │", 1, 1, 8), ("│▾ shop │", 1, 1, 7),
    ("│▾ shop│", 1, 1, 0), ("│✓ page      1│", 1, 1, 8), ("│▾ shop    │", 1, 2, 8),
    ("│  GET list │", 1, 1, 2), ("│     GET list │", 1, 1, 4), ("│        │", 1, 1, 1), ("12 text", 3, 2, 5),
    ("│12 text││", 4, 2, 8), ("│12 a text  ││", 4, 2, 10),
  ])
  func aLabelStandsBesideTheText(row: String, start: Int, length: Int, column: Int) {
    var canvas = Canvas(Frame(size: Size(columns: row.columns, rows: 1)))
    canvas.write(row, column: 0, row: 0)
    #expect(LabelPlace(row: 0, of: canvas.frame, length: length).column(for: start) == column)
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
