import RequestBasics
import TerminalUI
import TestSupport
import Testing

@Suite struct TextBufferTests {
  private static let pieces = [
    "a", "bc ", "\n", "\t", "界", "e\u{301}", "👩‍👩‍👧", "\u{301}", "שלום", "🇩🇪", "{\"k\": 1}\n", "é",
    String(repeating: "x", count: 3_000), String(repeating: "日本", count: 900), String(repeating: "ab\n", count: 700),
  ]

  private static func scalarStarts(_ text: String) -> [Int] {
    var starts = [0]
    for scalar in text.unicodeScalars { starts.append(starts[starts.count - 1] + String(scalar).utf8.count) }
    return starts
  }

  /// The same replacements in a plain array of bytes.
  @Test(arguments: Seeds.some(of: 10))
  func randomReplacementsDoWhatAPlainArrayDoes(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var buffer = TextBuffer("")
    var model: [UInt8] = []
    for _ in 0..<150 {
      let starts = Self.scalarStarts(String(decoding: model, as: UTF8.self))
      let first = starts.randomElement(using: &random) ?? 0
      let last = Bool.random(using: &random) ? first : starts.randomElement(using: &random) ?? 0
      let range = min(first, last)..<max(first, last)
      let new = Array(Self.pieces.randomElement(using: &random)?.utf8 ?? "".utf8)
      buffer.replace(range, with: new)
      model.replaceSubrange(range, with: new)
      if model.count > 20_000 {
        let cut = Self.scalarStarts(String(decoding: model, as: UTF8.self)).first { $0 > 15_000 } ?? 0
        buffer.replace(0..<cut, with: [])
        model.removeFirst(cut)
      }
      #expect(buffer.count == model.count && buffer.bytes(in: 0..<model.count) == model)
      #expect(buffer.lineCount == model.count { $0 == 0x0A } + 1)
    }
    expectLines(of: buffer, model)
    #expect(buffer == TextBuffer(String(decoding: model, as: UTF8.self)))
  }

  /// Lines and columns are those of a text that is divided at its line breaks.
  private func expectLines(of buffer: TextBuffer, _ model: [UInt8]) {
    var start = 0
    for (row, line) in model.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      let text = String(decoding: line, as: UTF8.self)
      #expect(buffer.range(ofLine: row) == start..<(start + line.count))
      #expect(buffer.line(of: start + line.count) == row)
      #expect(buffer.columns(before: start + line.count) == Self.columns(text), "\(text.debugDescription)")
      start += line.count + 1
    }
  }

  private static func columns(_ line: String) -> Int {
    var column = 0
    for (index, part) in line.split(separator: "\t", omittingEmptySubsequences: false).enumerated() {
      if index > 0 { column = (column / 4 + 1) * 4 }
      column += String(part).columns
    }
    return column
  }

  @Test func charactersOfAnyLengthAreSteppedOverAsAWhole() {
    let characters = ["a", "e\u{301}", "👩‍👩‍👧", "🇩🇪", "🇫🇷", "界", "a" + String(repeating: "\u{301}", count: 900), "\n", "z"]
    let buffer = TextBuffer(characters.joined())
    var place = 0
    var back: [Int] = []
    for character in characters {
      #expect(buffer.characterEnd(after: place) == place + character.utf8.count, "\(character)")
      back.append(place)
      place += character.utf8.count
    }
    for start in back.reversed() {
      #expect(buffer.characterStart(before: place) == start)
      place = start
    }
  }

  @Test(arguments: [
    ("a\tb", 2, 1), ("a\tb", 4, 2), ("日本", 1, 0), ("日本", 2, 3), ("e\u{301}x", 1, 3), ("שלום", 2, 4), ("abc", 9, 3),
  ])
  func aColumnIsFoundInALine(line: String, column: Int, offset: Int) {
    #expect(TextBuffer(line).offset(inLineFrom: 0, atColumns: column).offset == offset)
  }

  @Test func aLineOfAMegabyteHasColumnsToo() {
    let line = String(repeating: "0123456789\t", count: 100_000)
    let buffer = TextBuffer("x\n" + line)
    #expect(buffer.columns(before: buffer.count) == 1_200_000)
    #expect(buffer.offset(inLineFrom: 2, atColumns: 600_005).offset == 2 + 550_000 + 5)
    #expect(buffer.visible(line: 1, columns: 600_000..<600_005).range == 550_002..<550_007)
  }
}
