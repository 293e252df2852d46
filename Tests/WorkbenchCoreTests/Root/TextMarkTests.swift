import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// Text that is selected by dragging the mouse over it, and copied when the button is released.
@Suite struct TextMarkTests {
  private func answered(_ body: String, headers: [Header] = []) -> Harness {
    var app = Harness.shop(columns: 76, rows: 14)
    app.sendAndAnswer { .answered($0, body: body, headers: headers) }
    app.press("3 z")
    return app
  }

  private func copy(_ text: String) -> [Effect] { [.copy(text, what: "the selected text")] }

  private func markedCells(_ app: Harness) -> Int {
    app.bench.render().cells.count { $0.style.surface == .selection }
  }

  @Test func aBodyIsCopiedFromWhereTheMouseWasPressedToWhereItIsReleased() {
    let type = Header("Content-Type", "application/json")
    var app = answered(#"{"id":7,"name":"Ada"}"#, headers: [type])
    let (start, end) = (app.place(of: "\"id\""), app.place(of: "Ada"))
    let text = "\"id\": 7,\n  \"name\": \"Ada"
    app.mouse(.press, start)
    app.mouse(.drag, end)
    app.mouse(.drag, end, right: 2)
    #expect(markedCells(app) == text.count - 1)
    app.mouse(.release, end, right: 2)
    #expect(app.effects == copy(text))
    app.press("y")
    #expect(app.effects == copy(text))
    app.press("j")
    #expect(markedCells(app) == 0)
    app.mouse(.press, end, right: 2)
    app.mouse(.drag, start)
    app.press("y")
    #expect(app.effects == copy(text))
  }

  @Test(arguments: [
    ("ada", "Ada", #""name": "Ada","#),
    ("host", "https://host.example/a?b=1", #""url": "https://host.example/a?b=1"."#),
    ("§", "§", "a§b"),
  ])
  func aDoubleClickSelectsAWordAndATripleClickTheLine(at text: String, word: String, line: String) {
    var app = answered("one\n\"name\": \"Ada\",\n\"url\": \"https://host.example/a?b=1\".\na§b")
    func click(_ clicks: Int) {
      let place = app.place(of: text == "ada" ? "Ada" : text)
      app.receive(.input(.mouse(Mouse(.press, at: place, clicks: clicks))))
      app.receive(.input(.mouse(Mouse(.release, at: place))))
    }
    click(1)
    #expect(app.effects.isEmpty)
    click(2)
    #expect(app.effects == copy(word) && markedCells(app) == word.count)
    click(3)
    #expect(app.effects == copy(line) && markedCells(app) == line.count)
  }

  @Test(arguments: [(0, 0..<2), (2, 2..<3), (3, 3..<7), (6, 3..<7), (7, 3..<8), (8, nil)] as [(Int, Range<Int>?)])
  func wideCharactersOfAWordAreCountedByTheirColumns(column: Int, word: Range<Int>?) {
    #expect("ab 日本.".word(atColumn: column) == word)
  }

  @Test func aTripleClickOnAMessageSelectsItsWrappedLines() {
    var app = Harness.shop(columns: 60, rows: 40)
    let sentence = (0..<20).map { "word\($0)" }.joined(separator: " ")
    app.receive(.notice(Notice(.failure, sentence)))
    app.press("!")
    let place = app.place(of: "word12")
    app.click("word12")
    app.receive(.input(.mouse(Mouse(.press, at: place, clicks: 2))))
    app.mouse(.release, place)
    #expect(app.effects == copy("word12"))
    app.receive(.input(.mouse(Mouse(.press, at: place, clicks: 3))))
    app.mouse(.release, place)
    guard case .copy(let text, what: _)? = app.effects.first else {
      Issue.record("Nothing was copied")
      return
    }
    #expect(text.hasSuffix("Failed: " + sentence) && !text.contains("\n"))
  }

  @Test func aClickCopiesNothing() {
    var app = answered("some text")
    app.click("some")
    #expect(app.effects.isEmpty && markedCells(app) == 0)
  }

  @Test func headersAreSelectedToo() {
    var app = answered("", headers: [Header("X-Trace", "one two three")])
    app.press("g h")
    let start = app.place(of: "two")
    app.mouse(.press, start)
    app.mouse(.drag, start, right: 2)
    app.mouse(.release, start, right: 2)
    #expect(app.effects == copy("two"))
  }

  @Test func linesThatAreWrappedStayOneLine() {
    var app = answered(String(repeating: "0123456789", count: 30) + "\nstop")
    app.press("W")
    let start = app.place(of: "01234")
    app.mouse(.press, start, right: 70)
    app.mouse(.drag, start, right: 1, down: 1)
    #expect(markedCells(app) == 4)
    app.mouse(.release, start, right: 1, down: 1)
    #expect(app.effects == copy("0123"))
    app.mouse(.press, start)
    app.mouse(.drag, app.place(of: "stop"), right: 30)
    app.press("y")
    #expect(app.effects == copy(String(repeating: "0123456789", count: 30) + "\nstop"))
  }

  @Test func columnsThatAreScrolledAwayAreCounted() {
    var app = answered(String(repeating: "0123456789", count: 30))
    app.press("l l")
    let start = app.place(of: "6789")
    app.mouse(.press, start)
    app.mouse(.drag, start, right: 3)
    #expect(markedCells(app) == 4)
    app.mouse(.release, start, right: 3)
    #expect(app.effects == copy("6789"))
  }

  @Test func wideCharactersAreSelectedWhole() {
    var app = answered("日本語")
    let start = app.place(of: "日")
    app.mouse(.press, start, right: 1)
    app.mouse(.drag, start, right: 2)
    #expect(markedCells(app) == 4)
    app.mouse(.release, start, right: 2)
    #expect(app.effects == copy("日本"))
  }

  @Test func theMouseBelowTheRowsScrolls() {
    var app = answered((1...40).map { "line \($0)" }.joined(separator: "\n"))
    let start = app.place(of: "line 1")
    app.mouse(.press, start)
    for _ in 0..<3 { app.mouse(.drag, start, right: 5, down: 30) }
    app.expectOnScreen("line 11")
    #expect(app.bench.responsePane.tab.view.window.first == 3)
  }

  @Test func messagesAreSelectedAndTheirLinesJoined() {
    var app = Harness.shop(columns: 120, rows: 40)
    let sentence = (0..<20).map { "word\($0)" }.joined(separator: " ")
    app.receive(.notice(Notice(.failure, sentence)))
    app.press("!")
    app.mouse(.press, app.place(of: "word0"))
    let end = app.place(of: "word19")
    app.mouse(.drag, end, right: 5)
    #expect(markedCells(app) > 100)
    app.mouse(.release, end, right: 5)
    #expect(app.effects == copy(sentence))
  }
}
