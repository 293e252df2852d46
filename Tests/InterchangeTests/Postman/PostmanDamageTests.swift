import Foundation
import RequestModel
import TestSupport
import Testing

@testable import Interchange

struct PostmanDamageTests {
  static let collection: JSONValue = [
    "info": [
      "name": "Shop", "_postman_id": "c1", "description": ["content": "d", "type": "text/plain"], "schema": "v2.1.0",
    ],
    "auth": [
      "type": "oauth2",
      "oauth2": [["key": "grant_type", "value": "password_credentials"], ["key": "scope", "value": "a"]],
    ],
    "variable": [
      ["key": "base", "value": "http://a", "type": "string"], ["key": "n", "value": "1", "type": "number"],
    ],
    "event": [["listen": "prerequest", "script": ["exec": ["a()"], "type": "text/javascript"]]],
    "protocolProfileBehavior": ["maxRedirects": 3, "disabledSystemHeaders": ["accept": true]],
    "item": [
      [
        "name": "Folder", "id": "f1", "description": "d",
        "item": [
          [
            "name": "Create", "id": "r1",
            "request": [
              "method": "POST", "description": "why",
              "url": [
                "raw": "http://a/b", "protocol": "http", "host": ["a"], "port": "80", "path": ["b", ":id"], "hash": "h",
                "query": [["key": "q", "value": "1"]], "variable": [["key": "id", "value": "7", "description": "d"]],
                "auth": ["user": "u", "password": "p"],
              ],
              "header": [["key": "A", "value": "b", "disabled": true]],
              "body": ["mode": "raw", "raw": "{}", "options": ["raw": ["language": "json"]]],
              "auth": [
                "type": "jwt", "jwt": [["key": "lifetime", "value": 60], ["key": "algorithm", "value": "HS256"]],
              ],
            ],
            "response": [
              [
                "name": "ok", "code": 200, "status": "OK", "header": [["key": "A", "value": "b"]], "body": "{}",
                "cookie": [["name": "c", "value": "v"]], "originalRequest": ["method": "GET", "url": "http://a"],
              ]
            ],
          ],
          [
            "name": "Form",
            "request": [
              "method": "POST", "url": "u",
              "body": ["mode": "formdata", "formdata": [["key": "f", "type": "file", "src": ["a"]]]],
            ],
          ],
          [
            "name": "GraphQL",
            "request": [
              "method": "POST", "url": "u",
              "body": ["mode": "graphql", "graphql": ["query": "{a}", "variables": "{}", "operationName": "o"]],
            ],
          ],
          [
            "name": "Fields",
            "request": [
              "method": "POST", "url": "u",
              "body": ["mode": "urlencoded", "urlencoded": [["key": "f", "value": "v"]]],
            ],
          ],
        ],
      ]
    ],
  ]

  static let old: JSONValue = [
    "id": "c1", "name": "Old", "description": "d", "order": ["r1"], "folders_order": ["f1"],
    "folders": [["id": "f1", "name": "F", "order": ["r2"], "folders_order": [], "folder": .null]],
    "requests": [
      [
        "id": "r1", "name": "One", "method": "POST", "url": "http://a/:id?x=1", "headers": "A: b\n",
        "headerData": [["key": "A", "value": "b", "enabled": false]],
        "queryParams": [["key": "x", "value": "1", "equals": true]], "pathVariables": ["id": "7"],
        "pathVariableData": [["key": "id", "value": "7"]], "dataMode": "params",
        "data": [["key": "f", "value": "v", "type": "text", "enabled": true]],
        "rawModeData": "raw", "dataOptions": ["raw": ["language": "json"]], "preRequestScript": "a()", "tests": "b()",
        "events": .null,
        "currentHelper": "basicAuth", "helperAttributes": ["id": "basic", "username": "me", "password": "{{pw}}"],
        "responses": [
          [
            "name": "ok", "responseCode": ["code": 200, "name": "OK"], "headers": [["key": "A", "value": "b"]],
            "text": "{}", "request": "r1", "cookies": [], "time": 5,
          ]
        ],
      ],
      ["id": "r2", "name": "Two", "method": "GET", "url": "http://b", "folder": "f1"],
    ],
  ]

  static let environment: JSONValue = [
    "id": "e", "name": "Dev", "_postman_variable_scope": "environment",
    "values": [
      ["key": "a", "value": "1", "enabled": true, "type": "secret"], ["key": "b", "value": ["c": 1], "type": "any"],
    ],
  ]

