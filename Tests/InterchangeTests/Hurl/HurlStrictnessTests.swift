import Foundation
import RequestModel
import Testing

@testable import Interchange

/// Text that Hurl refuses, and the options of entries.
struct HurlStrictnessTests {
  /// Each is an error in Hurl, too.
  @Test(
    arguments: [
      ("POST http://a/x\n{\"a\": 1,}", "POST /x", "Line 2, column 8: JSON has no comma before }"),
      ("POST http://a/x\n[1,\n 2 , ]", "POST /x", "Line 3, column 4: JSON has no comma before ]"),
      ("POST http://a/x\n{\"a\": 1 \"b\": 2}", "POST /x", "Line 2, column 9: a comma or } expected"),
      ("POST http://a/x\n{a: 1}", "POST /x", "Line 2, column 2: a name in double quotes expected"),
      ("POST http://a/x\n{\"a\"; 1}", "POST /x", "Line 2, column 5: a colon expected"),
      ("POST http://a/x\n[01, .5]", "POST /x", "Line 2, column 2: a value of JSON expected"),
      ("POST http://a/x\n[\"\\x\"]", "POST /x", "Line 2, column 3: not an escape of JSON"),
      ("POST http://a/x\n[\"a\n\"]", "POST /x", "Line 2, column 2: the string does not end in its line"),
      ("POST http://a/x\n[{\"a\": []", "POST /x", "Line 4, column 1: a comma or } expected"),
      ("GET http://a/x\nHTTP 200\n[1,]", "GET /x", "Line 3, column 3: JSON has no comma before ]"),
      ("GET http://a/x\n[Query]\na: 1\n[Query]\nb: 2", "GET /x", "Line 4, column 1: a second [Query]"),
      (
        "GET http://a/x\n[Query]\na: 1\n[QueryStringParams]\nb: 2", "GET /x",
        "Line 4, column 1: a second [Query]"
      ),
      (
        "GET http://a/x\nHTTP 200\n[Asserts]\nstatus < 300\n[Asserts]\nstatus > 1", "GET /x",
        "Line 5, column 1: a second [Asserts]"
      ),
      ("GET localhost:8080/x", "GET /x", "Line 1, column 5: a URL begins with http://, https:// or {{"),
      ("GET http:/a/x", "GET /a/x", "Line 1, column 5: a URL begins with http://, https:// or {{"),
    ])
  func textThatHurlRefusesIsAnErrorInItsLine(text: String, name: String, problem: String) throws {
    let source = ImportSource(Data("\(text)\n\nGET http://a/last\n".utf8), fileName: "a.hurl")
    let result = try ImportFormat.hurl.read(source)
    #expect(result.notes == [InterchangeNote(.failed, [name], problem)])
    #expect(result.collections[0].items.map(\.name) == ["GET /last"])
    let sent = try ImportFormat.hurl.readToSend(source)
    #expect(sent.collections[0].items.first == .request(PortableRequest(name: name, unreadable: problem)))
  }

  @Test func eachPartMayHaveASectionOnceInEachEntry() throws {
    let result = try HurlText.read(
      "GET http://a/1\n[Query]\na: 1\nHTTP 200\n[Asserts]\nstatus < 300\n[Captures]\na: body\n\n"
        + "GET http://a/2\n[Query]\na: 1\nHTTP 200\n[Asserts]\nstatus < 300\n")
    #expect(result.notes == [] && result.collections[0].items.count == 2)
  }

  @Test func theOptionsThatARequestHasHereBecomeThose() throws {
    let options = "user-agent: shop/1\nmax-filesize: 5000\nnoproxy: localhost\nlimit-rate: 0\nlocation: true\n"
    let result = try HurlText.read(
      "GET http://a/x\n[Options]\n\(options)\nGET http://a/y\nUser-Agent: own\n[Options]\n\(options)")
    let requests = result.collections[0].items.map(HTTPText.document)
    let expected: JSONValue = ["maxBody": 5000, "noProxy": "localhost"]
    #expect(requests.map { $0["options"] } == [expected, expected])
    #expect(
      requests.map { $0["headers"] } == [
        [["name": "User-Agent", "value": "shop/1"]], [["name": "User-Agent", "value": "own"]],
      ])
    #expect(result.notes == [])
  }

  @Test func anOptionThatIsNotUnderstoodIsNamed() throws {
    let lines = [
      "resolve: a:1", "connect-to: a:1:b", "header: none", "variable: none", "http3: true", "ipv6: 6", "delay: soon",
      "pinnedpubkey: certs/key.pem", "netrc-file: ",
    ]
    let result = try HurlText.read("GET http://a/x\n[Options]\n" + lines.joined(separator: "\n") + "\n")
    #expect(
      result.notes.map(\.text) == [
        "resolve: a:1: its value is not understood", "header: none: its value is not understood",
        "variable: none: its value is not understood", "http3: true", "ipv6: 6: its value is not understood",
        "delay: soon: its value is not understood",
        "pinnedpubkey: the key in certs/key.pem; write its digest, sha256//BASE64, in its place",
        "netrc-file: : its value is not understood",
      ])
  }
}
