import Foundation
import RequestModel
import Testing

@testable import Interchange

struct BrunoAssertionTests {
  private func checks(_ assertion: String) throws -> JSONValue? {
    let text = "get {\n  url: https://a.example\n}\n\nassert {\n  \(assertion)\n}\n"
    let result = try ImportFormat.bruno.read(ImportSource(Data(text.utf8), fileName: "request.bru"))
    guard case .request(let request)? = result.collections.first?.items.first else { throw ImportError("no request") }
    _ = try SavedRequest(document: request.document)
    return request.document["checks"]
  }

  @Test(
    arguments: [
      ("0123", 123), ("\"0123\"", "0123"), ("0x10", 16), ("\"0x10\"", "0x10"), (".5", .number(JSONNumber(text: "0.5"))),
      ("+5", 5), ("1e3", 1000),
      ("\"1e3\"", "1e3"), ("\"Infinity\"", "Infinity"), ("0b12", "0b12"), ("2024-01-01", "2024-01-01"), ("x", "x"),
      ("a\\n`b\\u00e9\\\\c", "a\n`bé\\c"), ("\\ud83d\\ude00", "😀"),
    ] as [(String, JSONValue)])
  func theValueOfAnAssertionIsANumberAsInJavaScript(written: String, value: JSONValue) throws {
    let check = try #require(BrunoChecks.read(["name": "res.body.a", "value": .string("eq " + written)]))
    let read = try #require(check["value"])
    #expect(read.string == value.string && read.number?.double == value.number?.double)
    let row = try #require(BrunoChecks.written(check))
    #expect(BrunoChecks.read(row)?["value"] == read)
    // Text that JavaScript reads as a number is in quotes.
    #expect(row.text("value")?.contains("\"") == written.contains("\""))
  }

  @Test(
    "An assertion is a check, and one without an equivalent a check that fails",
    arguments: [
      ("res.body: isJson", ["query": "jsonpath", "expression": "$", "predicate": "isType", "value": "collection"]),
      (
        "res.body.a.length: eq 3",
        ["query": "jsonpath", "expression": "$.a", "predicate": "length", "value": 3, "strict": true]
      ),
      (
        "res.body.length: eq 3",
        ["query": "jsonpath", "expression": "$", "predicate": "length", "value": 3, "strict": true]
      ),
      (
        "res.body: length 3",
        ["query": "jsonpath", "expression": "$", "predicate": "length", "value": 3, "strict": true]
      ),
      (
        "res.body.a.length: gt 3",
        [
          "query": "jsonpath", "expression": "$.a", "filters": ["length"], "predicate": "greater", "value": 3,
          "strict": true,
        ]
      ),
      (
        "res.body.n: eq 123",
        ["query": "jsonpath", "expression": "$.n", "predicate": "equals", "value": 123, "strict": true]
      ),
      (
        "res.body.t: neq a\\n\\tb\\\\c",
        [
          "query": "jsonpath", "expression": "$.t", "predicate": "equals", "value": "a\n\tb\\c", "not": true,
          "strict": true,
        ]
      ),
      ("res.body.n: eq {{n}}", ["query": "jsonpath", "expression": "$.n", "predicate": "equals", "value": "{{n}}"]),
      (
        "res.body.a: isFalsy",
        ["query": "jsonpath", "expression": "$.a", "predicate": "equals", "value": false, "strict": true]
      ),
      (
        "res.body: isTruthy",
        ["query": "jsonpath", "expression": "$", "predicate": "equals", "value": true, "strict": true]
      ),
      (
        "res.body.t: startsWith 1",
        ["query": "jsonpath", "expression": "$.t", "predicate": "startsWith", "value": 1, "strict": true]
      ),
      ("res.body.a: isEmpty", ["query": "jsonpath", "expression": "$.a", "predicate": "isEmpty", "strict": true]),
      ("res.body.a: undefined", ["query": "jsonpath", "expression": "$.a", "predicate": "exists", "not": true]),
      ("res.status: eq 200", ["query": "status", "predicate": "equals", "value": 200]),
      ("res.status: eq \"200\"", ["query": "status", "predicate": "equals", "value": "200", "strict": true]),
      ("res.status: contains 2", ["query": "status", "predicate": "contains", "value": 2, "strict": true]),
      (
        "res.headers.age: eq 5",
        ["query": "header", "expression": "age", "predicate": "equals", "value": 5, "strict": true]
      ),
      ("res.headers.age: contains 5", ["query": "header", "expression": "age", "predicate": "contains", "value": 5]),
      (
        "res.body.n: eq 9007199254740993",
        [
          "query": "jsonpath", "expression": "$.n", "predicate": "equals", "value": "9007199254740993", "strict": true,
        ]
      ),
      (
        "res.body.n: in a,,2",
        ["query": "jsonpath", "expression": "$.n", "predicate": "in", "value": ["a", "", 2], "strict": true]
      ),
      (
        "res.body.n: between 1, 2, 3",
        ["query": "jsonpath", "expression": "$.n", "predicate": "between", "value": [1, 2], "strict": true]
      ),
    ] as [(String, JSONObject)])
  func assertionsAreChecks(assertion: String, check: JSONObject) throws {
    let checks = try checks(assertion)
    #expect(checks == [.object(check)], "\(checks?.rendered() ?? "none")")
  }

