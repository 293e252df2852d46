import Foundation
import RequestModel
import Testing

@testable import Interchange

struct HARReaderTests {
  private func read(_ archive: JSONValue, filter: HARFilter? = nil) throws -> ImportResult {
    if let filter {
      var reader = HARReader(filter: filter)
      return reader.read(try #require(archive.object), stem: "shop")
    }
    let source = ImportSource(Data(archive.compact.utf8), fileName: "shop.har")
    let format = try #require(ImportFormat.of(source))
    #expect(format.name == "har")
    return try format.read(source)
  }

  private func archive(_ entries: [JSONValue], pages: [JSONValue] = []) -> JSONValue {
    [
      "log": [
        "version": "1.2", "creator": ["name": "Firefox", "version": "144.0"], "pages": .array(pages),
        "entries": .array(entries),
      ]
    ]
  }

  private func get(_ url: String, _ more: JSONObject = [:]) -> JSONValue {
    var entry: JSONObject = ["request": ["method": "GET", "url": .string(url), "headers": []]]
    for member in more.members { entry[member.key.value] = member.value }
    return .object(entry)
  }

  private func document(_ request: JSONObject) throws -> JSONObject {
    let result = try read(archive([["request": .object(request)]]))
    guard case .request(let request)? = result.collections.first?.items.first else { throw ImportError("no request") }
    return request.document
  }

  @Test(arguments: [
    ("application/vnd.api+json", #"{"a":1}"#), ("application/json; charset=utf-8", #"{"a":1}"#),
    ("application/json", "[1,] // one"), ("application/x-www-form-urlencoded; charset=UTF-8", "a=1"),
  ]) func aTypeThatOnlyTheBodyNamesIsAHeader(type: String, text: String) throws {
    let request: JSONObject = [
      "method": "POST", "url": "http://a.test/x", "headers": [["name": "Accept", "value": "*/*"]],
      "postData": ["mimeType": .string(type), "text": .string(text)],
    ]
    #expect(
      try document(request)["headers"] == [
        ["name": "Accept", "value": "*/*"], ["name": "Content-Type", "value": .string(type)],
      ])
  }

  @Test(arguments: [
    ("application/json", #"{"a":1}"#), ("text/csv", "a;b"), ("application/x-www-form-urlencoded", "a=1"),
  ]) func aTypeThatTheBodyBringsIsNoHeader(type: String, text: String) throws {
    let request: JSONObject = [
      "method": "POST", "url": "http://a.test/x", "postData": ["mimeType": .string(type), "text": .string(text)],
    ]
    #expect(try document(request)["headers"] == nil)
  }

  @Test func anEntryOfChromeIsCarriedOverWhole() throws {
    let result = try read(archive([Self.chromeEntry], pages: [["id": "page_1", "title": "https://shop.example/"]]))
    let expected: JSONObject = [
      "method": "POST", "url": "https://api.example/v1/orders",
      "query": [["name": "dry", "value": "a b"], ["name": "debug"]],
      "headers": [
        ["name": "accept", "value": "application/json"],
        ["name": "authorization", "value": "Bearer {{imported-authorization}}"],
        ["name": "user-agent", "value": "Mozilla/5.0"], ["name": "Cookie", "value": "{{imported-cookie}}"],
      ],
      "body": ["json": ["item": 7, "note": "{{'{{'}}x}}"]],
      "examples": [
        [
          "name": "201 Created", "status": 201, "reason": "Created",
          "headers": [["name": "content-type", "value": "application/json"]],
          "body": .array(["{", "  \"id\": 1", "}"]),
        ]
      ],
    ]
    var request = PortableRequest(name: "POST /v1/orders", document: expected)
    request.sourceID = "POST https://api.example/v1/orders?dry=a%20b&debug"
    var collection = PortableFolder(name: "shop", items: [.request(request)])
    collection.settings = [
      "variables": [
        ["name": "imported-authorization", "secret": true], ["name": "imported-cookie", "secret": true],
      ]
    ]
    collection.secrets = [
      PortableSecret(name: "imported-authorization", value: "abc"),
      PortableSecret(name: "imported-cookie", value: "sid=1; theme=dark"),
    ]
    #expect(result.collections.map(\.asJSON) == [collection.asJSON])
    #expect(
      result.notes == [
        InterchangeNote(
          .dropped, [], "Headers that clients write themselves, such as Host, Content-Length and Sec-Fetch-Mode"),
        InterchangeNote(.dropped, [], "Set-Cookie headers of the responses: they may be credentials"),
      ])
  }

  private static let chromeEntry: JSONValue = [
    "_initiator": ["type": "script"], "_priority": "High", "_resourceType": "xhr", "cache": [:], "connection": "443",
    "pageref": "page_1", "startedDateTime": "2026-11-01T10:00:00.000Z", "time": 12,
    "request": [
      "method": "POST", "url": "https://api.example/v1/orders?dry=a%20b&debug", "httpVersion": "h2",
      "headers": [
        [":authority", "api.example"], [":method", "POST"], ["accept", "application/json"],
        ["accept-encoding", "gzip, br"], ["authorization", "Bearer abc"], ["content-length", "9"],
        ["content-type", "application/json"], ["sec-fetch-mode", "cors"], ["user-agent", "Mozilla/5.0"],
      ].asRows,
      "queryString": [["name": "dry", "value": "a%20b"], ["name": "debug", "value": ""]],
      "cookies": [["name": "sid", "value": "1", "httpOnly": true], ["name": "theme", "value": "dark"]],
      "headersSize": -1, "bodySize": 9,
      "postData": ["mimeType": "application/json", "text": "{\"item\":7,\"note\":\"{{x}}\"}"],
    ],
    "response": [
      "status": 201, "statusText": "Created", "httpVersion": "h2",
      "headers": [
        ["content-type", "application/json"], ["content-encoding", "br"], ["set-cookie", "sid=2; Path=/"],
      ].asRows,
      "cookies": [], "redirectURL": "", "headersSize": -1, "bodySize": -1,
      "content": ["size": 13, "mimeType": "application/json", "text": "ewogICJpZCI6IDEKfQ==", "encoding": "base64"],
    ],
    "serverIPAddress": "192.0.2.1",
    "timings": ["blocked": 1, "dns": -1, "connect": -1, "send": 0, "wait": 10, "receive": 1],
  ]

  @Test func whatIsNoRequestOfAnAPIIsLeftOutAndCounted() throws {
    let html: JSONValue = ["status": 200, "content": ["mimeType": "text/html"]]
    let entries: [JSONValue] = [
      get("https://a.test/", ["response": html]), get("https://a.test/logo.PNG?v=2"),
      get(
        "https://a.test/app", ["response": ["status": 200, "content": ["mimeType": "text/javascript; charset=utf-8"]]]),
      get("https://a.test/x.js", ["_resourceType": "script"]),
      get("https://a.test/data.svg", ["_resourceType": "fetch"]),
      get("data:image/png;base64,AAAA"), get("chrome-extension://abc/x.json"), get("wss://a.test/live"),
      get("https://a.test/up", ["response": ["status": 101]]),
      ["request": ["method": "CONNECT", "url": "a.test:443"]],
      [
        "request": [
          "method": "OPTIONS", "url": "https://a.test/v1",
          "headers": [["name": "Access-Control-Request-Method", "value": "PUT"]],
        ]
      ],
      5, ["request": ["method": "GET", "url": ""]],
    ]
    let result = try read(archive(entries))
    #expect(result.collections.first?.items.map(\.name) == ["GET /", "GET /data.svg", "WS /live", "WS /up"])
    #expect(
      result.notes == [
        InterchangeNote(.failed, [], "Entry 12 has no request"), InterchangeNote(.failed, [], "Entry 13 has no URL"),
        InterchangeNote(.dropped, [], "3 entries: images, fonts, styles, scripts and media"),
        InterchangeNote(.dropped, [], "1 entry: CORS preflights, which browsers send themselves"),
        InterchangeNote(.dropped, [], "1 entry: CONNECT requests of a proxy"),
        InterchangeNote(.dropped, [], "2 entries: URLs that are not HTTP, such as data: and chrome-extension:"),
      ])
  }

