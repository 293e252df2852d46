import Foundation
import RequestModel
import Testing

@testable import ResponseChecks

/// Checks of Hurl files, which have Hurl's types.
struct HurlFilterTests {
  private static let document = #"""
    {"s":"hello","n":5,"b":true,"d":"2024-01-02","o":{"k":1,"l":2},"e":[],"tags":["a","b"],
     "items":[{"id":1,"name":"bob","tags":["a","b"]}]}
    """#

  private func result(_ check: String, _ body: String = document) throws -> LogEvent.Check {
    let row = try #require(try JSONText("{\(check)}").value.object)
    return evaluation(body).result(of: row)
  }

  private func evaluation(_ body: String) -> CheckEvaluation {
    let facts = ResponseFacts(
      head: Response.Head(status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: []), body: Data(body.utf8),
      url: "http://localhost/", duration: .microseconds(3464), hops: [])
    return CheckEvaluation(facts, CheckEvaluationTests.context)
  }

  @Test(
    "A filter refuses what Hurl's refuses, also in a negated check",
    arguments: [
      ("$.s", #""toHex""#, #"toHex takes bytes in Hurl, got "hello""#, false),
      ("$.s", #""utf8Decode""#, #"utf8Decode takes bytes in Hurl, got "hello""#, false),
      ("$.n", #""base64Encode""#, "base64Encode takes bytes in Hurl, got 5", false),
      ("$.n", #""split \",\"""#, "split takes text in Hurl, got 5", false),
      ("$.o", #""jsonpath \"$.k\"""#, #"jsonpath takes text in Hurl, got {"k":1,"l":2}"#, false),
      ("$.b", #""toInt""#, "toInt takes a number or text in Hurl, got true", false),
      ("$.tags", #""toString""#, #"toString takes text, a number, a boolean or a date in Hurl, got ["a","b"]"#, false),
      ("$.d", #""daysBeforeNow""#, #"daysBeforeNow takes a date in Hurl, got "2024-01-02""#, false),
      ("$.s", #""location""#, #"location takes an element of redirects in Hurl, got "hello""#, false),
      ("$.zz", #""toInt""#, "toInt takes a number or text in Hurl, got nothing", false),
      ("$.s", #""regex \"z(.)\"","toInt""#, "toInt takes a number or text in Hurl, got nothing", false),
      ("$.o", #""count""#, #"count takes a list or bytes in Hurl, got {"k":1,"l":2}"#, true),
      ("$.items[?@.id==1].name", #""count""#, #"count takes a list or bytes in Hurl, got "bob""#, true),
      ("$.items[?@.id==9]", #""count""#, "count takes a list or bytes in Hurl, got nothing", true),
      ("$.s", #""first""#, #"first takes a list in Hurl, got "hello""#, true),
      ("$.e", #""first""#, "first: the list has no such element", false),
      ("$.tags", #""nth 2""#, "nth: the list has no such element", false),
    ])
  func aFilterRefusesOtherTypes(path: String, filters: String, reason: String, isAdvised: Bool) throws {
    let advice = isAdvised ? " — with no-jsonpath-coercion: true, a JSONPath always selects a list" : ""
    for not in ["", #","not":true"#] {
      let check = #""query":"jsonpath","expression":"\#(path)","x-filters":[\#(filters)],"predicate":"exists"\#(not)"#
      let result = try result(check)
      #expect(!result.isPassed)
      #expect(result.detail == reason + advice)
    }
  }

  @Test(
    "The only value of a JSONPath is itself, and a filter takes what Hurl's takes",
    arguments: [
      #""query":"jsonpath","expression":"$.items[?@.id==1].name","value":"bob""#,
      #""query":"jsonpath","expression":"$.items[?@.id==1].tags","x-filters":["count"],"value":2"#,
      #""query":"jsonpath","expression":"$.items[?@.id==1].tags","x-filters":["first"],"value":"a""#,
      #""query":"jsonpath","expression":"$.tags[*]","x-filters":["count"],"value":2"#,
      #""query":"bytes","x-filters":["toHex"],"predicate":"startsWith","value":"7b22""#,
      #""query":"sha256","x-filters":["toHex"],"value":"ab01""#,
      #""query":"body","x-filters":["jsonpath \"$.items[*].id\"","toString"],"value":"1""#,
      #""query":"jsonpath","expression":"$.d","x-filters":["toDate \"%Y-%m-%d\"","format \"%Y\""],"value":"2024""#,
    ])
  func aFilterTakesItsTypes(check: String) throws {
    let result = try result(check)
    #expect(result.isPassed, "\(result.detail)")
  }

  @Test(
    "With the option, a JSONPath selects a list of one value and of none, too",
    arguments: [
      #""query":"jsonpath","expression":"$.items[?@.id==1].tags","x-filters":["count"],"value":1"#,
      #""query":"jsonpath","expression":"$.items[?@.id==1].tags","x-filters":["first","count"],"value":2"#,
      #""query":"jsonpath","expression":"$.tags","x-filters":["count"],"value":1"#,
      #""query":"jsonpath","expression":"$.zz","x-filters":["count"],"value":0"#,
      #""query":"jsonpath","expression":"$.zz","predicate":"isEmpty""#,
      #""query":"jsonpath","expression":"$.s","predicate":"isType","value":"list""#,
      #""query":"body","x-filters":["jsonpath \"$.s\"","first"],"value":"hello""#,
    ])
  func aJSONPathSelectsAListByAnOption(check: String) throws {
    let result = try result(check + #","x-selectsLists":true"#)
    #expect(result.isPassed, "\(result.detail)")
  }

  @Test func nodesOfAnXPathAreOnlyCounted() throws {
    let page = "<a><p>1</p></a>"
    for (path, count) in [("//p", 1), ("//z", 0)] {
      #expect(
        try result(#""query":"xpath","expression":"\#(path)","x-filters":["count"],"value":\#(count)"#, page).isPassed)
    }
    let number = try result(#""query":"xpath","expression":"//p","x-filters":["toInt"],"value":1"#, page)
    #expect(number.detail == #"toInt takes a number or text in Hurl, got "1""#)
  }

  private static let page = "<a><p>1</p><p>2</p></a>"

  @Test(
    "Milliseconds are whole and numbers of an XPath have a fraction, as in Hurl",
    arguments: [
      (#""query":"duration","x-hurlNumbers":true,"predicate":"isType","value":"integer","strict":true"#, ""),
      (#""query":"duration","x-hurlNumbers":true,"value":3,"strict":true"#, ""),
      (
        #""query":"duration","x-hurlNumbers":true,"predicate":"isType","value":"float""#,
        "expected the type float, got 3 ms"
      ),
      (#""query":"duration","x-filters":["toString"],"predicate":"matches","value":"^\\d+$""#, ""),
      (#""query":"xpath","expression":"count(//p)","x-hurlNumbers":true,"predicate":"isType","value":"float""#, ""),
      (
        #""query":"xpath","expression":"count(//p)","x-hurlNumbers":true,"predicate":"isType","value":"integer","strict":true"#,
        "expected the type integer, got 2.0"
      ),
      (#""query":"xpath","expression":"count(//p)","x-hurlNumbers":true,"value":2"#, ""),
      (#""query":"xpath","expression":"count(//p)","x-filters":["toString"],"value":"2.0","strict":true"#, ""),
      (
        #""query":"xpath","expression":"count(//p)","x-filters":["toInt"],"predicate":"isType","value":"integer","strict":true"#,
        ""
      ),
      (#""query":"body","x-filters":["xpath \"count(//p)\""],"predicate":"isType","value":"float""#, ""),
      (#""query":"status","x-filters":["toFloat"],"predicate":"isType","value":"float""#, ""),
    ])
  func numbersHaveTheTypesOfHurl(check: String, detail: String) throws {
    let result = try result(check, Self.page)
    #expect(result.detail == detail)
    #expect(result.isPassed == detail.isEmpty)
  }

  @Test(
    "A captured number has Hurl's type, too, and one of another request keeps its own",
    arguments: [
      (["name": "a", "query": "duration", "x-hurlNumbers": true], "3"), (["name": "a", "query": "duration"], "3.464"),
      (["name": "a", "query": "xpath", "expression": "count(//p)", "x-hurlNumbers": true], "2.0"),
      (["name": "a", "query": "xpath", "expression": "count(//p)"], "2"),
    ] as [(JSONObject, String)])
  func aCapturedNumberHasTheTypeOfHurl(capture: JSONObject, text: String) throws {
    #expect(try evaluation(Self.page).capturedValue(capture) == .number(JSONNumber(text: text)))
  }

  @Test(
    "Filters of other checks take more",
    arguments: [
      #""query":"jsonpath","expression":"$.s","filters":["toHex"],"value":"68656c6c6f""#,
      #""query":"jsonpath","expression":"$.o","filters":["count"],"value":2"#,
      #""query":"jsonpath","expression":"$.items[?@.id==1].tags","filters":["count"],"value":1"#,
      #""query":"jsonpath","expression":"$.items[?@.id==1].tags","filters":["nth 0","count"],"value":2"#,
      #""query":"jsonpath","expression":"$.items[?@.id==9]","filters":["count"],"value":0"#,
    ])
  func otherFiltersTakeMore(check: String) throws {
    let result = try result(check)
    #expect(result.isPassed, "\(result.detail)")
  }
}