  @Test(
    "A length is written as it was read",
    arguments: [
      "res.body.a.length: gt 3", "res.body.a[0].length: gte 3", "res.body.length: lt 3",
      "res.getHeader(\"x\").length: lte 3",
    ])
  func aLengthIsWrittenAsItWasRead(assertion: String) throws {
    let parts = assertion.components(separatedBy: ": ")
    let row: JSONObject = ["name": .string(parts[0]), "value": .string(parts[1]), "enabled": true]
    let check = try #require(BrunoChecks.read(row))
    #expect(BrunoChecks.written(check) == row)
    let variable: JSONObject = ["name": "len", "value": .string(parts[0]), "enabled": true]
    let capture = try #require(BrunoCaptures.read(variable))
    #expect(capture["filters"] == ["length"])
    #expect(BrunoCaptures.written(capture)?.text("value") == parts[0])
  }

  @Test(arguments: ["gt a", "between [1, 2]", "lte \"2\"", "notContains ${res.status}"])
  func anAssertionThatBrunoFailsOrComputesIsACheckThatFails(_ value: String) throws {
    let row: JSONObject = ["name": "res.body.a", "value": .string(value), "enabled": true]
    let check: JSONObject = [
      "query": "unsupported", "expression": .string("res.body.a: " + value), "x-bruno": ["assertion": .object(row)],
    ]
    let checks = try checks("res.body.a: " + value)
    #expect(checks == [.object(check)], "\(checks?.rendered() ?? "none")")
  }

  @Test(arguments: ["contains a", "notContains a", "startsWith a", "endsWith a", "isString"])
  func anAssertionAboutTheWholeBodyIsNamed(_ value: String) throws {
    let text = "get {\n  url: https://a.example\n}\n\nassert {\n  res.body: \(value)\n  ~res.body: isString\n}\n"
    let source = ImportSource(Data(text.utf8), fileName: "r.bru")
    let note =
      "Assertion \"res.body: \(value)\": it is about the text of the body; in Bruno, a body of JSON is no text"
    #expect(try ImportFormat.bruno.read(source).notes.map(\.text) == [note])
    #expect(try ImportFormat.bruno.readToSend(source).notes.map(\.text) == [note])
  }

  @Test(arguments: [("${b}", "eq \\${b}"), ("undefined", "eq \"undefined\"")])
  func textThatMeansSomethingElseInBrunoIsEscaped(text: String, written: String) throws {
    let check: JSONObject = [
      "query": "jsonpath", "expression": "$.a", "predicate": "equals", "value": .string(text), "strict": true,
    ]
    let row = try #require(BrunoChecks.written(check))
    #expect(row.text("value") == written)
    #expect(BrunoChecks.read(row) == check)
  }
}
