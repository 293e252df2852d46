import Foundation
import RequestModel
import Testing

@testable import Interchange

struct HurlWriterTests {
  private var shop: PortableFolder {
    var shop = PortableFolder(name: "Shop")
    shop.settings = [
      "docs": "All orders.",
      "variables": [
        ["name": "base", "value": "https://shop.example"], ["name": "n", "value": 5], ["name": "s", "value": "5"],
        ["name": "token", "secret": true],
      ],
      "headers": [["name": "X-Client", "value": "a #1"]],
      "auth": ["basic": ["username": "me", "password": "{{token}}"]],
    ]
    shop.secrets = [PortableSecret(name: "token", value: "s3cret")]
    var orders = PortableFolder(name: "Orders")
    orders.items = [
      .request(
        PortableRequest(
          name: "Create order",
          document: [
            "method": "POST", "url": "{{base}}/orders",
            "query": [["name": "q [x]", "value": "x y"], ["name": "d", "value": "", "off": true]],
            "body": ["json": ["id": "{{$guid}}", "n": [1]]],
            "auth": ["bearer": ["token": "{{response \"Login\" \"$.token\"}}"]],
            "options": ["timeout": 5, "verifyTLS": false], "docs": ["First", "second"], "tags": ["smoke"],
            "checks": [
              ["query": "status", "predicate": "equals", "value": 201],
              ["query": "header", "expression": "Location", "predicate": "matches", "value": "^/a\\d"],
              ["query": "jsonpath", "expression": "$.l", "predicate": "length", "value": 3],
              ["query": "jsonpath", "expression": "$.x", "predicate": "exists", "not": true],
            ],
            "captures": [["name": "id", "query": "jsonpath", "expression": "$.id", "secret": true]],
          ])),
      .request(
        PortableRequest(
          name: "Upload",
          document: [
            "method": "PUT", "url": "{{base}}/files",
            "body": [
              "multipart": [["name": "n", "value": "1"], ["name": "f", "file": "d/a b.png", "type": "image/png"]]
            ],
            "options": ["followRedirects": false],
          ])),
    ]
    let login = PortableRequest(
      name: "Login",
      document: [
        "method": "POST", "url": "{{base}}/login",
        "body": ["text": ["a", "b \"{{s}}\"", "c"], "type": "text/csv"], "auth": ["none": [:]],
      ])
    shop.items = [.request(login), .folder(orders)]
    return shop
  }

  @Test func filtersAreWrittenIfHurlHasThem() {
    var writer = HurlAssertWriter(text: Interchange.HurlText())
    var check: JSONObject = [
      "query": "url", "filters": ["split \"/\"", "last", "toInt"], "predicate": "equals", "value": 7,
    ]
    #expect(writer.line(check) == "url split \"/\" last toInt == 7")
    check["filters"] = ["length"]
    #expect(writer.line(check) == nil)
  }

