import Foundation
import RequestModel
import TestSupport
import Testing

@testable import Interchange

struct BrunoRequestTests {
  private func document(_ text: String) throws -> JSONObject {
    let source = ImportSource(Data(text.utf8), fileName: "request.bru")
    let format = try #require(ImportFormat.of(source))
    #expect(format.name == "bruno")
    guard case .request(let request)? = try format.read(source).collections.first?.items.first else {
      throw ImportError("no request")
    }
    _ = try SavedRequest(document: request.document)
    return request.document
  }

  static let whole = """
    # A comment
    meta {
      name: Create order
      type: http
      seq: 3
      tags: [
        smoke
        slow
      ]
    }

    post {
      url: {{host}}/orders/:id?page=1&flag#top
      body: json
      auth: bearer
    }

    params:query {
      page: 1
      flag: 
      ~debug: "x"
    }

    params:path {
      id: {{orderId}}
    }

    headers {
      @description('Who: me')
      X-A: 1
      ~"X B": '''
        two
        lines
      '''
    }

    auth:bearer {
      token: {{token}}
    }

    body:json {
      {
        "total": 1.0 // money
      }
    }

    vars:post-response {
      orderId: res.body.order["an id"]
      @tag: res.headers.etag
      ~count: res.body.items.length
      ~gone: res.body.items.map(i => i.id)
    }

    assert {
      res.status: eq 201
      res.body.items[0].id: neq "7"
      ~res.headers['content-type']: contains json
      res.body.price: between 1, 2.5
      res.body.on: isTruthy
    }

    script:pre-request {
      const a = {
        b: 1
      };
    }

    script:post-response {
      bru.setVar("x", 1);
    }

    tests {
      test("ok", () => {});

      done();
    }

    settings {
      encodeUrl: false
      timeout: 1500
      followRedirects: false
    }

    docs {
      # Orders

      One a day.
    }

    example {
      name: Created
      description: As it should be

      request: {
        url: {{host}}/orders/:id?page=1&flag#top
        method: post
        mode: none
      }

      response: {
        headers: {
          Content-Type: application/json
        }

        status: {
          code: 201
          text: Created
        }

        body: {
          type: json
          content: '''
            {
              "id": 7
            }
          '''
        }
      }
    }

    """

  @Test func aRequestIsCarriedOverWhole() throws {
    let document = try document(Self.whole)
    let expected: JSONObject = [
      "method": "POST", "url": "{{host}}/orders/:id#top", "path": ["id": "{{orderId}}"],
      "query": [
        ["name": "page", "value": "1"], ["name": "flag"], ["name": "debug", "value": "\"x\"", "off": true],
      ],
      "headers": [
        ["name": "X-A", "value": "1", "description": "Who: me"],
        ["name": "X B", "value": "two\nlines", "off": true],
      ],
      "body": ["text": ["{", "  \"total\": 1.0 // money", "}"], "type": "application/json"],
      "auth": ["bearer": ["token": "{{token}}"]],
      "options": ["urlAsIs": true, "timeout": .number(JSONNumber(text: "1.5")), "followRedirects": false],
      "docs": ["# Orders", "", "One a day."], "tags": ["smoke", "slow"],
      "scripts": [
        "preRequest": ["const a = {", "  b: 1", "};"],
        "postResponse": [
          "bru.setVar(\"x\", 1);", "// Tests of Bruno", "test(\"ok\", () => {});", "", "done();",
        ],
      ],
      "checks": [
        ["query": "status", "predicate": "equals", "value": 201],
        [
          "query": "jsonpath", "expression": "$.items[0].id", "predicate": "equals", "value": "7", "not": true,
          "strict": true,
        ],
        ["query": "header", "expression": "content-type", "predicate": "contains", "value": "json", "off": true],
        [
          "query": "jsonpath", "expression": "$.price", "predicate": "between",
          "value": [1, .number(JSONNumber(text: "2.5"))], "strict": true,
        ],
        [
          "query": "jsonpath", "expression": "$.on", "predicate": "equals", "value": true, "strict": true,
        ],
      ],
      "captures": [
        ["name": "orderId", "query": "jsonpath", "expression": "$.order[\"an id\"]"],
        ["name": "tag", "query": "header", "expression": "etag", "x-bruno": ["local": true]],
        ["name": "count", "query": "jsonpath", "expression": "$.items", "filters": ["length"], "off": true],
      ],
      "examples": [
        [
          "name": "Created", "description": "As it should be", "status": 201, "reason": "Created",
          "headers": [["name": "Content-Type", "value": "application/json"]], "body": ["{", "  \"id\": 7", "}"],
        ]
      ],
      "x-bruno": [
        "captures": [["name": "gone", "value": "res.body.items.map(i => i.id)", "enabled": false]]
      ],
    ]
    #expect(document == expected, "\(JSONValue.object(document).rendered())")
  }

