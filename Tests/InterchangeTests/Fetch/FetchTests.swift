import Foundation
import RequestModel
import Testing

@testable import Interchange

struct FetchTests {
  @Test(
    arguments: [
      (
        #"""
        fetch("https://h/api?x=1", {
          "headers": { "accept": "*/*", "content-type": "application/json", "x": "\u00e9\x41\u{1F600}" },
          "referrer": "https://other/a/b#c", "referrerPolicy": "strict-origin-when-cross-origin",
          "body": "{\"a\":\"\\n\"}", "method": "POST", "mode": "cors", "credentials": "include"
        });
        """#,
        [
          "method": "POST", "url": "https://h/api?x=1",
          "headers": [
            ["name": "accept", "value": "*/*"], ["name": "content-type", "value": "application/json"],
            ["name": "x", "value": "éA😀"],
            ["name": "Referer", "value": "https://other/"],
          ],
          "body": ["text": #"{"a":"\n"}"#],
        ]
      ),
      (
        "await fetch(`https://h/` + 'a', { method: 'put', redirect: 'error', credentials: 'omit', /* c */ body: JSON.stringify({a: 1.50, 'b': [true, null,], c: undefined}), }); // end",
        [
          "method": "PUT", "url": "https://h/a",
          "headers": [["name": "Content-Type", "value": "text/plain;charset=UTF-8"]],
          "body": ["text": #"{"a":1.5,"b":[true,null]}"#],
          "options": ["followRedirects": false, "cookies": false],
        ]
      ),
      (
        """
        const headers = new Headers(); headers.append("X-A", "1"); headers.set("X-A", "2");
        const raw = JSON.stringify({ "n": 1 }, null, 2);
        const options = { method: "POST", headers, body: raw };
        options.headers = headers;
        fetch("https://h/", options).then((r) => r.text()).catch(error => console.log('error', error));
        """,
        [
          "method": "POST", "url": "https://h/",
          "headers": [["name": "X-A", "value": "2"], ["name": "Content-Type", "value": "text/plain;charset=UTF-8"]],
          "body": ["text": ["{", "  \"n\": 1", "}"]],
        ]
      ),
      (
        "const p = new URLSearchParams({q: 'a b'}); p.append('s', 'ü');\nconst r = await fetch(`https://h/?${p}`)\nr.json()",
        ["method": "GET", "url": "https://h/?q=a+b&s=%C3%BC"]
      ),
      (
        "fetch('https://h', {method: 'POST', body: new URLSearchParams([['a', 'b c']])})",
        ["method": "POST", "url": "https://h", "body": ["form": [["name": "a", "value": "b c"]]]]
      ),
      (
        "const f = new FormData(); f.append('a', 1); f.append('b', input.files[0], 'x.png'); fetch(new Request('https://h', {method: 'POST', body: f}))",
        [
          "method": "POST", "url": "https://h",
          "body": ["multipart": [["name": "a", "value": "1"], ["name": "b", "file": "x.png"]]],
        ]
      ),
      (
        "async function get(id) { const res = await fetch(`https://h/${id}/${encodeURIComponent(q)}`, { headers: { Authorization: `Bearer ${process.env.TOKEN}` } }); return res }",
        [
          "method": "GET", "url": "https://h/{{id}}/{{q | urlencode}}",
          "headers": [["name": "Authorization", "value": "Bearer {{TOKEN}}"]],
        ]
      ),
      ("fetch('/rel?next=http://h')", ["method": "GET", "url": "{{origin}}/rel?next=http://h"]),
      ("fetch('/rel?a=b c')", ["method": "GET", "url": "{{origin}}/rel?a=b%20c"]),
    ] as [(String, JSONValue)])
  func callsBecomeRequests(script: String, expected: JSONValue) throws {
    let source = ImportSource(Data(script.utf8))
    #expect(ImportFormat.of(source)?.name == "fetch")
    let text = try ImportedText(.fetch, script)
    #expect(text.requests == [expected], "\(text.requests.map(\.compact))")
    _ = try SavedRequest(document: try #require(text.requests.first?.object))
  }

  @Test(arguments: [
    ("1 + 2", "3"), ("0.1 + 0.2", "0.30000000000000004"), ("1 + -2 + 1", "0"), ("1 + 2 + 'a' + 1 + 2", #""3a12""#),
    ("'1' + 2", #""12""#), ("two + 1", "3"), ("(1 + 2) + ''", #""3""#), ("two + unknown", #""2{{unknown}}""#),
  ])
  func numbersAreAddedAndTextsJoined(sum: String, json: String) throws {
    let text = try ImportedText(
      .fetch, "const two = 2; fetch('https://h', {method: 'POST', body: JSON.stringify({n: \(sum)})})")
    let body = #"{"n":\#(json)}"#
    let document = try #require(text.requests.first?.object)
    #expect(document["body"]?.object?.text("text") == body)
  }

  @Test func unknownValuesAreVariables() throws {
    let text = try ImportedText(
      .fetch, "fetch(url, {headers: {A: token, B: process.env.KEY}, body: f(1) + 'x', method: 'POST', agent: 1})")
    #expect(text.variables == [["name": "KEY", "fromEnvironment": "KEY"]])
    #expect(
      text.notes == [
        "dropped: the option agent of fetch", "changed: the value of url is unknown: it is a variable",
        "changed: the value of token is unknown: it is a variable",
        "changed: the value of value is unknown: it is a variable",
      ])
  }

  @Test func aCallBetweenBracketsIsReadOnce() throws {
    let text = try ImportedText(
      .fetch, "let a = {b: 1}; a[fetch('https://h/1'), 2] = fetch('https://h/2'); fetch(`https://h/${a.b}`)")
    #expect(
      text.requests == [
        ["method": "GET", "url": "https://h/1"], ["method": "GET", "url": "https://h/2"],
        ["method": "GET", "url": "https://h/1"],
      ])
  }

  @Test(arguments: [
    ("fetch('https://h', {a: 'b", "1:24: a string is not closed"), ("fetch(\n [1, 2", "2:2: a bracket is not closed"),
    ("let a = 1", "There is no call of fetch in it"), ("fetch('a', {: 1})", "1:13: a name is missing"),
  ])
  func brokenTextIsAPositionedError(script: String, problem: String) {
    #expect(throws: ImportError(problem)) { try ImportedText(.fetch, script) }
  }

  @Test func callsBeforeBrokenTextAreRead() throws {
    let text = try ImportedText(.fetch, "fetch('https://h'); fetch('x")
    #expect(text.requests.count == 1)
    #expect(text.notes == ["failed: what follows line and column 1:27: a string is not closed"])
  }

  @Test func anyBeginningAndAnyDepthEnd() {
    let sample = #"""
      const h = new Headers({a: `x${b + 'c'}`}); h.append("d", 'e'); x["y"] = /r"e/;
      fetch("https://h", {headers: h, body: JSON.stringify({a: [1, -2.5e3, {b: null}]}, null, '\t'), ...o}).then(r => r.json())
      """#
    let bytes = Data(sample.utf8)
    for end in 0...bytes.count { _ = try? ImportFormat.fetch.read(ImportSource(bytes.prefix(end))) }
    for opening in ["[", "{a:", "(", "`${", "new X(", "f("] {
      _ = try? ImportFormat.fetch.read(ImportSource(Data(("fetch(" + String(repeating: opening, count: 50_000)).utf8)))
    }
  }
}
