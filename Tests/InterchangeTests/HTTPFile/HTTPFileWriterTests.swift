import Foundation
import RequestModel
import Testing

@testable import Interchange

struct HTTPFileWriterTests {
  private var shop: PortableFolder {
    var shop = PortableFolder(name: "Shop")
    shop.settings = [
      "docs": "All orders.",
      "variables": [
        ["name": "base", "value": "https://shop.example"], ["name": "user", "fromEnvironment": "SHOP_USER"],
        ["name": "code", "prompt": "One-time code"], ["name": "token", "secret": true],
      ],
      "headers": [["name": "X-Client", "value": "workbench"]],
      "auth": ["basic": ["username": "{{user}}", "password": "{{token}}"]],
    ]
    shop.secrets = [PortableSecret(name: "token", value: "s3cret")]
    var orders = PortableFolder(name: "Orders")
    orders.items = [
      .request(
        PortableRequest(
          name: "Create order",
          document: [
            "method": "POST", "url": "{{base}}/orders/:id", "path": ["id": "a b"],
            "query": [["name": "q", "value": "x y"], ["name": "debug", "off": true]],
            "headers": [["name": "X-Code", "value": "{{code}}"], ["name": "X-Old", "value": "1", "off": true]],
            "body": ["json": ["a": 1]], "tags": ["smoke"],
            "scripts": ["preRequest": "before();", "postResponse": ["after();", "more();"]],
          ])),
      .request(
        PortableRequest(
          name: "Upload",
          document: [
            "method": "PUT", "url": "{{base}}/files",
            "body": [
              "multipart": [["name": "n", "value": "1"], ["name": "f", "file": "d/a.png", "type": "image/png"]]
            ],
            "auth": ["bearer": ["token": "{{response \"Login\" \"$.token\"}}"]],
            "options": ["followRedirects": false, "timeout": 5],
          ])),
    ]
    let login = PortableRequest(
      name: "Login",
      document: [
        "method": "POST", "url": "{{base}}/login",
        "body": ["form": [["name": "a", "value": "x &"], ["name": "b", "value": "{{user}}"]]],
        "auth": ["none": [:]],
      ])
    shop.items = [.folder(orders), .request(login)]
    return shop
  }

  private func text(_ collection: PortableFolder) throws -> String {
    String(decoding: try ExportFormat.http.write(ExportSource(collection)).files[0].bytes, as: UTF8.self)
  }

