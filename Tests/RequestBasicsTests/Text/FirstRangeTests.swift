import Testing

@testable import RequestBasics

struct FirstRangeTests {
  @Test(
    "A part is found at its first place, byte for byte",
    arguments: [
      ("http://a://b", "://", 4), ("aab", "ab", 1), ("aaa", "ab", nil), ("ab", "ab", 0), ("a", "ab", nil),
      ("", "a", nil),
      ("", "", 0), ("abc", "", 0), ("é🇩🇪x", "x", 10), ("e\u{301}", "e", 0),
    ] as [(String, String, Int?)])
  func partsAreFound(_ text: String, _ part: String, _ place: Int?) {
    let range = text.firstRangeExactly(of: part)
    #expect(range.map { text.utf8.distance(from: text.startIndex, to: $0.lowerBound) } == place)
    #expect(
      range.map { text.utf8.distance(from: $0.lowerBound, to: $0.upperBound) } == place.map { _ in part.utf8.count })
    #expect(text.containsExactly(part) == (place != nil))
  }

  @Test("A part of a substring is found with the indices of the whole text")
  func substringsAreSearched() {
    let text = "a://b://c"
    let rest = text.dropFirst(4)
    #expect(rest.firstRangeExactly(of: "://").map { text[$0.upperBound...] } == "c")
  }
}
