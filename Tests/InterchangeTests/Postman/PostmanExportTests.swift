import Foundation
import RequestModel
import Testing

@testable import Interchange

struct PostmanExportTests {
  private func export(_ source: ExportSource) throws -> (files: [String: JSONValue], notes: [InterchangeNote]) {
    let result = try ExportFormat.postman.write(source)
    var files: [String: JSONValue] = [:]
    for file in result.files { files[file.path] = try JSONText(Array(file.bytes)).value }
    return (files, result.notes)
  }

  private static let shop: PortableFolder = {
    let create = PortableRequest(
      name: "Create",
      document: [
        "method": "POST", "url": "{{base}}/items/:id#top", "path": ["id": "a/b"],
        "query": [["name": "q", "value": "1,2"], ["name": "debug"], ["name": "x", "value": "y", "off": true]],
        "headers": [["name": "X-A", "value": "own"]],
        "body": ["text": ["a", "b"], "type": "text/csv"], "auth": ["header": ["name": "X-Key", "value": "{{key}}"]],
        "options": ["timeout": 5, "verifyTLS": false], "docs": ["Why", "not"], "tags": ["slow"],
        "scripts": ["postResponse": ["pm.test('a', () => {})"]],
        "checks": [["query": "status", "predicate": "equals", "value": 200]],
        "examples": [["name": "ok", "status": 200, "reason": "OK", "body": ["{", "}"]]],
      ])
    let folder = PortableFolder(
      name: "Inner",
      settings: [
        "headers": [["name": "X-A", "value": "inner"], ["name": "X-B", "value": "b"]], "auth": ["none": [:]],
        "options": ["followRedirects": false],
      ], items: [.request(create)])
    var shop = PortableFolder(
      name: "Shop",
      settings: [
        "docs": "All",
        "variables": [
          ["name": "base", "value": "http://a"], ["name": "key", "secret": true], ["name": "n", "value": 5],
        ],
        "headers": [["name": "X-C", "value": "c"]], "auth": ["bearer": ["token": "{{key}}"]],
      ], items: [.folder(folder)])
    shop.secrets = [PortableSecret(name: "key", value: "s3cret")]
    var local = PortableEnvironment(
      name: "my/local",
      document: ["variables": [["name": "base", "value": "http://b", "off": true], ["name": "key", "secret": true]]])
    local.secrets = [PortableSecret(name: "key", value: "l0cal")]
    shop.environments = [local]
    return shop
  }()

