import Foundation
import RequestBasics
import RequestModel
import Testing

@testable import Interchange

struct PostmanURLTests {
  /// Texts, the bytes that Postman sends for them, and their form in this program.
  @Test(arguments: [
    ("plain-1_~.", "plain-1_~.", true), ("a b", "a b", true), ("a%20b", "a b", true), ("é", "é", true),
    ("%C3%A9", "é", true), ("a%2Cb", "a,b", true), ("a,b", "a,b", false), ("a+b", "a b", false),
    ("2020-01-01T10:00", "2020-01-01T10:00", false), ("%41", "A", false), ("%2c", ",", false), ("50%", "50%", false),
    ("%FF", "%FF", false), ("a=b", "a=b", false), ("a%3Db", "a=b", true), ("{{a,b}}", "{{a,b}}", true),
    ("x {{v}}", "x {{v}}", true), ("%7B%7Bv%7D%7D", "%7B%7Bv%7D%7D", false), ("a&b", "a&b", true),
    ("'\"<>#", "'\"<>#", true),
  ])
  func aParameterIsReadAsThatWhichIsSentTheSame(text: String, expected: String, isExact: Bool) {
    let reading = PostmanEncoding.read(text, .value)
    #expect(reading.text == expected)
    #expect(reading.isExact == isExact)
    #expect(PostmanEncoding.read(PostmanEncoding.written(expected, .value), .value).text == expected)
  }

  private func document(_ url: JSONValue, _ behavior: JSONValue = .null) throws -> JSONObject {
    let json: JSONValue = [
      "info": ["name": "c"], "item": [["name": "r", "request": ["url": url], "protocolProfileBehavior": behavior]],
    ]
    let result = try ImportFormat.postman.read(ImportSource(Data(json.compact.utf8)))
    guard case .request(let request)? = result.collections.first?.items.first else { throw ImportError("no request") }
    return request.document
  }

  @Test(
    arguments: [
      ("http://a/b c?x=1%202", ["url": "http://a/b%20c", "query": [["name": "x", "value": "1 2"]]]),
      (
        "http://a/?ids=1,2&q=a b",
        [
          "url": "http://a/", "query": [["name": "ids", "value": "1,2"], ["name": "q", "value": "a%20b"]],
          "options": ["urlAsIs": true],
        ]
      ),
      (
        "http://a/?ids=1,2&q={{q}}",
        ["url": "http://a/", "query": [["name": "ids", "value": "1,2"], ["name": "q", "value": "{{q}}"]]]
      ),
      (
        ["host": ["a"], "path": [":id"], "variable": [["key": "id", "value": "x/y z"]]],
        ["url": "a/:id", "path": ["id": "x/y%20z"], "options": ["urlAsIs": true]]
      ),
      (
        ["host": ["a"], "query": [["key": "x", "value": "a,b", "disabled": true]]],
        ["url": "a", "query": [["name": "x", "value": "a,b", "off": true]]]
      ),
      ("{{base}}/{id}?a", ["url": "{{base}}/{id}", "query": [["name": "a"]]]),
      (
        ["raw": "x", "host": "h", "query": "a=1&b"],
        ["url": "h", "query": [["name": "a", "value": "1"], ["name": "b"]]]
      ),
      (["protocol": "https:", "host": ["h"], "path": ["", "a"]], ["url": "https://h//a"]),
      ("http://a/?x=1,2&&&y z=<&", ["url": "http://a/?x=1,2&&&y%20z=%3C&"]),
      ("http://a/b?#c", ["url": "http://a/b?#c"]), ("http://a/{b}", ["url": "http://a/{b}"]),
      ("http://a/{b}/^", ["url": "http://a/%7Bb%7D/^", "options": ["urlAsIs": true]]),
      (
        ["host": ["a"], "query": [["key": "x", "value": "1&2"], ["key": .null, "value": .null], ["key": "y"]]],
        ["url": "a?x=1%262&&y"]
      ),
      (
        "http://a/{{p_{{q}}}}?{{x{{y}}}}=1",
        ["url": "http://a/{{p_{{q}}}}", "query": [["name": "{{x{{y}}}}", "value": "1"]]]
      ),
    ] as [(JSONValue, JSONObject)])
  func aURLIsSentWithTheSameBytes(url: JSONValue, expected: JSONObject) throws {
    let document = try document(url)
    #expect(document == JSONObject(members: [JSONMember(key: JSONString("method"), value: "GET")] + expected.members))
  }

