import BodyDocument
import Foundation
import Testing

@Suite struct JSONPrettyTests {
  @Test func everyMemberAndItemHasALineOfItsOwn() {
    let document = BodyDocument(#"{"a":[1,{"b":null}],"c":{},"d":[ ],"e":true}"#)
    #expect(document.format == .json)
    #expect(document.notice == nil)
    #expect(
      document.screen == """
        {
          "a": [
            1,
            {
              "b": null
            }
          ],
          "c": {},
          "d": [],
          "e": true
        }
        """)
  }

  @Test func orderDuplicatesAndNumbersStayAsReceived() {
    let document = BodyDocument(#"{"z": 1.0e+2, "a": 12345678901234567890, "z": "\u00e9\/é\n", "a": -0}"#)
    #expect(
      document.screen == #"""
        {
          "z": 1.0e+2,
          "a": 12345678901234567890,
          "z": "é/é\n",
          "a": -0
        }
        """#)
  }

  @Test(arguments: [("42", SyntaxRole.number), ("\"x\"", .string), ("null", .null), ("false", .boolean)])
  func aScalarAloneIsADocument(text: String, token: SyntaxRole) {
    #expect(BodyDocument(text).line(at: 0).spans == [Line.Span(text, token, start: 0)])
  }

  @Test func aMemberHasAKeyAndAValueOfDifferentMeaning() {
    let line = BodyDocument(#"{"k" : "v", "n": 2}"#).line(at: 1)
    #expect(line.indent == 2)
    #expect(
      line.spans == [
        Line.Span("\"k\"", .key, start: 1), Line.Span(": ", .punctuation), Line.Span("\"v\"", .string, start: 7),
        Line.Span(",", .punctuation),
      ])
    #expect(line.bytes == 1..<10)
  }

  @Test func allColumnsAreAllOfALine() {
    let line = BodyDocument(#"{"key": "value", "n": 2}"#).line(at: 1, columns: 0..<Int.max)
    #expect(line.text == #""key": "value","#)
  }

  @Test func thePathNamesKeysAndIndexes() {
    let document = BodyDocument(#"{"items":[1,[],{"name":"x","two words":{"it's":[0]}}]}"#)
    let paths = (0..<document.lineCount).map { document.path(at: $0) }
    #expect(
      paths == [
        "$", "$.items", "$.items[0]", "$.items[1]", "$.items[2]", "$.items[2].name", "$.items[2]['two words']",
        #"$.items[2]['two words']['it\'s']"#, #"$.items[2]['two words']['it\'s'][0]"#,
        #"$.items[2]['two words']['it\'s']"#, "$.items[2]['two words']", "$.items[2]", "$.items", "$",
      ])
  }

  @Test func valuesOnLinesOfTheirOwnAreShownOneAfterAnother() {
    let document = BodyDocument("{\"a\":1}\n\n[2]\r\n3\n", as: "application/x-ndjson")
    #expect(document.format == .jsonLines)
    #expect(document.notice == nil)
    #expect(document.screen == "{\n  \"a\": 1\n}\n[\n  2\n]\n3")
    #expect(document.path(at: 1) == "$[0].a")
    #expect(document.path(at: 4) == "$[1][0]")
  }

  @Test func severalValuesWhereOneWasPromisedAreNoticed() {
    let document = BodyDocument("1\n2")
    #expect(document.notice == "2 JSON values, shown one after another")
  }

  @Test func bracesAreJSONWithoutBeingTold() {
    #expect(BodyDocument(" {\"a\": 1}", as: nil).format == .json)
    #expect(BodyDocument("[12:04:11] started", as: nil).format == .text)
    #expect(BodyDocument("[12:04:11] started", as: nil).notice == nil)
    #expect(BodyDocument("{}", as: "application/problem+json; charset=utf-8").format == .json)
    #expect(BodyDocument("{}", as: "text/plain").format == .text)
  }

  @Test(arguments: [
    ("{\"a\": 1\n \"b\": 2}", "2:2: expected \",\" or \"}\""),
    ("[1 2]", "1:4: expected \",\" or \"]\""),
    ("[1,]", "1:4: expected a value"),
    ("{\"é\": tru}", "1:7: expected a value"),
    ("{a: 1}", "1:2: expected a key in quotes"),
    ("{\"a\" 1}", "1:6: expected \":\""),
    ("\"abc", "1:5: unterminated string"),
    ("[\"a\tb\"]", "1:4: control characters in strings must be escaped"),
    (#"["\x"]"#, "1:3: unknown escape"),
    ("[1.]", "1:4: expected a digit"),
    ("{} {}", "1:4: expected the end"),
    ("[[", "1:3: expected a value"),
    ("  ", "1:3: expected a value"),
  ])
  func whatIsNoJSONIsTextWithThePlaceOfTheError(text: String, problem: String) {
    let document = BodyDocument(text)
    #expect(document.notice == "Not valid JSON at \(problem) — shown as text")
    #expect(document.screen == text)
  }

  @Test func tenThousandLevelsDoNotRecurse() {
    let depth = 10_000
    var document = BodyDocument(String(repeating: "[", count: depth) + String(repeating: "]", count: depth))
    #expect(document.lineCount == 2 * depth - 1)
    #expect(document.line(at: depth - 1).text == "[]")
    #expect(document.line(at: depth - 1).indent == 2 * (depth - 1))
    document.foldAll()
    #expect(document.lineCount == 3)
    #expect(document.find("[", from: 1) == 2 || document.lineCount > 3)
    document.unfoldAll()
    #expect(document.path(at: depth - 1).utf8.count == 1 + 3 * (depth - 1))
  }

  @Test func aGiantLineIsCutToTheColumnsAskedForAndNeverInACharacter() {
    let document = BodyDocument("[\"" + String(repeating: "aé", count: 1_000_000) + "\"]")
    let line = document.line(at: 1, columns: 3..<6)
    #expect(line.width == 3_000_002)
    #expect(line.text == "éa")
    #expect(document.line(at: 1, columns: 0..<3).text == "\"a")
    #expect(document.line(at: 1).text.utf8.count <= BodyDocument.screenful.upperBound)
    #expect(document.line(at: 1, columns: 3_000_000..<4_000_000).text == "é\"")
  }

  @Test func aStoppedReadingShowsTheText() {
    let document = BodyDocument(Data("[1]".utf8), contentType: "application/json", isStopped: { true })
    #expect(document.notice == "Stopped before the end — shown as text")
    #expect(document.screen == "[1]")
  }

  @Test func theOutputIsThePrettyTextWhateverIsFolded() {
    var document = BodyDocument(#"{"a":[1,2],"b":"x"}"#)
    let pretty = "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": \"x\"\n}\n"
    #expect(document.prettyOutput == pretty)
    document.foldAll()
    document.show(.raw)
    #expect(document.prettyOutput == pretty)
  }

  @Test func theRawViewIsWhatWasReceived() {
    var document = BodyDocument("{\"a\":\n1}")
    document.show(.raw)
    #expect(document.screen == "{\"a\":\n1}")
    #expect(document.path(at: 1) == "$.a")
    #expect(document.toggleFold(at: 0) == nil)
  }
}
