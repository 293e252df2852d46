import Foundation
import RequestModel
import TestSupport
import Testing

@testable import Interchange

struct PostmanV3Tests {
  private func read(_ files: [String: String]) throws -> ImportResult {
    let source = ImportSource(folder: SourceFiles(files.mapValues { Data($0.utf8) }), name: "work")
    let format = try #require(ImportFormat.of(source))
    #expect(format.name == "postman-v3")
    return try format.read(source)
  }

  private static let shop = [
    "postman/collections/Shop/.resources/definition.yaml": """
    $kind: collection
    name: Shop API
    description: All of the shop
    variables:
      - key: base
        value: 'http://localhost'
      - key: old
        value: 'x'
        disabled: true
    auth:
      type: bearer
      credentials:
        - key: token
          value: '{{token}}'
    scripts:
      - type: http:beforeRequest
        language: text/javascript
        code: |-
          a();
          b();
    """,
    "postman/collections/Shop/Second.request.yaml": """
    $kind: http-request
    order: 2000
    method: GET
    url: '{{base}}/items/:id?page=1'
    pathVariables:
      - key: id
        value: '7'
        description: which
    queryParams:
      - key: page
        value: '1'
      - key: all
        value: 'x y'
        disabled: true
    settings:
      followRedirects: false
      disabledSystemHeaders:
        user-agent: true
    """,
    "postman/collections/Shop/First-one.request.yaml": """
    $kind: http-request
    name: 'First/one'
    order: 1000
    method: POST
    url: '{{base}}/items'
    headers:
      X-Trace: 'on'
    body:
      type: json
      content: |-
        {
          "title": "t"
        }
    auth:
      type: noauth
    scripts:
      - type: afterResponse
        language: text/javascript
        code: |-
          pm.test("ok", () => {});
    examples: ./.resources/First-one.resources/examples
    """,
    "postman/collections/Shop/.resources/First-one.resources/examples/201 Created.example.yaml": """
    $kind: http-example
    request:
      url: '{{base}}/items'
      method: POST
    response:
      statusCode: 201
      statusText: Created
      headers:
        - key: content-type
          value: application/json
      body:
        type: json
        content: '{"id":1}'
    """,
    "postman/collections/Shop/Inner/.resources/definition.yaml": "$kind: collection\norder: 500\n",
    "postman/collections/Shop/Inner/Form.request.yaml": """
    $kind: http-request
    method: POST
    url: {{base}}/form
    body:
      type: formdata
      content:
        - key: file
          type: file
          src: a.txt
        - key: x
          type: text
          value: {{x}}
    """,
    "postman/collections/Shop/Inner/Stream.request.yaml": "$kind: grpc-request\nurl: 'grpc://a'\n",
    "postman/collections/Shop/Inner/Broken.request.yaml": "$kind: http-request\nurl: [\n",
    "postman/environments/dev.environment.yaml": """
    name: Dev
    values:
      - key: base
        value: 'http://dev'
        enabled: true
        type: default
      - key: token
        value: 'abc'
        enabled: true
        type: secret
    """,
    "postman/globals/workspace.globals.yaml":
      "name: Globals\nvalues:\n  - key: g\n    value: '1'\n    enabled: false\n",
  ]

