import BodyDocument
import Foundation
import RequestModel
import Testing

/// JSON's escapes: decoded in the pretty view, as they came in the raw one, found in both.
@Suite struct EscapeTests {
  private static let body =
    #"{"n\u00e4me": "caf\u00e9 \ud83d\ude00 \/ \u4E2D\u6587", "keep": "\u0022 \u005c \" \\ \n \u001b \u202e \u200b \ud800 \udc00x"}"#

  @Test func thePrettyViewShowsTheCharactersAndKeepsWhatMustStayEscaped() {
    let document = BodyDocument(Self.body)
    let pretty = #"""
      {
        "näme": "café 😀 / 中文",
        "keep": "\u0022 \u005c \" \\ \n \u001b \u202e \u200b \ud800 \udc00x"
      }
      """#
    #expect(document.screen == pretty)
    #expect(document.prettyOutput == pretty + "\n")
    #expect(document.value(at: 1) == "café 😀 / 中文")
    #expect(document.path(at: 1) == "$.näme")
  }

  @Test func theRawViewAndTheBytesStay() {
    var document = BodyDocument(Self.body)
    document.show(.raw)
    #expect(document.screen == Self.body)
    #expect(document.text == Data(Self.body.utf8))
  }

  /// The marked text of each line of the view.
  private func marked(_ pattern: SearchPattern, in document: BodyDocument) throws -> [String] {
    let search = try #require(try BodySearch(pattern))
    return (0..<document.lineCount).flatMap { index in
      let line = document.line(at: index)
      let hits = document.hits(of: search, in: line)
      return line.spans.filter { $0.start != nil }.flatMap { span -> [String] in
        let bytes = Array(span.text.utf8)
        return hits.map { span.place(of: $0).clamped(to: 0..<bytes.count) }.filter { !$0.isEmpty }.map {
          String(decoding: bytes[$0], as: UTF8.self)
        }
      }
    }
  }

  @Test(arguments: [
    // The searched text; the marks in the pretty view; those in the raw view.
    ("é", false, ["é"], [#"\u00e9"#]), ("É", false, [], []), ("caf.", true, ["café"], [#"caf\u00e9"#]),
    ("😀 /", false, ["😀 /"], [#"\ud83d\ude00 \/"#]), ("中文", false, ["中文"], [#"\u4E2D\u6587"#]),
    ("f.{3}\\s", true, ["fé 😀 "], [#"f\u00e9 \ud83d\ude00 "#]), ("näme", false, ["näme"], [#"n\u00e4me"#]),
    (#"\u00e9"#, false, ["é"], [#"\u00e9"#]), ("00e9", false, ["é"], ["00e9"]), ("d83d", false, ["😀"], ["d83d"]),
    ("e9", false, [], ["e9"]), ("\"keep", false, ["\"keep"], ["\"keep"]), (#"\n"#, false, [#"\n"#], [#"\n"#]),
    (#"" \ ""#, false, [#"\u0022 \u005c \""#], [#"\u0022 \u005c \""#]), ("\u{202E}", false, [#"\u202e"#], [#"\u202e"#]),
  ])
  func aSearchFindsTheCharacterAndItsEscapeInBothViews(
    pattern: String, isRegularExpression: Bool, pretty: [String], raw: [String]
  ) throws {
    var document = BodyDocument(Self.body)
    let pattern = SearchPattern(pattern, isRegularExpression: isRegularExpression)
    let search = try #require(try BodySearch(pattern))
    for (view, expected) in [(BodyDocument.View.pretty, pretty), (.raw, raw)] {
      document.show(view)
      #expect(try marked(pattern, in: document) == expected, "\(pattern) in \(view)")
      #expect(try document.hits(of: search)?.count == expected.count, "\(pattern) in \(view)")
      let first = try document.find(search, from: 0)
      #expect((first != nil) == !expected.isEmpty, "\(pattern) in \(view)")
      #expect(try document.find(search, from: 0, forward: false) == first, "\(pattern) in \(view)")
    }
  }

  @Test func everyHitIsFoundWhereverTheStretchesOfASearchEnd() throws {
    let search = try #require(try BodySearch(SearchPattern("é😀")))
    for shift in 0..<20 {
      let filler = String(repeating: "x", count: (1 << 18) - 20 + shift)
      let body = #"["\#(filler)\u00e9\ud83d\ude00é\ud83d\ude00\#(filler)\\\u00e9😀\\u00e9"]"#
      let document = BodyDocument(body)
      let places = [#"\u00e9\ud83d"#, #"é\ud83d"#, #"\u00e9😀"#].map { part in
        body.utf8.distance(from: body.utf8.startIndex, to: body.range(of: part)!.lowerBound)
      }
      var found: [Int] = []
      while let next = try document.find(search, from: (found.last ?? -1) + 1), next > found.last ?? -1 {
        found.append(next)
      }
      #expect(found == places)
      #expect(try document.hits(of: search)?.count == 3)
      #expect(try document.find(search, from: places[2], forward: false) == places[1])
      #expect(try document.find(search, from: places[1], forward: false) == places[0])
    }
  }

  /// Against the plain way: decode everything, then look.
  @Test func randomEscapesAreFoundLikeTheCharactersThatTheyStandFor() throws {
    var random = SplitMix64(seed: 28)
    let characters: [Character] = ["a", "b", "é", "中", "😀", "/"]
    for _ in 0..<300 {
      let text = String(
        (0..<Int.random(in: 1...40, using: &random)).map { _ in characters.randomElement(using: &random)! })
      let escaped = text.map { character in
        Bool.random(using: &random)
          ? character.utf16.map { #"\u"# + String(UInt32($0) + 0x10000, radix: 16).dropFirst() }.joined()
          : String(character)
      }.joined()
      let document = BodyDocument("[\"\(escaped)\"]")
      #expect(document.line(at: 1).text == "\"\(text)\"")
      for needle in ["é", "aé", "中/", "😀", "b/a"] {
        let search = try #require(try BodySearch(SearchPattern(needle)))
        #expect(try document.hits(of: search)?.count == text.components(separatedBy: needle).count - 1, "\(escaped)")
      }
    }
  }

  @Test func aGiantStringIsDecodedWhereItIsLookedAtAndNoEscapeIsCut() {
    let document = BodyDocument("[\"" + String(repeating: #"\ud83d\ude00"#, count: 100_000) + "\"]")
    for first in 5000..<5030 {
      let line = document.line(at: 1, columns: first..<first + 240)
      #expect(line.text.allSatisfy { $0 == "😀" }, "\(line.text)")
      #expect((19...21).contains(line.text.count))
    }
    #expect(document.line(at: 1, columns: 0..<10).width == 1_200_002)
  }

  @Test func aGiantRunOfBackslashesIsSearchedInOnePass() throws {
    let document = BodyDocument("[\"" + String(repeating: #"\\"#, count: 20_000) + "\"]")
    let search = try #require(try BodySearch(SearchPattern(#"\\"#)))
    #expect(try document.hits(of: search)?.count ?? 0 >= 20_000)
    #expect(try document.find(search, from: 1000, forward: false) != nil)
    #expect(document.line(at: 1, columns: 30_000..<30_100).text.count >= 99)
  }

  @Test func tablesAndComparisonsShowTheCharacters() throws {
    var table = BodyDocument(#"[{"n\u00e4me": "caf\u00e9", "deep": {"k": "\u4e2d"}}, {"n\u00e4me": "x"}]"#)
    table.show(.table)
    #expect(table.screen.contains("näme"))
    #expect(table.screen.contains("café"))
    #expect(table.screen.contains(#"{"k":"中"}"#))
    let diff = DocumentDiff(BodyDocument(#"["caf\u00e9"]"#), BodyDocument(#"["caf\u00e8"]"#))
    #expect((0..<diff.lineCount).map { diff.line(at: $0).line.text }.contains("\"café\""))
    #expect((0..<diff.lineCount).map { diff.line(at: $0).line.text }.contains("\"cafè\""))
  }

  @Test func aFilterLeavesTheCharactersFound() throws {
    let document = BodyDocument(#"{"a": ["caf\u00e9"], "b": "tea"}"#)
    let left = try document.select(try JSONPathQuery("$.a[*]"))
    #expect(left.screen.contains("café"))
  }

  @Test func brokenJSONAndOtherTextKeepTheirBackslashes() {
    #expect(BodyDocument(#"{"a": "\u00e9""#).screen == #"{"a": "\u00e9""#)
    #expect(BodyDocument(#"caf\u00e9"#, as: "text/plain").screen == #"caf\u00e9"#)
    #expect(BodyDocument(#"<a b="\u00e9"/>"#, as: "application/xml").screen.contains(#"\u00e9"#))
  }
}
