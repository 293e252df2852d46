import Foundation
import RequestModel
import TestSupport
import Testing

@testable import Interchange

struct PostmanTests {
  private func read(_ json: JSONValue) throws -> ImportResult {
    let source = ImportSource(Data(json.compact.utf8), fileName: "file.json")
    let format = try #require(ImportFormat.of(source))
    return try format.read(source)
  }

  private func request(_ item: JSONValue) throws -> JSONObject {
    let result = try read(["info": ["name": "c"], "item": [item]])
    guard case .request(let request) = try #require(result.collections[0].items.first) else {
      throw ImportError("no request")
    }
    _ = try SavedRequest(document: request.document)
    return request.document
  }

  @Test func aRequestIsCarriedOverWhole() throws {
    let document = try request([
      "name": "Create",
      "event": [
        ["listen": "prerequest", "script": ["exec": ["a();", "b();"]]], ["listen": "test", "script": ["exec": "c();"]],
      ],
      "request": [
        "method": "PUT", "description": "Notes\nmore",
        "url": [
          "raw": "ignored", "protocol": "https", "host": ["{{host}}", "com"], "port": "8080", "path": ["v1", ":id"],
          "query": [
            ["key": "q", "value": "a"], ["key": "flag", "value": .null], ["key": "x", "value": "1", "disabled": true],
          ],
          "variable": [["key": "id", "value": "7"]],
        ],
        "header": [
          ["key": "X-A", "value": "1", "description": "why"], ["key": "X-B", "value": "2", "disabled": true],
        ],
        "body": ["mode": "raw", "raw": "{ \"a\": 1.0 /* one */ }", "options": ["raw": ["language": "json"]]],
        "auth": [
          "type": "basic", "basic": [["key": "username", "value": "me"], ["key": "password", "value": "{{pw}}"]],
        ],
      ],
      "protocolProfileBehavior": ["strictSSL": false, "followRedirects": false],
      "response": [["name": "ok", "code": 200, "status": "OK", "header": "A: b", "body": "{}"]],
    ])
    let expected: JSONObject = [
      "method": "PUT", "url": "https://{{host}}.com:8080/v1/:id", "path": ["id": "7"],
      "query": [
        ["name": "q", "value": "a"], ["name": "flag"], ["name": "x", "value": "1", "off": true],
      ],
      "headers": [["name": "X-A", "value": "1", "description": "why"], ["name": "X-B", "value": "2", "off": true]],
      "body": ["text": "{ \"a\": 1.0 /* one */ }", "type": "application/json"],
      "auth": ["basic": ["username": "me", "password": "{{pw}}"]],
      "options": ["verifyTLS": false, "followRedirects": false], "docs": ["Notes", "more"],
      "scripts": ["preRequest": ["a();", "b();"], "postResponse": ["c();"]],
      "examples": [
        ["name": "ok", "status": 200, "reason": "OK", "headers": [["name": "A", "value": "b"]], "body": "{}"]
      ],
    ]
    #expect(document == expected, "\(JSONValue.object(document).rendered())")
  }

  @Test(
    arguments: [
      ("http://a/b?x=1&y", ["url": "http://a/b", "query": [["name": "x", "value": "1"], ["name": "y"]]]),
      (["raw": "{{base}}/x?z=#f"], ["url": "{{base}}/x#f", "query": [["name": "z", "value": ""]]]),
      (["raw": "r", "host": "h", "path": "/p/q"], ["url": "h/p/q"]),
      (["host": ["{{base}}"], "path": ["a", ["type": "string", "value": "b"], ""]], ["url": "{{base}}/a/b/"]),
      (.null, ["url": ""]),
    ] as [(JSONValue, JSONObject)])
  func everyShapeOfAURLIsRead(url: JSONValue, expected: JSONObject) throws {
    let document = try request(["name": "r", "request": ["url": url]])
    #expect(document == JSONObject(members: [JSONMember(key: JSONString("method"), value: "GET")] + expected.members))
  }

  @Test(
    arguments: [
      (["mode": "urlencoded", "urlencoded": [["key": "a", "value": "1"]]], ["form": [["name": "a", "value": "1"]]]),
      (
        ["mode": "formdata", "formdata": [["key": "f", "type": "file", "src": ["a", "b"], "contentType": "x/y"]]],
        ["multipart": [["name": "f", "file": "a", "type": "x/y"], ["name": "f", "file": "b", "type": "x/y"]]]
      ),
      (["mode": "file", "file": ["src": "a.bin"]], ["file": "a.bin"]),
      (
        ["mode": "graphql", "graphql": ["query": "{ a }", "variables": "{\"b\":1}"]],
        ["graphql": ["query": "{ a }", "variables": ["b": 1]]]
      ),
      (
        ["mode": "graphql", "graphql": ["query": "{ a }", "variables": "{\"b\":\"{{c}}\"}"]],
        ["graphql": ["query": "{ a }", "variables": "{\"b\":\"{{c}}\"}"]]
      ),
      (["mode": "raw", "raw": "a\nb", "urlencoded": []], ["text": ["a", "b"], "type": "text/plain"]),
      (
        ["mode": "raw", "raw": "{\"a\":1.0,\"b\":[]}", "options": ["raw": ["language": "json"]]],
        ["json": ["a": .number(JSONNumber(text: "1.0")), "b": []]]
      ),
      (
        ["mode": "raw", "raw": "{\n \"a\": 1}\n", "options": ["raw": ["language": "json"]]],
        ["text": ["{", " \"a\": 1}", ""], "type": "application/json"]
      ),
      (
        ["mode": "raw", "raw": "{{body}}", "options": ["raw": ["language": "json"]]],
        ["text": "{{body}}", "type": "application/json"]
      ),
    ] as [(JSONValue, JSONValue)])
  func everyModeOfABodyIsRead(body: JSONValue, expected: JSONValue) throws {
    let read = try request(["name": "r", "request": ["method": "POST", "url": "u", "body": body]])["body"]
    #expect(read == expected, "\(read?.rendered() ?? "none")")
  }

  @Test(
    arguments: [
      ("[1, ]", "[1, ]", true, []), ("[1] // a", "[1] // a", false, []),
      (
        "[1, /* a */]", "[1, /* a */]", false, ["Body: commas before closing brackets are not sent; Postman sends them"]
      ),
      (
        "{a} // b", "{a} // b", false,
        ["Body: it is not valid JSON, so its comments are sent; Postman leaves them out"]
      ),
    ] as [(String, String, Bool, [String])])
  func commasBeforeBracketsAreSentOrNamed(raw: String, text: String, isInHeader: Bool, notes: [String]) throws {
    let body: JSONValue = ["mode": "raw", "raw": .string(raw), "options": ["raw": ["language": "json"]]]
    let item: JSONValue = ["name": "r", "request": ["method": "POST", "url": "u", "body": body]]
    let result = try read(["info": ["name": "c"], "item": [item]])
    guard case .request(let request)? = result.collections.first?.items.first else { throw ImportError("no request") }
    var expected: JSONObject = ["text": .string(text)]
    if !isInHeader { expected["type"] = "application/json" }
    #expect(request.document["body"] == .object(expected))
    let header: JSONValue = [["name": "Content-Type", "value": "application/json"]]
    #expect(request.document["headers"] == (isInHeader ? header : nil))
    #expect(result.notes.map(\.text) == notes)
  }

  @Test(arguments: [("POST", "body"), ("PUT", "body"), ("PATCH", "query"), ("DELETE", "query")])
  func parametersOfOAuth1AreInFormsAsPostmanHasThem(method: String, place: String) throws {
    let oauth: JSONValue = [["key": "consumerKey", "value": "k"], ["key": "addParamsToHeader", "value": false]]
    let auth: JSONValue = ["type": "oauth1", "oauth1": oauth]
    let body: JSONValue = ["mode": "urlencoded", "urlencoded": [["key": "a", "value": "1"]]]
    let parts: JSONObject = ["method": .string(method), "url": "u", "body": body]
    var own = parts
    own["auth"] = auth
    #expect(
      try request(["name": "r", "request": .object(own)])["auth"]?.object?["oauth1"]?.object?.text("in") == place)
    let result = try read(["info": ["name": "c"], "auth": auth, "item": [["name": "r", "request": .object(parts)]]])
    #expect(result.collections[0].settings["auth"]?.object?["oauth1"]?.object?.text("in") == "body")
    let note = "OAuth 1: its parameters are added to the form; with \(method), Postman adds them to the query"
    #expect(result.notes.map(\.text).filter { $0.hasPrefix("OAuth 1") } == (place == "query" ? [note] : []))
  }

  @Test func headersOfOldFilesMayHaveTabs() throws {
    let source: JSONValue = ["name": "r", "request": ["url": "u", "header": "X-A:\tv\n//\tX-B:\tw"]]
    #expect(
      try request(source)["headers"] == [
        ["name": "X-A", "value": "v"], ["name": "X-B", "value": "w", "off": true],
      ])
  }

  @Test func damagedItemsAreNamedAndTheOthersImported() throws {
    let result = try read([
      "info": ["name": "c"],
      "item": [
        5,
        [
          "name": "f",
          "item": [
            ["name": "r", "request": ["method": "POST", "url": "u", "body": ["mode": "odd"], "auth": ["type": "x"]]]
          ],
        ],
        ["name": "s", "request": "http://string"], ["name": "t", "request": ["url": 5, "body": [7]]],
      ],
    ])
    #expect(result.collections[0].items.map(\.name) == ["f", "s", "t"])
    #expect(
      result.notes == [
        InterchangeNote(.failed, [], "item 1 is a number, not an object"),
        InterchangeNote(.dropped, ["f", "r"], "Body: its mode \"odd\" is unknown"),
        InterchangeNote(.dropped, ["f", "r"], "Auth: its kind \"x\" is unknown — none is sent"),
        InterchangeNote(.dropped, ["t"], "URL: it is a number, not an object"),
        InterchangeNote(.dropped, ["t"], "Body: it is an array, not an object"),
      ])
    // Not that of the collection.
    guard case .folder(let folder) = result.collections[0].items[0], case .request(let request) = folder.items[0] else {
      Issue.record("there is no request")
      return
    }
    #expect(request.document["auth"] == ["none": [:]])
  }

  @Test func aFormWithoutRowsIsKeptForTheParametersOfOAuth1() throws {
    let auth: JSONValue = ["type": "oauth1", "oauth1": ["consumerKey": "k", "addParamsToHeader": false]]
    let body: JSONValue = ["mode": "urlencoded", "urlencoded": []]
    let result = try read([
      "info": ["name": "c"], "auth": auth,
      "item": [
        ["name": "a", "request": ["method": "POST", "url": "u", "body": body]],
        ["name": "b", "request": ["method": "PUT", "url": "u", "body": body, "auth": auth]],
        ["name": "c", "request": ["method": "PATCH", "url": "u", "body": body]],
        ["name": "d", "request": ["method": "POST", "url": "u", "body": body, "auth": ["type": "noauth"]]],
      ],
    ])
    let bodies = result.collections[0].items.map { item -> JSONValue? in
      guard case .request(let request) = item else { return nil }
      return request.document["body"]
    }
    #expect(bodies == [["form": []], ["form": []], nil, nil])
  }

  @Test(arguments: [(["a": 1], "an object"), ("text", "a string")] as [(JSONValue, String)])
  func itemsThatAreNoArrayAreNamed(item: JSONValue, kind: String) throws {
    let schema: JSONValue = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
    let result = try read(["info": ["name": "c", "schema": schema], "item": item])
    #expect(result.collections[0].items.isEmpty)
    #expect(result.notes == [InterchangeNote(.failed, [], "\"item\" is \(kind), not an array")])
  }

  @Test func secretsOfAnEnvironmentAreNotInItsFile() throws {
    let result = try read([
      "name": "dev",
      "values": [
        ["key": "base", "value": "http://a", "enabled": true], ["key": "old", "value": "x", "enabled": false],
        ["key": "token", "value": "abc", "type": "secret"],
      ],
    ])
    var expected = PortableEnvironment(
      name: "dev",
      document: [
        "variables": [
          ["name": "base", "value": "http://a"], ["name": "old", "value": "x", "off": true],
          ["name": "token", "secret": true],
        ]
      ])
    expected.secrets = [PortableSecret(name: "token", value: "abc")]
    #expect(result.environments == [expected])
    #expect(result.collections.isEmpty && result.notes.isEmpty)
  }

  @Test func aBodyThatPostmanDoesNotSendIsKeptForAnExport() throws {
    let body: JSONValue = ["mode": "raw", "raw": "x"]
    let document = try request(["name": "r", "request": ["method": "GET", "url": "u", "body": body]])
    #expect(document == ["method": "GET", "url": "u", "x-postman": ["body": body]])
  }

  @Test func credentialsInRequestsBecomeSecretVariables() throws {
    let auth: JSONValue = ["type": "bearer", "bearer": [["key": "token", "value": "abc"]]]
    let result = try read([
      "info": ["name": "c"], "auth": auth, "variable": [["key": "token", "value": "taken"]],
      "item": [["name": "r", "request": ["url": "u", "auth": auth]]],
    ])
    var expected = PortableFolder(
      name: "c",
      settings: [
        "variables": [["name": "token", "value": "taken"], ["name": "imported-token", "secret": true]],
        "auth": ["bearer": ["token": "{{imported-token}}"]],
      ],
      items: [
        .request(
          PortableRequest(
            name: "r", document: ["method": "GET", "url": "u", "auth": ["bearer": ["token": "{{imported-token}}"]]]))
      ])
    expected.secrets = [PortableSecret(name: "imported-token", value: "abc")]
    #expect(result.collections == [expected])
  }

  @Test func credentialsInHeadersAndOptionsBecomeSecretVariables() throws {
    let command =
      "curl -H 'Authorization: Bearer abc' -b 'sid=1' -H 'X-Plain: p' --pass pw -x http://p -U me:pw http://a"
    let result = try ImportFormat.curl.read(ImportSource(Data(command.utf8)))
    let collection = try #require(result.collections.first)
    guard case .request(let request)? = collection.items.first else { throw ImportError("no request") }
    #expect(
      request.document["headers"] == [
        ["name": "Accept", "value": "*/*"], ["name": "Cookie", "value": "{{imported-cookie}}"],
        ["name": "Authorization", "value": "Bearer {{imported-authorization}}"], ["name": "X-Plain", "value": "p"],
      ])
    let options = try #require(request.document["options"]?.object)
    #expect(options["clientPassphrase"] == "{{imported-clientPassphrase}}")
    #expect(options["proxyPassword"] == "{{imported-clientPassphrase}}")  // Equal values share a variable.
    #expect(
      collection.secrets == [
        PortableSecret(name: "imported-cookie", value: "sid=1"),
        PortableSecret(name: "imported-authorization", value: "abc"),
        PortableSecret(name: "imported-clientPassphrase", value: "pw"),
      ])
  }

  static let examples = ProjectFiles.cases.appending(path: "postman-schemas/examples/draft-07")

  @Test(.needsCases("postman-schemas"))
  func everyExampleOfPostmanIsImportedIntoFilesThatAreSound() throws {
    for version in ["v1.0.0", "v2.0.0", "v2.1.0"] {
      let folder = Self.examples.appending(path: version)
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
        let source = ImportSource(try Data(contentsOf: folder.appending(path: name)), fileName: name)
        let format = try #require(ImportFormat.of(source), "\(version)/\(name)")
        let result = try format.read(source)
        #expect(result.notes.filter { $0.kind == .failed } == [], "\(version)/\(name)")
        for collection in result.collections { try check(collection, "\(version)/\(name)") }
      }
    }
  }

  private func check(_ folder: PortableFolder, _ place: String) throws {
    do { _ = try FolderSettings(document: folder.settings) } catch {
      Issue.record("\(place): \(folder.name): \(error)")
    }
    for item in folder.items {
      switch item {
      case .folder(let inner): try check(inner, place)
      case .request(let request):
        do {
          _ = try SavedRequest(document: request.document)
        } catch {
          Issue.record("\(place): \(request.name): \(error)")
        }
      }
    }
  }
}