  @Test(arguments: [collection, old, environment])
  func wrongTypesAreNotedAndLeaveSoundFiles(json: JSONValue) throws {
    for changed in Damage.wrongTypes(json) {
      let source = ImportSource(Data(changed.compact.utf8), fileName: "a.json")
      for format in [ImportFormat.postman, .postmanEnvironment, .postmanBackup, .postmanFolder] {
        guard let result = try? format.read(source) else { continue }
        for collection in result.collections { try collection.checkSound() }
        for environment in result.environments {
          _ = try Environment(name: environment.name, document: environment.document)
        }
      }
    }
  }

  @Test(arguments: [collection, old, environment])
  func truncatedTextIsAnErrorWithItsPosition(json: JSONValue) throws {
    let bytes = Array(json.compact.utf8)
    for count in Seeds.places(in: 1..<bytes.count) {
      let source = ImportSource(Data(bytes.prefix(count)))
      let error = #expect(throws: ImportError.self) { try ImportFormat.postman.read(source) }
      #expect(error?.description.contains("1:") == true, "\(error?.description ?? "none")")
    }
  }

  @Test(arguments: [
    String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf16, .utf8,
  ])
  func textIsReadInEveryEncoding(encoding: String.Encoding) throws {
    let text = "{\"info\":{\"name\":\"Größe 🎉\"},\"item\":[]}"
    let plain = try #require(text.data(using: encoding))
    let marked = try #require(("\u{FEFF}" + text).data(using: encoding))
    for data in [plain, marked] {
      #expect(try ImportFormat.postman.read(ImportSource(data)).collections.map(\.name) == ["Größe 🎉"])
    }
  }

  @Test func collectionsInOddShapesAreRead() throws {
    let request: JSONValue = ["name": "r", "request": "http://a"]
    let document: JSONObject = ["method": "GET", "url": "http://a"]
    let shapes: [(JSONValue, String)] = [
      (["info": ["name": "c"], "item": request], "c"),
      (["collection": ["info": ["name": "c"], "item": [request]]], "c"),
      (["item": [request]], "file"), (["info": ["schema": "x"], "item": [request]], "file"),
    ]
    for (json, name) in shapes {
      let source = ImportSource(Data(json.compact.utf8), fileName: "file.json")
      let result = try #require(ImportFormat.of(source)).read(source)
      let items: [PortableItem] = [.request(PortableRequest(name: "r", document: document))]
      #expect(result.collections == [PortableFolder(name: name, items: items)])
    }
  }

  @Test func deepFoldersAreReadAndDeeperOnesAnError() throws {
    func nested(_ depth: Int) -> Data {
      let start = String(repeating: #"{"name":"f","item":["#, count: depth)
      let end = String(repeating: "]}", count: depth)
      return Data((#"{"info":{"name":"c"},"item":["# + start + end + "]}").utf8)
    }
    var folder = try #require(try ImportFormat.postman.read(ImportSource(nested(250))).collections.first)
    var depth = 0
    while case .folder(let inner)? = folder.items.first { (folder, depth) = (inner, depth + 1) }
    #expect(depth == 250)
    #expect(throws: ImportError.self) { try ImportFormat.postman.read(ImportSource(nested(300))) }
    #expect(throws: ImportError.self) { try ImportFormat.postman.read(ImportSource(nested(100_000))) }
  }

  @Test func foldersOfVersion1ThatContainEachOtherAreReadOnce() throws {
    let json: JSONValue = [
      "name": "c", "order": [], "folders_order": ["a"],
      "folders": [
        ["id": "a", "name": "A", "folders_order": ["b"]], ["id": "b", "name": "B", "folders_order": ["a", "b"]],
        ["id": "x", "name": "X", "folder_id": "y"], ["id": "y", "name": "Y", "folder_id": "x"],
      ],
      "requests": [
        ["id": "r", "name": "R", "url": "u", "folder": "b"], ["id": "s", "name": "S", "url": "u", "folder": "gone"],
      ],
    ]
    let result = try ImportFormat.postman.read(ImportSource(Data(json.compact.utf8)))
    func names(_ folder: PortableFolder) -> JSONValue {
      .array(
        folder.items.map { item in
          switch item {
          case .folder(let inner): [.string(inner.name), names(inner)]
          case .request(let request): .string(request.name)
          }
        })
    }
    #expect(names(try #require(result.collections.first)) == [["A", [["B", ["R"]]]], ["X", [["Y", []]]], "S"])
  }

  @Test func aLongChainOfFoldersIsReadInLittleStack() throws {
    let folders = (0..<20_000).map { index -> JSONValue in
      ["id": .number(index), "name": "f", "folders_order": [.number(index + 1)]]
    }
    let json: JSONValue = ["name": "c", "folders_order": [0], "requests": [], "folders": .array(folders)]
    let result = try ImportFormat.postman.read(ImportSource(Data(json.compact.utf8)))
    #expect(result.collections.count == 1)
  }
}