  @Test func aFolderIsReadWithItsExamplesEnvironmentsAndOrder() throws {
    let result = try read(Self.shop)
    let collection = try #require(result.collections.first)
    let expected: JSONValue = [
      "folder": "Shop API",
      "settings": [
        "docs": "All of the shop",
        "variables": [
          ["name": "base", "value": "http://localhost"], ["name": "old", "value": "x", "off": true],
        ],
        "auth": ["bearer": ["token": "{{token}}"]], "scripts": ["preRequest": ["a();", "b();"]],
      ],
      "items": [
        [
          "folder": "Inner", "settings": [:],
          "items": [
            [
              "request": "Form",
              "document": [
                "method": "POST", "url": "{{base}}/form",
                "body": [
                  "multipart": [["name": "file", "file": "a.txt"], ["name": "x", "value": "{{x}}"]]
                ],
              ],
            ]
          ],
          "environments": [], "secrets": [],
        ],
        [
          "request": "First/one",
          "document": [
            "method": "POST", "url": "{{base}}/items", "headers": [["name": "X-Trace", "value": "on"]],
            "body": ["text": ["{", "  \"title\": \"t\"", "}"], "type": "application/json"], "auth": ["none": [:]],
            "scripts": ["postResponse": ["pm.test(\"ok\", () => {});"]],
            "examples": [
              [
                "name": "201 Created", "status": 201, "reason": "Created",
                "headers": [["name": "content-type", "value": "application/json"]], "body": "{\"id\":1}",
                "x-postman": ["originalRequest": ["method": "POST", "url": "{{base}}/items"]],
              ]
            ],
          ],
        ],
        [
          "request": "Second",
          "document": [
            "method": "GET", "url": "{{base}}/items/:id", "path": ["id": "7"],
            "query": [["name": "page", "value": "1"], ["name": "all", "value": "x y", "off": true]],
            "options": ["followRedirects": false, "omitHeaders": "User-Agent"],
            "x-postman": ["pathDescriptions": ["id": "which"]],
          ],
        ],
      ],
      "environments": [
        [
          "name": "Dev",
          "document": ["variables": [["name": "base", "value": "http://dev"], ["name": "token", "secret": true]]],
        ]
      ],
      "secrets": [["token", "abc"]],
    ]
    #expect(collection.json == expected, "\(collection.json.rendered())")
    #expect(result.globals == [["name": "g", "value": "1", "off": true]])
    let inner = "postman/collections/Shop/Inner/"
    #expect(
      result.notes == [
        InterchangeNote(
          .failed, ["Inner"],
          inner + "Broken.request.yaml: 3:1: while parsing a flow node, did not find expected node content"),
        InterchangeNote(
          .changed, ["Inner"], inner + "Form.request.yaml: values that begin with {{ got the quotes they need"),
        InterchangeNote(.failed, ["Inner", "Stream"], "gRPC requests are not supported"),
      ])
  }

  @Test func whatHasNoEquivalentIsNamed() throws {
    let folder = "postman/collections/Shop/"
    let result = try read([
      folder + ".resources/definition.yaml": """
      $kind: collection
      scripts:
        - { type: 'http:afterResponse', code: 'a()', language: text/javascript }
        - { type: 'graphql:beforeQuery', code: 'b()', language: text/javascript }
        - { type: 'grpc:beforeInvoke', code: 'c()', language: text/javascript }
      """,
      folder + "Key.request.yaml": """
      $kind: http-request
      url: 'http://a'
      auth:
        - { id: a1, name: Key, type: apikey, credentials: [{ key: key, value: X-Key }, { key: value, value: '{{k}}' }], rules: [{}] }
        - { id: a2, type: basic, credentials: [] }
      variables:
        - { key: v, value: '1' }
      """,
      folder + "Search.request.yaml": """
      $kind: graphql-request
      url: 'http://a/graphql'
      query: '{ a }'
      variables: '{"q": 1}'
      scripts:
        - { type: beforeQuery, code: 'd()', language: text/javascript }
      """,
      folder + "Feed.request.yaml": "$kind: mqtt-request\nurl: 'mqtt://a'\n",
      folder + ".resources/Feed.resources/examples/Old.example.yaml": "$kind: http-example\n",
      folder + ".resources/Gone.resources/examples/Old.example.yaml": "$kind: http-example\n",
      "services/other/Loose.request.yaml": "$kind: http-request\nurl: 'http://b'\n",
    ])
    let collection = try #require(result.collections.first)
    #expect(result.collections.count == 1 && collection.items.map(\.name) == ["Key", "Search"])
    #expect(collection.settings["scripts"] == ["preRequest": ["b()"], "postResponse": ["a()"]])
    guard case .request(let key) = collection.items[0], case .request(let search) = collection.items[1] else {
      throw ImportError("no requests")
    }
    #expect(key.document["auth"] == ["apikey": ["key": "X-Key", "value": "{{k}}"]])
    #expect(key.document["x-postman"] == ["variable": [["key": "v", "value": "1"]]])
    #expect(search.document["scripts"] == ["preRequest": ["d()"]])
    #expect(
      Set(result.notes) == [
        InterchangeNote(.dropped, [], "Script for the event \"grpc:beforeInvoke\""),
        InterchangeNote(
          .changed, [], "Script graphql:beforeQuery: it runs with all requests, not with those of GraphQL alone"),
        InterchangeNote(.failed, ["Feed"], "MQTT requests are not supported"),
        InterchangeNote(.changed, ["Key"], "Auth: of 2 kinds, only the first one is used: apikey"),
        InterchangeNote(.dropped, ["Key"], "Auth: the rules for where it is used"),
        InterchangeNote(
          .changed, ["Search"], "Scripts of its folders are for HTTP requests in Postman, and run with it, too"),
        InterchangeNote(.failed, [], "services/other/Loose.request.yaml: it is not in a collection"),
        InterchangeNote(
          .dropped, [],
          folder + ".resources/Gone.resources/examples/Old.example.yaml: no request has this example"),
      ])
  }

  @Test func theCollectionsOfAllFoldersAreRead() throws {
    let request = "$kind: http-request\nurl: 'http://a'\n"
    let result = try read([
      "a/postman/collections/One/r.request.yaml": request, "b/postman/collections/Two/r.request.yaml": request,
      "b/postman/collections/Two/collections/Inner/r.request.yaml": request,
    ])
    #expect(result.collections.map(\.name) == ["One", "Two"])
    #expect(result.collections.last?.items.map(\.name) == ["r", "collections"])
    #expect(result.notes == [])
  }

  @Test func oneFileNamesWhatIsInOthers() throws {
    let text = """
      { "$kind": "collection", "name": "Shop", "scripts": [{ "type": "http:afterResponse", "code": "a()" }], "items": [
        { "$kind": "http-request", "name": "r", "url": "http://a", "examples": "./.resources/r.resources/examples" },
        { "$kind": "websocket-request", "name": "w", "url": "wss://a", "messages": "./messages" } ] }
      """
    let source = ImportSource(Data(text.utf8), fileName: "shop.json")
    let result = try #require(ImportFormat.of(source)).read(source)
    #expect(result.collections.map { $0.items.map(\.name) } == [["r", "w"]])
    #expect(
      result.notes == [
        InterchangeNote(
          .dropped, ["r"], "The examples in ./.resources/r.resources/examples: an import of the whole folder has them"),
        InterchangeNote(
          .changed, ["w"], "Scripts of its folders are for HTTP requests in Postman, and run with it, too"),
        InterchangeNote(.dropped, ["w"], "The messages in ./messages: an import of the whole folder has them"),
      ])
  }

  @Test func oneFileIsACollection() throws {
    let text = "$kind: http-request\nurl: 'http://a/b'\nmethod: PUT\nbody: { type: text, content: 'x' }\n"
    let source = ImportSource(Data(text.utf8), fileName: "Save all.request.yaml")
    let result = try #require(ImportFormat.of(source)).read(source)
    let expected = PortableRequest(
      name: "Save all",
      document: ["method": "PUT", "url": "http://a/b", "body": ["text": "x", "type": "text/plain"]])
    #expect(result.collections.map(\.name) == ["Save all"])
    #expect(result.collections[0].items == [.request(expected)])
  }

  @Test func nothingOutsideOfTheFolderIsRead() throws {
    let result = try read([
      "A.request.yaml": "$kind: http-request\nurl: 'http://a'\nexamples: '../../../etc'\n",
      ".resources/A.resources/examples/ok.example.yaml": "$kind: http-example\nresponse: { statusCode: 200 }\n",
    ])
    guard case .request(let request)? = result.collections[0].items.first else { throw ImportError("no request") }
    #expect(request.document["examples"] == [["name": "ok", "status": 200]])
  }

  @Test func truncatedFilesAreReadOrNamed() throws {
    let path = "postman/collections/Shop/First-one.request.yaml"
    let text = try #require(Self.shop[path])
    for count in Seeds.places(in: 0..<text.utf8.count) {
      let part = String(decoding: Array(text.utf8.prefix(count)), as: UTF8.self)
      let result = try read([path: part])
      #expect(result.collections.count == 1)
      try result.collections[0].checkSound()
    }
  }

  @Test func aDataDumpHasEveryCollectionAndEnvironment() throws {
    let files = [
      "archive.json": #"{"collection":{"c1":true},"environment":{"e1":true}}"#,
      "collection/c1.json": #"{"info":{"name":"One"},"item":[{"name":"r","request":"http://a"},3]}"#,
      "collection/c2.json": #"{"info":"#,
      "environment/e1.json": #"{"id":"e1","name":"Dev","values":[{"key":"a","value":"1"}]}"#,
    ]
    let source = ImportSource(folder: SourceFiles(files.mapValues { Data($0.utf8) }), name: "dump")
    let format = try #require(ImportFormat.of(source))
    #expect(format.name == "postman-dump")
    let result = try format.read(source)
    #expect(result.collections.map(\.name) == ["One"])
    #expect(result.environments.map(\.name) == ["Dev"])
    #expect(
      result.notes == [
        InterchangeNote(.failed, ["One"], "item 2 is a number, not an object"),
        InterchangeNote(.failed, ["collection/c2.json"], "1:9 — expected a value"),
      ])
  }

  @Test func aBackupInOneFileHasCollectionsOfAnyVersion() throws {
    let json = """
      {"version":1,"collections":[{"id":"1","name":"Old","order":["a"],"requests":[{"id":"a","name":"r","url":"http://a",
      "method":"GET","headers":"A: b\\n//C: d\\n","dataMode":"params","data":[]}]}, 7],
      "environments":[{"name":"E","values":[{"key":"k","value":"v","enabled":true}]}],
      "headerPresets":[{"name":"P","headers":[]}],"globals":[{"key":"g","value":"1","enabled":true}]}
      """
    let source = ImportSource(Data(json.utf8), fileName: "Backup.postman_dump.json")
    let format = try #require(ImportFormat.of(source))
    #expect(format.name == "postman-backup")
    let result = try format.read(source)
    guard case .request(let request)? = result.collections.first?.items.first else { throw ImportError("no request") }
    #expect(
      request.document == [
        "method": "GET", "url": "http://a",
        "headers": [["name": "A", "value": "b"], ["name": "C", "value": "d", "off": true]],
      ])
    #expect(result.environments.map(\.name) == ["E"])
    #expect(result.globals == [["name": "g", "value": "1"]])
    #expect(
      result.notes == [
        InterchangeNote(.failed, [], "Collection 2 is a number, not an object"),
        InterchangeNote(.dropped, [], "The header preset \"P\": set headers of a folder"),
      ])
  }
}
