import BodyDocument
import Foundation
import RequestModel
import Testing

@Suite struct TextPatternTests {
  private func found(_ pattern: TextPattern, _ text: String) throws -> [String] {
    let bytes = Array(text.utf8)
    return try #require(try pattern.matcher()).matches(in: bytes).map { match in
      match.replacement.map { String(decoding: $0, as: UTF8.self) }
        ?? String(decoding: bytes[match.range], as: UTF8.self)
    }
  }

  @Test func smallLettersFindBothAndCapitalsThemselves() throws {
    #expect(try found(TextPattern("ab"), "ab AB Ab") == ["ab", "AB", "Ab"])
    #expect(try found(TextPattern("AB"), "ab AB Ab") == ["AB"])
    #expect(try found(TextPattern("ab", matchesCase: true), "ab AB") == ["ab"])
    #expect(try found(TextPattern("AB", matchesCase: false), "ab AB") == ["ab", "AB"])
  }

  @Test func wholeWordsLeaveOutParts() throws {
    #expect(try found(TextPattern("id", matchesWords: true), "id idle grid id") == ["id", "id"])
    #expect(try found(TextPattern("i.", isRegularExpression: true, matchesWords: true), "id idle in") == ["id", "in"])
    #expect(try found(TextPattern("é", matchesWords: true), "é éa") == ["é"])
  }

  @Test func signsOfPatternsAreTextUnlessAskedOtherwise() throws {
    #expect(try found(TextPattern("a.b"), "a.b axb") == ["a.b"])
    #expect(try found(TextPattern("a\\E.", matchesCase: true), "a\\E. a\\Ex") == ["a\\E."])
    #expect(try found(TextPattern("$1", replacement: "$1", matchesCase: true), "$1") == ["$1"])
  }

  @Test func groupsOfARegularExpressionAreReplaced() throws {
    let pattern = TextPattern("/v(\\d)/", replacement: "/api/$1/", isRegularExpression: true)
    #expect(try found(pattern, "/v1/ /v2/") == ["/api/1/", "/api/2/"])
  }

  @Test(arguments: [1_000, 50_000]) func aPatternWithManyAlternativesMatchesALongText(count: Int) throws {
    let text = String(repeating: "ab", count: count)
    #expect(try found(TextPattern("(a|b)+b", isRegularExpression: true), text) == [text])
  }

  @Test func aPatternThatIsTooCostlyForATextIsAnError() {
    let text = String(repeating: "a", count: 5_000) + "b"
    #expect(
      throws: FileSearchProblem(
        "This regular expression takes too many steps on this text — make it more specific")
    ) { try found(TextPattern("(a+)+c|(a|aa)+$", isRegularExpression: true), text) }
  }

  @Test func anEmptyReplacementDeletes() throws {
    #expect(try found(TextPattern("b", replacement: ""), "abc") == [""])
  }

  @Test func theColumnOfAMistakeIsThatOfWhatWasTyped() {
    #expect {
      try TextPattern("a(b", isRegularExpression: true, matchesWords: true).matcher()
    } throws: {
      ($0 as? RegularExpressionProblem)?.sentence.contains("column 4") == true
    }
  }

  @Test func nothingIsSearchedForAnEmptyPattern() throws {
    #expect(try TextPattern("").matcher() == nil)
  }

  @Test func filesWithoutTheTextAreNotReadAsJSON() throws {
    let matcher = try #require(try TextPattern("Needle").matcher())
    #expect(!matcher.mayMatch(file: Array(#"{"a": "haystack"}"#.utf8)))
    #expect(matcher.mayMatch(file: Array(#"{"a": "a neEdle"}"#.utf8)))
    #expect(matcher.mayMatch(file: Array(#"{"a": "\u006eeedle"}"#.utf8)))
  }

  @Test(arguments: ["a\"b", "a\\b", "é", "a\nb"]) func textsThatJSONMayWriteOtherwiseNeedEveryFile(text: String) throws
  {
    let matcher = try #require(try TextPattern(text).matcher())
    #expect(matcher.mayMatch(file: Array("{}".utf8)))
  }
}
