import Foundation
import RequestBasics
import Testing
import TestSupport

struct JSONTextTests {
  @Test(arguments: [
    ("{\n  \"a\": 1\n  \"b\": 2\n}", "3:3 — expected a \",\" or \"}\" after a value"),
    ("", "1:1 — the text is empty, not JSON"),
    ("[1,]", "1:3 — a \",\" before \"]\": remove it"),
    ("{\"é\" 1}", "1:6 — expected a \":\" after a key"),
    ("{a: 1}", "1:2 — expected a key in double quotes"),
    ("[1", "1:3 — the text ends before \"]\""),
    ("{\"a\":", "1:6 — expected a value"),
    ("\"abc", "1:5 — the text ends inside a string"),
    ("\"a\nb\"", "1:3 — a line break inside a string: write \\n, or close the string"),
    ("\"a\0b\"", "1:3 — a control character (U+0000) inside a string"),
    ("\"\\x\"", "1:2 — an unknown escape in a string: write \"\\\\\" for a backslash"),
    ("01", "1:1 — not a JSON number"),
    ("nul", "1:1 — expected a value"),
    ("{} x", "1:4 — text after the end of the value"),
  ])
  func invalidTextIsRejectedWithItsPosition(text: String, sentence: String) {
    let error = #expect(throws: JSONSyntaxError.self) { try JSONText(text) }
    #expect(error?.description == sentence)
  }

  @Test(
    arguments: [
      ([0x22, 0xC3, 0x28, 0x22], "1:2 — a byte that is not UTF-8: save the file as UTF-8"),
      ([0xFF, 0xFE, 0x7B, 0x00], "1:1 — the text is UTF-16: save it as UTF-8"),
      ([0x00, 0x7B, 0x00, 0x7D], "1:1 — the text is UTF-16: save it as UTF-8"),
    ] as [([UInt8], String)])
  func bytesThatAreNotUTF8AreRefused(bytes: [UInt8], sentence: String) {
    let error = #expect(throws: JSONSyntaxError.self) { try JSONText(bytes) }
    #expect(error?.description == sentence)
  }

  @Test func nestingIsBounded() throws {
    _ = try JSONText(String(repeating: "[", count: 512) + String(repeating: "]", count: 512))
    let error = #expect(throws: JSONSyntaxError.self) { try JSONText(String(repeating: "[", count: 100_000)) }
    #expect(error?.description == "1:513 — nested deeper than 512 levels")
  }

  @Test func aValueIsLossless() throws {
    let text = try JSONText(#"{"a": 1.0, "a": "\u00e9\/", "n": 12345678901234567890, "t": [true, false, null]}"#)
    #expect(
      text.value
        == .object(
          JSONObject(members: [
            JSONMember(key: JSONString("a"), value: .number(JSONNumber(text: "1.0"))),
            JSONMember(key: JSONString("a"), value: .string(JSONString(escaped: #"\u00e9\/"#))),
            JSONMember(key: JSONString("n"), value: .number(JSONNumber(text: "12345678901234567890"))),
            JSONMember(key: JSONString("t"), value: [true, false, .null]),
          ])))
    #expect(text.value.compact == #"{"a":1.0,"a":"\u00e9\/","n":12345678901234567890,"t":[true,false,null]}"#)
  }

  @Test func aPathHasAPlace() throws {
    let text = try JSONText("\u{FEFF}{\"é\": [1,\r\n  { \"x\": 2 }]}")
    #expect(text.position(of: []).description == "1:1")
    #expect(text.position(of: [.key("é"), .index(0)]).description == "1:8")
    #expect(text.position(of: [.key("é"), .index(1), .key("x")]).description == "2:10")
    #expect(text.position(of: [.key("é"), .index(1), .key("y")]).description == "2:3")
  }

  @Test(.needsCases("json-test-suite"))
  func theJSONTestSuitePasses() throws {
    let folder = ProjectFiles.cases.appending(path: "json-test-suite/test_parsing").path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(names.count > 300)
    for name in names {
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: folder + "/" + name)))
      let result = Result { try JSONText(bytes) }
      if name.hasPrefix("y_") { #expect(throws: Never.self, "\(name)") { try result.get() } }
      if name.hasPrefix("n_") { #expect(throws: JSONSyntaxError.self, "\(name)") { try result.get() } }
      if case .success(let text) = result { #expect(text.rewriting(to: text.value) == bytes, "\(name)") }
    }
  }
}