  @Test func aFilterOfTheCallerChooses() throws {
    var filter = HARFilter()
    filter.skipsStaticFiles = false
    filter.mergesRepeats = false
    filter.conditions = try HARConditions("host:b.test")
    let entries = ["http://a.test/x", "http://b.test/i.png", "http://b.test/i.png"].map { get($0) }
    let result = try read(archive(entries), filter: filter)
    #expect(result.collections.first?.items.map(\.name) == ["GET /i.png", "GET /i.png"])
    #expect(result.notes == [InterchangeNote(.dropped, [], "1 entry: left out by the filter")])
  }

  @Test func anArchiveOfFilesAloneIsImported() throws {
    let result = try read(archive([get("http://a.test/a.png"), get("http://a.test/b.css")]))
    #expect(result.collections.first?.items.map(\.name) == ["GET /a.png", "GET /b.css"])
    #expect(result.notes == [])
  }

  @Test func repeatedRequestsAreOneWithTheirResponsesAsExamples() throws {
    func entry(_ status: Int, _ body: String, post: String = "a") -> JSONValue {
      [
        "request": [
          "method": "PUT", "url": "http://a.test/x", "postData": ["mimeType": "text/plain", "text": .string(post)],
        ],
        "response": ["status": .number(status), "content": ["text": .string(body)]],
      ]
    }
    let result = try read(
      archive([entry(200, "1"), entry(404, ""), entry(200, "1"), entry(200, "2"), entry(200, "3", post: "b")]))
    let examples = result.collections.first?.items.map { item -> JSONValue? in
      if case .request(let request) = item { request.document["examples"] } else { nil }
    }
    #expect(
      examples == [
        [
          ["name": "200", "status": 200, "body": "1"], ["name": "404", "status": 404],
          ["name": "200 2", "status": 200, "body": "2"],
        ], [["name": "200", "status": 200, "body": "3"]],
      ])
    #expect(
      result.notes == [InterchangeNote(.changed, [], "3 entries repeat a request: their responses are its examples")])
  }

  @Test func requestsThatDifferInTheirBodyHaveIDsOfTheirOwn() throws {
    let entries = ["a", "b", "a"].map { body -> JSONValue in
      [
        "request": [
          "method": "POST", "url": "http://a.test/x", "postData": ["mimeType": "text/plain", "text": .string(body)],
        ]
      ]
    }
    let result = try read(archive(entries))
    let ids = result.collections.first?.items.map { item -> String? in
      if case .request(let request) = item { request.sourceID } else { nil }
    }
    #expect(ids == ["POST http://a.test/x", "POST http://a.test/x #2"])
  }

  @Test func severalPagesAndHostsAreFolders() throws {
    func entry(_ url: String, _ page: String) -> JSONValue { get(url, ["pageref": .string(page)]) }
    let result = try read(
      archive(
        [
          entry("http://a.test/1", "p1"), entry("http://b.test/2", "p1"), entry("http://a.test/3", "p2"),
          entry("http://a.test/4", "p1"), get("http://a.test/5"),
        ], pages: [["id": "p1", "title": "Shop"], ["id": "p2", "title": " "]]))
    #expect(
      outline(result.collections.first?.items ?? []) == [
        "Shop/a.test/GET /1", "Shop/a.test/GET /4", "Shop/b.test/GET /2", "Page 2/GET /3", "GET /5",
      ])
    let hosts = try read(archive([get("http://a.test/1"), get("https://B.test:8443/2")]))
    #expect(outline(hosts.collections.first?.items ?? []) == ["a.test/GET /1", "b.test:8443/GET /2"])
  }

  private func outline(_ items: [PortableItem]) -> [String] {
    items.flatMap { item -> [String] in
      if case .folder(let folder) = item { outline(folder.items).map { folder.name + "/" + $0 } } else { [item.name] }
    }
  }

  @Test(
    arguments: [
      (
        ["mimeType": "application/x-www-form-urlencoded; charset=UTF-8", "text": "a=1+2&b%5B%5D=%C3%A9", "params": []],
        ["form": [["name": "a", "value": "1 2"], ["name": "b[]", "value": "é"]]]
      ),
      (
        ["mimeType": "application/x-www-form-urlencoded", "text": "%FF=1"],
        ["text": "%FF=1", "type": "application/x-www-form-urlencoded"]
      ),
      (["params": [["name": "a", "value": "{{b}}"]], "text": ""], ["form": [["name": "a", "value": "{{'{{'}}b}}"]]]),
      (
        [
          "params": [
            ["name": "f", "fileName": "/home/me/a.txt", "contentType": "text/plain"],
            ["name": "b", "value": "1", "fileName": .null],
          ]
        ],
        ["multipart": [["name": "f", "file": "/home/me/a.txt", "type": "text/plain"], ["name": "b", "value": "1"]]]
      ),
      (
        [
          "mimeType": "multipart/form-data; boundary=----X",
          "text":
            "------X\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n------X\r\nContent-Disposition: form-data; name=\"f\"; filename=\"b.png\"\r\nContent-Type: image/png\r\n\r\n\r\n------X--\r\n",
        ],
        ["multipart": [["name": "a", "value": "1"], ["name": "f", "file": "b.png", "type": "image/png"]]]
      ),
      (["mimeType": "application/json", "text": "{a: 1}"], ["text": "{a: 1}", "type": "application/json"]),
      (["mimeType": "text/xml", "text": "<a>\r\n</a>"], ["text": "<a>\r\n</a>", "type": "text/xml"]),
      (
        ["mimeType": "", "text": "a=1&b=+", "params": []],
        ["form": [["name": "a", "value": "1"], ["name": "b", "value": " "]]]
      ),
      (
        ["mimeType": "application/x-www-form-urlencoded", "params": [["name": "{\"a\":1}", "value": ""]]],
        ["text": "{\"a\":1}", "type": "application/x-www-form-urlencoded"]
      ),
      (["mimeType": "", "text": "token=="], ["text": "token==", "type": "text/plain"]),
      (["mimeType": "", "text": "aGk=", "_encoding": "base64"], ["text": "hi", "type": "text/plain"]),
    ] as [(JSONObject, JSONValue)])
  func everyShapeOfABodyIsRead(data: JSONObject, expected: JSONValue) throws {
    let document = try document(["method": "POST", "url": "http://a.test/", "postData": .object(data)])
    #expect(document["body"] == expected, "\(document["body"]?.rendered() ?? "none")")
  }

  @Test func headersAndNamesOfOtherToolsAreRead() throws {
    // HTTP/2 cookies in several headers, a method in lower case, and Fiddler's numbers.
    let result = try read(
      archive([
        [
          "comment": "[#11]",
          "request": [
            "method": "post", "url": "http://a.test/x",
            "headers": [["cookie", "a=1"], ["x-a", "1"], ["cookie", "b=2"]].asRows,
          ],
          "response": ["status": 200, "statusText": .null],
        ]
      ]))
    guard case .request(let request)? = result.collections.first?.items.first else { throw ImportError("no request") }
    #expect(request.name == "POST /x")
    #expect(
      request.document == [
        "method": "POST", "url": "http://a.test/x",
        "headers": [["name": "cookie", "value": "{{imported-cookie}}"], ["name": "x-a", "value": "1"]],
        "examples": [["name": "200", "status": 200]],
      ])
    #expect(result.collections.first?.secrets == [PortableSecret(name: "imported-cookie", value: "a=1; b=2")])
    #expect(result.notes.contains { $0.text == "Method \"post\": POST is sent, as browsers do" })
  }

  @Test(arguments: ["{ \"a\": 1.0 }", "[\n1]", "{\"a\": \"{{x}}\"}", "{\"a\":1,}", "[1] // one"])
  func jsonKeepsItsBytes(json: String) throws {
    let document = try document([
      "method": "POST", "url": "http://a.test/",
      "headers": [["name": "Content-Type", "value": "application/json"]],
      "postData": ["mimeType": "application/json", "text": .string(json)],
    ])
    let body = document["body"]?.object
    #expect(body?["text"]?.linesText == Template.escaping(json))
    let isInHeader = json.contains(",}") || json.contains("//")
    #expect(body?["type"] == (isInHeader ? nil : "application/json"))
    #expect((document["headers"] != nil) == isInHeader)
  }

  @Test func theTypeOfABodyIsThatOfTheHeader() throws {
    let document = try document([
      "method": "POST", "url": "http://a.test/",
      "headers": [["name": "Content-Type", "value": "application/json; charset=utf-8"]],
      "postData": ["mimeType": "application/json", "text": "[1]"],
    ])
    #expect(document["headers"] == [["name": "Content-Type", "value": "application/json; charset=utf-8"]])
    #expect(document["body"] == ["json": [1]])
  }

  @Test(
    arguments: [
      ("http://a.test/x?a=1&b", "http://a.test/x", [["name": "a", "value": "1"], ["name": "b"]]),
      ("http://a.test/x?a=1+2", "http://a.test/x?a=1+2", .null), ("http://a.test/x?", "http://a.test/x?", .null),
      ("http://a.test/x?a=%20&&b", "http://a.test/x?a=%20&&b", .null),
      ("http://a.test/#?a=1", "http://a.test/#?a=1", .null),
      ("http://a.test/{{x}}?a=%7B%7Bb", "http://a.test/{{'{{'}}x}}", [["name": "a", "value": "{{'{{'}}b"]]),
      ("not a url", "not a url", .null),
    ] as [(String, String, JSONValue)])
  func aQueryBecomesRowsOnlyIfTheySendTheSameBytes(url: String, address: String, query: JSONValue) throws {
    let document = try document(["method": "GET", "url": .string(url)])
    #expect(document["url"]?.string == address)
    #expect(document["query"] ?? .null == query)
  }

  @Test func aLoneRequestIsAnArchiveToo() throws {
    let result = try read([
      "method": "POST", "url": "https://a.test/foo", "httpVersion": "HTTP/1.1",
      "queryString": [["name": "q", "value": "a b"]],
      "comment": "Create it",
    ])
    guard case .request(let request)? = result.collections.first?.items.first else { throw ImportError("no request") }
    #expect(request.name == "Create it")
    #expect(
      request.document == ["method": "POST", "url": "https://a.test/foo", "query": [["name": "q", "value": "a b"]]])
  }

  @Test func damagedArchivesAreReadOrRefused() throws {
    let fixture = archive([Self.chromeEntry, get("http://b.test/?x=1")], pages: [["id": "page_1", "title": "a"]])
    try Damage.check(.har, fixture, fileName: "a.har")
    try Damage.checkTruncations(.har, Data(fixture.compact.utf8), fileName: "a.har")
    let thrown = #expect(throws: ImportError.self) {
      try ImportFormat.har.read(ImportSource(Data("{\"log\": {\"entries\": [".utf8), fileName: "a.har"))
    }
    #expect(thrown?.description == "Not an HTTP Archive: 1:22 — the text ends before \"]\"")
  }
}

