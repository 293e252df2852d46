import Foundation
import RequestModel
import Testing

@testable import Interchange

struct HurlReaderTests {
  @Test func everyPartOfAnEntryIsCarriedOver() throws {
    let result = try HurlText.read(
      """
      # Shop tests
      # (c) us

      # Search:
      # with all that there is
      GET https://{{host}}/search # trailing
      #X-Off: 1
      X-A: b c   # comment
      Accept\\u{2d}X: \\#1
      [Query]
      q: {{q}} x
      #off: 1
      [Options]
      location: true
      max-time: 500ms
      insecure: true
      retry: 3
      verbose: true
      variable: count=2
      HTTP/1.1 200
      Content-Type: text/html
      [Captures]
      token: xpath "string(//meta/@content)" redact
      id: header "Location" regex /a(\\d+)\\/x/ toInt
      [Asserts]
      xpath "//title" == "Hello \\"x\\" \\u{2708}"
      jsonpath "$.list" count == 3
      jsonpath "$.list" count > 3
      jsonpath "$.x" not exists
      header "Location" matches /^\\/a\\d/
      jsonpath "$.e" == {{expr}}
      bytes startsWith hex,efbbbf;
      jsonpath "$.f" isIsoDate
      jsonpath "$.n" != null
      `Hello`

      POST https://{{host}}/login
      [BasicAuth]
      bob: {{password}}
      [Form]
      user: toto
      id: {{newUuid}}
      n: {{randomInt 1 9}}
      """)
    let collection = try #require(result.collections.first)
    expect(
      collection,
      [
        "name": "file",
        "settings": ["docs": ["Shop tests", "(c) us"], "variables": [["name": "count", "value": 2]]],
        "items": [
          [
            "name": "Search", "method": "GET", "url": "https://{{host}}/search",
            "query": [["name": "q", "value": "{{q}} x"], ["name": "off", "value": "1", "off": true]],
            "headers": [
              ["name": "X-Off", "value": "1", "off": true], ["name": "X-A", "value": "b c"],
              ["name": "Accept-X", "value": "#1"],
            ],
            "options": ["timeout": .number(JSONNumber(text: "0.5")), "verifyTLS": false, "retries": 3],
            "docs": "with all that there is",
            "checks": [
              ["query": "version", "predicate": "equals", "value": "1.1", "x-hurl": ["version": true]],
              ["query": "status", "predicate": "equals", "value": 200],
              [
                "query": "header", "expression": "Content-Type", "predicate": "equals", "value": "text/html",
                "any": true,
              ],
              [
                "query": "xpath", "expression": "//title", "predicate": "equals", "value": "Hello \"x\" ✈",
                "x-hurlNumbers": true,
              ],
              [
                "query": "jsonpath", "expression": "$.list", "predicate": "equals", "value": 3, "strict": true,
                "x-filters": ["count"],
              ],
              [
                "query": "jsonpath", "expression": "$.list", "predicate": "greater", "value": 3, "strict": true,
                "x-filters": ["count"],
              ],
              ["query": "jsonpath", "expression": "$.x", "predicate": "exists", "not": true],
              ["query": "header", "expression": "Location", "predicate": "matches", "value": "^/a\\d"],
              [
                "query": "jsonpath", "expression": "$.e", "predicate": "equals", "value": "{{expr}}",
                "x-hurl": ["value": "{{expr}}"],
              ],
              ["query": "bytes", "predicate": "startsWith", "value": ["hex": "efbbbf"]],
              ["query": "jsonpath", "expression": "$.f", "predicate": "isType", "value": "isoDate"],
              [
                "query": "jsonpath", "expression": "$.n", "predicate": "equals", "value": .null, "not": true,
                "strict": true,
              ],
              ["query": "body", "predicate": "equals", "value": "Hello", "x-hurl": ["body": true]],
            ],
            "captures": [
              [
                "name": "token", "query": "xpath", "expression": "string(//meta/@content)", "secret": true,
                "x-hurlNumbers": true,
              ],
              [
                "name": "id", "query": "header", "expression": "Location",
                "x-filters": ["regex /a(\\d+)\\/x/", "toInt"],
              ],
            ],
            "x-hurl": ["options": [["name": "verbose", "value": "true"]]],
          ],
          [
            "name": "POST /login", "method": "POST", "url": "https://{{host}}/login",
            "body": [
              "form": [
                ["name": "user", "value": "toto"], ["name": "id", "value": "{{$guid}}"],
                ["name": "n", "value": "{{$randomInt}}"],
              ]
            ],
            "auth": ["basic": ["username": "bob", "password": "{{password}}"]],
            "options": ["followRedirects": false],
          ],
        ],
      ])
    #expect(
      result.notes == [
        InterchangeNote(.changed, ["POST /login"], "{{randomInt 1 9}} became {{$randomInt}}")
      ])
  }

  @Test(
    arguments: [
      ("{\"a\":[1,{},{\"b\":\"}\"}]}", ["json": ["a": [1, [:], ["b": "}"]]]]),
      (
        "{\n  \"a\": [1, {}]\n}", ["text": ["{", "  \"a\": [1, {}]", "}"], "type": "application/json"]
      ),
      (
        "{\"a\": {{n}}, \"b\": {\"c\":{{n}}}}",
        ["text": "{\"a\": {{n}}, \"b\": {\"c\":{{n}}}}", "type": "application/json"]
      ),
      ("[]", ["json": []]), ("\"text\"", ["json": "text"]), ("-1.5e3", ["json": .number(JSONNumber(text: "-1.5e3"))]),
      ("<a b=\">\"><c/><!-- > --></a>", ["text": "<a b=\">\"><c/><!-- > --></a>", "type": "application/xml"]),
      (
        "<?xml version=\"1.0\"?>\n<a>\n<b>1</b></a>",
        ["text": ["<?xml version=\"1.0\"?>", "<a>", "<b>1</b></a>"], "type": "application/xml"]
      ),
      ("```json\n{\"a\":1}\n```", ["text": ["{\"a\":1}", ""], "type": "application/json"]),
      ("```xml\n<a/>\n```", ["text": ["<a/>", ""], "type": "application/xml"]),
      (
        "```graphql\nquery { a }\n\nvariables {\"x\": 1}\n```",
        ["graphql": ["query": "query { a }", "variables": ["x": 1]]]
      ),
      ("file,a\\ b.bin;", ["file": "a b.bin"]), ("base64,aGVs\nbG8=;", ["text": "hello"]),
      ("hex,68656c6c6f;", ["text": "hello"]), ("`a\\tb {{c}}`", ["text": "a\tb {{c}}"]),
      ("```\na\n  b\n```", ["text": ["a", "  b", ""]]), ("```one```", ["text": "one"]),
      ("```escape,novariable\n\\u{e9} {{x}}```", ["text": "é {{'{{'}}x}}"]),
      (
        "[Multipart]\nf: file,d/a\\;b.txt; text/plain\ng: 1 # x\nh: file,c.bin;",
        [
          "multipart": [
            ["name": "f", "file": "d/a;b.txt", "type": "text/plain"], ["name": "g", "value": "1"],
            ["name": "h", "file": "c.bin"],
          ]
        ]
      ),
    ] as [(String, JSONValue)])
  func everyBodyIsRead(body: String, expected: JSONValue) throws {
    let request = try HurlText.request("POST https://a.example\n\(body)\nHTTP *\n")
    #expect(request["body"] == expected, "\(request["body"]?.rendered() ?? "none")")
    _ = try SavedRequest(document: request)
  }

  @Test(arguments: ["hex,fffe00;", "base64,//4A;"])
  func anEntryWithBytesThatAreNotTextIsAnError(body: String) throws {
    let source = ImportSource(
      Data("POST https://a.example/a\n\(body)\nHTTP 200\n\nGET https://a.example/b\n".utf8), fileName: "a.hurl")
    let problem =
      "Body: the bytes of \(body.dropLast()) are not text — put them into a file and write file,NAME; in their place"
    let result = try ImportFormat.hurl.read(source)
    #expect(result.collections[0].items.map(\.name) == ["GET /b"])
    #expect(result.notes == [InterchangeNote(.failed, ["POST /a"], problem)])
    // In a run, it is a request that fails.
    let run = try ImportFormat.hurl.readToSend(source)
    let unreadable = PortableRequest(name: "POST /a", unreadable: problem)
    #expect(run.collections[0].items.map(\.name) == ["POST /a", "GET /b"])
    #expect(run.collections[0].items.first == .request(unreadable) && run.notes == [])
  }

  @Test func graphQLInAResponseIsTheJSONThatItIsSentAs() throws {
    let request = try HurlText.request(
      """
      POST https://a.example
      HTTP 200
      [Asserts]
      body == ```graphql
      { a(b: "c") }
      ```
      ```graphql
      query Q($x: Int) { a }
      variables {"x": {{x}}}
      ```
      """)
    #expect(
      request["checks"] == [
        ["query": "status", "predicate": "equals", "value": 200],
        ["query": "body", "predicate": "equals", "value": #"{"query":"{ a(b: \"c\") }"}"#],
        [
          "query": "body", "predicate": "equals",
          "value": #"{"query":"query Q($x: Int) { a }","variables":{"x": {{x}}}}"#, "x-hurl": ["body": true],
        ],
      ])
  }

  @Test func namesAndNumbersHaveTheValuesThatTheRequestGivesToVariables() throws {
    let result = try HurlText.read(
      """
      GET https://a.example/one
      [Options]
      variable: key=token
      variable: wait = 250
      variable: on=true
      location: {{on}}
      delay: {{wait}}
      retry: {{unknown}}
      HTTP 200
      [Captures]
      {{key}}: body
      {{other}}: body
      """)
    let request = HTTPText.document(result.collections[0].items[0])
    #expect(request["captures"] == [["name": "token", "query": "body"]])
    #expect(request["options"] == nil && request["x-delay"] == .number(JSONNumber(text: "0.25")))
    #expect(
      result.notes == [
        InterchangeNote(
          .changed, ["GET /one"], "location: {{on}} is true, the value that the request gives it"),
        InterchangeNote(.changed, ["GET /one"], "delay: {{wait}} is 250, the value that the request gives it"),
        InterchangeNote(.dropped, ["GET /one"], "retry: {{unknown}}: an option that depends on a variable"),
        InterchangeNote(.dropped, ["GET /one"], "The capture {{other}}: its name depends on a variable"),
      ])
  }

  /// Each one would double the text.
  @Test func valuesOfVariablesAreNotFilledInThemselves() throws {
    let variables = (0..<60).map { "variable: v\($0)={{v\($0 + 1)}}{{v\($0 + 1)}}" }.joined(separator: "\n")
    let result = try HurlText.read("GET https://a.example/one\n[Options]\n\(variables)\ndelay: {{v0}}\n")
    #expect(
      result.notes.contains(
        InterchangeNote(.changed, ["GET /one"], "delay: {{v0}} is {{v1}}{{v1}}, the value that the request gives it")))
  }

  @Test func everyOptionHasAPlaceOrIsNamed() throws {
    let result = try HurlText.read(
      """
      GET https://a.example
      [Options]
      aws-sigv4: aws:amz:eu-central-1:sts
      user: key:secret
      cacert: ca.pem
      cert: client.pem:pass:word
      key: client.key
      connect-to: example.com:443:example.net:8443
      connect-timeout: 2m
      header: X-Key: a b
      http2-prior-knowledge: true
      ipv4: false
      ipv6: true
      limit-rate: 1000
      location-trusted: true
      max-redirs: -1
      netrc-file: logins.txt
      netrc-optional: true
      pinnedpubkey: "sha256//a=;sha256//b="
      proxy: http://proxy.example
      resolve: example.com:443:127.0.0.1
      unix-socket: s.sock
      delay: 1s
      skip: {{skip}}
      compressed: true
      """)
    let request = HTTPText.document(result.collections[0].items[0])
    #expect(
      request["options"] == [
        "caBundle": "ca.pem", "clientCertificate": "client.pem", "clientPassphrase": "{{imported-clientPassphrase}}",
        "clientKey": "client.key", "connectTo": [["name": "example.com:443", "value": "example.net:8443"]],
        "connectTimeout": 120, "http": "2-prior-knowledge", "ipVersion": "6", "rateLimit": 1000,
        "followAuthorization": true, "maxRedirects": 10000, "netrcFile": "logins.txt", "netrc": true,
        "pinnedKeys": "sha256//a=;sha256//b=", "proxy": "http://proxy.example",
        "resolve": [["name": "example.com:443", "value": "127.0.0.1"]], "unixSocket": "s.sock",
      ], "\(request["options"]?.rendered() ?? "")")
    #expect(
      request["auth"] == [
        "awsv4": [
          "accessKey": "key", "secretKey": "{{imported-secretKey}}", "region": "eu-central-1", "service": "sts",
        ]
      ])
    #expect(request["headers"] == [["name": "X-Key", "value": "a b"]])
    #expect(result.notes.map(\.text) == ["skip: {{skip}}"])
    #expect(request["x-delay"] == 1)
    _ = try SavedRequest(document: request)
  }

  @Test func entriesToSendAreSkippedAndRepeatedAsTheirOptionsSay() throws {
    let text = """
      GET https://a.example/skipped
      [Options]
      skip: true

      GET https://a.example/repeated
      [Options]
      repeat: 3

      GET https://a.example/last
      """
    let source = ImportSource(Data(text.utf8), fileName: "a.hurl")
    let sent = try ImportFormat.hurl.readToSend(source)
    let urls = sent.collections[0].items.compactMap { item in
      if case .request(let request) = item { request.document["url"]?.string } else { nil }
    }
    #expect(urls == Array(repeating: "https://a.example/repeated", count: 3) + ["https://a.example/last"])
    #expect(sent.notes == [InterchangeNote(.dropped, ["GET /skipped"], "It is skipped")])
    let kept = try ImportFormat.hurl.read(source)
    #expect(kept.collections[0].items.count == 3)
    #expect(kept.notes.map(\.text) == ["skip: true", "repeat: 3"])
  }

  @Test(arguments: ["{ \"b\": 1.0,   \"a\": [1, 2] }", "```json\n{ \"a\": 1 }\n```"])
  func jsonKeepsItsBytes(body: String) throws {
    let source = ImportSource(Data("POST https://a.example/x\n\(body)\nHTTP 200\n".utf8), fileName: "a.hurl")
    let text = body.replacingOccurrences(of: "```json\n", with: "").replacingOccurrences(of: "\n```", with: "\n")
    for result in [try ImportFormat.hurl.readToSend(source), try ImportFormat.hurl.read(source)] {
      let read = HTTPText.document(result.collections[0].items[0])["body"]?.object
      #expect(read?["text"]?.linesText == text)
      #expect(read?["type"] == "application/json")
    }
  }

  @Test func anOptionThatDependsOnAVariableIsNamed() throws {
    let text = "GET https://a.example/x\n[Options]\nretry: 3\nretry-interval: {{i}}\nmax-time: soon\n"
    let result = try ImportFormat.hurl.read(ImportSource(Data(text.utf8), fileName: "a.hurl"))
    #expect(
      result.notes == [
        InterchangeNote(
          .dropped, ["GET /x"], "retry-interval: {{i}}: an option that depends on a variable"),
        InterchangeNote(.dropped, ["GET /x"], "max-time: soon: its value is not understood"),
      ])
    guard case .request(let request)? = result.collections.first?.items.first else { return }
    #expect(request.document["options"] == ["retries": 3])
  }

  @Test func aValueIsComparedWithItsType() throws {
    let checks: [(String, Bool)] = [
      ("jsonpath \"$.a\" == \"5\"", true), ("jsonpath \"$.a\" toInt < 6", true), ("jsonpath \"$.a\" == {{a}}", false),
      ("header \"A\" == \"5\"", false), ("jsonpath \"$.a\" exists", false), ("header \"A\" == 5", true),
      ("header \"A\" > 5", true), ("header \"A\" toInt > 5", false), ("url != null", true), ("status == 200", false),
      ("status == \"200\"", true), ("body == hex,00;", false), ("header \"A\" == {{a}}", false),
    ]
    for (text, isStrict) in checks {
      var scanner = HurlScanner(text)
      #expect((try scanner.check()["strict"] == true) == isStrict, "\(text)")
    }
  }

  @Test func everyPredicateAndQueryIsRead() throws {
    let predicates: [(String, JSONObject)] = [
      ("== true", ["predicate": "equals", "value": true, "strict": true]),
      ("equals 1.0", ["predicate": "equals", "value": .number(JSONNumber(text: "1.0")), "strict": true]),
      ("notEquals \"a\"", ["predicate": "equals", "value": "a", "not": true]),
      (">= -2", ["predicate": "greaterOrEqual", "value": -2, "strict": true]),
      ("<= 5", ["predicate": "lessOrEqual", "value": 5, "strict": true]),
      ("startsWith \"a\"", ["predicate": "startsWith", "value": "a"]),
      ("endsWith base64,YQ==;", ["predicate": "endsWith", "value": ["base64": "YQ=="]]),
      ("includes \"a\"", ["predicate": "contains", "value": "a"]),
      ("not contains \"a\"", ["predicate": "contains", "value": "a", "not": true]),
      ("isEmpty", ["predicate": "isEmpty"]),
      ("isUuid", ["predicate": "isType", "value": "uuid"]),
      ("not isString", ["predicate": "isType", "value": "string", "not": true]),
      ("== file,a.bin;", ["predicate": "equals", "value": ["file": "a.bin"]]),
      ("countEquals 2", ["predicate": "equals", "value": 2, "x-filters": ["count"]]),
      ("matches \"\\\\d+\"", ["predicate": "matches", "value": "\\d+"]),
      ("== `x`", ["predicate": "equals", "value": "x"]),
    ]
    for (text, expected) in predicates {
      var scanner = HurlScanner("body " + text)
      let check = try scanner.check()
      #expect(
        check == JSONObject(members: [JSONMember(key: JSONString("query"), value: "body")] + expected.members),
        "\(text)")
      #expect(scanner.isAtEnd)
    }
    for (name, takesText) in HurlScanner.queries {
      var scanner = HurlScanner(name + (takesText ? " \"x\"" : "") + " exists")
      #expect(try scanner.check()["query"] == .string(name))
    }
  }

  @Test func anEntryWithAnErrorDoesNotStopTheOthers() throws {
    let result = try HurlText.read(
      "GET https://a.example/1\n\nGET https://a.example/2\n[Unknown]\nx: 1\n\nGET https://a.example/3\nHTTP 200\n[Asserts]\nnothing == 1\n\n"
        + "GET https://a.example/4\n")
    #expect(result.collections[0].items.map(\.name) == ["GET /1", "GET /4"])
    #expect(
      result.notes == [
        InterchangeNote(.failed, ["GET /2"], "Line 4, column 1: [Unknown] is not a section"),
        InterchangeNote(.failed, ["GET /3"], "Line 10, column 1: \"nothing\" is not a query"),
      ])
    #expect(throws: ImportError("Line 1, column 1: a method in upper case and a URL expected")) {
      try HurlText.read("get https://a.example\n")
    }
  }

  @Test func contentTellsHurlFromOtherFiles() {
    func format(_ text: String, _ name: String? = nil) -> String? {
      ImportFormat.of(ImportSource(Data(text.utf8), fileName: name))?.name
    }
    #expect(format("GET https://a.example\nHTTP 200\n") == "hurl")
    #expect(format("# x\nGET https://a.example\n[Options]\nlocation: true\n") == "hurl")
    #expect(format("GET https://a.example\n\n{}\n") == "http")
    #expect(format("### a\nGET https://a.example\nHTTP/1.1: x\n") == "http")
    #expect(format("", "a.hurl") == "hurl")
    #expect(format("curl https://a.example\n") == "curl")
    #expect(format("just text\n") == nil)
  }

  @Test func noPrefixOfAFileCrashes() {
    let text = """
      # n
      POST https://{{h}}/a
      A\\u{2d}: b \\# c
      [Query]
      a: {{b}}
      [Multipart]
      f: file,a\\ b; text/plain
      [Options]
      max-time: 5s
      HTTP/1.1 200
      A: b
      [Captures]
      c: jsonpath "$.\\"x" nth 1 redact
      [Asserts]
      body regex /a\\/b/ == "x{{y}}"
      bytes == hex,00ff;
      ```json,escape
      {"a": {{b}}}
      ```

      PUT http://a
      <a b='c'><![CDATA[<]]></a>
      HTTP *
      base64,YQ==;
      """
    let bytes = Array(text.utf8)
    for count in 0...bytes.count {
      _ = try? ImportFormat.hurl.read(ImportSource(Data(bytes[..<count]), fileName: "a.hurl"))
    }
  }

  @Test func deepAndLongFilesAreRead() throws {
    let many = String(repeating: "# a\n# b\nGET https://a.example/{{x}}\nA: b\n{\"a\":1}\nHTTP 200\n\n", count: 1_000)
    #expect(try HurlText.read(many).collections[0].items.count == 1_000)
    let comments = String(repeating: "# comment\n", count: 10_000)
    _ = try HurlText.read("GET https://a.example\n" + comments)
    let nested = String(repeating: "[{\"a\":", count: 50_000)
    #expect(throws: ImportError.self) { try HurlText.read("POST https://a.example\n" + nested) }
    #expect(throws: ImportError.self) {
      try HurlText.read("POST https://a.example\n" + String(repeating: "<a>", count: 50_000))
    }
  }
}

/// Reads Hurl files in tests.
enum HurlText {
  static func read(_ text: String) throws -> ImportResult {
    try ImportFormat.hurl.read(ImportSource(Data(text.utf8), fileName: "file.hurl"))
  }

  /// The document of the only request.
  static func request(_ text: String) throws -> JSONObject {
    let items = try read(text).collections[0].items
    guard items.count == 1 else { throw ImportError("\(items.count) requests") }
    return HTTPText.document(items[0])
  }
}