  @Test func requestsHaveAllThatHurlSends() throws {
    let expected = """
      # All orders.

      # Login
      POST {{base}}/login
      X-Client: a \\#1
      Content-Type: text/csv
      [Options]
      location: true
      variable: base=https://shop.example
      variable: n=5
      variable: s="5"
      ```
      a
      b "{{s}}"
      c```
      HTTP *
      [Captures]
      Login-1: jsonpath "$.token"


      # Create order
      # First
      # second
      POST {{base}}/orders
      X-Client: a \\#1
      Authorization: Bearer {{Login-1}}
      [Query]
      q\\u{20}[x]: x y
      #d: 
      [Options]
      location: true
      max-time: 5s
      insecure: true
      {"id":"{{newUuid}}","n":[1]}
      HTTP 201
      [Captures]
      id: jsonpath "$.id" redact
      [Asserts]
      header "Location" matches "^/a\\\\d"
      jsonpath "$.l" count == 3
      jsonpath "$.x" not exists

      # Upload
      PUT {{base}}/files
      X-Client: a \\#1
      [BasicAuth]
      me: {{token}}
      [Multipart]
      n: 1
      f: file,d/a\\ b.png; image/png


      """
    let result = try ExportFormat.hurl.write(ExportSource(shop))
    let text = String(decoding: result.files[0].bytes, as: UTF8.self)
    let visible = text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("# @workbench") }
      .joined(separator: "\n")
    #expect(visible == expected, "\(visible)")
    #expect(!text.contains("s3cret"))
    let read = try ImportFormat.hurl.read(ImportSource(Data(text.utf8), fileName: "x.hurl"))
    var original = shop
    original.secrets = []
    #expect(read.collections[0].withoutSourceIDs == original, "\(difference(read.collections[0], original))")
    #expect(result.notes == [InterchangeNote(.dropped, [], "Variable token needs a value: hurl --variable token=…")])
  }

  @Test func secretsHaveValuesOnlyOnRequest() throws {
    var source = ExportSource(shop)
    source.includesSecrets = true
    let text = String(decoding: try ExportFormat.hurl.write(source).files[0].bytes, as: UTF8.self)
    #expect(text.contains("variable: token=s3cret\n"))
  }

  @Test func aTemplateOfAResponseMayHaveATabAfterItsFirstWord() throws {
    let shop = PortableFolder.usingResponse(separator: "\t ")
    let text = String(decoding: try ExportFormat.hurl.write(ExportSource(shop)).files[0].bytes, as: UTF8.self)
    let lines = text.split(separator: "\n")
    #expect(lines.contains("Login-1: jsonpath \"$.token\""), "\(text)")
    #expect(lines.contains("Authorization: Bearer {{Login-1}}"), "\(text)")
  }

  @Test func aHurlFileComesBackWithItsOwnWords() throws {
    let text = """
      # a
      GET https://a.example
      [Options]
      location: true
      retry: 3
      HTTP/1.1 200
      [Captures]
      x: header "L" regex /a(\\d+)/ toInt
      [Asserts]
      jsonpath "$.list" count > 3
      jsonpath "$.e" == {{expr}}
      bytes startsWith hex,efbb;
      {
        "ok": true
      }
      """
    let read = try collection(text)
    let written = String(decoding: try ExportFormat.hurl.write(ExportSource(read)).files[0].bytes, as: UTF8.self)
    let visible = written.split(separator: "\n").filter { !$0.hasPrefix("# @workbench") }.joined(separator: "\n")
    #expect(visible == text, "\(written)")
  }

  private func collection(_ text: String) throws -> PortableFolder {
    try ImportFormat.hurl.read(ImportSource(Data(text.utf8), fileName: "x.hurl")).collections[0]
  }

  @Test func theDelayAndTheDotSegmentsComeBack() throws {
    let read = try collection("# a\nGET {{base}}/../x\n[Options]\ndelay: 2s\n")
    let written = String(decoding: try ExportFormat.hurl.write(ExportSource(read)).files[0].bytes, as: UTF8.self)
    let again = try collection(written)
    for folder in [read, again] {
      let request = HTTPText.document(folder.items[0])
      #expect(request["x-delay"] == 2 && request["x-removesDots"] == true, "\(written)")
    }
  }

  @Test(arguments: ["a.example/x", "a.example/x?u=http://b.example", "a.example/http://b"])
  func aURLWithoutASchemeIsWrittenWithOne(url: String) throws {
    var collection = PortableFolder(name: "c")
    collection.items = [.request(PortableRequest(name: "r", document: ["method": "GET", "url": .string(url)]))]
    let result = try ExportFormat.hurl.write(ExportSource(collection))
    let text = String(decoding: result.files[0].bytes, as: UTF8.self)
    #expect(text.contains("\nGET http://\(url)\n") && result.notes == [], "\(text) \(result.notes)")
    #expect(try HTTPText.document(self.collection(text).items[0])["url"] == .string(url))
  }

  @Test func whatHurlCannotSayIsNamed() throws {
    var collection = PortableFolder(name: "c")
    collection.items = [
      .request(PortableRequest(name: "m", document: ["method": "X-A", "url": "https://a.example"])),
      .request(
        PortableRequest(
          name: "r",
          document: [
            "method": "GET", "url": "https://a.example/{{a b}}", "scripts": ["preRequest": "a"],
            "checks": [["query": "body", "predicate": "schema", "value": [:]]], "options": ["cookies": false],
          ])),
    ]
    let notes = try ExportFormat.hurl.write(ExportSource(collection)).notes
    #expect(
      notes == [
        InterchangeNote(.failed, ["m"], "Method X-A: Hurl has only those of upper-case letters"),
        InterchangeNote(.dropped, ["r"], "Options: cookies"),
        InterchangeNote(.dropped, ["r"], "Checks that Hurl has no words for: body schema {}"),
        InterchangeNote(.dropped, ["r"], "Scripts"),
        InterchangeNote(.changed, ["r"], "{{a_b}} needs a value: hurl --variable a_b=…"),
      ])
  }

  @Test func checksWithoutAPredicateAreWritten() throws {
    let checks: JSONValue = [
      ["query": "status", "value": 200], ["query": "jsonpath", "expression": "$.n", "value": 5],
      ["query": "jsonpath", "expression": "$.s", "value": "a", "not": true], ["query": "header", "expression": "ETag"],
      ["query": "jsonpath", "expression": "$.x", "not": true], ["query": "size", "value": 7],
      ["query": "jsonpath", "expression": "$.l", "value": [1]],
    ]
    let document: JSONObject = ["method": "GET", "url": "https://a.example", "checks": checks]
    let request = PortableItem.request(PortableRequest(name: "r", document: document))
    let result = try ExportFormat.hurl.write(ExportSource(PortableFolder(name: "c", items: [request])))
    let lines = String(decoding: result.files[0].bytes, as: UTF8.self).split(separator: "\n")
    let visible = lines.filter { !$0.hasPrefix("# @workbench") }.joined(separator: "\n")
    let expected = """
      # r
      GET https://a.example
      [Options]
      location: true
      HTTP 200
      [Asserts]
      jsonpath "$.n" == 5
      jsonpath "$.s" not == "a"
      header "ETag" exists
      jsonpath "$.x" not exists
      """
    #expect(visible == expected, "\(visible)")
    let dropped = "Checks that Hurl has no words for: size equals 7, jsonpath $.l equals [1]"
    #expect(result.notes == [InterchangeNote(.dropped, ["r"], dropped)])
  }

  @Test func aValueHasTheTypeThatItsQueryHasInHurl() throws {
    let checks: JSONValue = [
      ["query": "header", "expression": "A", "value": 5],
      ["query": "header", "expression": "A", "value": 5, "strict": true],
      ["query": "header", "expression": "A", "predicate": "less", "value": 5],
      ["query": "header", "expression": "A", "filters": ["toInt"], "value": 5],
      ["query": "body", "predicate": "contains", "value": true],
      ["query": "status", "predicate": "less", "value": "300"],
    ]
    let document: JSONObject = ["method": "GET", "url": "https://a.example", "checks": checks]
    let request = PortableItem.request(PortableRequest(name: "r", document: document))
    let result = try ExportFormat.hurl.write(ExportSource(PortableFolder(name: "c", items: [request])))
    let lines = String(decoding: result.files[0].bytes, as: UTF8.self).split(separator: "\n")
    let visible = lines.filter { !$0.hasPrefix("# @workbench") }.joined(separator: "\n")
    let expected = """
      # r
      GET https://a.example
      [Options]
      location: true
      HTTP *
      [Asserts]
      header "A" == "5"
      header "A" == 5
      header "A" toFloat < 5
      header "A" toInt == 5
      body contains "true"
      status < 300
      """
    #expect(visible == expected, "\(visible)")
    #expect(result.notes == [])
  }

  @Test func aPhaseOfTheDurationIsNotTheDuration() throws {
    let checks: JSONValue = [["query": "duration", "expression": "wait", "predicate": "less", "value": 9]]
    let captures: JSONValue = [
      ["name": "a", "query": "duration", "expression": "wait"], ["name": "b", "query": "ip"],
    ]
    let document: JSONObject = [
      "method": "GET", "url": "https://a.example", "checks": checks, "captures": captures,
    ]
    let request = PortableItem.request(PortableRequest(name: "r", document: document))
    let result = try ExportFormat.hurl.write(ExportSource(PortableFolder(name: "c", items: [request])))
    let lines = String(decoding: result.files[0].bytes, as: UTF8.self).split(separator: "\n")
    let visible = lines.filter { !$0.hasPrefix("# @workbench") }.joined(separator: "\n")
    let expected = """
      # r
      GET https://a.example
      [Options]
      location: true
      HTTP *
      [Captures]
      b: ip
      """
    #expect(visible == expected, "\(visible)")
    let dropped = "Checks that Hurl has no words for: duration wait less 9"
    #expect(
      result.notes == [
        InterchangeNote(.dropped, ["r"], "Capture a: Hurl has no words for it"),
        InterchangeNote(.dropped, ["r"], dropped),
      ])
  }

  @Test func theWayIsWrittenWhereEntriesHaveIt() throws {
    var collection = PortableFolder(name: "c")
    let options: JSONObject = [
      "ipVersion": "6", "pinnedKeys": "sha256//a=; sha256//b=", "netrcFile": "logins.txt", "http": "2-prior-knowledge",
      "maxBody": 5000, "noProxy": "localhost,.internal", "interface": "eth0",
    ]
    collection.items = [
      .request(
        PortableRequest(
          name: "r", document: ["method": "GET", "url": "https://a.example", "options": .object(options)]))
    ]
    let result = try ExportFormat.hurl.write(ExportSource(collection))
    let text = String(decoding: result.files[0].bytes, as: UTF8.self)
    #expect(
      text.contains(
        """
        [Options]
        location: true
        ipv6: true
        pinnedpubkey: sha256//a=;sha256//b=
        netrc-file: logins.txt
        http2-prior-knowledge: true

        """), "\(text)")
    #expect(
      result.notes == [
        InterchangeNote(
          .dropped, ["r"], "maxBody: Hurl has it on the command line alone: hurl --max-filesize=5000"),
        InterchangeNote(
          .dropped, ["r"], "noProxy: Hurl has it on the command line alone: hurl --no-proxy=localhost,.internal"),
        InterchangeNote(.dropped, ["r"], "Options: interface"),
      ])
    #expect(try HTTPText.document(self.collection(text).items[0])["options"] == .object(options))
  }

  @Test func damagedCommentsAreHarmless() throws {
    let text = String(decoding: try ExportFormat.hurl.write(ExportSource(shop)).files[0].bytes, as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for (index, line) in lines.enumerated() where line.hasPrefix("# @workbench ") {
      for damaged in Damage.wrongTypes(try JSONText(String(line.dropFirst(13))).value) {
        var copy = lines
        copy[index] = "# @workbench " + damaged.compact
        _ = try? ImportFormat.hurl.read(ImportSource(Data(copy.joined(separator: "\n").utf8), fileName: "x.hurl"))
      }
    }
  }
}
