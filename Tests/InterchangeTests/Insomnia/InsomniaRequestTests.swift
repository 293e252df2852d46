import Foundation
import RequestModel
import Testing

@testable import Interchange

struct InsomniaRequestTests {
  private func read(_ item: JSONObject) throws -> (document: JSONObject, notes: [String]) {
    var request: JSONObject = ["url": "u", "method": "POST", "name": "r", "meta": ["id": "req_1"]]
    for member in item.members { request[member.key.value] = member.value }
    let file: JSONValue = ["type": "collection.insomnia.rest/5.0", "name": "c", "collection": [.object(request)]]
    // Without the move of literal credentials to variables.
    let result = InsomniaFile.read([try #require(file.object)], stem: nil)
    guard case .request(let read)? = result.collections.first?.items.first else { throw ImportError("no request") }
    _ = try SavedRequest(document: read.document)
    return (read.document, result.notes.map(\.text))
  }

  @Test(
    arguments: [
      (
        ["type": "basic", "username": "{{ _.u }}", "password": "p", "useISO88591": false],
        ["basic": ["username": "{{u}}", "password": "p"]]
      ),
      (["type": "digest", "username": "u", "password": "p"], ["digest": ["username": "u", "password": "p"]]),
      (["type": "ntlm", "username": "u", "password": ""], ["ntlm": ["username": "u"]]),
      (["type": "bearer", "token": "{{ _.t }}", "prefix": ""], ["bearer": ["token": "{{t}}"]]),
      (
        ["type": "bearer", "token": "t", "prefix": "Token"], ["header": ["name": "Authorization", "value": "Token t"]]
      ),
      (["type": "bearer", "token": "t", "prefix": "NO_PREFIX"], ["header": ["name": "Authorization", "value": "t"]]),
      (["type": "apikey", "key": "k", "value": "v", "addTo": "header"], ["apikey": ["key": "k", "value": "v"]]),
      (
        ["type": "apikey", "key": "k", "value": "v", "addTo": "queryParams"],
        ["apikey": ["key": "k", "value": "v", "in": "query"]]
      ),
      (
        ["type": "apikey", "key": "k", "value": "v", "addTo": "cookie"],
        ["apikey": ["key": "k", "value": "v", "in": "cookie"]]
      ),
      (
        ["type": "hawk", "id": "i", "key": "k", "ext": "e", "algorithm": "sha1", "validatePayload": true],
        ["hawk": ["authId": "i", "authKey": "k", "algorithm": "sha1", "includePayloadHash": true, "extraData": "e"]]
      ),
      (
        [
          "type": "iam", "accessKeyId": "a", "secretAccessKey": "s", "sessionToken": "t", "region": "r",
          "service": "s3",
        ],
        ["awsv4": ["accessKey": "a", "secretKey": "s", "sessionToken": "t", "region": "r", "service": "s3"]]
      ),
      (
        [
          "type": "asap", "issuer": "i", "subject": "s", "audience": "a", "additionalClaims": "{\"n\":1}", "keyId": "k",
          "privateKey": "p",
        ],
        ["asap": ["iss": "i", "sub": "s", "aud": "a", "kid": "k", "privateKey": "p", "claims": ["n": 1]]]
      ),
      (
        [
          "type": "oauth1", "signatureMethod": "RSA-SHA1", "consumerKey": "k", "consumerSecret": "s", "tokenKey": "t",
          "tokenSecret": "ts", "privateKey": "p", "version": "1.0", "nonce": "", "timestamp": "", "callback": "c",
          "realm": "r", "verifier": "v", "includeBodyHash": true,
        ],
        [
          "oauth1": [
            "consumerKey": "k", "consumerSecret": "s", "token": "t", "tokenSecret": "ts", "signatureMethod": "RSA-SHA1",
            "privateKey": "p", "callback": "c", "verifier": "v", "realm": "r", "version": "1.0",
            "includeBodyHash": true,
          ]
        ]
      ),
      (
        [
          "type": "oauth2", "grantType": "authorization_code", "accessTokenUrl": "t", "authorizationUrl": "a",
          "clientId": "c", "clientSecret": "s", "scope": "x y", "redirectUrl": "r", "usePkce": true,
          "credentialsInBody": true, "tokenPrefix": "NO_PREFIX", "audience": "aud", "resource": "res",
          "responseType": "id_token",
        ],
        [
          "oauth2": [
            "authUrl": "a", "accessTokenUrl": "t", "redirect_uri": "r", "clientId": "c", "clientSecret": "s",
            "scope": "x y", "audience": "aud", "resource": "res", "headerPrefix": "",
            "grant_type": "authorization_code_with_pkce", "client_authentication": "body",
          ]
        ]
      ),
      (
        [
          "type": "oauth2", "grantType": "password", "accessTokenUrl": "t", "username": "u", "password": "p",
          "usePkce": false,
        ],
        ["oauth2": ["accessTokenUrl": "t", "username": "u", "password": "p", "grant_type": "password_credentials"]]
      ),
      (
        ["type": "oauth2", "grantType": "client_credentials", "accessTokenUrl": "t", "username": "u", "password": "p"],
        ["oauth2": ["accessTokenUrl": "t", "grant_type": "client_credentials"]]
      ),
      (
        ["type": "oauth2", "grantType": "implicit", "authorizationUrl": "a"],
        ["oauth2": ["authUrl": "a", "grant_type": "implicit"]]
      ),
      (["type": "none"], ["none": [:]]), ([:], .null),
      (["username": "old", "password": "p"], ["basic": ["username": "old", "password": "p"]]),
    ] as [(JSONValue, JSONValue)])
  func everyKindOfAuthIsRead(authentication: JSONValue, expected: JSONValue) throws {
    let (document, notes) = try read(["authentication": authentication])
    #expect(document["auth"] ?? .null == expected, "\(document["auth"]?.rendered() ?? "none")")
    #expect(document["x-insomnia"] == nil)
    #expect(notes == [])
  }

  @Test(
    arguments: [
      (
        ["type": "basic", "username": "u", "password": "p", "disabled": true], "Auth basic: it is disabled",
        ["type": "basic", "username": "u", "disabled": true]
      ),
      (
        [
          "type": "oauth2", "grantType": "refresh_token", "refreshToken": "r", "clientId": "c",
          "clientSecret": "{{ _.s }}",
        ],
        "Auth oauth2: its grant \"refresh_token\" has no equivalent",
        ["type": "oauth2", "grantType": "refresh_token", "clientId": "c", "clientSecret": "{{ _.s }}"]
      ),
      (
        ["type": "plugin", "secret": "x"], "Auth: its kind \"plugin\" is unknown — none is sent", ["type": "plugin"]
      ),
    ] as [(JSONValue, String, JSONValue)])
  func authWithoutAnEquivalentIsKeptWithoutItsCredentials(
    authentication: JSONValue, note: String, kept: JSONValue
  ) throws {
    let (document, notes) = try read(["authentication": authentication])
    #expect(document["auth"] == (note.contains("unknown") ? ["none": [:]] : nil))
    #expect(document["x-insomnia"] == ["authentication": kept])
    #expect(notes.contains(note))
  }

  @Test func netrcIsAnOption() throws {
    let document = try read(["authentication": ["type": "netrc"]]).document
    #expect(document["auth"] == ["none": [:]])
    #expect(document["options"] == ["netrc": true])
  }

  @Test(
    arguments: [
      (["mimeType": "application/json", "text": "{\"a\":1.0}"], ["json": ["a": .number(JSONNumber(text: "1.0"))]]),
      (
        ["mimeType": "application/json", "text": "{ \"a\": 1.0 }"],
        ["text": "{ \"a\": 1.0 }", "type": "application/json"]
      ),
      (
        ["mimeType": "application/json", "text": "{\"a\": {{ _.x }}}"],
        ["text": "{\"a\": {{x}}}", "type": "application/json"]
      ),
      (["mimeType": "application/json", "text": "{a}"], ["text": "{a}", "type": "application/json"]),
      (["mimeType": "text/xml", "text": "<a>\n</a>"], ["text": ["<a>", "</a>"], "type": "text/xml"]),
      (["mimeType": "application/yaml", "text": "a: 1"], ["text": "a: 1", "type": "application/yaml"]),
      (["mimeType": .null, "text": "x"], ["text": "x"]), (["mimeType": "application/json", "text": ""], .null),
      (["mimeType": "application/json"], .null), ([:], .null), ("plain", ["text": "plain"]),
      (
        [
          "mimeType": "application/x-www-form-urlencoded",
          "params": [
            ["name": "a", "value": "{{ _.x }}", "disabled": true, "description": "d"], ["name": "", "value": ""],
          ],
        ],
        ["form": [["name": "a", "value": "{{x}}", "off": true, "description": "d"]]]
      ),
      (["mimeType": "application/x-www-form-urlencoded", "text": "a=b+c"], ["form": [["name": "a", "value": "b c"]]]),
      (
        [
          "mimeType": "multipart/form-data",
          "params": [
            ["name": "f", "type": "file", "fileName": "/tmp/a.png", "value": ""],
            ["name": "j", "type": "text", "value": "{}", "multiline": "application/json"],
            ["name": "t", "value": "1", "multiline": true],
          ],
        ],
        [
          "multipart": [
            ["name": "f", "file": "/tmp/a.png"], ["name": "j", "value": "{}", "type": "application/json"],
            ["name": "t", "value": "1"],
          ]
        ]
      ),
      (["mimeType": "application/octet-stream", "fileName": "/tmp/a.bin"], ["file": "/tmp/a.bin"]),
      (["mimeType": "image/png", "fileName": "a.png"], ["file": "a.png", "type": "image/png"]),
      (
        [
          "mimeType": "application/graphql",
          "text": "{\"query\":\"{ a }\",\"variables\":{\"b\":1},\"operationName\":\"o\"}",
        ],
        ["graphql": ["query": "{ a }", "variables": ["b": 1], "operationName": "o"]]
      ),
    ] as [(JSONValue, JSONValue)])
  func everyShapeOfABodyIsRead(body: JSONValue, expected: JSONValue) throws {
    let (document, notes) = try read(["body": body])
    #expect(document["body"] ?? .null == expected, "\(document["body"]?.rendered() ?? "none")")
    #expect(notes == [])
  }

  @Test func theHeaderOfATypeThatTheBodyHasIsLeftOut() throws {
    func headers(_ type: String, _ body: JSONValue) throws -> JSONValue? {
      try read(["headers": [["name": "content-type", "value": .string(type)]], "body": body]).document["headers"]
    }
    #expect(try headers("application/json", ["mimeType": "application/json", "text": "1"]) == nil)
    #expect(try headers("multipart/form-data", ["mimeType": "multipart/form-data", "params": [["name": "a"]]]) == nil)
    #expect(
      try headers("application/vnd.api+json", ["mimeType": "application/json", "text": "1"])
        == [["name": "content-type", "value": "application/vnd.api+json"]])
    // Without a body it is sent nevertheless.
    #expect(
      try headers("application/json", ["mimeType": "application/json"])
        == [["name": "content-type", "value": "application/json"]])
    let text = try read([
      "headers": [["name": "Content-Type", "value": "text/csv"]], "body": ["mimeType": "text/plain", "text": "a,b"],
    ]).document
    #expect(text["headers"] == nil)
    #expect(text["body"] == ["text": "a,b", "type": "text/csv"])
  }

  @Test func aBodyThatIsNotRenderedHasNoTemplates() throws {
    let document = try read([
      "settings": ["renderRequestBody": false], "body": ["mimeType": "text/plain", "text": "{{ _.x }} {% uuid %}"],
    ]).document
    #expect(document["body"] == ["text": "{{'{{'}} _.x }} {% uuid %}", "type": "text/plain"])
  }

  @Test func aCookieSettingOfOneWayIsKept() throws {
    let (document, notes) = try read(["settings": ["cookies": ["send": true, "store": false]]])
    #expect(document["options"] == nil)
    #expect(document["x-insomnia"] == ["settings": ["cookies": ["send": true, "store": false]]])
    #expect(notes == ["Cookies are both sent and kept; in Insomnia they are only sent"])
  }
}
