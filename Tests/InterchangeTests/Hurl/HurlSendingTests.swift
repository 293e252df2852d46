import Foundation
import RequestModel
import Testing

@testable import Interchange

/// Hurl files that are sent and not kept.
struct HurlSendingTests {
  private func result(_ text: String) throws -> ImportResult {
    try ImportFormat.hurl.readToSend(ImportSource(Data(text.utf8), fileName: "a.hurl"))
  }

  private func document(_ text: String) throws -> JSONObject {
    let collections = try result(text).collections
    return HTTPText.document(collections[0].items[0])
  }

  @Test(arguments: [
    ("", "Accept-Language, Accept-Encoding"), ("Accept-Encoding: br\n", "Accept-Language"),
    ("[Options]\ncompressed: true\n", "Accept-Language"),
    ("[Options]\ncompressed: false\nno-header: X-A\n", "X-A, Accept-Language, Accept-Encoding"),
  ])
  func aCompressedBodyIsAskedForByAnOption(lines: String, omitted: String) throws {
    let options = try document("GET https://a.example/x\n" + lines)["options"]
    #expect(options == ["omitHeaders": .string(omitted)])
  }

  @Test(arguments: [
    ("", #"[{"name":"Accept","value":"*/*"}]"#), ("accept: a/b\n", #"[{"name":"accept","value":"a/b"}]"#),
    ("[Options]\nno-header: Accept\n", "none"),
  ])
  func everythingIsAcceptedUnlessTheFileSaysOtherwise(lines: String, headers: String) throws {
    #expect(try document("GET https://a.example/x\n" + lines)["headers"]?.compact ?? "none" == headers)
  }

  @Test(arguments: [
    ("", "https://a.example/x?q=/../"), ("[Options]\npath-as-is: true\n", "https://a.example/any/../x?q=/../"),
  ])
  func dotSegmentsAreSentByAnOption(lines: String, url: String) throws {
    #expect(try document("GET https://a.example/any/../x?q=/../\n" + lines)["url"] == .string(url))
  }

  /// The value may have segments, and decides what the dots remove.
  @Test(arguments: [
    ("{{base}}/../x", true), ("http://h/{{a}}/./x", true), ("http://h/a/../{{b}}", false),
    ("http://h/{{a}}/x..", false),
    ("http://h/a?b={{c}}/../d", false),
  ])
  func dotSegmentsAfterAVariableAreRemovedWhenItHasAValue(url: String, isLater: Bool) throws {
    let read = try document("GET \(url)\n")
    #expect(read["x-removesDots"] == (isLater ? true : nil))
    #expect(read["url"] == .string(isLater ? url : url.replacing("/a/../", with: "/")))
    #expect(try document("GET \(url)\n[Options]\npath-as-is: true\n")["x-removesDots"] == nil)
  }

  @Test func valuesInStringsOfJSONAreEscaped() throws {
    let body = #"{ "a\"": "x {{v}}", "id": "{{newUuid}}", "n": {{n}}, "b": ["\\", "{{ w }}"] }"#
    let sent = #"{ "a\"": "x {{v | json:text}}", "id": "{{$guid}}", "n": {{n}}, "b": ["\\", "{{w | json:text}}"] }"#
    #expect(try document("POST https://a.example/x\n" + body + "\n")["body"]?.object?["text"]?.linesText == sent)
    let multiline = try document("POST https://a.example/x\n```json\n{ \"a\": \"{{v}}\" }\n```\n")
    #expect(multiline["body"]?.object?["text"]?.linesText == "{ \"a\": \"{{v}}\" }\n")
  }

  @Test func oldVersionsAndCookiesOfCommentsAreNamed() throws {
    let comment = "@cookie_storage_set: a.example FALSE / FALSE 0 c v"
    let notes = try result("# \(comment)\nGET https://a.example/x\n[Options]\nhttp1.0: true\n").notes
    #expect(
      notes == [
        InterchangeNote(.changed, [comment], "http1.0: it is sent as HTTP/1.1"),
        InterchangeNote(.dropped, [comment], comment),
      ])
  }

  @Test func optionsWithoutAUsableValueAreNamed() throws {
    let options = "insecure: foo\ncacert: # none\nlocation: {{on}}\n"
    let notes = try result("GET https://a.example/x\n[Options]\n" + options).notes
    #expect(
      notes.map(\.text) == [
        "insecure: foo: its value is not understood", "cacert: : its value is not understood",
        "location: {{on}}: an option that depends on a variable",
      ])
    #expect(notes.allSatisfy { $0.kind == .dropped })
  }

  @Test func aFileOfAResponseIsNamedAsARunWritesNone() throws {
    let notes = try result("GET https://a.example/x\n[Options]\nverbose: true\noutput: a.html\n").notes
    #expect(notes.map(\.text) == ["output: a.html"])
    #expect(notes.allSatisfy { $0.kind == .dropped })
  }

  @Test func aJSONPathAlwaysSelectsAListByAnOption() throws {
    let text =
      "GET https://a.example/x\n[Options]\nno-jsonpath-coercion: true\nHTTP 200\n"
      + "[Captures]\na: jsonpath \"$.a\" first\n[Asserts]\nbody jsonpath \"$.a\" count == 1\n"
    #expect(try result(text).notes == [])
    let read = try document(text)
    #expect(
      read["checks"] == [
        ["query": "status", "predicate": "equals", "value": 200],
        [
          "query": "body", "predicate": "equals", "value": 1, "x-filters": ["jsonpath \"$.a\"", "count"],
          "x-selectsLists": true,
        ],
      ])
    #expect(
      read["captures"] == [
        ["name": "a", "query": "jsonpath", "expression": "$.a", "x-filters": ["first"], "x-selectsLists": true]
      ])
    #expect(try document(text.replacing("true", with: "false"))["checks"]?.compact.contains("x-selects") == false)
  }

  @Test(
    "A capture of bytes is named, as variables are text",
    arguments: [
      ("bytes", true), ("sha256", true), ("body base64Decode", true), ("bytes toHex", false), ("bytes count", false),
      ("body", false),
    ])
  func aCaptureOfBytesIsNamed(query: String, isNamed: Bool) throws {
    let notes = try result("GET https://a.example/x\nHTTP 200\n[Captures]\nby: \(query)\n").notes
    #expect(notes.map(\.text) == (isNamed ? ["Capture \"by\": its bytes are kept as text"] : []))
    #expect(notes.allSatisfy { $0.kind == .changed })
  }

  @Test func aFormHasTheEscapesOfCurl() throws {
    let body = try document(
      "POST https://a.example/x\n[Form]\na[0]: b c+d~'()*{{v}}\n#off: 1\nid: {{newUuid}}\n")["body"]?.object
    #expect(
      body?["text"]?.linesText == "a%5B0%5D=b%20c%2Bd~%27%28%29%2A{{v | urlencode}}&id={{$guid | urlencode}}")
    #expect(body?["type"] == "application/x-www-form-urlencoded")
  }

  @Test func anIntegerIsWrittenWithoutAFraction() throws {
    let checks = try document("GET https://a.example/x\nHTTP *\n[Asserts]\njsonpath \"$.n\" isInteger\n")["checks"]
    #expect(
      checks == [
        ["query": "jsonpath", "expression": "$.n", "predicate": "isType", "value": "integer", "strict": true]
      ])
  }
}
