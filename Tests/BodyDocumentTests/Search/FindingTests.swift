import BodyDocument
import Foundation
import Testing

@Suite struct FindingTests {
  @Test func theSearchGoesOnFromTheLineAndAround() {
    var document = BodyDocument(#"{"a":"x","b":"y","c":"x"}"#)
    #expect(document.find("\"x\"", from: -1) == 1)
    #expect(document.find("\"x\"", from: 1) == 3)
    #expect(document.find("\"x\"", from: 3) == 1)
    #expect(document.find("\"x\"", from: 3, forward: false) == 1)
    #expect(document.find("\"x\"", from: 1, forward: false) == 3)
    #expect(document.find("\"y\"", from: 2) == 2)
    #expect(document.find("z", from: 0) == nil)
    #expect(document.find("", from: 0) == nil)
  }

  @Test func aHitOpensTheFoldsAroundIt() {
    var document = BodyDocument(#"{"a":[[["needle"]]],"b":[1]}"#)
    document.foldAll()
    #expect(document.lineCount == 4)
    #expect(document.find("needle", from: 1) == 4)
    #expect(document.line(at: 4).text == "\"needle\"")
    #expect(document.screen.contains("\"b\": [ … ] 1 item"))
  }

  @Test func capitalsInTheNeedleMakeItExact() {
    var document = BodyDocument("alpha\nBETA\nbeta\nGamma", as: "text/plain")
    #expect(document.find("beta", from: -1) == 1)
    #expect(document.find("beta", from: 1) == 2)
    #expect(document.find("Beta", from: -1) == nil)
    #expect(document.find("gamma", from: 0) == 3)
    #expect(document.find("BETA", from: 1, forward: false) == 1)
  }

  @Test func aHitFarBackIsFoundBackward() {
    let filler = String(repeating: "0123456789abcdef\n", count: 20_000)
    var document = BodyDocument("first needle\n" + filler, as: "text/plain")
    #expect(document.find("needle", from: 20_000, forward: false) == 0)
    #expect(document.find("f\n0", from: 20_000, forward: false) == 19_999)
  }

  @Test func everyHitOfTheBodyIsCountedAndHasItsNumber() throws {
    let document = BodyDocument("ada\nbob\nAda ada", as: "text/plain")
    let search = try #require(try BodySearch(SearchPattern("ada")))
    let hits = try #require(try document.hits(of: search))
    #expect(hits.count == 3)
    #expect(hits.index(in: document.ownBytes(ofLine: 2)) == 1)
    #expect(hits.index(in: document.ownBytes(ofLine: 1)) == nil)
    #expect(hits.next(from: 1) == 8)
    #expect(hits.next(from: 13) == 0)
    #expect(hits.previous(before: 8) == 0)
    #expect(hits.previous(before: 0) == 12)
  }

  @Test(arguments: [
    ("b.g", false, 1), ("b.g", true, 4), (#"^b\wg$"#, true, 3), ("B", false, 0), (#"\Bb"#, true, 1), ("é", false, 2),
    ("x*", true, 0),
  ])
  func aPatternIsTextUnlessItIsARegularExpression(text: String, isRegularExpression: Bool, count: Int) throws {
    let document = BodyDocument("big\nbag\nbug\nb.gb É é", as: "text/plain")
    let search = try #require(
      try BodySearch(SearchPattern(text, isRegularExpression: isRegularExpression)))
    #expect(try document.hits(of: search)?.count == count)
  }

  @Test func hitsAreMarkedInTheLineThatShowsThem() throws {
    let document = BodyDocument(#"{"name": "Ada", "x": "ada lada"}"#)
    let search = try #require(try BodySearch(SearchPattern("ada")))
    let line = document.line(at: 2)
    let marked = document.hits(of: search, in: line).map { document.text[$0] }
    #expect(marked.map { String(decoding: $0, as: UTF8.self) } == ["ada", "ada"])
  }

  @Test func aSearchThatBeginsOrEndsWithinACharacterTakesWholeOnes() throws {
    let document = BodyDocument("aéé\u{1F44B}é", as: "text/plain")
    for pattern in [SearchPattern("é"), SearchPattern(".", isRegularExpression: true)] {
      let search = try #require(try BodySearch(pattern))
      for offset in 0...document.text.count {
        for forward in [true, false] {
          let hit = try #require(try document.find(search, from: offset, forward: forward))
          #expect(document.text[hit] & 0xC0 != 0x80, "from \(offset)")
        }
      }
    }
  }

  @Test func anInvalidPatternIsRefusedWithThePlaceOfTheMistake() {
    let error = #expect(throws: RegularExpressionProblem.self) {
      try BodySearch(SearchPattern("a(b", isRegularExpression: true))
    }
    #expect(error?.sentence == "Invalid regular expression at column 4: missing closing parenthesis")
  }

  @Test func aPatternThatTakesForEverIsGivenUp() throws {
    let document = BodyDocument(String(repeating: "a", count: 5000) + "b", as: "text/plain")
    let search = try #require(try BodySearch(SearchPattern("(a+)+c|(a|aa)+$", isRegularExpression: true)))
    let error = #expect(throws: RegularExpressionProblem.self) { try document.hits(of: search) }
    #expect(
      error?.sentence == "This regular expression takes too many steps on this text — make it more specific")
  }

  @Test func hitsOnTheEdgesOfPiecesAreFoundOnce() throws {
    let piece = 1 << 16
    var text = String(repeating: "·", count: 20 * piece / 2)
    text.append("needle")
    text = String(text.dropFirst(3)) + text
    let document = BodyDocument(text, as: "text/plain")
    let search = try #require(try BodySearch(SearchPattern("needle")))
    #expect(try document.hits(of: search)?.count == 2)
    let all = try #require(try BodySearch(SearchPattern("·")))
    #expect(try document.hits(of: all)?.count == text.count - 12)
  }
}