  /// The text that Postman sends, by the sets of its encoder.
  private static func sent(_ text: String, _ more: String) -> String {
    let escaped = Set(" \"#'<>&".utf8).union(more.utf8)
    return text.utf8.reduce(into: "") { result, byte in
      if byte <= 0x20 || byte >= 0x7F || escaped.contains(byte) {
        PercentEncoding.append(byte, to: &result)
      } else {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
  }

  @Test func aQueryIsSentWithTheBytesOfPostman() throws {
    var random = SplitMix64(seed: 7)
    let parts =
      "aZ0-._~ !\"#$&'()*+,/:;<=>?@[]^`|\\é🎉".map(String.init) + ["%20", "%2C", "%2c", "%C3%A9", "%41", "%", "%%"]
    func text() -> String {
      (0..<Int.random(in: 0...5, using: &random)).compactMap { _ in parts.randomElement(using: &random) }.joined()
    }
    for _ in 0..<500 {
      let rows = (0..<Int.random(in: 1...3, using: &random)).map { _ in (name: "n" + text(), value: text()) }
      let url: JSONValue = [
        "host": ["h"], "query": .array(rows.map { ["key": .string($0.name), "value": .string($0.value)] }),
      ]
      let document = try document(url)
      let query = (document["query"]?.array ?? []).compactMap { $0.object.map(Parameter.init(document:)) }
      let isAsIs = document["options"]?.object?["urlAsIs"] == true
      let ours = URLQuery.appending(query, to: "", asIs: isAsIs)
      let expected = rows.map { Self.sent($0.name, "=") + "=" + Self.sent($0.value, "") }.joined(separator: "&")
      // The client escapes what is not ASCII.
      let onWire = ours.utf8.reduce(into: "") { result, byte in
        if byte >= 0x80 {
          PercentEncoding.append(byte, to: &result)
        } else {
          result.unicodeScalars.append(Unicode.Scalar(byte))
        }
      }
      #expect(onWire == "?" + expected, "\(rows)")
    }
  }

  @Test func withoutURLEncodingTheTextIsSentAsItIs() throws {
    let document = try document("http://a/b c?x=a%20b", ["disableUrlEncoding": true])
    #expect(
      document == [
        "method": "GET", "url": "http://a/b c", "query": [["name": "x", "value": "a%20b"]],
        "options": ["urlAsIs": true],
      ])
  }

  @Test func aPathVariableWithoutAValueIsNoted() throws {
    let json: JSONValue = [
      "info": ["name": "c"],
      "item": [
        [
          "name": "r",
          "request": [
            "url": [
              "host": ["h"], "path": [":id", ":name", ":set"],
              "variable": [["key": "id", "value": ""], ["key": "set", "value": "1"]],
            ]
          ],
        ]
      ],
    ]
    let result = try ImportFormat.postman.read(ImportSource(Data(json.compact.utf8)))
    #expect(
      result.notes == [
        InterchangeNote(
          .changed, ["r"],
          "Path parameters without a value (\"id\", \"name\") are an error before sending; Postman sends their names")
      ])
  }

  @Test func aKeyOfAnAuthMayBeAnObject() throws {
    let key: JSONValue = ["kty": "OKP", "crv": "Ed25519", "d": "{{d}}"]
    let json: JSONValue = [
      "info": ["name": "c"],
      "item": [["name": "r", "request": ["url": "h", "auth": ["type": "jwt", "jwt": ["privateKey": key]]]]],
    ]
    let result = try ImportFormat.postman.read(ImportSource(Data(json.compact.utf8)))
    guard case .request(let request)? = result.collections.first?.items.first else { throw ImportError("no request") }
    #expect(request.document["auth"] == ["jwt": ["privateKey": .string(key.compact)]])
  }

  @Test(arguments: [
    "https://me@h.example.com:8080/a//b/?x#frag", "{{base}}", "{{a.b}}.c/{{d/e}}", "localhost:3000",
    "http://[::1]:80/a",
    "http://h/", "", "//x", "a b", "http://h/:id?x=1#y", "mailto:x", "http://{{h}}:{{p}}/x",
  ])
  func everyURLComesBackFromAnExport(url: String) throws {
    let request = PortableRequest(name: "r", document: ["method": "GET", "url": .string(url)])
    let source = ExportSource(PortableFolder(name: "c", items: [.request(request)]))
    let file = try #require(try ExportFormat.postman.write(source).files.first)
    let result = try ImportFormat.postman.read(ImportSource(file.bytes))
    guard case .request(let read)? = result.collections.first?.items.first else { throw ImportError("no request") }
    let query = (read.document["query"]?.array ?? []).compactMap { $0.object.map(Parameter.init(document:)) }
    let text = read.document.text("url") ?? ""
    let whole = URLQuery.appending(query, to: text)
    #expect(whole == url.replacing("a b", with: "a b"))
  }
}