extension [[String]] {
  /// Rows of names and values.
  fileprivate var asRows: JSONValue {
    .array(map { ["name": .string($0[0]), "value": .string($0[1])] })
  }
}

/// Requests outside of archives, which programs that generate code take.
struct HARLoneRequestTests {
  private func read(_ text: String) throws -> (document: JSONObject?, notes: [InterchangeNote]) {
    let source = ImportSource(Data(text.utf8), fileName: "request.json")
    #expect(ImportFormat.of(source)?.name == "har")
    let result = try ImportFormat.har.read(source)
    return (result.collections.first?.allRequests.first?.document, result.notes)
  }

  @Test func aRequestNeedsNoVersion() throws {
    let read = try read(
      #"""
      {"method": "POST", "url": "http://a.test/x", "headers": [{"name": "content-type", "value": "application/json"}],
        "postData": {"mimeType": "application/json", "text": "{\"a\":null}", "jsonObj": {"a": null}}}
      """#)
    #expect(read.document == ["method": "POST", "url": "http://a.test/x", "body": ["json": ["a": .null]]])
    #expect(read.notes == [])
  }

  @Test func parametersThatTheURLLacksAreBeforeItsOwn() throws {
    let read = try read(
      #"""
      {"method": "GET", "url": "http://a.test/x?key=value", "queryString": [
        {"name": "a[b]", "value": "c,d"}, {"name": "at", "value": "12%3A30"}, {"name": "key", "value": "value"}]}
      """#)
    #expect(
      read.document == [
        "method": "GET", "url": "http://a.test/x",
        "query": [
          ["name": "a[b]", "value": "c,d"], ["name": "at", "value": "12:30"], ["name": "key", "value": "value"],
        ],
      ])
  }

  @Test func theContentOfAFileIsAValueWithItsName() throws {
    let read = try read(
      #"""
      {"method": "POST", "url": "http://a.test/x", "postData": {"mimeType": "multipart/form-data", "params": [
        {"name": "a", "value": "Hello", "fileName": "hello.txt", "contentType": "text/plain"},
        {"name": "b", "fileName": "b.png"}, {"name": "c", "value": "d"}]}}
      """#)
    #expect(
      read.document?["body"] == [
        "multipart": [
          ["name": "a", "value": "Hello", "filename": "hello.txt", "type": "text/plain"],
          ["name": "b", "file": "b.png"], ["name": "c", "value": "d"],
        ]
      ])
    #expect(read.notes.map(\.kind) == [.changed])
  }

  @Test func anObjectWithAMethodAndAURLAloneIsNoRequest() {
    let source = ImportSource(Data(#"{"method": "GET", "url": "http://a.test", "headers": {"a": "b"}}"#.utf8))
    #expect(!ImportFormat.har.recognizes(source))
  }
}