  @Test func aCollectionIsWrittenWholeWithWhatPostmanLacksNamed() throws {
    var source = ExportSource(Self.shop)
    source.globals = [["name": "g", "value": "1"]]
    var (files, notes) = try export(source)
    files[""] = files[""]?.without(PostmanRemainder.member)
    #expect(files.keys.sorted() == ["", "Globals.postman_globals.json", "my-local.postman_environment.json"])
    let expected: JSONValue = [
      "info": ["name": "Shop", "description": "All", "schema": .string(PostmanWriter.schema)],
      "item": [
        [
          "name": "Inner",
          "item": [
            [
              "name": "Create",
              "event": [
                ["listen": "test", "script": ["type": "text/javascript", "exec": ["pm.test('a', () => {})"]]]
              ],
              "request": [
                "method": "POST",
                "header": [
                  ["key": "X-C", "value": "c"], ["key": "X-B", "value": "b"], ["key": "X-A", "value": "own"],
                  ["key": "Content-Type", "value": "text/csv"],
                ],
                "body": ["mode": "raw", "raw": "a\nb", "options": ["raw": ["language": "text"]]],
                "url": [
                  "raw": "{{base}}/items/:id?q=1%2C2&debug#top", "host": ["{{base}}"], "path": ["items", ":id"],
                  "hash": "top",
                  "query": [
                    ["key": "q", "value": "1%2C2"], ["key": "debug", "value": .null],
                    ["key": "x", "value": "y", "disabled": true],
                  ], "variable": [["key": "id", "value": "a%2Fb"]],
                ],
                "auth": [
                  "type": "apikey",
                  "apikey": [
                    ["key": "key", "value": "X-Key", "type": "string"],
                    ["key": "value", "value": "{{key}}", "type": "string"],
                    ["key": "in", "value": "header", "type": "string"],
                  ],
                ], "description": "Why\nnot",
              ],
              "response": [
                [
                  "name": "ok", "status": "OK", "code": 200, "_postman_previewlanguage": "json", "header": [],
                  "cookie": [], "body": "{\n}",
                ]
              ], "protocolProfileBehavior": ["strictSSL": false],
            ]
          ], "auth": ["type": "noauth"], "protocolProfileBehavior": ["followRedirects": false],
        ]
      ],
      "auth": ["type": "bearer", "bearer": [["key": "token", "value": "{{key}}", "type": "string"]]],
      "variable": [
        ["key": "base", "value": "http://a", "type": "string"],
        ["key": "key", "value": "", "type": "string", "secret": true], ["key": "n", "value": 5, "type": "number"],
      ],
    ]
    #expect(
      files[""] == expected, "\(PostmanRoundTripTests.difference(expected.rendered(), files[""]?.rendered() ?? ""))")
    #expect(
      files["my-local.postman_environment.json"] == [
        "name": "my/local",
        "values": [
          ["key": "base", "value": "http://b", "type": "default", "enabled": false],
          ["key": "key", "value": "", "type": "secret", "enabled": true],
        ], "_postman_variable_scope": "environment",
      ])
    #expect(files["Globals.postman_globals.json"]?.object?["_postman_variable_scope"] == "globals")
    let path = ["Inner", "Create"]
    #expect(
      notes == [
        InterchangeNote(.changed, [], "Headers of the folder: they are written into its requests"),
        InterchangeNote(.changed, ["Inner"], "Headers of the folder: they are written into its requests"),
        InterchangeNote(.changed, path, "Auth: the header X-Key is written as an API key"),
        InterchangeNote(.dropped, path, "Option timeout has no equivalent"),
        InterchangeNote(.dropped, path, "Checks: Postman has no place for them"),
        InterchangeNote(.dropped, path, "Tags: Postman has no place for them"),
      ])
  }

  @Test func secretsAreWrittenOnlyIfTheyAreAskedFor() throws {
    var source = ExportSource(Self.shop)
    let without = try ExportFormat.postman.write(source).files
    source.includesSecrets = true
    let with = try ExportFormat.postman.write(source).files
    func text(_ files: [ExportResult.File]) -> String {
      files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    }
    #expect(!text(without).contains("s3cret") && !text(without).contains("l0cal"))
    #expect(text(with).contains("s3cret") && text(with).contains("l0cal"))
  }

  /// Members unknown to this program are exported in their places.
  @Test func anImportedCollectionIsExportedWithItsUnknownMembers() throws {
    let original: JSONValue = [
      "info": ["name": "c", "schema": .string(PostmanWriter.schema), "version": "1.2"],
      "item": [
        [
          "name": "r",
          "event": [["listen": "test", "disabled": true, "script": ["exec": ["x()"], "type": "text/javascript"]]],
          "request": [
            "method": "GET", "header": [["key": "A", "value": "b", "custom": ["x": 1]]],
            "body": ["mode": "raw", "raw": "not sent"],
            "url": [
              "raw": "http://a/:id?ids=1,2", "protocol": "http", "host": ["a"], "path": [":id"],
              "query": [["key": "ids", "value": "1,2"]],
              "variable": [["key": "id", "value": "7", "description": "which"]],
            ],
            "auth": [
              "type": "digest",
              "digest": [
                ["key": "username", "value": "me", "type": "string"], ["key": "realm", "value": "r", "type": "string"],
              ],
            ], "proxy": ["host": "p"],
          ],
          "response": [
            [
              "name": "ok",
              "originalRequest": [
                "method": "GET", "header": [], "url": ["raw": "http://a", "protocol": "http", "host": ["a"]],
              ],
              "code": 200, "_postman_previewlanguage": "text", "header": [], "cookie": [], "responseTime": 12,
            ]
          ], "protocolProfileBehavior": ["tlsPreferServerCiphers": true], "custom": true,
        ]
      ], "custom": "c",
    ]
    let source = ImportSource(Data(original.compact.utf8))
    let collection = try #require(try ImportFormat.postman.read(source).collections.first)
    let exported = try export(ExportSource(collection)).files[""]
    #expect(
      exported == original, "\(PostmanRoundTripTests.difference(original.rendered(), exported?.rendered() ?? ""))")
  }
}

extension JSONValue {
  /// Without a member, at any depth.
  fileprivate func without(_ name: String) -> JSONValue {
    switch self {
    case .array(let elements): return .array(elements.map { $0.without(name) })
    case .object(let object):
      let members = object.members.filter { !$0.key.means(name) }
      return .object(JSONObject(members: members.map { JSONMember(key: $0.key, value: $0.value.without(name)) }))
    default: return self
    }
  }
}
