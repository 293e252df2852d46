@testable import BodyDocument
import Foundation
import Testing

@Suite struct JSONPathTests {
  private func found(_ query: String, in text: String, as type: String = "application/json") throws -> String {
    let body = try BodyDocument(text, as: type).select(JSONPathQuery(query)).body
    return String(decoding: body, as: UTF8.self).replacing("\n", with: "")
  }

  // MARK: Values

  @Test func numbersEscapesAndBlanksStayAsReceived() throws {
    let text = #"{"a": [1.0e+2, 12345678901234567890, "\u00e9\/é", { "b" :1 }]}"#
    #expect(try found("$.a[*]", in: text) == #"[1.0e+2,12345678901234567890,"\u00e9\/é",{ "b" :1 }]"#)
    #expect(try found("$", in: text) == "[" + text + "]")
  }

  @Test func theResultIsABodyLikeAnyOther() throws {
    var result = try BodyDocument(#"{"a":[{"n":[1]},{"n":[2]}]}"#).select(JSONPathQuery("$..n"))
    #expect(result.format == .json && result.notice == nil)
    #expect(result.screen == "[\n  [\n    1\n  ],\n  [\n    2\n  ]\n]")
    result.foldAll()
    #expect(result.screen == "[\n  [ … ] 1 item\n  [ … ] 1 item\n]")
    #expect(result.path(at: 1) == "$[0]")
    result.show(.raw)
    #expect(result.screen == "[\n[1],\n[2]\n]")
  }

  @Test func nothingFoundIsAnEmptyArray() throws { #expect(try found("$.b", in: #"{"a":1}"#) == "[]") }

  @Test func aKeyThatStandsTwiceIsFoundTwiceAndComparedByItsLastValue() throws {
    let text = #"[{"a":1,"a":2}]"#
    #expect(try found("$[0].a", in: text) == "[1,2]")
    #expect(try found("$..a", in: text) == "[1,2]")
    #expect(try found("$[?@.a == 2].a", in: text) == "[1,2]")
    #expect(try found("$[?@.a == 1]", in: text) == "[]")
  }

  @Test func keysAreComparedWithoutTheirEscapes() throws {
    let text = #"{"n\u0061me":1,"a\"b":2,"\\":3,"na":4,"\ud83d\ude00":5,"\ud800":6,"":7}"#
    #expect(try found("$.name", in: text) == "[1]")
    #expect(try found("$..name", in: text) == "[1]")
    #expect(try found(#"$['a"b', '\\', 'na', '😀', '\ud83d\ude00', '']"#, in: text) == "[2,3,4,5,5,7]")
    #expect(try found("$..['\u{FFFD}']", in: text) == "[]")
  }

  @Test func aStringOfAnArrayIsNoKey() throws {
    #expect(try found("$..a", in: #"["a", {"b": ["a" , "a"], "a" : 1}, "a"]"#) == "[1]")
  }

  @Test func outerMembersComeBeforeInnerOnes() throws {
    let text = #"{"x":{"a":[{"a":1}]},"y":{"b":{"a":2},"a":3},"a":4}"#
    #expect(try found("$..a", in: text) == #"[4,[{"a":1}],1,3,2]"#)
    #expect(try found("$..['a','none']", in: text) == #"[4,[{"a":1}],1,3,2]"#)
  }

  @Test func theValuesOfASequenceAreItemsOfAnArray() throws {
    let text = "{\"a\":1}\n[2,3]\n{\"a\":4}\n"
    let type = "application/x-ndjson"
    #expect(try found("$[*].a", in: text, as: type) == "[1,4]")
    #expect(try found("$..a", in: text, as: type) == "[1,4]")
    #expect(try found("$[1][0]", in: text, as: type) == "[2]")
    #expect(try found("$[-1]", in: text, as: type) == #"[{"a":4}]"#)
    #expect(try found("$[::-1].a", in: text, as: type) == "[4,1]")
    #expect(try found("$[?@.a > 1]", in: text, as: type) == #"[{"a":4}]"#)
    #expect(try found("$", in: text, as: type) == #"[[{"a":1},[2,3],{"a":4}]]"#)
    #expect(try found("$[?count($[*]) == 3 && length($) == 3].a", in: text, as: type) == "[1,4]")
  }

  @Test(arguments: [
    ("1", "1.0", true), ("1", "1e0", true), ("100", "1E2", true), ("-0", "0.0e7", true), ("0.1", "1e-1", true),
    ("9007199254740993", "9007199254740992", false), ("12345678901234567890123", "12345678901234567890123.0", true),
    ("12345678901234567890123", "12345678901234567890124", false), ("1e400", "10e399", true), ("1e400", "1e401", false),
    ("0.3", "0.30000000000000001", false),
  ])
  func numbersAreComparedExactly(a: String, b: String, isEqual: Bool) throws {
    #expect(try found("$[?@ == \(b)]", in: "[\(a)]") == (isEqual ? "[\(a)]" : "[]"))
    #expect(try found("$[?@.x == @.y].z", in: "[{\"x\":\(a),\"y\":\(b),\"z\":0}]") == (isEqual ? "[0]" : "[]"))
  }

  @Test func numbersHaveTheOrderOfTheirValues() throws {
    let sorted = [
      "-1e9", "-2.5", "-2", "-1e-9", "0", "1e-9", "0.5", "2", "2.5", "19", "1e2", "12345678901234567890123",
    ]
    for (index, number) in sorted.enumerated() {
      let smaller = "[" + sorted[..<index].joined(separator: ",") + "]"
      #expect(try found("$[?@ < \(number)]", in: "[" + sorted.joined(separator: ",") + "]") == smaller)
    }
  }

  @Test func objectsAreEqualWhateverTheOrderOfTheirMembers() throws {
    let text = #"[{"x":{"a":[1.0,"é"],"b":{}},"y":{"b":{},"a":[1,"\u00e9"]}},{"x":{"a":1},"y":{"b":1}}]"#
    #expect(try found("$[?@.x == @.y].x.b", in: text) == "[{}]")
  }

  @Test func lettersAreCountedNotBytes() throws {
    #expect(
      try found(#"$[?length(@) == 2]"#, in: #"["é\u00e9","ab","a","\ud83d\ude00x"]"#)
        == #"["é\u00e9","ab","\ud83d\ude00x"]"#)
  }

  // MARK: Regular expressions

  @Test(arguments: [
    (#"[a-c]{2,3}"#, #"["ab","abc"]"#), (#"\p{Lu}.*"#, #"["X.1"]"#), ("a|ab", #"["ab"]"#), ("", #"[""]"#),
    (#"X\.[^0]"#, #"["X.1"]"#), (#"[\-x]|ab"#, #"["ab"]"#), (#"X."#, "[]"), (#"X[^a]"#, #"["X\n"]"#),
    // Perl's own words are not in RFC 9485.
    (#"\w+"#, "[]"), ("a+?", "[]"), ("(?i)AB", "[]"), ("a**", "[]"), ("(ab", "[]"), ("a{2", "[]"), ("[]", "[]"),
    ("[b-a]", "[]"), (#"\p{Greek}"#, "[]"), ("a{99999}", "[]"),
  ])
  func onlyInteroperableExpressionsMatch(pattern: String, result: String) throws {
    let text = #"["ab","abc","X.1","X\n",""]"#
    let quoted = pattern.replacing("\\", with: "\\\\")
    #expect(try found("$[?match(@, '\(quoted)')]", in: text) == result)
  }

  @Test func anExpressionThatTakesTooLongMatchesNothing() throws {
    let text = "[\"" + String(repeating: "a", count: 40) + "\",\"b\"]"
    #expect(try found("$[?match(@, '((a*)*)*b')]", in: text) == #"["b"]"#)
  }

  // MARK: Depth and work

  @Test func aHundredThousandLevelsDoNotRecurse() throws {
    let depth = 100_000
    let text = String(repeating: "[", count: depth) + "{\"a\":7}" + String(repeating: "]", count: depth)
    let document = BodyDocument("[\(text),\(text)]")
    #expect(try document.select(JSONPathQuery("$..a")).screen == "[\n  7,\n  7\n]")
    #expect(try document.select(JSONPathQuery("$..[?@.a > 1].a")).lineCount == 4)
    #expect(try document.select(JSONPathQuery("$[?@ == $[1]]..a")).lineCount == 4)
    let steps = String(repeating: "[0]", count: depth + 1)
    #expect(try document.select(JSONPathQuery("$\(steps).a")).lineCount == 3)
    #expect(throws: FilterProblem.tooLarge) {
      _ = try document.rows(matching: JSONPathQuery("$..*..*"), limit: 200_000)
    }
  }

  @Test func aKeyThatStandsTwiceOnEveryLevelDoesNotExhaustTheStack() throws {
    func document(_ depth: Int) -> BodyDocument {
      BodyDocument(
        String(repeating: #"{"a":1,"a":"#, count: depth) + "7" + String(repeating: "}", count: depth))
    }
    let steps = { String(repeating: ".a", count: $0) }
    #expect(try document(300).select(JSONPathQuery("$" + steps(300))).lineCount == 4)
    #expect(throws: FilterProblem.tooLarge) { _ = try document(5000).select(JSONPathQuery("$" + steps(5000))) }
  }

  @Test func aStoppedFilterSaysSo() throws {
    let document = BodyDocument("[" + String(repeating: "[1],", count: 50_000) + "2]")
    for query in ["$..a", "$[*]", "$..[?@ > 1]", "$[?@.a || @[0] == 1]", "$..*..*"] {
      var questions = 0
      #expect(throws: FilterProblem.stopped, "\(query)") {
        _ = try document.select(JSONPathQuery(query)) {
          questions += 1
          return questions == 3
        }
      }
      #expect(questions == 3)
    }
    #expect(FilterProblem.stopped.description == "Stopped before the end of the body")
  }

  @Test func onlyJSONIsFiltered() throws {
    for (text, type) in [("a: 1", "text/plain"), ("[1", "application/json"), ("", "application/json")] {
      #expect(throws: FilterProblem.notJSON) { _ = try BodyDocument(text, as: type).select(JSONPathQuery("$")) }
    }
    #expect(FilterProblem.notJSON.description == "The body is not JSON — only JSON can be filtered")
  }
}
