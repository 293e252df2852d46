import Foundation
import RequestModel
import Testing

@testable import ResponseChecks

/// Checks that must not pass, and those that must.
struct CheckVerdictTests {
  private static func facts(_ body: String, _ headers: [Header] = []) -> ResponseFacts {
    ResponseFacts(
      head: Response.Head(status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: headers),
      body: Data(body.utf8), url: "http://localhost/", duration: .zero, hops: [])
  }

  private func result(_ check: String, _ body: String, _ headers: [Header] = []) throws -> LogEvent.Check {
    let row = try #require(try JSONText(check).value.object)
    return CheckEvaluation(Self.facts(body, headers), CheckEvaluationTests.context).result(of: row)
  }

  private func passes(_ check: String, _ body: String, _ headers: [Header] = []) throws -> Bool {
    try result(check, body, headers).isPassed
  }

  @Test(
    "A failed check says what was expected, by each predicate",
    arguments: [
      (#""predicate":"contains","value":"x""#, #"something with "x""#),
      (#""predicate":"startsWith","value":"x""#, #"something that starts with "x""#),
      (#""predicate":"endsWith","value":"x""#, #"something that ends with "x""#),
      (#""predicate":"matches","value":"x+""#, "a match of x+"), (#""predicate":"isEmpty""#, "an empty value"),
      (#""predicate":"isType","value":"list""#, "the type list"),
      (#""predicate":"length","value":2"#, "a length of 2"),
      (#""predicate":"in","value":["a","b"]"#, #"one of ["a","b"]"#), (#""value":"x""#, #""x""#),
    ])
  func theExpectationIsNamed(predicate: String, expected: String) throws {
    let result = try result(#"{"query":"body",\#(predicate)}"#, "tea")
    #expect(result.detail == "expected \(expected), got \"tea\"")
  }

  // MARK: Schemas

  @Test(
    "A schema fails for a body that is not JSON, also negated",
    arguments: [
      ("<html>502</html>", "the body is not JSON: "), (#"{"a":1,"#, "the body is not JSON: "),
      ("", "the body is empty, not JSON"),
      (
        String(repeating: "[", count: 600) + String(repeating: "]", count: 600),
        "nested deeper than 512 levels"
      ),
    ])
  func aSchemaNeedsJSON(body: String, reason: String) throws {
    for not in ["", #","not":true"#] {
      let schema = #"{"properties":{"id":{"type":"integer"}},"required":["id"]}"#
      let result = try result(#"{"query":"body","predicate":"schema","value":\#(schema)\#(not)}"#, body)
      #expect(!result.isPassed)
      #expect(result.detail.contains(reason), "\(result.detail)")
    }
  }

  @Test(arguments: [
    ("$.id", "integer", false), ("$.id", "string", true), ("$.flag", "boolean", false), ("$.n", "null", false),
    ("$.list", "array", false), ("$.list", "string", true), ("$.real", "array", true), ("$", "object", true),
  ])
  func aValueOfJSONPathKeepsItsTypeInASchema(path: String, type: String, isPassed: Bool) throws {
    let body = #"{"id":"12345","flag":"false","n":"null","list":"[1]","real":[1]}"#
    let check = #"{"query":"jsonpath","expression":"\#(path)","predicate":"schema","value":{"type":"\#(type)"}}"#
    #expect(try passes(check, body) == isPassed)
  }

  @Test func otherTextsAreTextsInASchemaAndTheBodyIsADocument() throws {
    let headers = [Header("X-Count", "12")]
    let header = #"{"query":"header","expression":"X-Count","predicate":"schema","value":"#
    #expect(try passes(header + #"{"type":"string"}}"#, "", headers))
    #expect(try !passes(header + #"{"type":"integer"}}"#, "", headers))
    #expect(try passes(#"{"query":"body","predicate":"schema","value":{"type":"integer"}}"#, "12"))
    #expect(try passes(#"{"query":"bytes","predicate":"schema","value":{"type":"integer"}}"#, "12"))
  }

  @Test func anInvalidSchemaIsAMistakeOfItsCheck() {
    let check: JSONObject = ["query": "body", "predicate": "schema", "value": ["type": "strnig"]]
    #expect(CheckMistake.of(check: check)?.sentence.contains("The schema is invalid") == true)
  }

  // MARK: Patterns and texts

  @Test(
    "A pattern of a JSONPath that takes too many steps fails the check",
    arguments: [
      #"{"query":"jsonpath","expression":"$.x[?match(@,'(x+x+)+y|x*')]","predicate":"exists","not":true}"#,
      #"{"query":"jsonpath","expression":"$.x[?!match(@,'(x+x+)+y|x*')]","filters":["count"],"value":2}"#,
    ])
  func aCostlyPatternFails(check: String) throws {
    let result = try result(check, #"{"x":["\#(String(repeating: "x", count: 40))","y"]}"#)
    #expect(!result.isPassed)
    #expect(result.detail.contains("takes too many steps"), "\(result.detail)")
  }

  @Test func anXPathThatTakesTooManyStepsFailsSoon() throws {
    let page = "<html><body>" + String(repeating: "<p><b>x</b></p>", count: 2_800) + "</body></html>"
    let path = "count(//b[count(preceding::b[count(preceding::b)>1])>2])"
    let start = ContinuousClock.now
    let result = try result(#"{"query":"xpath","expression":"\#(path)","predicate":"exists"}"#, page)
    #expect(!result.isPassed)
    #expect(result.detail.contains("takes too many steps"), "\(result.detail)")
    #expect(start.duration(to: .now) < .seconds(30))
  }

  @Test func everyTextContainsTheEmptyOne() throws {
    #expect(try passes(#"{"query":"body","predicate":"contains","value":""}"#, "a"))
    #expect(try !passes(#"{"query":"body","predicate":"contains","value":"","not":true}"#, "a"))
  }

  @Test func aNumberWithSpacesAroundItIsNoNumber() throws {
    #expect(try !passes(#"{"query":"jsonpath","expression":"$.n","value":" 1"}"#, #"{"n":1}"#))
    #expect(try passes(#"{"query":"jsonpath","expression":"$.n","value":"1"}"#, #"{"n":1}"#))
  }

  // MARK: Members

  @Test(
    "A check with an unknown member fails",
    arguments: [
      (#"{"query":"status","values":200}"#, #"unknown member "values" — did you mean "value"?"#),
      (#"{"query":"duration","predicat":"less","max":1}"#, #"unknown member "predicat" — did you mean "predicate"?"#),
    ])
  func aMisspeltMemberFails(check: String, reason: String) throws {
    let result = try result(check, "")
    #expect(!result.isPassed)
    #expect(result.detail == reason)
    #expect(try passes(#"{"query":"status","value":200,"x-note":1,"$schema":"a"}"#, ""))
  }

  @Test func aCaptureWithAnUnknownMemberFails() throws {
    let evaluation = CheckEvaluation(Self.facts("{}"), CheckEvaluationTests.context)
    #expect(throws: CheckProblem.self) { try evaluation.captured(["name": "a", "query": "body", "scop": "session"]) }
  }

  @Test func anAssertionThatIsNotSupportedFails() throws {
    let result = try result(#"{"query":"unsupported","expression":"res.body.on: isFalsy"}"#, "{}")
    #expect(!result.isPassed)
    #expect(result.name == "res.body.on: isFalsy")
    #expect(result.detail == "res.body.on: isFalsy cannot be checked here")
  }

  @Test(arguments: [
    (#""expression":"$.id","value":5"#, false), (#""expression":"$.id","value":"5""#, true),
    (#""expression":"$.b","value":"true""#, false), (#""expression":"$.z","value":"null""#, false),
    (#""expression":"$.zs","value":null"#, false), (#""expression":"$.n","value":"5","not":true"#, true),
    (#""expression":"$.n","value":5"#, true),
  ])
  func aStrictCheckComparesTypes(members: String, isPassed: Bool) throws {
    let body = #"{"id":"5","b":true,"z":null,"zs":"null","n":5}"#
    #expect(try passes(#"{"query":"jsonpath","strict":true,\#(members)}"#, body) == isPassed)
  }

  @Test func aStrictComparisonOfTextAndNumberCannotBeEvaluated() throws {
    let check = #"{"query":"jsonpath","strict":true,"expression":"$.id","predicate":"less","value":6}"#
    #expect(try !passes(check, #"{"id":"5"}"#))
    #expect(try passes(check, #"{"id":5}"#))
  }

  @Test(arguments: [
    (#""expression":"$.s","predicate":"contains","value":"a""#, true),
    (#""expression":"$.s","predicate":"contains","value":1"#, true),
    (#""expression":"$.n","predicate":"contains","value":1"#, false),
    (#""expression":"$.n","predicate":"contains","value":2,"not":true"#, false),
    (#""expression":"$.o","predicate":"contains","value":"a""#, false),
    (#""expression":"$.o","predicate":"contains","value":"b","not":true"#, false),
    (#""expression":"$.l","predicate":"contains","value":1"#, true),
    (#""expression":"$.l","predicate":"contains","value":"1""#, false),
    (#""expression":"$.s","predicate":"startsWith","value":"a""#, true),
    (#""expression":"$.s","predicate":"endsWith","value":1"#, false),
    (#""expression":"$.n","predicate":"startsWith","value":"1""#, false),
    (#""expression":"$.o","predicate":"length","value":1"#, false),
    (#""expression":"$.l","predicate":"length","value":1"#, true),
    (#""expression":"$.z","predicate":"isEmpty""#, false),
    (#""expression":"$.z","predicate":"isEmpty","not":true"#, false),
    (#""expression":"$.o","predicate":"isEmpty","not":true"#, true),
  ])
  func aStrictCheckNeedsTheTypesOfItsPredicate(members: String, isPassed: Bool) throws {
    let body = #"{"s":"a1","n":1,"o":{"a":1},"l":[1],"z":null}"#
    #expect(try passes(#"{"query":"jsonpath","strict":true,\#(members)}"#, body) == isPassed)
  }

  @Test func oneOfSeveralHeadersIsEnoughForAny() throws {
    let headers = [Header("X-M", "1"), Header("X-M", "2")]
    for value in ["1", "2"] {
      #expect(try passes(#"{"query":"header","expression":"X-M","any":true,"value":"\#(value)"}"#, "", headers))
    }
    #expect(try !passes(#"{"query":"header","expression":"X-M","any":true,"value":"3"}"#, "", headers))
    #expect(try !passes(#"{"query":"header","expression":"X-M","value":"1"}"#, "", headers))
    #expect(try passes(#"{"query":"header","expression":"X-M","any":true,"value":"1"}"#, "", [headers[0]]))
  }

  // MARK: Types and filters

  @Test(arguments: [("12345678901234567890", "integer"), ("1", "integer"), ("1.5", "float")])
  func aNumberIsAnIntegerOrAFloat(number: String, type: String) throws {
    for name in ["integer", "float"] {
      let check = #"{"query":"jsonpath","expression":"$.n","predicate":"isType","value":"\#(name)"}"#
      #expect(try passes(check, #"{"n":\#(number)}"#) == (name == type), "\(number) \(name)")
    }
  }

  @Test(arguments: [("1", true), ("1.0", false), ("1e2", false), ("1.5", false)])
  func aStrictIntegerHasNoFraction(number: String, isInteger: Bool) throws {
    let check = #"{"query":"jsonpath","expression":"$.n","predicate":"isType","value":"integer","strict":true}"#
    #expect(try passes(check, #"{"n":\#(number)}"#) == isInteger)
  }

  @Test func theEndOfACookieIsADate() throws {
    let check = #"{"query":"cookie","expression":"c[Expires]","filters":["format \"%F\""],"value":"2078-01-13"}"#
    let result = try result(check, "", [Header("Set-Cookie", "c=1; Expires=Thu, 13 Jan 2078 22:23:01 GMT")])
    #expect(result.isPassed, "\(result.detail)")
  }

  @Test func aTypeThatIsNoTextIsNamedAsItIsWritten() throws {
    let result = try result(#"{"query":"status","predicate":"isType","value":5}"#, "")
    #expect(result.detail.contains(#"unknown type "5""#), "\(result.detail)")
  }

  @Test(arguments: [
    (#"$.f"#, "toInt", "1"), (#"$.html"#, "htmlUnescape", #""A foo é — & &unknown;""#),
    (#"$.date"#, #"toDate \"%+\""#, #""2026-11-23T12:00:00Z""#),
  ])
  func filtersMeanWhatTheyMeanInHurl(path: String, filter: String, value: String) throws {
    let body = ##"{"f":1.6,"html":"&#65 foo &eacute; &mdash; &amp; &unknown;","date":"2026-11-23T13:00:00+01:00"}"##
    let check = #"{"query":"jsonpath","expression":"\#(path)","filters":["\#(filter)"],"value":\#(value)}"#
    let result = try result(check, body)
    #expect(result.isPassed, "\(result.detail)")
  }
}
