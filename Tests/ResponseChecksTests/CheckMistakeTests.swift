import RequestModel
import Testing

@testable import ResponseChecks

/// Mistakes in checks that are found before there is a response.
@Suite struct CheckMistakeTests {
  private static func mistake(_ response: String, _ expected: String = "exists") -> CheckMistake? {
    var row = JSONObject()
    CheckSubject(response).set(in: &row)
    CheckExpectation(expected).set(in: &row)
    return CheckMistake.of(check: row)
  }

  @Test(arguments: [
    ("stauts", "unknown query \"stauts\" — did you mean \"status\"?"),
    ("header", "the query header needs an expression"),
    ("$.a[", "$.a[ is not a JSONPath"), ("$.items | conut", "unknown filter \"conut\" — did you mean \"count\"?"),
    ("header Link | frist", "unknown filter \"frist\" — did you mean \"first\"?"),
    ("regex (a", "invalid regular expression at column"),
    ("$.items | nth x", "nth needs a whole number"), ("body | split", "the filter split needs an argument"),
    ("body | regex /(a/", "invalid regular expression at column"), ("body | jsonpath a", "a is not a JSONPath"),
    ("duration wiat", "unknown phase \"wiat\" — did you mean \"wait\"?"),
    ("size bdoy", "unknown size \"bdoy\" — did you mean \"body\"?"),
    ("certificate end", "a certificate has no \"end\""),
    ("xpath //a[", "//a[ is not an XPath expression: Invalid expression"),
    (#"body | xpath "//a[""#, "//a[ is not an XPath expression"),
    ("body | xpath //a", "the filter xpath has too many arguments: a — put an argument in quotes"),
  ])
  func aTypoInTheResponseIsKnown(text: String, sentence: String) {
    let mistake = Self.mistake(text)
    #expect(mistake?.part == .response && mistake?.sentence.hasPrefix(sentence) == true, "\(mistake as Any)")
  }

  @Test(arguments: [
    ("$.id", "isType strnig", "unknown type \"strnig\" — did you mean \"string\"?"),
    ("body", "matches (a", "invalid regular expression at column"),
    ("status", "between 1", "between needs two numbers"), ("$.id", "length many", "length needs a whole"),
    ("status", "isType", "isType needs a value"), ("status", "ok", "status is a number, not \"ok\""),
    ("status", "in [\"200 201\"]", "status is a number, not \"200 201\""),
  ])
  func aTypoInWhatIsExpectedIsKnown(response: String, expected: String, sentence: String) {
    let mistake = Self.mistake(response, expected)
    #expect(mistake?.part == .expectation && mistake?.sentence.hasPrefix(sentence) == true, "\(mistake as Any)")
  }

  @Test(arguments: [
    ("status", "200"), ("status", "in 200 201"), ("status", "matches ^2"), ("duration wait", "< 5"),
    ("$.items | count", ">= {{least}}"), ("$.{{path}}[", "exists"),
    ("body | regex /{{pattern}}/", "matches ({{x}}"), ("xpath //a | //b", "exists"), ("xpath //x:a", "exists"),
    ("header Content-Type", "json"),
    ("$.a", "schema order.json"), ("variable token", "not exists"), ("$.date | toDate \"%Y\"", "exists"),
  ])
  func whatMayBeRightIsNoMistake(response: String, expected: String) {
    let mistake = Self.mistake(response, expected)
    #expect(mistake == nil, "\(mistake as Any)")
  }

  @Test func aResponseIsRefusedWithTheSameReason() {
    #expect(throws: ResponseFilter.unknown("conut")) {
      try CheckMistake.refuse("$.a | conut", of: try ResponseQuery.named("jsonpath", with: "$"))
    }
  }

  @Test func aCaptureIsLookedAtToo() {
    #expect(CheckMistake.of(capture: ["name": "a", "query": "jsonpath", "expression": "$.a"]) == nil)
    #expect(CheckMistake.of(capture: ["name": "a", "query": "jsnopath", "expression": "$.a"])?.part == .response)
  }

  @Test func aScopeThatIsUnknownIsAMistakeOfItsOwn() {
    let capture: JSONObject = ["name": "a", "query": "status", "scope": "sessionxyz"]
    #expect(CheckMistake.of(capture: capture)?.part == .scope)
    #expect(CheckMistake.of(capture: capture)?.sentence.hasPrefix("unknown scope \"sessionxyz\"") == true)
    for scope in CaptureScope.allCases {
      #expect(CheckMistake.of(capture: ["name": "a", "query": "status", "scope": .string(scope.rawValue)]) == nil)
    }
  }

  @Test func aWordThatIsLikeNoneListsAll() {
    #expect(Self.mistake("lunch")?.sentence.hasPrefix("unknown query \"lunch\" — use status, reason") == true)
  }
}
