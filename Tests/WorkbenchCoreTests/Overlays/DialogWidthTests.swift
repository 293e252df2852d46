import BodyDocument
import Foundation
import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

struct DialogWidthTests {
  private static let wide = Size(columns: 160, rows: 48)
  private static let long = String(repeating: "word ", count: 18) + "end"

  private func lines(_ overlay: Overlay) -> [Substring] {
    var canvas = Canvas(Frame(size: Self.wide))
    overlay.screen.draw(into: &canvas)
    return canvas.frame.text.split(separator: "\n")
  }

  @Test func aLongTextHasOneLineWhereThereIsRoom() {
    let confirm = Confirm(title: "Question", text: Self.long, choices: [])
    let prompt = Prompt(title: "Name", hint: Self.long, purpose: TypedSource())
    let item = Picker.Item(title: Self.long, detail: "detail", whyUnavailable: nil, action: .listHistory)
    for overlay in [Overlay.confirm(confirm), .prompt(prompt), .picker(Picker(title: "List", items: [item]))] {
      #expect(lines(overlay).contains { $0.contains(Self.long) }, "\(lines(overlay).joined(separator: "\n"))")
    }
  }

  @Test(arguments: [(10, 76), (90, 94), (300, 120)]) func theWidthHasLimits(text: Int, columns: Int) {
    #expect(DialogWidth.columns(for: text, least: 76, on: Self.wide) == columns)
    #expect(DialogWidth.columns(for: text, least: 76, on: Size(columns: 60, rows: 20)) == 60)
  }

  @Test func aClosedFieldShowsHowItsTextBegins() {
    var canvas = Canvas(Frame(size: Size(columns: 60, rows: 1)))
    let editor = TextEditor("GET https://example.com/orders/with/a/long/path?and=query since 12:00")
    FilterField.draw("± ", editor, isOpen: false, status: [Span("no changes", .hint)], into: &canvas)
    #expect(canvas.frame.text.contains("± GET https://"))
  }

  @Test(arguments: [
    (84, "1 change · 1 removed · 1 added · Esc shows the body"), (60, "1 change · 1 removed · 1 added"), (36, "-1 +1"),
  ]) func theSummaryOfAComparisonIsShortenedWhereItHasNoRoom(columns: Int, summary: String) throws {
    var canvas = Canvas(Frame(size: Size(columns: columns, rows: 1)))
    let bodies = ["a", "b"].map { BodyDocument(Data($0.utf8), contentType: "text/plain") }
    let diff = DocumentDiff(bodies[0], bodies[1])
    FilterField.draw(Comparison(diff: diff, title: "since GET http://localhost/orders"), into: &canvas)
    let line = try #require(canvas.frame.text.split(separator: "\n").first)
    #expect(line.hasPrefix("± since GET http://") && line.hasSuffix(" " + summary), "\(line)")
  }

  @Test func rowsThatCannotBeTurnedOffHaveNoMarkInTheHeading() {
    var app = Harness.shop()
    app.press("<Up>")
    app.open("shop/orders/create.json", .create)
    app.press("<Up> <Down> 2")
    let screen = app.screen.split(separator: "\n").map(String.init)
    for (index, line) in screen.enumerated() where line.contains("Path") && !line.contains("Params") {
      #expect(!screen[index + 1].contains("✓"), "\(screen[index + 1])")
    }
  }
}