  @Test func secretsOfWhatIsOffAreSecretsToo() throws {
    let source = """
      post {
        url: http://a/
        body: form-urlencoded
        auth: none
      }

      body:form-urlencoded {
        ~password: p1
        token: p2
      }

      body:json {
        {"user": {"password": "p3"}, "id": "x9"}
      }
      """
    let result = try ImportFormat.bruno.read(ImportSource(Data(source.utf8), fileName: "r.bru"))
    guard case .request(let request)? = result.collections.first?.items.first else { throw ImportError("no request") }
    let text = JSONValue.object(request.document).compact
    for secret in ["p1", "p2", "p3"] { #expect(!text.contains(secret), "\(text)") }
    #expect(text.contains("x9"), "\(text)")
    #expect(
      request.document["body"] == [
        "form": [
          ["name": "password", "value": "{{imported-password}}", "off": true],
          ["name": "token", "value": "{{imported-token}}"],
        ]
      ])
    #expect(result.collections[0].secrets.map(\.value).sorted() == ["p1", "p2", "p3"])
    #expect(result.notes.contains { $0.text == "Body: token is now the secret variable imported-token" })
  }

  @Test func credentialsInTheVariablesOfARequestAreSecrets() throws {
    let source = """
      get {
        url: http://a/{{item}}
      }

      vars:pre-request {
        item: value-1
        apiToken: hush-1
        ~password: hush-2
        secretRef: {{item}}
      }
      """
    let bru = ImportSource(Data(source.utf8), fileName: "r.bru")
    func variables(_ result: ImportResult) -> JSONValue? {
      guard case .request(let request)? = result.collections.first?.items.first else { return nil }
      return request.document["variables"]
    }
    let result = try ImportFormat.bruno.read(bru)
    #expect(
      variables(result) == [
        ["name": "item", "value": "value-1"], ["name": "apiToken", "value": "{{imported-apiToken}}"],
        ["name": "password", "value": "{{imported-password}}", "off": true],
        ["name": "secretRef", "value": "{{item}}"],
      ])
    #expect(
      result.collections[0].secrets == [
        PortableSecret(name: "imported-apiToken", value: "hush-1"),
        PortableSecret(name: "imported-password", value: "hush-2"),
      ])
    // A run sends them as they are.
    #expect(variables(try ImportFormat.bruno.readToSend(bru))?.array?[1] == ["name": "apiToken", "value": "hush-1"])
  }

  @Test func theFileOfProcessVariablesIsNamedWhereItIsNotRead() throws {
    let text = "meta {\n  name: r\n  type: http\n}\n\nget {\n  url: {{process.env.HOST}}/x\n  body: none\n}\n"
    let source = ImportSource(Data(text.utf8), fileName: "r.bru")
    let note =
      "process.env.HOST: the values are those of the environment — a .env file is read only with the folder of the collection"
    #expect(try ImportFormat.bruno.read(source).notes.map(\.text) == [note])
    #expect(try ImportFormat.bruno.readToSend(source).notes.map(\.text) == [note])
  }

  @Test(
    arguments: [
      (#"{ "b": 1.0,   "a": [1, 2] }"#, []), (#"{ "a": 1 } // one"#, []),
      (#"{ "a": 1, } // one"#, ["Body: commas before closing brackets are not sent; Bruno sends them"]),
      (#"{ a } // one"#, ["Body: it is not valid JSON, so its comments are sent; Bruno leaves them out"]),
    ] as [(String, [String])])
  func jsonKeepsItsBytes(json: String, notes: [String]) throws {
    let text = "meta {\n  name: r\n  type: http\n}\n\npost {\n  url: http://a.example/x\n  body: json\n}\n\n"
    let source = ImportSource(Data("\(text)body:json {\n  \(json)\n}\n".utf8), fileName: "r.bru")
    for result in [try ImportFormat.bruno.read(source), try ImportFormat.bruno.readToSend(source)] {
      guard case .request(let request)? = result.collections.first?.items.first else { throw ImportError("no request") }
      #expect(request.document["body"] == ["text": .string(json), "type": "application/json"])
      #expect(result.notes.map(\.text) == notes)
    }
  }

  @Test func windowsLineEndsMeanTheSame() throws {
    #expect(try document(Self.whole.replacing("\n", with: "\r\n")) == document(Self.whole))
  }

  @Test(
    arguments: [
      ("none", "", nil), ("text", "body:text {\n  a\n    b\n}", ["text": ["a", "  b"], "type": "text/plain"]),
      ("xml", "body:xml {\n  <a/>\n}", ["text": "<a/>", "type": "application/xml"]),
      ("sparql", "body:sparql {\n  ASK {}\n}", ["text": "ASK {}", "type": "application/sparql-query"]),
      ("json", "body:json {\n  {\"a\": {{b}}}\n}", ["text": "{\"a\": {{b}}}", "type": "application/json"]),
      (
        "graphql", "body:graphql {\n  { a }\n}\nbody:graphql:vars {\n  {\"b\": 1}\n}",
        ["graphql": ["query": "{ a }", "variables": ["b": 1]]]
      ),
      (
        "graphql", "body:graphql {\n  { a }\n}\nbody:graphql:vars {\n  {\"b\": \"{{c}}\"}\n}",
        ["graphql": ["query": "{ a }", "variables": "{\"b\": \"{{c}}\"}"]]
      ),
      (
        "formUrlEncoded", "body:form-urlencoded {\n  a: 1\n  ~b: 2\n}",
        ["form": [["name": "a", "value": "1"], ["name": "b", "value": "2", "off": true]]]
      ),
      ("formUrlEncoded", "", ["form": []]),
      (
        "multipartForm",
        "body:multipart-form {\n  a: 1 @contentType(text/x)\n  ~f: @file(x.png|y z.png) @contentType(image/png)\n}",
        [
          "multipart": [
            ["name": "a", "value": "1", "type": "text/x"],
            ["name": "f", "off": true, "file": "x.png", "type": "image/png"],
            ["name": "f", "off": true, "file": "y z.png", "type": "image/png"],
          ]
        ]
      ),
      ("file", "body:file {\n  file: @file(a.bin) @contentType(x/y)\n}", ["file": "a.bin", "type": "x/y"]),
    ] as [(String, String, JSONValue?)])
  func everyModeOfABodyIsRead(mode: String, block: String, expected: JSONValue?) throws {
    let document = try document("post {\n  url: u\n  body: \(mode)\n  auth: inherit\n}\n\n" + block)
    #expect(document["body"] == expected, "\(document["body"]?.rendered() ?? "none")")
    #expect(document["auth"] == nil)
  }

  @Test func filesOfPartsHaveTheNamesOfTheirPaths() {
    let part: JSONValue = ["name": "f", "type": "file", "value": ["a.png"], "fileName": "b.png"]
    var (extras, context) = (JSONObject(), InterchangeContext())
    let body = BrunoBody.read(
      ["mode": "multipartForm", "multipartForm": [part]], contentType: nil, &extras, &context)
    #expect(body == ["multipart": [["name": "f", "file": "a.png"]]])
  }

  @Test(
    arguments: [
      ("none", ["a: b"], ["none": [:]]),
      ("basic", ["username: me", "password: {{p}}"], ["basic": ["username": "me", "password": "{{p}}"]]),
      (
        "apikey", ["key: k", "value: {{v}}", "placement: queryparams"],
        ["apikey": ["key": "k", "value": "{{v}}", "in": "query"]]
      ),
      (
        "awsv4", ["accessKeyId: {{a}}", "secretAccessKey: {{s}}", "sessionToken: ", "service: s3", "region: eu"],
        ["awsv4": ["accessKey": "{{a}}", "secretKey": "{{s}}", "region": "eu", "service": "s3"]]
      ),
      (
        "oauth1",
        [
          "consumer_key: k", "consumer_secret: {{s}}", "access_token: {{t}}", "token_secret: {{u}}",
          "signature_method: HMAC-SHA256", "placement: query", "include_body_hash: true",
        ],
        [
          "oauth1": [
            "consumerKey": "k", "consumerSecret": "{{s}}", "token": "{{t}}", "tokenSecret": "{{u}}",
            "signatureMethod": "HMAC-SHA256", "in": "query", "includeBodyHash": true,
          ]
        ]
      ),
      (
        "akamai-edgegrid",
        ["access_token: {{a}}", "client_token: {{c}}", "client_secret: {{s}}", "base_url: u", "max_body_size: 9"],
        [
          "edgegrid": [
            "accessToken": "{{a}}", "clientToken": "{{c}}", "clientSecret": "{{s}}", "maxBodySize": 9, "baseURL": "u",
          ]
        ]
      ),
      (
        "oauth2",
        [
          "grant_type: authorization_code", "callback_url: c", "authorization_url: a", "access_token_url: t",
          "refresh_token_url: ", "client_id: i", "client_secret: {{s}}", "scope: x y", "state: ", "pkce: true",
          "credentials_placement: basic_auth_header", "credentials_id: credentials", "token_placement: url",
          "token_query_key: access_token", "auto_fetch_token: true",
        ],
        [
          "oauth2": [
            "grant_type": "authorization_code_with_pkce", "authUrl": "a", "accessTokenUrl": "t", "redirect_uri": "c",
            "clientId": "i", "clientSecret": "{{s}}", "client_authentication": "header", "scope": "x y",
            "addTokenTo": "queryParams",
          ]
        ]
      ),
    ] as [(String, [String], JSONValue)])
  func everyKindOfAuthIsRead(mode: String, pairs: [String], expected: JSONValue) throws {
    let block = pairs.map { "  " + $0 + "\n" }.joined()
    let auth = try document("get {\n  url: u\n  auth: \(mode)\n}\n\nauth:\(mode) {\n\(block)}")["auth"]
    #expect(auth == expected, "\(auth?.rendered() ?? "none")")
  }

  @Test(arguments: [
    ("get {\n  url: u\n", "a.bru:1: the block \"get\" is not closed"),
    ("get {\n  url: u\n}\n\nwhat is this", "a.bru:5: expected a block such as \"get {\", not \"what is this\""),
    ("get {\n  url: u\n}\n\ntoken: hush", "a.bru:5: expected a block such as \"get {\", not \"token:…\""),
    ("get {\n  url: u\n}\nheaders {\n  a\n}", "a.bru:5: expected \"name: value\", not \"a\""),
    ("vars:secret [\n  a", "a.bru:1: the list is not closed"), ("", "a.bru: it has no blocks"),
  ])
  func aSyntaxErrorHasItsLine(text: String, problem: String) {
    let source = ImportSource(Data(text.utf8), fileName: "a.bru")
    #expect(throws: ImportError(problem)) { try ImportFormat.bruno.read(source) }
  }

  @Test func aFileCutOffAnywhereIsReadOrHasAPosition() {
    let bytes = Data(Self.whole.utf8)
    for count in Seeds.places(in: 0..<bytes.count) {
      let source = ImportSource(bytes.prefix(count), fileName: "a.bru")
      do { _ = try ImportFormat.bruno.read(source) } catch { #expect(error.description.hasPrefix("a.bru:")) }
    }
  }
  @Test func whatOtherVersionsWroteIsRead() throws {
    let text = """
      // The oldest form
      query {
        apiKey: {{key}}
      }
      get {
        url: u
        auth: none
      }
      assert {
        $res.status: 200
        res.body.gone: eq undefined
        res.body.text: eq '"foo"'
        res.body.big.toString(): eq '1'
      }
      script:hooks {
        a();
      }
      statusCode {
        200
      }
      """
    let source = ImportSource(Data(text.utf8), fileName: "r.bru")
    let result = try ImportFormat.bruno.read(source)
    guard case .request(let request)? = result.collections.first?.items.first else { throw ImportError("none") }
    #expect(request.document["query"] == [["name": "apiKey", "value": "{{key}}"]])
    #expect(
      request.document["checks"] == [
        ["query": "status", "predicate": "equals", "value": 200],
        ["query": "jsonpath", "expression": "$.gone", "predicate": "exists", "not": true],
        ["query": "jsonpath", "expression": "$.text", "predicate": "equals", "value": "\"foo\"", "strict": true],
        [
          "query": "unsupported", "expression": "res.body.big.toString(): eq '1'",
          "x-bruno": [
            "assertion": ["name": "res.body.big.toString()", "value": "eq '1'", "enabled": true]
          ],
        ],
      ])
    #expect(
      result.notes.map(\.asText) == [
        "changed r: The script for hooks is only kept", "dropped r: Block \"statusCode\" is unknown",
        "dropped r: Assertion \"res.body.big.toString(): eq '1'\" has no equivalent, so it fails",
      ])
  }

  @Test func annotationsAreDescriptionsAndTypes() throws {
    let text = """
      headers {
        @description('''
          one
          two
        ''')
        a: 1
        @description("it's") b: 2
        @odd(1) c: 3
      }

      vars:pre-request {
        @number
        n: 5
        @object
        o: '''
          {"a": 1}
        '''
      }
      """
    let source = ImportSource(Data(text.utf8), fileName: "collection.bru")
    #expect(
      try ImportFormat.bruno.read(source).collections.first?.settings == [
        "variables": [["name": "n", "value": 5], ["name": "o", "value": ["a": 1]]],
        "headers": [
          ["name": "a", "value": "1", "description": "one\ntwo"], ["name": "b", "value": "2", "description": "it's"],
          ["name": "c", "value": "3", "x-bruno": ["annotations": [["name": "odd", "value": "1"]]]],
        ],
      ])
  }
}
