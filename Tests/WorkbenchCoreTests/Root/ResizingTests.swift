import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// Panes resized and rearranged by keys, mouse and settings.
@Suite struct ResizingTests {
  private func kept(_ effects: [Effect]) -> [LayoutChoices] {
    effects.compactMap { if case .program(.keepLayout(let choices)) = $0 { choices } else { nil } }
  }

  @Test func keysEnlargeAndReduceTheFocusedPane() {
    var app = Harness.shop(columns: 120, rows: 40)
    let before = app.bench.layout
    app.press(">")
    #expect(app.bench.layout.sidebar!.columns == before.sidebar!.columns + 2)
    #expect(kept(app.effects) == [app.bench.layoutChoices])
    app.press("<")
    #expect(app.bench.layout == before)
    app.press("2 >")
    #expect(app.bench.layout.request!.rows == before.request!.rows + 1)
    app.press("3 > >")
    #expect(app.bench.layout.response!.rows == before.response!.rows + 1)
  }

  @Test func aPinnedRequestMovesTogetherWithTheOtherOne() {
    var app = Harness.shop(columns: 180, rows: 48)
    app.press("2 &")
    let before = app.bench.layout
    #expect(before.pinnedRequest!.row < before.request!.row)
    app.press(">")
    #expect(app.bench.layout.request!.columns == before.request!.columns + 2)
    let edge = app.bench.layout.response!.column
    app.receive(.input(.mouse(Mouse(.press, at: Point(column: edge - 1, row: before.pinnedRequest!.row + 2)))))
    app.receive(.input(.mouse(Mouse(.drag, at: Point(column: edge + 9, row: before.pinnedRequest!.row + 2)))))
    #expect(app.bench.layout.response!.column == edge + 10)
    app.press("_")
    #expect(app.bench.layout.request!.row < app.bench.layout.response!.row)
  }

  @Test func aPaneThatHasNoMoreRoomSaysSo() {
    var app = Harness.shop(columns: 60, rows: 16)
    app.press("2 < < < <")
    #expect(app.bench.layout.request?.rows == 5)
    app.expectOnScreen("The panes have no more room")
    #expect(kept(app.effects).isEmpty)
  }

  @Test func theMouseDragsABorderAndADoubleClickResetsIt() {
    var app = Harness.shop(columns: 120, rows: 40)
    let before = app.bench.layout
    let top = before.response!.row
    for row in [top, top + 3, top + 5] {
      app.receive(.input(.mouse(Mouse(row == top ? .press : .drag, at: Point(column: 80, row: row)))))
    }
    #expect(app.bench.layout.response!.row == top + 5)
    #expect(app.effects.isEmpty)
    app.press("1")
    #expect(kept(app.effects) == [app.bench.layoutChoices])
    let edge = app.bench.layout.sidebar!.columns
    app.receive(.input(.mouse(Mouse(.press, at: Point(column: edge - 1, row: 20)))))
    app.receive(.input(.mouse(Mouse(.drag, at: Point(column: edge + 9, row: 21)))))
    #expect(app.bench.layout.sidebar!.columns == edge + 10)
    app.receive(.input(.mouse(Mouse(.press, at: Point(column: edge + 9, row: 20), clicks: 2))))
    app.receive(.input(.mouse(Mouse(.press, at: Point(column: 90, row: top + 5), clicks: 2))))
    #expect(app.bench.layout == before)
  }

  @Test func aDragThatBeganElsewhereMovesNoBorder() {
    var app = Harness.shop(columns: 120, rows: 40)
    let before = app.bench.layout
    app.receive(.input(.mouse(Mouse(.press, at: Point(column: 5, row: 5)))))
    app.receive(.input(.mouse(Mouse(.drag, at: Point(column: before.sidebar!.columns, row: 5)))))
    app.receive(.input(.mouse(Mouse(.drag, at: Point(column: 60, row: 5)))))
    #expect(app.bench.layout == before)
  }

  @Test func aHiddenSidebarLiesOverTheOtherPanesWhileItHasTheFocus() {
    var app = Harness.shop(columns: 80, rows: 24)
    app.press("\\")
    #expect(app.bench.layout.sidebar == nil)
    #expect(app.bench.layout.request?.columns == 80)
    #expect(app.bench.focusedPane == .request)
    app.press("<Tab> <Tab>")
    #expect(app.bench.focusedPane == .request)
    app.press("1")
    #expect(app.bench.layout.isSidebarOver)
    #expect(app.bench.layout.request?.columns == 80)
    app.expectOnScreen("╭ Collections")
    app.receive(.input(.mouse(Mouse(.press, at: Point(column: 70, row: 20)))))
    #expect(app.bench.focusedPane == .response)
    app.expectNotOnScreen("╭ Collections")
    app.press("\\")
    #expect(app.bench.layout.sidebar?.columns == 24)
  }

  @Test func theResponseMovesBesideTheRequestAndBack() {
    var app = Harness.shop(columns: 120, rows: 40)
    app.press("_")
    #expect(app.bench.layout.responseBorder == .columns)
    #expect(app.bench.layoutChoices.response == .beside)
    app.press("_")
    #expect(app.bench.layout.responseBorder == .rows)
  }

