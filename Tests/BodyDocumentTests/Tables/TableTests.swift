import BodyDocument
import Foundation
import RequestModel
import TestSupport
import Testing

@Suite struct TableTests {
  private func table(_ text: String, as type: String? = "application/json") -> BodyDocument {
    var document = BodyDocument(text, as: type)
    document.show(.table)
    return document
  }

  @Test func objectsAreRowsAndKeysAreColumns() {
    let document = table(
      #"""
      [{"id": 1, "name": "Ada", "tags": ["x", {"a b": 1}]},
       {"name": "J\u00fcrgen\n", "id": 20, "ok": true, "none": null}, {}]
      """#)
    #expect(document.views == [.pretty, .table, .raw, .hex])
    #expect(document.hasHeader)
    #expect(
      document.screen == """
        id  name     tags             ok    none
         1  Ada      ["x",{"a b":1}]
        20  Jürgen␊                   true  null

        """)
    #expect(document.line(at: 0).spans.contains(Line.Span("name", .key)))
    #expect(document.line(at: 1).spans.contains(Line.Span("1", .number, start: 8)))
    #expect(document.path(at: 0) == "$")
    #expect(document.path(at: 2) == "$[1]")
  }

  @Test func anObjectWithOneArrayOfObjectsAndLinesOfObjectsAreTables() {
    #expect(table(#"{"n":2,"ids":[1],"items":[{"a":1},{"a":2}]}"#).screen == "a\n1\n2")
    #expect(table(#"{"n":2,"ids":[1],"items":[{"a":1},{"a":2}]}"#).path(at: 2) == "$.items[1]")
    #expect(table("{\"a\":1}\n{\"a\":2}\n", as: "application/x-ndjson").screen == "a\n1\n2")
    #expect(table("{\"a\":1}\n{\"a\":2}\n", as: "application/x-ndjson").path(at: 2) == "$[1]")
  }

  @Test(arguments: [
    "[]", "[1,2]", "[{}]", "[{\"a\":1},2]", "{\"a\":1}", "1", "{\"a\":[{\"x\":1}],\"b\":[{\"x\":1}]}", "1\n2",
  ])
  func otherValuesAreNoTables(text: String) {
    #expect(table(text).view == .pretty)
    #expect(!table(text).views.contains(.table))
  }

  @Test func longValuesAreCutAndTheColumnsStayInLine() {
    let long = String(repeating: "abcdefghi ", count: 30)
    let document = table("[{\"a\":\"\(long)\",\"b\":1},{\"a\":\"é\",\"b\":[\"\(long)\"]}]")
    let cut = long.prefix(39) + "…"
    #expect(document.line(at: 1).text == cut + "  " + String(repeating: " ", count: 39) + "1")
    #expect(document.line(at: 2).text == "é" + String(repeating: " ", count: 41) + "[\"" + long.prefix(37) + "…")
    #expect(document.line(at: 1, columns: 81..<82).text == "1")
    #expect(document.line(at: 2, columns: 42..<44).text == "[\"")
  }

  @Test func keysThatComeLateAndKeysBeyondTheLastColumnCountAsMore() {
    let first = (0..<1000).map { "{\"a\":\($0)}" }.joined(separator: ",")
    let document = table("[\(first),{\"a\":5,\"late\":1},7]")
    #expect(document.lineCount == 1003)
    #expect(document.line(at: 0).text == "  a")
    #expect(document.line(at: 1001).text == "  5  …")
    #expect(document.line(at: 1002).text == "  7")
    let wide = (0..<300).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    #expect(table("[{\(wide)}]").line(at: 1).text.hasSuffix("255  …"))
  }

  @Test func aHitIsFoundInItsRow() {
    let rows = (0..<5000).map { "{\"id\":\($0),\"v\":{\"deep\":\"needle\($0)x\"}}" }.joined(separator: ",")
    var document = table("{\"data\":[\(rows)],\"more\":1}")
    #expect(document.find("needle4321x", from: 0) == 4322)
    #expect(document.find("data", from: 100) == 0)
    #expect(document.line(at: 4322).bytes.count == #"{"id":4321,"v":{"deep":"needle4321x"}}"#.utf8.count)
  }

  // MARK: CSV

  @Test func csvIsATableFromTheStart() {
    let document = BodyDocument(
      "name,price,note\r\n\"Screw, long\",1.50,\"says \"\"hi\"\"\"\r\nNut,20,\"two\r\nlines\"\r\n\"\",,\r\n",
      as: "text/csv; charset=utf-8")
    #expect(document.format == .table)
    #expect(document.views == [.pretty, .raw, .hex])
    #expect(document.hasHeader)
    #expect(
      document.screen == """
        name         price  note
        Screw, long   1.50  says "hi"
        Nut             20  two␍␊lines

        """)
    #expect(document.line(at: 1).spans.contains(Line.Span("Screw, long", .text, start: 18)))
    #expect(document.line(at: 2).bytes == 51..<70)
  }

  @Test func theDelimiterIsTheOneThatPartsTheFirstRecords() {
    #expect(BodyDocument("a;b\n1,5;2\n3,5;4", as: "text/csv").screen == "a    b\n1,5  2\n3,5  4")
    #expect(BodyDocument("a|b\n1|2", as: "text/csv").screen == "a  b\n1  2")
    #expect(BodyDocument("a\tb\n1\t2", as: "text/csv").screen == "a  b\n1  2")
    #expect(BodyDocument("a,b\tc\n1\t2", as: "text/tab-separated-values").screen == "a,b  c\n  1  2")
    #expect(BodyDocument("one\ntwo", as: "text/csv").screen == "one\ntwo")
  }

  @Test func recordsOfOtherLengthsAreShownAsFarAsTheyGo() {
    #expect(BodyDocument("a,b\n1\n1,2,3\n\nx,\"y", as: "text/csv").screen == "a  b\n1\n1  2  3\n\nx  y")
    let many = (0..<300).map(String.init).joined(separator: ",")
    #expect(BodyDocument(many + "\n" + many, as: "text/csv").line(at: 1).text.hasSuffix("255  …"))
  }

  @Test func aRecordIsFoundAmongMany() {
    let records = (0..<30_000).map { "\($0),\"text\n\($0)\"" }
    var document = BodyDocument("id,text\n" + records.joined(separator: "\n"), as: "text/csv")
    #expect(document.lineCount == 30_001)
    for index in stride(from: 1, to: 30_000, by: 499) {
      #expect(document.line(at: index).text.hasSuffix("\(index - 1)  text␊\(index - 1)"))
    }
    #expect(document.find("text\n22222\"", from: -1) == 22_223)
    document.show(.raw)
    #expect(document.lineCount == 60_001)
  }

  @Test func aStoppedReadingShowsTheText() {
    let document = BodyDocument(Data("a,b\n".utf8), contentType: "text/csv", isStopped: { true })
    #expect(document.notice == "Stopped before the end — shown as text")
    #expect(document.views == [.raw, .hex])
  }

  @Test(arguments: Seeds.some(of: 10))
  func brokenTablesNeverTrap(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let csv = ["a", ",", ";", "\"", "\"\"", "\n", "\r\n", "\r", "1.5", "é", "\t", "|", "\0", "-"]
    let json = [
      "{\"a\":1}", "{\"b\":\"\\u00e9\\\\\"}", "{}", "{\"a\":[{\"c\" : [ ]}]}", "{\"\\ud800\":\"\\\"\"}", "7", "[]",
    ]
    for round in 0..<300 {
      let text = (0..<Int.random(in: 1...25, using: &random)).map { _ in csv.randomElement(using: &random)! }.joined()
      exercise(BodyDocument(text, as: "text/csv"), &random)
      let items = (0..<Int.random(in: 1...6, using: &random)).map { _ in json.randomElement(using: &random)! }
      let array = round % 3 == 0 ? items.joined(separator: "\n") : "[" + items.joined(separator: " ,") + "]"
      exercise(
        BodyDocument(RandomMarkup.broken(&random, array, times: round % 2), contentType: "application/json"), &random)
    }
  }
}
