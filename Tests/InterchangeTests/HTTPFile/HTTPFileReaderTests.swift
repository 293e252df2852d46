import Foundation
import RequestModel
import Testing

@testable import Interchange

struct HTTPFileReaderTests {
  @Test func anAssertionMayFollowTheRequestLine() throws {
    let text = "GET https://a.example/x\n?? status == 200\n\n###\nGET https://a.example/y\n  ?a=1\n?? status == 201\n"
    let result = try ImportFormat.http.read(ImportSource(Data(text.utf8), fileName: "a.http"))
    let requests = result.collections[0].items.compactMap { item in
      if case .request(let request) = item { request.document } else { nil }
    }
    #expect(requests.map { $0["url"] } == ["https://a.example/x", "https://a.example/y"])
    #expect(
      requests.map { $0["checks"] } == [
        [["query": "status", "predicate": "equals", "value": 200]],
        [["query": "status", "predicate": "equals", "value": 201]],
      ])
  }

  @Test func everyPartOfARequestIsCarriedOver() throws {
    let result = try HTTPText.read(
      """
      @host = api.example.com:{{port}}
      @port = 8080
      @key = {{$dotenv API_KEY}}

      ### Sign in
      # @name login
      # Returns the token.
      POST https://{{host}}/auth/login HTTP/1.1
      Content-Type: application/json
      X-Trace: a:b
      # X-Debug: 1

      {
        "user": "{{$processEnv USER_NAME}}", "n": {{$randomInt 1 10}}
      }

      > {%
        client.global.set("token", response.body.token);
        client.log("{{x}}");
      %}
      ?? status == 200
      ?? header content-type contains json
      ?? js response.parsedBody.x == 1

      ###

      # @no-redirect
      # @no-cookie-jar
      # @timeout 500 ms
      # @connection-timeout 2 m
      # @tag smoke, slow
      # @prompt code One-time code
      # @note really?
      GET https://{{host}}/items
          ?page=2
          &q=a%20b
      # &debug=1
      Authorization: Bearer {{login.response.body.$.token}}
      X-Id: {{login.response.headers.X-Request-Id}}
      X-Code: {{code}}
      """)
    let collection = try #require(result.collections.first)
    expect(
      collection,
      [
        "name": "file",
        "settings": [
          "variables": [
            ["name": "host", "value": "api.example.com:{{port}}"], ["name": "port", "value": "8080"],
            ["name": "key", "fromDotenv": ".env", "key": "API_KEY"],
            ["name": "USER_NAME", "fromEnvironment": "USER_NAME"], ["name": "code", "prompt": "One-time code"],
          ]
        ],
        "items": [
          [
            "name": "login", "method": "POST", "url": "https://{{host}}/auth/login",
            "headers": [["name": "X-Trace", "value": "a:b"], ["name": "X-Debug", "value": "1", "off": true]],
            "body": [
              "text": ["{", "  \"user\": \"{{USER_NAME}}\", \"n\": {{$randomInt 1 10}}", "}"],
              "type": "application/json",
            ],
            "docs": ["Sign in", "Returns the token."],
            "scripts": [
              "postResponse": [
                "  client.global.set(\"token\", response.body.token);", "  client.log(\"{{x}}\");",
              ]
            ],
            "checks": [
              ["query": "status", "predicate": "equals", "value": 200],
              ["query": "header", "expression": "content-type", "predicate": "contains", "value": "json"],
              ["query": "unsupported", "expression": "js response.parsedBody.x == 1"],
            ],
            "x-http": ["scripts": "httpyac"],
          ],
          [
            "name": "GET /items", "method": "GET", "url": "https://{{host}}/items",
            "query": [
              ["name": "page", "value": "2"], ["name": "q", "value": "a b"],
              ["name": "debug", "value": "1", "off": true],
            ],
            "headers": [
              ["name": "X-Id", "value": "{{response \"login\" header=\"X-Request-Id\"}}"],
              ["name": "X-Code", "value": "{{code}}"],
            ],
            "auth": ["bearer": ["token": "{{response \"login\" \"$.token\"}}"]],
            "options": [
              "followRedirects": false, "timeout": .number(JSONNumber(text: "0.5")), "connectTimeout": 120,
              "cookies": false,
            ],
            "tags": ["smoke", "slow"], "x-http": ["metadata": ["@note really?"]],
          ],
        ],
      ])
    #expect(
      result.notes == [
        InterchangeNote(.dropped, ["login"], "?? js response.parsedBody.x == 1: there is no such check, so it fails"),
        InterchangeNote(.dropped, ["GET /items"], "@note really?: nothing is asked before it is sent"),
        InterchangeNote(.dropped, [], "The file .env is not copied: put it into the collection's folder"),
      ])
  }

  @Test(
    arguments: [
      ("GET https://a.example/b?c=%20d&e", ["method": "GET", "url": "https://a.example/b?c=%20d&e"]),
      ("https://a.example", ["method": "GET", "url": "https://a.example"]),
      ("a.example/b", ["method": "GET", "url": "http://a.example/b"]),
      ("delete localhost:8080/x HTTP/1.1", ["method": "DELETE", "url": "http://localhost:8080/x"]),
      ("GET /b\nHost: a.example:8443", ["method": "GET", "url": "https://a.example:8443/b"]),
      ("GET /b\nHost: {{h}}", ["method": "GET", "url": "{{h}}/b"]),
      ("GET /b", ["method": "GET", "url": "{{host}}/b"]),
      ("OPTIONS * HTTP/1.1\nHost: http://a.example", ["method": "OPTIONS", "url": "http://a.example"]),
      ("FROBNICATE https://a.example", ["method": "FROBNICATE", "url": "https://a.example"]),
      ("GET {{base}}/x y", ["method": "GET", "url": "{{base}}/x y"]),
      ("GET https://a.example\n    /b\n    /c", ["method": "GET", "url": "https://a.example/b/c"]),
      ("GET https://a.example\n  ?x=a:b\n  &y={{z}}", ["method": "GET", "url": "https://a.example?x=a:b&y={{z}}"]),
      (
        "GET https://a.example\n  ?x={{y}}\n  &z",
        ["method": "GET", "url": "https://a.example", "query": [["name": "x", "value": "{{y}}"], ["name": "z"]]]
      ),
      (
        "GET https://a.example\n  ?x=a b",
        ["method": "GET", "url": "https://a.example", "query": [["name": "x", "value": "a b"]]]
      ),
      ("GET https://a.example HTTP/2", ["method": "GET", "url": "https://a.example", "options": ["http": "2"]]),
      (
        "GET https://a.example HTTP/2 (Prior Knowledge)",
        ["method": "GET", "url": "https://a.example", "options": ["http": "2-prior-knowledge"]]
      ),
      (
        "GET unix:/var/run/docker.sock:/containers/json",
        [
          "method": "GET", "url": "http://localhost/containers/json", "options": ["unixSocket": "/var/run/docker.sock"],
        ]
      ),
      ("GET a.example:443/x?u=http://b", ["method": "GET", "url": "https://a.example:443/x?u=http://b"]),
      (
        "GET https://a.example\nX-A: 1\n  2\n",
        ["method": "GET", "url": "https://a.example", "headers": [["name": "X-A", "value": "1 2"]]]
      ),
      ("GET https://a.example\n\n# GET https://b.example", ["method": "GET", "url": "https://a.example"]),
    ] as [(String, JSONValue)])
  func everyFormOfARequestLineIsRead(text: String, expected: JSONValue) throws {
    let request = try HTTPText.request(text)
    #expect(request == expected, "\(request.rendered())")
  }

  @Test(
    arguments: [
      ("Basic me pa ss", ["basic": ["username": "me", "password": "pa ss"]]),
      ("Basic me:pa:ss", ["basic": ["username": "me", "password": "pa:ss"]]),
      ("Basic {{user}}:{{pw}}", ["basic": ["username": "{{user}}", "password": "{{pw}}"]]),
      ("Basic bWU6cGE6c3M=", ["basic": ["username": "me", "password": "pa:ss"]]),
      ("Digest me pass", ["digest": ["username": "me", "password": "pass"]]),
      ("Bearer {{ token }}", ["bearer": ["token": "{{ token }}"]]),
      (
        "AWS id key token:t region: eu-west-1 service:s3",
        [
          "awsv4": [
            "accessKey": "id", "secretKey": "key", "sessionToken": "t", "region": "eu-west-1", "service": "s3",
          ]
        ]
      ),
      ("NTLM me pass domain", ["ntlm": ["username": "me", "password": "pass", "domain": "domain"]]),
      (
        "openid client_credentials shop",
        [
          "oauth2": [
            "grant_type": "client_credentials", "accessTokenUrl": "{{shop_tokenEndpoint}}",
            "clientId": "{{shop_clientId}}", "clientSecret": "{{shop_clientSecret}}",
          ]
        ]
      ),
      ("Basic {{whole}}", nil), ("Token abc", nil), ("Custom", nil),
    ] as [(String, JSONValue?)])
  func authorizationIsRead(header: String, expected: JSONValue?) { #expect(HTTPFileAuth.read(header) == expected) }

  @Test(
    arguments: [
      ("application/json", "// note\n{\"a\":1.0}", ["json": ["a": .number(JSONNumber(text: "1.0"))]]),
      (
        "application/json", "{\n  // note\n  \"a\": 1.0\n}",
        ["text": ["{", "  \"a\": 1.0", "}"], "type": "application/json"]
      ),
      ("application/json", "{\"a\": }", ["text": "{\"a\": }", "type": "application/json"]),
      ("text/markdown", "# Title\n\nText\n", ["text": ["# Title", "", "Text"], "type": "text/markdown"]),
      ("application/xml", "< ./a b.xml", ["file": "./a b.xml", "type": "application/xml"]),
      (
        "application/x-www-form-urlencoded", "a = 1 &\nb=x+y%26\n&c={{d}}",
        [
          "form": [
            ["name": "a", "value": "1"], ["name": "b", "value": "x y&"], ["name": "c", "value": "{{d}}"],
          ]
        ]
      ),
      (
        "multipart/form-data; boundary=\"X y\"",
        """
        --X y
        Content-Disposition: form-data; name="text"

        Hello

        World
        --X y
        Content-Disposition: form-data; name="f"; filename="other.png"
        Content-Type: image/png

        < ./dir/1.png
        --X y
        Content-Disposition: form-data; name="j"
        Content-Type: application/json

        {"a": "{{b}}"}
        --X y--
        """,
        [
          "multipart": [
            ["name": "text", "value": "Hello\n\nWorld"],
            ["name": "f", "file": "./dir/1.png", "type": "image/png", "filename": "other.png"],
            ["name": "j", "value": "{\"a\": \"{{b}}\"}", "type": "application/json"],
          ]
        ]
      ),
      (
        "application/json", "query q($n: Int) {\n  a(n: $n)\n}\n\n{ \"n\": 5 }",
        ["graphql": ["query": ["query q($n: Int) {", "  a(n: $n)", "}"], "variables": ["n": 5]]]
      ),
    ] as [(String, String, JSONValue)])
  func everyBodyIsRead(type: String, body: String, expected: JSONValue) throws {
    let request = try HTTPText.request("POST https://a.example\nContent-Type: \(type)\n\n\(body)")
    #expect(request.object?["body"] == expected, "\(request.rendered())")
    #expect(request.object?["headers"] == nil)
  }

  @Test func aTabMayBeBeforeTheValueOfAHeader() throws {
    let request = try HTTPText.request("GET https://a.example\n  X-A:\tv\n# X-Off:\tw\n")
    #expect(
      request.object?["headers"] == [
        ["name": "X-A", "value": "v"], ["name": "X-Off", "value": "w", "off": true],
      ])
  }

  @Test func aContentTypeThatSaysMoreThanTheBodyStaysAHeader() throws {
    let request = try HTTPText.request(
      "POST https://a.example\nContent-Type: application/json; charset=utf-8\n\n{\"a\":1}")
    #expect(
      request == [
        "method": "POST", "url": "https://a.example",
        "headers": [["name": "Content-Type", "value": "application/json; charset=utf-8"]], "body": ["json": ["a": 1]],
      ])
  }

  @Test func requestsNeedNoSeparatorAndCommentsAboveBelongToThem() throws {
    let result = try HTTPText.read(
      """
      GET https://a.example/1

      # @name second
      POST https://a.example/2

      a=1


      {{
        console.log(1);
      }}

      PUT https://a.example/3
      Content-Type: multipart/mixed; boundary=x

      --x
      Content-Type: application/http

      GET /inner HTTP/1.1
      --x--
      """)
    let items = result.collections[0].items
    #expect(items.map(\.name) == ["GET /1", "second", "PUT /3"])
    #expect(HTTPText.document(items[1])["body"] == ["text": "a=1"])
    #expect(HTTPText.document(items[1])["scripts"] == ["postResponse": "  console.log(1);"])
    #expect(HTTPText.document(items[2])["body"]?.object?["text"]?.array?.count == 5)
  }

  @Test func aResponseBelowItsRequestIsAnExample() throws {
    let result = try HTTPText.read(
      """
      /*
      # About
      */
      GET https://a.example/1 HTTP/1.1

      HTTP/1.1 200 - OK
      content-type: application/json

      {
        "a": 1
      }

      ###
      DELETE https://a.example/2

      /* not
      yet */

      HTTP/1.1 204
      """)
    let items = result.collections[0].items.map(HTTPText.document)
    #expect(
      items[0] == [
        "method": "GET", "url": "https://a.example/1", "docs": "# About",
        "examples": [
          [
            "name": "200 OK", "status": 200, "reason": "OK",
            "headers": [["name": "content-type", "value": "application/json"]], "body": ["{", "  \"a\": 1", "}"],
          ]
        ],
      ], "\(JSONValue.object(items[0]).rendered())")
    #expect(
      items[1] == [
        "method": "DELETE", "url": "https://a.example/2", "docs": ["not", "yet"],
        "examples": [["name": "204", "status": 204]],
      ])
  }

  @Test func whatIsNoRequestIsNamedWithItsLine() throws {
    let result = try HTTPText.read(
      "import other.http\n### a\nsome words\nmore\n\nGET https://a.example\n\n@x = 1\n### b\nWEBSOCKET wss://a.example\n\nhello\n\n### c\n"
        + "curl -X PUT https://a.example/c -d x=1\n")
    #expect(result.collections[0].items.map(\.name) == ["a", "b", "c"])
    #expect(result.collections[0].settings == ["variables": [["name": "x", "value": "1"]]])
    #expect(
      result.notes == [
        InterchangeNote(.dropped, [], "import other.http: import that file too"),
        InterchangeNote(.failed, ["a"], "Line 3 is not a request line: some words"),
      ])
  }

  @Test func filesAreReadOnlyBesideTheSource() throws {
    let files = SourceFiles([
      "body.json": Data("{\"n\": \"{{n}}\"}\n".utf8), "after.js": Data("done();\n".utf8),
      "old.200.json": Data("[]".utf8), "q.gql": Data("query { a }\n".utf8),
    ])
    let text = """
      POST https://a.example
      Content-Type: application/json

      <@ ./body.json

      > ./after.js
      <> ./old.200.json

      ###
      POST https://a.example
      Content-Type: application/json

      gql q < ./q.gql

      > ../outside.js
      """
    let result = try ImportFormat.http.read(ImportSource(Data(text.utf8), fileName: "a.http", files: files))
    let items = result.collections[0].items.map(HTTPText.document)
    #expect(items[0]["body"] == ["text": "{\"n\": \"{{n}}\"}", "type": "application/json"])
    #expect(items[0]["scripts"] == ["postResponse": "done();"])
    #expect(items[0]["examples"] == [["name": "./old.200.json", "status": 200, "body": "[]"]])
    #expect(items[1]["body"] == ["graphql": ["query": "query { a }"]])
    #expect(
      result.notes == [
        InterchangeNote(
          .dropped, ["POST a.example"], "Script ../outside.js: it is outside of the source's folder, or hidden")
      ])
  }

  @Test func scriptsOfASingleFileAreReadFromTheFilesAroundIt() throws {
    let text = "< ./before.js\nGET https://a.example\n\n> ./sub/after.js\n\n###\nGET https://b.example\n\n> ./none.js\n"
    var source = ImportSource(Data(text.utf8), fileName: "a.http")
    let found: [String: SentFiles.Found] = [
      "before.js": .bytes(Array("first();".utf8)), "sub/after.js": .bytes(Array("done();".utf8)),
    ]
    source.joinedFiles = SentFiles(folder: "/h") { path, _ in found[path] ?? .missing }
    let result = try ImportFormat.http.read(source)
    let scripts = result.collections[0].items.map { HTTPText.document($0)["scripts"] }
    #expect(scripts == [["preRequest": "first();", "postResponse": "done();"], nil])
    #expect(
      result.notes == [InterchangeNote(.dropped, ["GET b.example"], "Script ./none.js: the file is not there")])
  }

  @Test(arguments: [
    ("a=\n< ./none.txt", "Body: the file ./none.txt, which is joined with other text: the file is not there"),
    ("gql q < ./q.gql", "GraphQL: the query in ./q.gql: the file is not there"),
  ])
  func aRequestThatIsSentAtOnceIsNotSentWithoutAPartOfItsBody(body: String, problem: String) throws {
    var source = ImportSource(Data("POST https://a.example\n\n\(body)\n".utf8), fileName: "a.http")
    source.joinedFiles = SentFiles(folder: "/h") { _, _ in .missing }
    let result = try ImportFormat.http.readToSend(source)
    #expect(HTTPText.document(result.collections[0].items[0])["x-unreadable"] == .string(problem))
    #expect(result.notes == [])
  }

  @Test func aRequestThatIsSentAtOnceIsNotSentWithoutItsScript() throws {
    let text = "GET https://a.example\n\n> ./none.js\n"
    var source = ImportSource(Data(text.utf8), fileName: "a.http")
    func problem() throws -> JSONValue? {
      let result = try ImportFormat.http.readToSend(source)
      #expect(result.notes == [])
      return HTTPText.document(result.collections[0].items[0])["x-unreadable"]
    }
    #expect(try problem() == "Script ./none.js: there is no permission to read it — pass --allow-files")
    source.joinedFiles = SentFiles(folder: "/h") { _, _ in .missing }
    #expect(try problem() == "Script ./none.js: the file is not there")
  }

  @Test func aFolderBecomesACollectionWithItsEnvironments() throws {
    let files = SourceFiles([
      "auth/login.http": Data("# @name token\nPOST https://{{host}}/token\n".utf8),
      "items.rest": Data("@size = 5\nGET https://{{host}}/items?size={{size}}\n".utf8),
      "http-client.env.json": Data(
        #"{"dev":{"host":"localhost","n":5,"SSLConfiguration":{"verifyHostCertificate":false}},"$shared":{"v":"1"}}"#
          .utf8),
      "http-client.private.env.json": Data(#"{"dev":{"password":"s3cret"}}"#.utf8),
    ])
    let source = ImportSource(folder: files, name: "shop")
    let format = try #require(ImportFormat.of(source))
    let result = try format.read(source)
    #expect(format.name == "http")
    let collection = result.collections[0]
    expect(
      collection,
      [
        "name": "shop", "settings": [:],
        "items": [
          [
            "name": "auth", "settings": [:],
            "items": [
              [
                "name": "login", "settings": [:],
                "items": [["name": "token", "method": "POST", "url": "https://{{host}}/token"]],
              ]
            ],
          ],
          [
            "name": "items", "settings": ["variables": [["name": "size", "value": "5"]]],
            "items": [["name": "GET /items", "method": "GET", "url": "https://{{host}}/items?size={{size}}"]],
          ],
        ],
      ])
    let environment = try #require(collection.environments.first)
    #expect(
      environment.document == [
        "variables": [
          ["name": "v", "value": "1"], ["name": "host", "value": "localhost"], ["name": "n", "value": 5],
          ["name": "password", "secret": true],
        ],
        "options": ["verifyTLS": false],
      ])
    #expect(environment.secrets == [PortableSecret(name: "password", value: "s3cret")])
  }

  @Test func aFolderWithOtherFormatsIsReadFileByFile() throws {
    let files = SourceFiles([
      "a.http": Data("GET https://a.example/1\n".utf8), "b.hurl": Data("GET https://a.example/2\nHTTP 200\n".utf8),
    ])
    let source = ImportSource(folder: files, name: "mixed")
    let format = try #require(ImportFormat.of(source))
    #expect(format.name == "folder")
    #expect(try format.read(source).collections.flatMap(\.items).map(\.name) == ["GET /1", "GET /2"])
  }

  @Test func environmentFilesAreReadAlone() throws {
    let source = ImportSource(
      Data(#"{"dev":{"a":1},"prod":{"a":{"b":2}}}"#.utf8), fileName: "http-client.env.json")
    let format = try #require(ImportFormat.of(source))
    #expect(format.name == "http-environment")
    let environments = try format.read(source).environments
    #expect(environments.map(\.name) == ["dev", "prod"])
    #expect(environments[1].document == ["variables": [["name": "a", "value": ["b": 2]]]])
  }

  @Test func variablesOfOtherProgramsAreTranslated() throws {
    var templates = HTTPFileTemplates()
    templates.requests = ["login": "auth/login"]
    let cases = [
      ("{{login.response.body.$.a['b']}}", "{{response \"auth/login\" \"$.a['b']\"}}"),
      ("{{login.response.body.*}}", "{{response \"auth/login\"}}"),
      ("{{login.response.body.token}}", "{{response \"auth/login\" \"$.token\"}}"),
      ("{{login.response.body.0.a_b[1].x-y}}", "{{response \"auth/login\" \"$[0].a_b[1]['x-y']\"}}"),
      ("{{login.response.body.$.items.0.id}}", "{{response \"auth/login\" \"$.items[0].id\"}}"),
      ("{{login.response.body.asJson.$..id}}", "{{response \"auth/login\" \"$..id\"}}"),
      ("{{login.response.body.$}}", "{{response \"auth/login\" \"$\"}}"),
      ("{{login.a[0].b}}", "{{response \"auth/login\" \"$.a[0].b\"}}"),
      ("{{$uuid}} {{$random.uuid}} {{$guid}}", "{{$guid}} {{$guid}} {{$guid}}"),
      ("{{$random.integer(1, 5)}}", "{{$random.integer(1, 5)}}"), ("{{$datetime iso8601}}", "{{$isoTimestamp}}"),
      ("{{$datetime rfc1123}}", "{{$datetime rfc1123}}"), ("{{%name}}", "{{name | urlencode}}"),
      ("{{$shared version}}", "{{version}}"), ("{{plain}} {{ spaced }}", "{{plain}} {{ spaced }}"),
      ("\\{\\{x\\}\\}", "{{'{{'}}x}}"), ("{{$input your name? $value: me}}", "{{your-name}}"),
    ]
    for (source, expected) in cases {
      let translated = templates.translate(source)
      #expect(translated == expected)
    }
    #expect(templates.needed == [["name": "your-name", "prompt": "your name?", "value": "me"]])
    #expect(templates.context.notes == [])
  }

  @Test(arguments: [
    "# @lang lua\n< {%\nrequest.variables.set('a', 1)\n%}\nGET https://a.example/",
    "GET https://a.example/\n\n# @lang=lua\n> {%\nlocal a = 1\n%}",
    "GET https://a.example/\n\n> {%\n  -- lua\n  a = 1\n%}", "< ./before.lua\nGET https://a.example/",
  ])
  func scriptsInLuaAreNotRunAndNamed(text: String) throws {
    let result = try HTTPText.read(text)
    #expect(result.collections[0].allRequests.map { $0.document["scripts"] } == [nil])
    #expect(result.notes.map(\.text) == ["A script in Lua: only JavaScript is run"])
  }

  @Test func pathsOfResponsesThatAreNotJSONAreNamed() {
    var templates = HTTPFileTemplates()
    templates.requests = ["login": "auth/login"]
    for text in ["{{login.response.body.//token}}", "{{login.response.body.asXml./a}}", "{{login.response.body.a b}}"] {
      let translated = templates.translate(text)
      #expect(translated == text)
      #expect(templates.context.notes.last?.text == "\(text): only JSON paths and headers of responses are understood")
    }
  }

  @Test func dynamicVariablesKeepTheirArguments() throws {
    var templates = HTTPFileTemplates()
    let kept = [
      "{{$randomInt 5 6}}", "{{$timestamp -1 d}}", "{{$datetime rfc1123 1 d}}", "{{$localDatetime \"YYYY\" -2 h}}",
      "{{$datetime 'YYYY-MM-DD'}}", "{{$random.alphabetic(4)}}", "{{$random.float(1,2)}}", "{{$processEnv %NAME}}",
    ]
    for text in kept {
      let translated = templates.translate(text)
      #expect(translated == text)
    }
    #expect(templates.context.notes == [])
    let dotNET = #"{{$datetime "dd-MM-yyyy" 1 d}}"#
    let format = templates.translate(dotNET)
    #expect(format == dotNET)
    #expect(
      templates.context.notes.map(\.text) == [
        dotNET + ": dd is the weekday, as in REST Client; Visual Studio writes the day of the month"
      ])
    templates.context = InterchangeContext()
    let name = templates.translate("{{$random.name.firstName}}")
    #expect(name == "{{$randomFirstName}}")
    for text in ["{{$datetime}}", "{{$randomInt 6 5}}", "{{$timestamp 1 century}}", "{{$random.alphabetic(0)}}"] {
      let translated = templates.translate(text)
      #expect(translated == text)
    }
    #expect(
      templates.context.notes.map(\.text) == [
        "{{$datetime}} has no value here", "{{$randomInt 6 5}} has no value here",
        "{{$timestamp 1 century}} has no value here", "{{$random.alphabetic(0)}} has no value here",
      ])
  }

  @Test func bracesThatAreNoVariableAreTextOrNamed() throws {
    var templates = HTTPFileTemplates()
    templates.declared = ["a.b"]
    let text = "{{#if x}}{{> part}} {{ x | shout }} {{a.b}} {{person.name}} {{x}}"
    let translated = templates.translate(text)
    #expect(
      translated
        == "{{'{{'}}#if x}}{{'{{'}}> part}} {{'{{'}} x | shout }} {{a.b}} {{person.name}} {{x}}")
    #expect(
      templates.context.notes.map(\.text) == [
        "{{#if x}} is not a variable: it is sent as text", "{{> part}} is not a variable: it is sent as text",
        "{{ x | shout }} is not a variable: it is sent as text",
      ])
  }

  /// A run of the file sends them so, too.
  @Test func namesWithoutAValueAreTextAfterAnImport() throws {
    let text = """
      @known = 1
      ### text
      POST http://a.example/{{known}}
      X-Known: {{known}} {{$guid}}

      {"tpl": "Hi {{person.name}} and {{name}}!"}
      ### url
      GET http://a.example/{{name}}?q={{other}}
      ### known
      GET http://a.example
      X-Known: {{known}}

      """
    let source = ImportSource(Data(text.utf8), fileName: "a.http")
    let result = try ImportFormat.http.readWithFiles(source)
    #expect(
      result.collections[0].items.map { HTTPText.document($0)["options"] } == [["unknownAsText": true], nil, nil])
    #expect(
      result.notes == [
        InterchangeNote(.changed, ["text"], "No value for {{person.name}}, {{name}}: sent as it is written")
      ])
    let files = SourceFiles(["a.http": Data(text.utf8), "b.txt": Data()])
    let folder = try ImportFormat.folder.readWithFiles(ImportSource(folder: files, name: "all"))
    #expect(
      folder.collections[0].items.map { HTTPText.document($0)["options"] } == [["unknownAsText": true], nil, nil])
  }

  @Test(arguments: [#"{ "b": 1.0,   "a": [1, 2] }"#, #"{"a": 1,}"#, #"{"a":1,"a":[]}"#])
  func jsonKeepsItsBytes(json: String) throws {
    let text = "POST https://a.example/x\nContent-Type: application/json\n\n\(json)\n"
    let source = ImportSource(Data(text.utf8), fileName: "a.http")
    for result in [try ImportFormat.http.readToSend(source), try ImportFormat.http.read(source)] {
      let document = HTTPText.document(result.collections[0].items[0])
      // The type of a text body leaves out a trailing comma; a header does not.
      let hasHeader = document["headers"] == [["name": "Content-Type", "value": "application/json"]]
      #expect(hasHeader == json.contains(",}"))
      let body = document["body"]?.object
      #expect(body?["json"]?.compact ?? body?.text("text") == json)
    }
  }

  @Test func aFileWithVariablesIsABodyWhoseVariablesAreReplaced() throws {
    let text = "POST https://a.example\n\n<@ ./a.json\n\n###\nPOST https://a.example\n\n<@latin1 b.txt\n"
    let result = try HTTPText.read(text)
    let items = result.collections[0].items.map(HTTPText.document)
    #expect(
      items.map { $0["body"] } == [["file": "./a.json", "variables": true], ["file": "b.txt", "variables": true]])
    #expect(
      result.notes == [
        InterchangeNote(.changed, ["POST a.example"], "The file b.txt is read as UTF-8, not as latin1")
      ])
    let written = try ExportFormat.http.write(ExportSource(try #require(result.collections.first)))
    #expect(String(decoding: written.files[0].bytes, as: UTF8.self).contains("\n<@ ./a.json\n"))
  }

  @Test func theOperationOfAGraphQLQueryIsReadAndWritten() throws {
    let text = "GRAPHQL https://a\nX-GraphQL-Operation: B\n\nquery A { a } query B { b }\n"
    let result = try ImportFormat.http.read(ImportSource(Data(text.utf8), fileName: "a.http"))
    guard case .request(let request) = try #require(result.collections.first?.items.first) else { return }
    #expect(request.document["body"] == ["graphql": ["query": "query A { a } query B { b }", "operationName": "B"]])
    #expect(request.document["headers"] == nil && result.notes == [])
    let written = try ExportFormat.http.write(ExportSource(try #require(result.collections.first)))
    #expect(String(decoding: written.files[0].bytes, as: UTF8.self).contains("\n  \"operationName\": \"B\"\n}"))
  }

  @Test func noPrefixOfAFileCrashes() throws {
    let text = """
      @a = {{$dotenv B}}
      ### t
      # @workbench {"folder":["x"]}
      ### r
      # @name n
      # @timeout 5
      POST https://{{a}}/b
        ?c={{n.response.body.$.d}}
      Authorization: Basic a b
      Content-Type: multipart/form-data; boundary=x

      --x
      Content-Disposition: form-data; name="f"; filename="g"

      < ./g
      --x--
      > {% e(); %}
      ?? body f == 1
      ###
      GRAPHQL https://a

      query { a }

      {"b": {{c}}}
      {{@response
      x
      }}
      """
    let bytes = Array(text.utf8)
    for count in 0...bytes.count {
      _ = try? ImportFormat.http.read(ImportSource(Data(bytes[..<count]), fileName: "a.http"))
    }
  }

  @Test func deepAndLongFilesAreRead() throws {
    let folders = "[" + Array(repeating: "\"a\"", count: 5000).joined(separator: ",") + "]"
    _ = try HTTPText.read("### \n# @workbench {\"folder\":\(folders)}\n###\nGET https://a.example\n")
    let many = String(repeating: "### a\nGET https://a.example/{{x}}\nA: b\n\nbody {{y}}\n", count: 2_000)
    #expect(try HTTPText.read(many).collections[0].items.count == 2_000)
    _ = try HTTPText.read("GET https://a.example\n\n" + String(repeating: "{{", count: 10_000))
  }
}

/// Reads HTTP files in tests.
enum HTTPText {
  static func read(_ text: String) throws -> ImportResult {
    try ImportFormat.http.read(ImportSource(Data(text.utf8), fileName: "file.http"))
  }

  /// The document of the only request, checked to be one of ours. Credentials stay where they are.
  static func request(_ text: String) throws -> JSONValue {
    var reader = HTTPFileReader()
    let items = reader.read(text, name: "file").items
    guard items.count == 1 else { throw ImportError("\(items.count) requests: \(reader.notes)") }
    let document = document(items[0])
    _ = try SavedRequest(document: document)
    return .object(document)
  }

  static func document(_ item: PortableItem) -> JSONObject {
    if case .request(let request) = item { request.document } else { JSONObject() }
  }
}

/// Compares a collection as one JSON document: requests with their names, folders with their settings and items.
func expect(_ folder: PortableFolder, _ expected: JSONValue, sourceLocation: SourceLocation = #_sourceLocation) {
  let actual = document(folder)
  #expect(actual == expected, "\(actual.rendered())", sourceLocation: sourceLocation)
}

private func document(_ folder: PortableFolder) -> JSONValue {
  let items = folder.items.map { item -> JSONValue in
    switch item {
    case .folder(let inner): return document(inner)
    case .request(let request):
      let name = JSONMember(key: JSONString("name"), value: .string(request.name))
      return .object(JSONObject(members: [name] + request.document.members))
    }
  }
  return ["name": .string(folder.name), "settings": .object(folder.settings), "items": .array(items)]
}
