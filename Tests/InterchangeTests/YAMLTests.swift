import Foundation
import RequestModel
import Testing

@testable import Interchange

struct YAMLTests {
  @Test func theCoreSchemaIsRead() throws {
    let text = """
      %YAML 1.2
      ---
      # comment
      name: &n "A: b"
      again: *n
      list:
        - 1
        - -2.50
        - .5
        - 0x1F
        - 012
        - ~
        - yes
        - "1"
        - 2026-11-22
        - !!str 7
      base: &base {a: 1, b: 2}
      merged:
        <<: *base
        b: 3
      block: |
        one
          two
      200: ok
      """
    let expected: JSONValue = [
      "name": "A: b", "again": "A: b",
      "list": [
        1, .number(JSONNumber(text: "-2.50")), .number(JSONNumber(text: "0.5")), 31, 12, .null, "yes", "1",
        "2026-11-22",
        "7",
      ],
      "base": ["a": 1, "b": 2], "merged": ["a": 1, "b": 3], "block": "one\n  two\n", "200": "ok",
    ]
    #expect(try YAMLReader.documents(Data(text.utf8)) == [expected])
  }

  @Test(arguments: [
    ("a: [1, 2", "2:1: while parsing a flow sequence, did not find expected ',' or ']'"),
    ("a: *b", "1:4: there is no anchor &b before it"),
    ("a: &a [*a]", "1:8: *a contains itself"),
    ("? [1]\n: 2", "1:3: a key is a collection, which JSON does not have"),
    ("a:\n  <<: 1", "2:7: << needs a mapping, or a list of them"),
  ])
  func brokenTextIsAPositionedError(text: String, error: String) {
    let thrown = #expect(throws: SourceError.self) { try YAMLReader.documents(Data(text.utf8)) }
    #expect(thrown?.description == error)
  }

  @Test func aliasesThatExplodeAreRefused() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...9 {
      text += "a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ") + "]\n"
    }
    let thrown = #expect(throws: SourceError.self) { try YAMLReader.documents(Data(text.utf8)) }
    #expect(thrown?.problem == "its aliases repeat more than 1000000 values")
  }

  @Test func deepNestingIsRefused() {
    let text = String(repeating: "[", count: 100_000)
    let thrown = #expect(throws: SourceError.self) { try YAMLReader.documents(Data(text.utf8)) }
    #expect(thrown?.problem == "it is nested more than 512 levels deep")
  }

  @Test func whatIsWrittenIsReadBackTheSame() throws {
    let texts = [
      "", " ", "a", "a b", "yes", "No", "null", "1", "1.5", "+1", "2026-11-22", "12:30", "- a", "-", "?", ": b", "a: b",
      "a #b", "#b", "a:", "{{x}}", "[x]", "*a", "&a", "!t", "|", ">", "'q'", "\"q\"", "%d", "@a", "`a`", "a\tb", "a\nb",
      "a\nb\n", "a\n\n", "\n", "\na", " a\nb", "a\n b", "a\n \nb", "a\r\nb", "é", "😀", "\u{85}", "\u{2028}", "\u{FEFF}",
      "\u{0}",
      "~", "<<", "=", "a'b", "end ", "\\", "0x1F", "1e3", ".5", ".inf", "tru", "a,b", "{", "}", "x: |",
    ]
    let value: JSONValue = [
      "texts": .array(texts.map { JSONValue.string($0) }), "empty": [:], "none": [],
      "nested": [["a": [["b": [1, [2, []]]]]]],
      "keys": .object(
        JSONObject(members: texts.map { JSONMember(key: JSONString($0), value: .string($0)) })),
      "null": .null, "yes": true, "number": .number(JSONNumber(text: "1.50")),
    ]
    let text = YAMLWriter.text(value)
    #expect(try YAMLReader.documents(Data(text.utf8)) == [value], "\(text)")
  }
}