  @Test func changedSettingsReplaceWhatKeysChose() {
    var app = Harness.shop(columns: 120, rows: 40)
    app.bench.apply(Settings(Array(#"{"layout": {"response": "beside", "requestColumns": 50}}"#.utf8)))
    let layout = app.bench.layout
    #expect(layout.request!.columns == 45 && layout.response!.columns == 44)
    app.press("_ \\")
    #expect(app.bench.layout.responseBorder == .rows)
    app.bench.apply(Settings(Array(#"{"layout": {"response": "below", "requestRows": 50}}"#.utf8)))
    #expect(app.bench.layoutChoices.response == nil)
    #expect(app.bench.layoutChoices.showsSidebar == false)
    app.bench.apply(Settings(Array(#"{"layout": {"response": "left", "requestRows": 5}}"#.utf8)))
    #expect(app.bench.settings.findings.count == 2)
  }

  @Test func everyWorkspaceHasItsOwnLayout() {
    var app = ProgramHarness.loaded(columns: 120, rows: 40)
    app.press("_")
    #expect(app.program.open.map { $0.bench.layoutChoices.response } == [.beside, nil])
    let kept = app.effects.compactMap { if case .keepLayout(_, let root) = $0 { root } else { nil } }
    #expect(kept == [app.program.open[0].root])
  }

  @Test func aDraggedSidebarKeepsItsShareOfTheScreen() {
    var app = Harness.shop(columns: 160, rows: 40)
    let edge = app.bench.layout.sidebar!.columns
    app.receive(.input(.mouse(Mouse(.press, at: Point(column: edge - 1, row: 20)))))
    app.receive(.input(.mouse(Mouse(.drag, at: Point(column: 59, row: 20)))))
    app.press("1")
    let choices = app.bench.layoutChoices
    #expect(kept(app.effects) == [choices])
    #expect([60, 80, 100, 160, 220].map { sidebar(of: $0, choices) } == [20, 30, 38, 60, 83])
    for width in 16...100 {
      #expect(sidebar(of: 160, app.bench.layout.moving(.sidebar, to: width, in: LayoutChoices())) == width)
    }
  }

  private func sidebar(of columns: Int, _ choices: LayoutChoices) -> Int? {
    let size = Size(columns: columns, rows: 40)
    return Layout(size: size, focus: .request, isZoomed: false, choices: choices).sidebar?.columns
  }

  @Test func aWidthOfTheSettingsReplacesAShareAndOneThatWasKeptStays() {
    var share = LayoutChoices()
    share.sidebarPart = 375
    var (kept, settings) = (LayoutChoices(), LayoutChoices())
    (kept.sidebarColumns, settings.sidebarColumns) = (50, 30)
    #expect(share.over(settings) == share)
    #expect(kept.over(settings) == kept)
    #expect(kept.over(share) == kept)
    #expect(LayoutChoices().over(settings) == settings)
    #expect(share.dropping(changesFrom: LayoutChoices(), to: settings) == LayoutChoices())
    #expect(LayoutChoices(kept: share.document) == share)
  }

  // MARK: The URL bar

  @Test func theURLIsShownWhicheverPaneHasTheFocus() {
    for (columns, rows) in [(160, 48), (80, 24), (40, 12)] {
      for keys in ["1", "2", "3", "1 z", "3 z"] {
        var app = Harness.shop(columns: columns, rows: rows)
        app.press(keys)
        app.expectOnScreen("GET   {{base}}/orders")
      }
    }
  }

  @Test func aKeyEditsTheURLFromAnywhere() {
    var app = Harness.shop(columns: 80, rows: 24)
    for keys in ["1 g u", "3 g u", "2 <Down> e <A-u>"] {
      app.press(keys)
      #expect(app.bench.requestPane.editing?.target == .url)
      #expect(app.bench.focusedPane == .request)
      app.press("<Esc>")
    }
  }

  @Test func theKeyOfTheURLIsTypedIntoAField() {
    var app = Harness.shop(columns: 80, rows: 24)
    app.press("2 <Down> e 0 <Enter>")
    #expect(app.bench.workspace.request?.query[0].value == "10")
  }

  @Test func altEnterSendsFromTheURLAndEnterOnlyKeepsIt() {
    var app = Harness.shop(columns: 80, rows: 24)
    app.press("<A-u> <Path> x <Enter>")
    #expect(app.sentID == nil)
    #expect(app.bench.requestPane.editing == nil)
    app.press("<A-u> <Path> y <A-Enter>")
    #expect(app.sentID != nil)
    #expect(app.bench.workspace.request?.url.hasSuffix("xy") == true)
  }

  @Test func aClickInTheURLBarSelectsItAndASecondEditsIt() {
    var app = Harness.shop(columns: 80, rows: 24)
    let bar = app.bench.layout.address!
    let point = Point(column: bar.column + 12, row: bar.row)
    app.receive(.input(.mouse(Mouse(.press, at: point))))
    #expect(app.bench.focusedPane == .request)
    #expect(app.bench.requestPane.selectedRow == .address)
    #expect(app.bench.requestPane.editing == nil)
    app.receive(.input(.mouse(Mouse(.press, at: point, clicks: 2))))
    #expect(app.bench.requestPane.editing?.target == .url)
  }
}
