import TerminalUI
import Testing

@Suite struct TextWidthTests {
  @Test(arguments: [
    ("", 0), ("GET /orders", 11), ("é", 1), ("ß…·▸", 4),
    ("界", 2), ("日本語", 6), ("ﾊﾝｶｸ", 4), ("Ａ", 2), ("한글", 4), ("\u{1112}\u{1161}\u{11AB}", 2),
    ("ç", 1), ("c\u{327}", 1), ("שָׁלוֹם", 4), ("ไทย", 3), ("कि", 2),
  ])
  func textTakesTheColumnsOfItsBaseCharacters(text: String, columns: Int) {
    #expect(text.columns == columns)
  }

  /// Terminals disagree about sequences, so every base is drawn alone, without joiners and colours.
  @Test(arguments: [
    ("👩‍👩‍👧", "👩👩👧"), ("👍🏽", "👍"), ("✈\u{FE0F}", "✈"), ("🇩🇪", "🇩🇪"), ("#\u{FE0F}\u{20E3}", "#\u{20E3}"), ("❤️‍🔥", "❤🔥"),
  ])
  func emojiSequencesAreDrawnAsTheirBases(text: String, drawn: String) {
    #expect(Drawn(text).scalars == Array(drawn.unicodeScalars))
    #expect(Drawn(text).columns == text.columns)
  }

  @Test func aFamilyTakesTwoColumnsForEachFace() {
    #expect("👩‍👩‍👧".columns == 6)
    #expect("🇩🇪".columns == 2)
    #expect("👍🏽".columns == 2)
    #expect("✈\u{FE0F}".columns == 1)
  }

  @Test(arguments: [
    ("\u{1B}[2J", "␛[2J"), ("a\tb\r\n", "a␉b␍␊"), ("\u{7}\u{0}", "␇␀"), ("\u{7F}", "␡"), ("\u{9B}31m", "�31m"),
    ("\u{202E}evil", "�evil"), ("\u{2066}x\u{2069}", "�x�"), ("\u{200F}", "�"), ("a\u{2028}b", "a�b"),
    ("\u{E0041}", "�"),
    ("\u{FFF9}", "�"), ("\u{378}", "�"),
  ])
  func whatWouldActOnTheTerminalIsDrawnAsAMark(text: String, marks: String) {
    #expect(Drawn(text).text == marks)
    #expect(text.columns == marks.count)
  }

  @Test func aMarkIsToldApartFromTheSameCharacterInTheText() {
    let cells = Drawn("␛\u{1B}").frame.cells
    #expect(cells[0].style.role == .text)
    #expect(cells[1].style.role == .mark)
  }

  @Test func combiningMarksWithoutEndTakeOneCellAndFewBytes() {
    let zalgo = "Z" + String(repeating: "\u{301}", count: 500)
    #expect(zalgo.columns == 1)
    #expect(Drawn(zalgo).frame[0, 0].text.unicodeScalars.count == 5)
  }

  @Test func aCombiningMarkThatFollowsNothingGetsACircleToStandOn() {
    #expect(Drawn("\u{301}a").text == "◌\u{301}a")
    #expect("\u{301}a".columns == 2)
  }

  @Test(arguments: [
    ("می\u{200C}خواهم", 7), ("क\u{94D}\u{200D}ष", 2), ("☁\u{FE0E}", 1), ("葛\u{E0100}", 2), ("🏽", 2),
  ])
  func joinersThatJoinTakeNoColumn(text: String, columns: Int) {
    #expect(text.columns == columns)
    #expect(!Drawn(text).text.contains("�"))
  }

  /// Else two texts that differ would look the same.
  @Test(arguments: [
    ("pay\u{200D}pal", "pay�pal"), ("a\u{2060}\u{FEFF}\u{AD}\u{34F}\u{200B}b", "a�����b"), ("a\u{FE0F}", "a�"),
    ("1\u{FE0F}2", "1�2"), ("é\u{E0100}", "é�"), ("✈\u{FE0F}\u{FE0F}", "✈�"), ("a\u{3164}\u{115F}\u{FFA0}", "a���"),
  ])
  func invisibleCharactersThatJoinNothingAreDrawnAsMarks(text: String, marks: String) {
    #expect(Drawn(text).text == marks)
    #expect(text.columns == marks.count)
  }

  @Test(arguments: [
    ("\u{1FAEA}\u{301}", "�◌\u{301}"), ("\u{1FAEA}", "�"), ("\u{10FFFF}\u{301}", "�◌\u{301}"),
  ])
  func whatTheCLibraryDoesNotKnowIsDrawnAsAMark(text: String, marks: String) {
    #expect(Drawn(text).scalars == Array(marks.unicodeScalars))
  }

  @Test(arguments: [
    ("orders", 6, "orders"), ("orders", 5, "orde…"), ("orders", 1, "…"), ("orders", 0, ""), ("orders", -3, ""),
    ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本語", 2, "…"),
  ])
  func textThatDoesNotFitEndsInDots(text: String, columns: Int, cut: String) {
    #expect(text.truncated(to: columns) == cut)
  }

  @Test(arguments: [
    ("orders", 6, "orders"), ("orders", 5, "or…rs"), ("orders", 4, "or…s"), ("orders", 2, "o…"), ("orders", 1, "…"),
    ("orders", 0, ""), ("orders", -3, ""), ("日本語", 5, "日…語"), ("日本語", 4, "日… "),
  ])
  func aTitleThatDoesNotFitKeepsItsEnds(text: String, columns: Int, cut: String) {
    #expect(text.truncatedInMiddle(to: columns) == cut)
  }

  @Test(arguments: [
    ("orders", 9, "orders"), ("orders", 6, "orders"), ("orders", 2, "or"), ("orders", 0, ""), ("orders", -1, ""),
    ("a§b", 1, "a"), ("a§b", 2, "a§"), ("ae\u{301}x", 2, "ae\u{301}"), ("日本語", 3, "日"), ("", 3, ""),
  ])
  func aPrefixHasWholeCharacters(text: String, columns: Int, prefix: String) {
    #expect(text[...].prefix(columns: columns).unicodeScalars.elementsEqual(prefix.unicodeScalars))
  }

  @Test func aCutCharacterLeavesABlankInItsPlace() {
    #expect("日本".dropping(columns: 1) == " 本")
    #expect("日本".dropping(columns: 2) == "本")
    #expect("ab".dropping(columns: 9) == "")
  }

  @Test func paddedTextTakesExactlyItsColumns() {
    for text in ["", "ab", "日本語日本語", "e\u{301}"] { #expect(text.padded(to: 5).columns == 5, "\(text)") }
  }

  @Test func aLineOfSpansIsCutWhereItsRoomEnds() {
    let line = [Span("GET ", .methodRead), Span("/orders", .text)]
    #expect(line.truncated(to: 20) == line)
    #expect(line.truncated(to: 8).map(\.text).joined() == "GET /or…")
    #expect(line.truncated(to: 4).map(\.text).joined() == "GET…")
  }
}
