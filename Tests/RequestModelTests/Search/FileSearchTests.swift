import Foundation
import RequestModel
import Testing

/// Finds a word and replaces it.
struct WordMatcher: TextMatching {
  var word: String
  var replacement: String?

  func matches(in text: [UInt8]) -> [TextMatch] {
    let needle = Array(word.utf8)
    var (found, start): ([TextMatch], Int) = ([], 0)
    while start + needle.count <= text.count {
      if Array(text[start..<start + needle.count]) == needle {
        found.append(TextMatch(start..<start + needle.count, replacement.map { Array($0.utf8) }))
        start += needle.count
      } else {
        start += 1
      }
    }
    return found
  }

  func mayMatch(file bytes: [UInt8]) -> Bool { true }
}

@Suite struct FileSearchTests {
  private static let request = """
    {
      "id": "r-shop",
      "method": "POST",
      "url": "https://shop.example/orders",
      "headers": [ {"name": "X-Shop", "value": "shop"}, {"name": "Accept", "value": "*/*"} ],
      "body": {"json": {"shop": "the shop", "number": 42, "list": ["shop", true]}},
      "docs": ["About the shop.", "It is a shop."],
      "x-own": "shop"
    }
    """

  private static func found(
    _ word: String, _ replacement: String? = nil, in places: Set<SearchPlace> = Set(SearchPlace.allCases)
  ) throws -> [FoundText] {
    let text = try JSONText(request)
    let search = FileSearch(WordMatcher(word: word, replacement: replacement), in: places)
    return try search.matches(in: try #require(text.value.object), role: .request, text: text)
  }

  @Test func everyTextOfTheUserIsSearchedAndTheIdIsNot() throws {
    let found = try Self.found("shop")
    #expect(
      found.map { "\($0.place.rawValue): \($0.label): \($0.line)" } == [
        "urls: URL: https://shop.example/orders", "headers: Header X-Shop: shop",
        "bodies: Body › shop (name): shop", "bodies: Body › shop: the shop",
        "bodies: Body › list[0]: shop", "docs: Docs: About the shop.", "docs: Docs: It is a shop.",
        "options: x-own: shop",
      ])
  }

  @Test func matchesHaveTheirPlaceInTheFile() throws {
    #expect(try Self.found("https").map { $0.position?.description } == ["4:10"])
  }

  @Test func placesNarrowTheSearch() throws {
    #expect(try Self.found("shop", in: [.docs]).map(\.line) == ["About the shop.", "It is a shop."])
  }

  @Test func aPreviewShowsTheLineBeforeAndAfter() throws {
    let found = try #require(try Self.found("shop.example", "{{host}}").first)
    #expect(found.replaced == "https://{{host}}/orders")
    #expect(String(decoding: Array(found.line.utf8)[found.range], as: UTF8.self) == "shop.example")
    #expect(String(decoding: Array("https://{{host}}/orders".utf8)[found.newRange], as: UTF8.self) == "{{host}}")
  }

  private static func replaced(_ word: String, by replacement: String, _ chosen: Set<Int>) throws -> String {
    let text = try JSONText(request)
    let search = FileSearch(WordMatcher(word: word, replacement: replacement), in: Set(SearchPlace.allCases))
    let document = try search.replacing(chosen, in: try #require(text.value.object), role: .request)
    return String(decoding: text.rewriting(to: .object(document)), as: UTF8.self)
  }

  @Test func onlyWhatIsChosenIsReplacedAndAllOtherBytesStay() throws {
    #expect(
      try Self.replaced("shop", by: "store", [1, 6])
        == Self.request.replacing(#""X-Shop", "value": "shop""#, with: #""X-Shop", "value": "store""#)
        .replacing("It is a shop.", with: "It is a store."))
  }

  @Test func namesAndNumbersOfABodyAreReplaced() throws {
    #expect(try Self.replaced("shop", by: "store", [2]).contains(#"{"store": "the shop""#))
    #expect(try Self.replaced("42", by: "4.5", [0]).contains(#""number": 4.5"#))
  }

  @Test func aNumberThatWouldBeNoneIsRefused() {
    #expect(throws: FileSearchProblem("Body › number would be x, which is not a number")) {
      try Self.replaced("42", by: "x", [0])
    }
  }

  @Test func aFileThatWouldNotBeUnderstoodIsRefused() throws {
    let text = try JSONText(
      #"{"url": "https://a.test", "options": {"timeout": 5}}"#)
    let search = FileSearch(WordMatcher(word: "5", replacement: "-5"), in: Set(SearchPlace.allCases))
    let document = try #require(text.value.object)
    #expect(throws: FileSearchProblem.self) { try search.replacing([0], in: document, role: .request) }
  }

  @Test func credentialsAreMasked() throws {
    let text = try JSONText(
      """
      {"url": "https://a.test?key={{key}}", "auth": {"basic": {"username": "ada", "password": "hunter2"}},
        "headers": [{"name": "Authorization", "value": "Bearer hunter2"}]}
      """)
    let search = FileSearch(WordMatcher(word: "hunter", replacement: "x"), in: Set(SearchPlace.allCases))
    let found = try search.matches(in: try #require(text.value.object), role: .request)
    #expect(found.map(\.line) == ["••••••", "••••••"])
    #expect(found.map(\.replaced) == ["••••••", "••••••"])
    #expect(found.allSatisfy { $0.isSecret && $0.range.isEmpty })
  }

  @Test func variablesDeclaredSecretAreMasked() throws {
    let text = try JSONText(#"{"variables": [{"name": "plain", "value": "hunter2", "secret": true}]}"#)
    let search = FileSearch(WordMatcher(word: "hunter"), in: Set(SearchPlace.allCases))
    #expect(
      try search.matches(in: #require(text.value.object), role: .environment).map(\.line) == ["••••••"])
  }

  @Test func longLinesAreCutAroundTheMatchBetweenCharacters() throws {
    let text = String(repeating: "é", count: 1_000) + "shop" + String(repeating: "é", count: 1_000)
    let search = FileSearch(WordMatcher(word: "shop"), in: [.docs])
    let found = try search.matches(in: ["url": "x", "docs": .string(text)], role: .request)
    #expect(found.map(\.line) == [String(repeating: "é", count: 80) + "shop" + String(repeating: "é", count: 80)])
  }
}

extension String {
  fileprivate func replacing(_ old: String, with new: String) -> String { replacingOccurrences(of: old, with: new) }
}