  /// The text without the comments that only this program reads.
  private func visible(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("# @workbench") }
      .joined(separator: "\n")
  }

  @Test func requestsHaveAllThatOtherProgramsSend() throws {
    let expected = """
      # All orders.

      @base = https://shop.example
      @user = {{$processEnv SHOP_USER}}

      ### Orders

      ### Create order
      # @tag smoke
      # @prompt code One-time code
      < {%
      before();
      %}
      POST {{base}}/orders/a%20b
          ?q=x%20y
      # &debug
      X-Client: workbench
      X-Code: {{code}}
      # X-Old: 1
      Authorization: Basic {{user}} {{token}}
      Content-Type: application/json

      {"a":1}

      > {%
      after();
      more();
      %}

      ### Upload
      # @no-redirect
      # @timeout 5
      PUT {{base}}/files
      X-Client: workbench
      Authorization: Bearer {{Login.response.body.$.token}}
      Content-Type: multipart/form-data; boundary=WorkbenchBoundary

      --WorkbenchBoundary
      Content-Disposition: form-data; name="n"

      1
      --WorkbenchBoundary
      Content-Disposition: form-data; name="f"; filename="a.png"
      Content-Type: image/png

      < d/a.png
      --WorkbenchBoundary--

      ###

      ### Login
      # @name Login
      POST {{base}}/login
      X-Client: workbench
      Content-Type: application/x-www-form-urlencoded

      a=x+%26
      &b={{user}}


      """
    let text = try text(shop)
    #expect(visible(text) == expected, "\(visible(text))")
    #expect(!text.contains("s3cret"))
    let read = try ImportFormat.http.read(ImportSource(Data(text.utf8), fileName: "x.http")).collections[0]
    var original = shop
    original.secrets = []
    #expect(read.withoutSourceIDs == original, "\(difference(read, original))")
  }

  @Test func secretsHaveValuesOnlyOnRequest() throws {
    var source = ExportSource(shop)
    source.includesSecrets = true
    let result = try ExportFormat.http.write(source)
    #expect(String(decoding: result.files[0].bytes, as: UTF8.self).contains("@token = s3cret\n"))
    let notes = try ExportFormat.http.write(ExportSource(shop)).notes
    #expect(notes.contains(InterchangeNote(.dropped, [], "Variable token: the value of a secret")))
  }

  @Test func aChangeInAnotherProgramCounts() throws {
    let changed = try text(shop).replacing("POST {{base}}/orders/a%20b", with: "PATCH {{base}}/orders/7")
    let read = try ImportFormat.http.read(ImportSource(Data(changed.utf8), fileName: "x.http")).collections[0]
    guard case .folder(let orders) = read.items[0] else { throw ImportError("no folder") }
    let document = HTTPText.document(orders.items[0])
    #expect(document["method"] == "PATCH")
    #expect(document["url"] == "{{base}}/orders/7")
    #expect(document["tags"] == ["smoke"])
  }

  @Test func aBodyThatWouldBeginAnotherRequestStaysWhole() throws {
    var collection = PortableFolder(name: "c")
    let bodies: [JSONValue] = [
      ["a", "### b", "c"], ["x", "", "GET https://a.example", "y"], ["> {%", "x"], ["?? x"],
    ]
    collection.items = bodies.enumerated().map { index, text in
      .request(
        PortableRequest(
          name: "r\(index)",
          document: ["method": "POST", "url": "https://a.example", "body": ["text": text, "type": "text/plain"]]))
    }
    let result = try ExportFormat.http.write(ExportSource(collection))
    let read = try ImportFormat.http.read(ImportSource(result.files[0].bytes, fileName: "x.http")).collections[0]
    #expect(read.withoutSourceIDs == collection, "\(difference(read, collection))")
    #expect(result.notes.map(\.path) == [["r0"], ["r1"]])
  }

  @Test(
    arguments: [
      (["basic": ["username": "me", "password": "{{p}}"]], "Basic me {{p}}"),
      (["basic": ["username": "a b", "password": "c"]], "Basic YSBiOmM="),
      (["basic": ["username": "{{a}}", "password": ""]], "Basic {{a}}:"),
      (["digest": ["username": "me", "password": "{{p}}"]], "Digest me {{p}}"),
      (
        ["awsv4": ["accessKey": "a", "secretKey": "{{b}}", "region": "r", "service": "s", "sessionToken": "t"]],
        "AWS a {{b}} token:t region:r service:s"
      ),
      (["oauth2": ["accessToken": "{{t}}"]], "Bearer {{t}}"), (["jwt": ["secret": "{{s}}"]], nil),
    ] as [(JSONObject, String?)])
  func authIsWrittenAsOtherProgramsReadIt(auth: JSONObject, expected: String?) {
    var context = InterchangeContext()
    #expect(HTTPFileAuth.header(auth, &context)?["value"] == expected.map(JSONValue.string))
    #expect((expected == nil) == context.notes.contains { $0.kind == .dropped })
  }

  @Test func requestsOfHTTPYacKeepItsAssertionsAndMetadata() throws {
    let text = "### a\n# @sleep 500\nGET https://a.example\n\n?? status == 200\n?? js x == 1\n"
    let read = try ImportFormat.http.read(ImportSource(Data(text.utf8), fileName: "x.http")).collections[0]
    let written = try self.text(read)
    #expect(
      visible(written).contains("# @sleep 500\nGET https://a.example\n\n?? status == 200\n?? js x == 1\n"), "\(written)"
    )
  }

  @Test func checksWithoutAPredicateAreAssertionsOfHTTPYac() throws {
    let checks: JSONValue = [
      ["query": "status", "value": 200], ["query": "jsonpath", "expression": "$.n", "value": 5],
      ["query": "header", "expression": "ETag"], ["query": "size", "value": 7],
      ["query": "duration", "expression": "wait", "predicate": "less", "value": 9],
      ["query": "jsonpath", "expression": "$.l", "filters": ["count"], "value": 3],
    ]
    let document: JSONObject = [
      "method": "GET", "url": "https://a.example", "checks": checks, "x-http": ["scripts": "httpyac"],
    ]
    let request = PortableItem.request(PortableRequest(name: "r", document: document))
    let result = try ExportFormat.http.write(ExportSource(PortableFolder(name: "c", items: [request])))
    let written = visible(String(decoding: result.files[0].bytes, as: UTF8.self)).trimmed
    let expected = """
      ### r
      GET https://a.example

      ?? status == 200
      ?? body n == 5
      ?? header ETag exists
      """
    #expect(written == expected, "\(written)")
    let dropped = "size equals 7, duration wait less 9, jsonpath $.l | count equals 3"
    #expect(
      result.notes == [InterchangeNote(.dropped, ["r"], "Checks that httpyac has no words for: \(dropped)")])
  }

  /// Every value of a kept comment replaced by others: the import ends with a result or an error.
  @Test func damagedCommentsAreHarmless() throws {
    let lines = try text(shop).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for (index, line) in lines.enumerated() where line.hasPrefix("# @workbench ") {
      let json = try JSONText(String(line.dropFirst(13))).value
      for damaged in Damage.wrongTypes(json) {
        var copy = lines
        copy[index] = "# @workbench " + damaged.compact
        _ = try? ImportFormat.http.read(ImportSource(Data(copy.joined(separator: "\n").utf8), fileName: "x.http"))
      }
    }
  }

  @Test func aTemplateOfAResponseMayHaveATabAfterItsFirstWord() throws {
    let shop = PortableFolder.usingResponse(separator: "\t ")
    let lines = try text(shop).split(separator: "\n")
    #expect(lines.contains("# @name Login"), "\(lines)")
    #expect(lines.contains("Authorization: Bearer {{Login.response.body.$.token}}"), "\(lines)")
  }

  @Test func damagedEnvironmentsAreHarmless() throws {
    let json: JSONValue = [
      "$shared": ["a": "b"],
      "dev": ["h": "x", "n": 1, "Security": ["Auth": [:]], "SSLConfiguration": ["clientCertificate": ["path": "p"]]],
    ]
    for damaged in Damage.wrongTypes(json) {
      _ = try? ImportFormat.httpEnvironment.read(
        ImportSource(Data(damaged.compact.utf8), fileName: "http-client.env.json"))
    }
  }
}
