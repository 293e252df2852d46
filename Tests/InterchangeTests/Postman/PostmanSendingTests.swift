import Foundation
import RequestModel
import Testing

@testable import Interchange

/// Files of Postman that are read to be sent and not kept.
struct PostmanSendingTests {
  private let collection = """
    {"info": {"name": "C", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
     "protocolProfileBehavior": {"disableBodyPruning": true},
     "item": [{"id": "own-id", "name": "a",
      "request": {
       "method": "GET", "url": "https://x.com/a b?q=a%20b&&r=1|2",
       "auth": {"type": "bearer", "bearer": [{"key": "token", "value": "secret-token-1234567890"}]},
       "body": {"mode": "raw", "raw": "{ \\"a\\":  1 /* one */ }", "options": {"raw": {"language": "json"}}}}}]}
    """

  private func request(_ result: ImportResult) throws -> JSONObject {
    guard case .request(let request) = try #require(result.collections.first?.items.first) else { return JSONObject() }
    return request.document
  }

  @Test func nothingInARequestIsBroughtIntoAnotherForm() throws {
    let source = ImportSource(Data(collection.utf8), fileName: "c.json")
    let result = try #require(ImportFormat.sendable(source)).readToSend(source)
    #expect(
      try request(result) == [
        "method": "GET", "url": "https://x.com/a b?q=a%20b&&r=1|2",
        "body": ["text": #"{ "a":  1 /* one */ }"#, "type": "application/json"],
        "auth": ["bearer": ["token": "secret-token-1234567890"]], "id": "own-id",
      ])
    #expect(result.collections.first?.secrets == [] && result.notes == [])
  }

  @Test func anImportMovesCredentialsAndInheritsThatBodiesAreKept() throws {
    let source = ImportSource(Data(collection.utf8), fileName: "c.json")
    let result = try #require(ImportFormat.of(source)).read(source)
    let request = try request(result)
    #expect(request["body"] == ["text": #"{ "a":  1 /* one */ }"#, "type": "application/json"])
    #expect(request["id"] == nil && request["auth"] == ["bearer": ["token": "{{imported-token}}"]])
    #expect(result.collections.first?.secrets.map(\.value) == ["secret-token-1234567890"])
  }

  /// The results of `Url.toString` of Postman's SDK for the parts.
  @Test(
    arguments: [
      (["host": ["h"], "path": ["p"], "query": [["key": "q", "value": "a&b#c+d=e%f g"]]], "h/p?q=a%26b%23c+d=e%f g"),
      (
        ["host": ["h"], "query": [["key": "k=&#", "value": "1"], ["key": "{{a&b}}", "value": "{{c#d}}&"]]],
        "h?k%3D%26%23=1&{{a&b}}={{c#d}}%26"
      ),
      (
        ["host": ["h"], "query": [["key": "a"], ["key": .null, "value": .null], ["key": "b", "value": ""]]], "h?a&&b="
      ),
      (["raw": "http://x/raw?x=1", "host": ["h"], "path": ["p"], "query": [["key": "y", "value": "2"]]], "h/p?y=2"),
      (["host": ["h"], "path": ["a#b"], "query": [["key": "y", "value": "2"]], "hash": "c"], "h/a#b?y=2"),
      (["host": ["h"], "query": [["key": "y", "value": "2"]], "hash": "c"], "h?y=2#c"),
      (["raw": "http://x/raw?x=a%26b#c"], "http://x/raw?x=a%26b#c"),
    ] as [(JSONValue, String)])
  func theURLOfPartsIsPutTogetherAsPostmanDoes(_ url: JSONValue, _ text: String) throws {
    let parsed = PostmanURL(url, keepsText: true)
    #expect(parsed.text == text && parsed.query == [])
  }

  @Test func parametersThatAreOffStayRows() {
    let url = PostmanURL(
      ["host": ["h"], "query": [["key": "a", "value": "1"], ["key": "b", "value": "2", "disabled": true]]],
      keepsText: true)
    #expect(url.text == "h?a=1" && url.query == [["name": "b", "value": "2", "off": true]])
  }

  @Test(arguments: [("get", "GET"), ("purge", "PURGE"), ("{{verb}}", "{{verb}}"), ("", "GET")])
  func methodsAreInUpperCase(_ method: String, _ expected: String) throws {
    let json: JSONValue = [
      "info": ["name": "C"], "item": [["name": "a", "request": ["method": .string(method), "url": "u"]]],
    ]
    let source = ImportSource(Data(json.compact.utf8), fileName: "c.json")
    #expect(try request(ImportFormat.postman.read(source))["method"] == .string(expected))
    #expect(try request(ImportFormat.postman.readToSend(source))["method"] == .string(expected))
  }

  @Test func aMethodThatIsNoneFailsInARunAndIsNamedByAnImport() throws {
    let json: JSONValue = ["info": ["name": "C"], "item": [["name": "a", "request": ["method": "a b", "url": "u"]]]]
    let source = ImportSource(Data(json.compact.utf8), fileName: "c.json")
    let (sent, kept) = (try ImportFormat.postman.readToSend(source), try ImportFormat.postman.read(source))
    #expect(try request(sent)["method"] == "a b")
    #expect(sent.notes == [])
    #expect(try request(kept)["method"] == "GET")
    #expect(kept.notes == [InterchangeNote(.changed, ["a"], "Method \"a b\" is not valid: GET is used instead")])
  }

