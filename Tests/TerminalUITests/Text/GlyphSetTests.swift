import TerminalUI
import Testing

@Suite struct GlyphSetTests {
  @Test(arguments: [
    (["TERM": "xterm-256color"], GlyphSet.unicode),
    (["TERM": "xterm-256color", "LANG": "C.UTF-8"], .unicode),
    (["TERM": "tmux-256color", "LC_ALL": "", "LANG": "de_DE.utf8"], .unicode),
    (["TERM": "tmux-256color", "LC_ALL": "C", "LANG": "C.UTF-8"], .ascii),
    (["TERM": "screen", "LC_CTYPE": "de_DE.ISO-8859-1"], .ascii),
    (["TERM": "linux", "LANG": "C.UTF-8"], .console),
    (["TERM": "linux-16color"], .console),
    (["TERM": "linux", "LANG": "POSIX"], .ascii),
    (["TERM": "vt100", "LANG": "C.UTF-8"], .ascii),
    (["TERM": "vt220"], .ascii),
  ])
  func localeAndTerminalDecide(environment: [String: String], glyphs: GlyphSet) {
    #expect(GlyphSet(environment: environment) == glyphs)
  }

  private func frame(_ lines: String...) -> Frame {
    var canvas = Canvas(Frame(size: Size(columns: 24, rows: lines.count)))
    for (row, line) in lines.enumerated() { canvas.write(line, column: 0, row: row) }
    return canvas.frame
  }

  @Test func unicodeStaysAsItIs() {
    let frame = frame("╭ a ▸ é 界 ⏎ ╮")
    #expect(GlyphSet.unicode.spelling(frame) == frame)
  }

  @Test func theConsoleGetsSquareCornersAndNoSymbols() {
    #expect(GlyphSet.console.spelling(frame("╭─ é ─╮", "│▾ a ●│")).text == "┌─ é ─┐\n│v a *│")
  }

  @Test func asciiHasAColumnForEveryColumn() {
    let spelled = GlyphSet.ascii.spelling(frame("╭─ ▸ a é 界b ─╮", "│▾ e\u{301} 200 OK · 5 ms│"))
    #expect(spelled.text == "+- > a ? ? b -+\n|v ? 200 OK . 5 ms|")
    #expect(spelled.cells.allSatisfy { $0.width == 1 })
  }

  @Test func wordsTakeTheBlanksBehindThem() {
    #expect(GlyphSet.ascii.spelling(frame("| ⏎ edit         |")).text == "| Enter edit     |")
    #expect(GlyphSet.ascii.spelling(frame("⏎ edit  ⏎ send  Tab x")).text == "Enter edit Enter send Ta")
  }

  @Test func whatIsCutStaysAsWide() {
    #expect(GlyphSet.ascii.spelling(frame("│ abc… │  │ d │")).text == "| abc~ |  | d |")
    #expect(GlyphSet.console.spelling(frame("│ abc… │  │ d │")).text == "│ abc~ │  │ d │")
  }

  @Test func hintsStayApartWhereTheRowHasRoom() {
    #expect(GlyphSet.ascii.spelling(frame("⏎ send  e edit     a 4")).text == "Enter send  e edit  a 4")
    #expect(GlyphSet.ascii.spelling(frame("⏎ a  b c  d e")).text == "Enter a  b c  d e")
  }

  @Test func theCursorStaysOnItsCharacter() {
    var frame = frame("⏎ edit x")
    frame.cursor = Point(column: 7, row: 0)
    #expect(GlyphSet.ascii.spelling(frame).cursor == Point(column: 11, row: 0))
  }
}
