import Foundation
import RequestModel
import TestSupport
import Testing

@testable import Interchange

struct OpenAPIReaderTests {
  @Test func aServerWithoutANameIsNamedByItsHost() throws {
    let collection = try OpenAPIFixture.collection(
      """
      openapi: 3.2.0
      info: {title: A, version: "1"}
      servers:
        - {url: "https://a.example", description: ""}
        - {url: "https://b.example", name: " ", description: "B"}
        - {url: "https://b.example/v2", description: " "}
        - {url: "", description: ""}
      paths: {/x: {get: {responses: {}}}}
      """)
    #expect(collection.environments.map(\.name) == ["a.example", "B", "b.example", "localhost"])
  }

  @Test func aDocumentBecomesACollection() throws {
    let result = try OpenAPIFixture.result(OpenAPIFixture.pets)
    let collection = try #require(result.collections.first)
    let settings: JSONObject = [
      "docs": [
        "Sells", "pets", "", "- Version: 1.0", "- Contact: me@example.com", "- <https://docs.example.com>",
      ],
      "variables": [
        ["name": "region", "value": "eu", "description": "One of eu, us"],
        ["name": "baseUrl", "value": "https://{{region}}.pets.example.com/v1", "description": "Production"],
        ["name": "apiKey", "secret": true], ["name": "session", "value": ""],
        ["name": "clientId", "value": ""], ["name": "clientSecret", "secret": true], ["name": "a", "value": ""],
        ["name": "b", "value": ""],
      ],
      "auth": ["apikey": ["key": "X-Key", "value": "{{apiKey}}", "in": "header"]],
    ]
    #expect(collection.name == "Pet store")
    expectSame(collection.settings, settings)
    #expect(collection.secrets.isEmpty)
    #expect(
      OpenAPIFixture.outline(collection) == [
        "pets/", "  Get a pet", "  PUT /pets/{petId}", "POST /upload/{a}-{b}/{name}.json",
      ])
    #expect(
      collection.environments == [
        PortableEnvironment(
          name: "Production",
          document: [
            "variables": [
              ["name": "baseUrl", "value": "https://{{region}}.pets.example.com/v1"],
              ["name": "region", "value": "eu", "description": "One of eu, us"],
            ]
          ]),
        PortableEnvironment(
          name: "localhost:8080",
          document: ["variables": [["name": "baseUrl", "value": "http://localhost:8080/v1"]]]),
      ])
    let note = InterchangeNote(
      .dropped, ["PUT /pets/{petId}"], "The body can be of other types too: application/xml")
    #expect(result.notes == [note])
  }

  @Test func anOperationBecomesARequest() throws {
    let requests = OpenAPIFixture.requests(of: try OpenAPIFixture.collection(OpenAPIFixture.pets))
    let get: JSONObject = [
      "method": "GET", "url": "{{baseUrl}}/pets/:petId", "path": ["petId": "7"],
      "query": [
        ["name": "fields", "value": "name", "off": true, "description": "What to return"],
        ["name": "filter[color]", "value": "", "off": true], ["name": "filter[size]", "value": "3", "off": true],
      ],
      "headers": [
        ["name": "Accept", "value": "application/json"], ["name": "X-Trace", "value": "abc"],
        ["name": "Cookie", "value": "session={{session}}"],
      ],
      "docs": ["**Deprecated.**", "", "One pet"], "tags": ["pets", "public"],
      "examples": [
        [
          "name": "200: A pet", "status": 200,
          "headers": [["name": "Content-Type", "value": "application/json"], ["name": "X-Rate", "value": "60"]],
          "body": ["{", "  \"id\": 0,", "  \"name\": \"{{Rex}}\",", "  \"born\": \"2024-01-31\"", "}"],
        ],
        ["name": "4XX: Wrong", "status": 400],
        [
          "name": "Default: Error: a", "headers": [["name": "Content-Type", "value": "application/json"]],
          "body": ["{", "  \"code\": 1", "}"],
        ],
        [
          "name": "Default: Error: Bee", "headers": [["name": "Content-Type", "value": "application/json"]],
          "body": ["{", "  \"code\": 2", "}"],
        ],
      ],
    ]
    let put: JSONObject = [
      "method": "PUT", "url": "{{baseUrl}}/pets/:petId", "path": ["petId": "7"],
      "body": ["json": ["name": "{{'{{'}}Rex}}", "born": "2024-01-31"]], "auth": ["none": [:]], "tags": ["pets"],
    ]
    let post: JSONObject = [
      "method": "POST", "url": "{{baseUrl}}/upload/{{a}}-{{b}}/:name.json", "path": ["name": ""],
      "body": [
        "multipart": [
          ["name": "file", "file": "", "type": "image/png"], ["name": "n", "value": "0", "off": true],
        ]
      ],
      "auth": [
        "oauth2": [
          "grant_type": "authorization_code", "authUrl": "https://{{region}}.pets.example.com/oauth/authorize",
          "accessTokenUrl": "https://id.example.com/token", "clientId": "{{clientId}}",
          "clientSecret": "{{clientSecret}}", "scope": "read write",
        ]
      ],
    ]
    for (request, expected) in zip(requests, [get, put, post]) {
      expectSame(request.document, expected)
    }
    #expect(
      requests.map(\.sourceID) == [
        "GET /pets/{petId}", "PUT /pets/{petId}", "POST /upload/{a}-{b}/{name}.json",
      ])
  }

  @Test func damagedTextIsAnErrorOrAResult() {
    let bytes = Array(OpenAPIFixture.pets.utf8)
    for count in Seeds.places(in: bytes.indices) {
      let source = ImportSource(Data(bytes[..<count]), fileName: "api.yaml")
      guard ImportFormat.openapi.recognizes(source) else { continue }
      #expect(throws: Never.self) { _ = try ImportFormat.openapi.read(source) }
    }
  }

  @Test func wrongTypesNeverStopAnImport() throws {
    for text in [OpenAPIFixture.pets, SwaggerTests.document] {
      let document = try OpenAPIFixture.json(text)
      let count = document.nodeCount
      for wrong in [JSONValue.null, 1, "x", [], [:], [[:]], ["$ref": "#"], ["$ref": "#/paths"]] {
        for index in Seeds.places(in: 1..<count) {
          var rest = index
          let damaged = document.replacing(&rest, by: wrong)
          let source = ImportSource(Data(damaged.compact.utf8), fileName: "api.json")
          let result = try ImportFormat.openapi.read(source)
          for request in result.collections.flatMap(OpenAPIFixture.requests) {
            #expect(throws: Never.self, "\(damaged.compact)") { _ = try SavedRequest(document: request.document) }
          }
        }
      }
    }
  }
}

extension JSONValue {
  /// The number of values in it, itself included.
  var nodeCount: Int {
    switch self {
    case .array(let elements): elements.reduce(1) { $0 + $1.nodeCount }
    case .object(let object): object.members.reduce(1) { $0 + $1.value.nodeCount }
    default: 1
    }
  }

  /// The value with another one in the place of the value of that number.
  func replacing(_ index: inout Int, by other: JSONValue) -> JSONValue {
    defer { index -= 1 }
    if index == 0 { return other }
    switch self {
    case .array(let elements):
      return .array(
        elements.map { element in
          index -= 1
          let replaced = element.replacing(&index, by: other)
          index += 1
          return replaced
        })
    case .object(let object):
      return .object(
        JSONObject(
          members: object.members.map { member in
            index -= 1
            let replaced = member.value.replacing(&index, by: other)
            index += 1
            return JSONMember(key: member.key, value: replaced)
          }))
    default: return self
    }
  }
}