  /// Postman writes it into each digest auth; the server's challenge says which is used.
  @Test func theAlgorithmOfADigestIsNothingToTellOf() throws {
    for (algorithm, count) in [("MD5", 0), ("SHA-256", 1)] {
      let rows: JSONValue = [["key": "username", "value": "u"], ["key": "algorithm", "value": .string(algorithm)]]
      let auth: JSONValue = ["type": "digest", "digest": rows]
      let json: JSONValue = ["info": ["name": "C"], "item": [["name": "a", "request": ["url": "u", "auth": auth]]]]
      let source = ImportSource(Data(json.compact.utf8), fileName: "c.json")
      #expect(try ImportFormat.postman.readToSend(source).notes.count == count)
    }
  }

  /// As in Postman, the auth replaces it; here, the header would count.
  @Test(
    arguments: [
      (["type": "basic", "basic": [["key": "username", "value": "u"]]], ["off", "on"]),
      (["type": "bearer", "bearer": [["key": "token", "value": "{{t}}"]]], ["off", "on"]),
      (["type": "bearer", "bearer": [["key": "token", "value": ""]]], ["on", "on"]),
      (["type": "noauth"], ["on", "on"]), (nil, ["off", "on"]),
      (
        ["type": "apikey", "apikey": [["key": "key", "value": "x-key"], ["key": "value", "value": "v"]]], ["on", "off"]
      ),
      (
        [
          "type": "oauth1",
          "oauth1": [["key": "consumerKey", "value": "k"], ["key": "addParamsToHeader", "value": false]],
        ], ["on", "on"]
      ),
    ] as [(JSONValue?, [String])])
  func aHeaderThatTheAuthReplacesIsOff(_ auth: JSONValue?, _ states: [String]) throws {
    var request: JSONObject = [
      "url": "u",
      "header": [["key": "authorization", "value": "Basic {{old}}"], ["key": "X-Key", "value": "{{old}}"]],
    ]
    request["auth"] = auth
    let json: JSONValue = [
      "info": ["name": "C"], "auth": ["type": "digest", "digest": [["key": "username", "value": "u"]]],
      "item": [["name": "a", "request": .object(request)]],
    ]
    let source = ImportSource(Data(json.compact.utf8), fileName: "c.json")
    let read = try ImportFormat.postman.read(source)
    let rows = try self.request(read)["headers"]?.array?.compactMap(\.object) ?? []
    #expect(rows.map { $0["off"] == true ? "off" : "on" } == states)
    let count = read.notes.count { $0.text.contains("as the auth of the request replaces it") }
    #expect(count == (states.contains("off") ? 1 : 0))
    let sent = try self.request(ImportFormat.postman.readToSend(source))["headers"]?.array?.compactMap(\.object) ?? []
    #expect(sent.count == 2 && sent.allSatisfy { $0["off"] == nil })
  }

  @Test func theOptionAboutTheRefererIsInheritedAndKept() throws {
    let json: JSONValue = [
      "info": ["name": "C"], "protocolProfileBehavior": ["removeRefererHeaderOnRedirect": false],
      "item": [["name": "a", "request": ["url": "u"]]],
    ]
    let source = ImportSource(Data(json.compact.utf8), fileName: "c.json")
    let read = try ImportFormat.postman.readToSend(source)
    #expect(
      try request(read)["x-postman"] == ["protocolProfileBehavior": ["removeRefererHeaderOnRedirect": false]])
    #expect(read.notes == [])
  }

  @Test func anImportKeepsTheIdsThatScriptsName() throws {
    let script: JSONValue = ["listen": "test", "script": ["exec": "pm.execution.setNextRequest('0f1e2d3c-4b5a')"]]
    let items: JSONValue = [
      ["name": "a", "id": "99999999-4b5a", "request": "u", "event": [script]],
      ["name": "b", "id": "0f1e2d3c-4b5a", "request": "u"],
    ]
    let json: JSONValue = ["info": ["name": "C"], "item": [["name": "F", "id": "f-1", "item": items]]]
    let source = ImportSource(Data(json.compact.utf8), fileName: "c.json")
    let read = try ImportFormat.postman.read(source)
    guard case .folder(let folder) = try #require(read.collections.first?.items.first) else { return }
    let kept = folder.items.map { item -> JSONValue? in
      if case .request(let request) = item { request.document["x-postman"] } else { nil }
    }
    #expect(kept == [nil, ["id": "0f1e2d3c-4b5a"]])
    let sent = try ImportFormat.postman.readToSend(source)
    guard case .folder(let folder) = try #require(sent.collections.first?.items.first) else { return }
    #expect(folder.settings["x-postman"] == ["id": "f-1"])
  }

  @Test(arguments: [
    (#"{"name": "E", "values": [{"key": "a", "value": "1"}, {"key": "b", "value": "2", "enabled": false}]}"#, "E"),
    (#"[{"key": "a", "value": "1"}, {"key": "b", "value": "2", "enabled": false}]"#, "dev"),
    (#"{"variables": [{"name": "a", "value": "1"}, {"name": "b", "value": "2", "off": true}]}"#, "dev"),
    (
      #"{"values": [{"key": "a", "value": "1"}, {"key": "b", "value": "2", "enabled": false}], "_postman_variable_scope": "globals"}"#,
      "dev"
    ),
  ]) func variablesAreReadWhoeverWroteTheFile(_ text: String, _ name: String) throws {
    for data in [Data(text.utf8), Data("\u{FEFF}\(text)".utf8), try #require(text.data(using: .utf16))] {
      let environment = try #require(ImportSource(data, fileName: "dev.postman_environment.json").variables())
      #expect(environment.name == name)
      #expect(
        environment.document["variables"] == [
          ["name": "a", "value": "1"], ["name": "b", "value": "2", "off": true],
        ])
    }
  }

  @Test func otherFilesAreNoVariables() {
    for text in ["[]", "{}", "x", #"{"values": 1}"#] { #expect(ImportSource(Data(text.utf8)).variables() == nil) }
  }
}
