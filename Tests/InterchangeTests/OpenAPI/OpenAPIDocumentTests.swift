import Foundation
import RequestModel
import Testing

@testable import Interchange

/// Servers, security, folders and files.
struct OpenAPIDocumentTests {
  private func settings(_ yaml: String) throws -> JSONObject { try OpenAPIFixture.collection(yaml).settings }

  private func urls(_ yaml: String) throws -> [String] {
    OpenAPIFixture.requests(of: try OpenAPIFixture.collection(yaml)).map { $0.document.text("url") ?? "" }
  }

  // MARK: Servers

  @Test(
    arguments: [
      ("", "http://localhost"), ("servers: []", "http://localhost"), ("servers: [{url: /}]", "http://localhost"),
      ("servers: [{url: /v1/}]", "http://localhost/v1"), ("servers: [{url: ./v1}]", "http://localhost/v1"),
      ("servers: [{url: //h/v1}]", "https://h/v1"), ("servers: [{url: 'https://h:8443/'}]", "https://h:8443"),
      ("servers: [{url: '{{host}}/v1'}]", "{{host}}/v1"), ("servers: [7, {url: 'https://h'}]", "https://h"),
    ])
  func theFirstServerIsTheBaseURL(servers: String, expected: String) throws {
    let settings = try settings("openapi: 3.0.0\n\(servers)\npaths: {/x: {get: {}}}")
    #expect(settings["variables"]?.array?.first == ["name": "baseUrl", "value": .string(expected)])
  }

  @Test func pathsAndOperationsMayHaveServers() throws {
    let yaml = """
      openapi: 3.0.0
      servers: [{url: https://api.example.com}]
      paths:
        /a: {servers: [{url: https://api.example.com/}], get: {}}
        /b: {servers: [{url: 'https://{where}.up.example.com/v2', variables: {where: {default: eu}}}], get: {}, put: {servers: [{url: https://up.example.com}]}}
      """
    #expect(
      try urls(yaml) == ["{{baseUrl}}/a", "{{baseUrl-eu}}/b", "{{baseUrl-up}}/b"])
    #expect(
      try settings(yaml)["variables"] == [
        ["name": "baseUrl", "value": "https://api.example.com"], ["name": "where", "value": "eu"],
        ["name": "baseUrl-eu", "value": "https://{{where}}.up.example.com/v2"],
        ["name": "baseUrl-up", "value": "https://up.example.com"],
      ])
    let own = "openapi: 3.0.0\npaths: {/a: {servers: [{url: https://a.example.com}], get: {}}}"
    #expect(try urls(own) == ["{{baseUrl}}/a"])
    #expect(try settings(own)["variables"] == [["name": "baseUrl", "value": "https://a.example.com"]])
  }

  // MARK: Security

  private func auth(_ scheme: String) throws -> JSONObject {
    try settings(
      """
      openapi: 3.1.0
      servers: [{url: 'https://h/v1'}]
      security: [{s: []}]
      paths: {/x: {get: {}}}
      components: {securitySchemes: {s: {\(scheme)}}}
      """)
  }

  @Test(
    arguments: [
      ("type: http, scheme: Basic", ["basic": ["username": "{{username}}", "password": "{{password}}"]]),
      ("type: http, scheme: bearer", ["bearer": ["token": "{{bearerToken}}"]]),
      ("type: http, scheme: digest", ["digest": ["username": "{{username}}", "password": "{{password}}"]]),
      ("type: http, scheme: negotiate", ["negotiate": [:]]),
      ("type: http, scheme: DPoP", ["header": ["name": "Authorization", "value": "DPoP {{authorization}}"]]),
      ("type: apiKey, in: query, name: k", ["apikey": ["key": "k", "value": "{{apiKey}}", "in": "query"]]),
      ("type: apiKey, in: cookie, name: k", ["apikey": ["key": "k", "value": "{{apiKey}}", "in": "cookie"]]),
      ("type: openIdConnect, openIdConnectUrl: https://o", ["bearer": ["token": "{{bearerToken}}"]]),
      (
        "type: oauth2, flows: {clientCredentials: {tokenUrl: /t, refreshUrl: https://r}}",
        [
          "oauth2": [
            "grant_type": "client_credentials", "accessTokenUrl": "https://h/t", "refreshTokenUrl": "https://r",
            "clientId": "{{clientId}}", "clientSecret": "{{clientSecret}}",
          ]
        ]
      ),
      (
        "type: oauth2, flows: {implicit: {authorizationUrl: https://a}}",
        ["oauth2": ["grant_type": "implicit", "authUrl": "https://a", "clientId": "{{clientId}}"]]
      ),
      (
        "type: oauth2, flows: {deviceAuthorization: {deviceAuthorizationUrl: https://d, tokenUrl: https://t}}",
        [
          "oauth2": [
            "grant_type": "device_code", "deviceAuthUrl": "https://d", "accessTokenUrl": "https://t",
            "clientId": "{{clientId}}", "clientSecret": "{{clientSecret}}",
          ]
        ]
      ),
      (
        "type: oauth2, flows: {password: {tokenUrl: https://t}}",
        [
          "oauth2": [
            "grant_type": "password_credentials", "accessTokenUrl": "https://t", "clientId": "{{clientId}}",
            "clientSecret": "{{clientSecret}}", "username": "{{username}}", "password": "{{password}}",
          ]
        ]
      ),
      ("type: mutualTLS", .null), ("type: other", .null), ("type: oauth2", .null),
    ] as [(String, JSONValue)])
  func aSecuritySchemeIsAnAuth(scheme: String, expected: JSONValue) throws {
    let settings = try auth(scheme)
    expectSame(["auth": settings["auth"] ?? .null], ["auth": expected])
    for row in (settings["variables"]?.array ?? []).compactMap(\.object) {
      let isPlain = ["baseUrl", "username", "clientId"].contains(row.text("name") ?? "")
      #expect((row["secret"] == true) != isPlain)
      #expect((row["value"] == nil) != isPlain)
    }
  }

  @Test func operationsOverrideTheSecurityOfTheDocument() throws {
    let collection = try OpenAPIFixture.collection(
      """
      openapi: 3.0.0
      security: [{a: []}]
      paths:
        /x:
          get: {}
          put: {security: []}
          post: {security: [{a: []}]}
          patch: {security: [{unknown: []}, {b: []}]}
          delete: {security: [{a: [], b: [], k: []}]}
      components:
        securitySchemes:
          a: {type: http, scheme: bearer}
          b: {type: http, scheme: bearer}
          k: {type: apiKey, in: header, name: X-K}
      """)
    let requests = OpenAPIFixture.requests(of: collection).map(\.document)
    #expect(
      requests.map { $0["auth"] } == [nil, ["none": [:]], nil, ["bearer": ["token": "{{b-bearerToken}}"]], nil])
    #expect(requests[4]["headers"] == [["name": "X-K", "value": "{{apiKey}}"]])
  }

  // MARK: Folders

  @Test func tagsAreFoldersInTheirOrder() throws {
    let collection = try OpenAPIFixture.collection(
      """
      openapi: 3.2.0
      tags:
        - {name: empty}
        - {name: b, summary: Bees, description: Of bees, externalDocs: {url: https://b}}
        - {name: c, parent: b}
        - {name: d, parent: e}
        - {name: e, parent: d}
      paths:
        /a: {get: {tags: [z, b], summary: one}, put: {tags: [c], operationId: two}}
        /b: {get: {tags: [b]}, query: {}}
        /c: {additionalOperations: {LINK: {tags: [e]}}}
      """)
    #expect(
      OpenAPIFixture.outline(collection) == [
        "Bees/", "  c/", "    two", "  GET /b", "e/", "  LINK /c", "z/", "  one", "QUERY /b",
      ])
    guard case .folder(let bees) = collection.items[0] else { throw ImportError("no folder") }
    expectSame(bees.settings, ["docs": ["Of bees", "", "<https://b>"]])
    #expect(bees.sourceID == "tag b")
  }

  @Test func manyOperationsWithoutTagsAreGroupedByTheirPaths() throws {
    let paths = ["users", "users/{id}", "users/{id}/posts", "posts", "posts/{id}", "{any}"]
    let items = paths.map { "  /v1/\($0): {get: {}, put: {}}" }.joined(separator: "\n")
    let collection = try OpenAPIFixture.collection("openapi: 3.0.0\npaths:\n\(items)")
    #expect(collection.items.map(\.name) == ["users", "posts", "GET /v1/{any}", "PUT /v1/{any}"])
  }

  @Test func webhooksAreAFolder() throws {
    let collection = try OpenAPIFixture.collection(
      """
      openapi: 3.1.0
      info: {title: Hooks}
      webhooks:
        newPet: {post: {requestBody: {content: {application/json: {example: {id: 1}}}}}}
      """)
    #expect(OpenAPIFixture.outline(collection) == ["Webhooks/", "  POST newPet"])
    let request = try #require(OpenAPIFixture.requests(of: collection).first)
    expectSame(request.document, ["method": "POST", "url": "{{webhookUrl}}", "body": ["json": ["id": 1]]])
    #expect(request.sourceID == "webhook POST newPet")
  }

  @Test func longSummariesAreDocs() throws {
    let long = Array(repeating: "word", count: 40).joined(separator: " ")
    let collection = try OpenAPIFixture.collection(
      "openapi: 3.0.0\npaths: {/x: {get: {summary: \(long), operationId: op}, put: {summary: \(long)}}}")
    let requests = OpenAPIFixture.requests(of: collection)
    #expect(requests[0].name == "op")
    #expect(requests[0].document["docs"] == .string(long))
    #expect(requests[1].name.count == 120 && requests[1].name.hasSuffix("…"))
  }

  @Test(
    arguments: [
      ("https://api.example.com/v2/openapi.json", "openapi: 3.0.0", "https://api.example.com"),
      ("https://api.example.com/v2/a.json", "openapi: 3.0.0\nservers: [{url: /api/}]", "https://api.example.com/api"),
      ("https://api.example.com/v2/a.json", "openapi: 3.0.0\nservers: [{url: ../v3}]", "https://api.example.com/v3"),
      ("https://api.example.com/v2/a.json", "openapi: 3.0.0\nservers: [{url: ./v3}]", "https://api.example.com/v2/v3"),
      ("http://api.example.com/a.json", "openapi: 3.0.0\nservers: [{url: //h/x}]", "http://h/x"),
      ("https://api.example.com/a.json", "openapi: 3.0.0\nservers: [{url: 'https://h/x'}]", "https://h/x"),
      ("https://me:pw@api.example.com:8443/a?t=1#x", "openapi: 3.0.0", "https://api.example.com:8443"),
      ("http://api.example.com/a.json", "swagger: '2.0'\nbasePath: /v1", "http://api.example.com/v1"),
      ("http://api.example.com/a.json", "swagger: '2.0'\nhost: h\nbasePath: /v1", "http://h/v1"),
      ("http://api.example.com/a.json", "swagger: '2.0'\nschemes: [https]", "https://api.example.com"),
      (
        "https://api.example.com/a.json",
        "openapi: 3.0.0\nservers: [{url: 'https://h'}]\npaths: {/a: {servers: [{url: /own}], get: {}}}",
        "https://h https://api.example.com/own"
      ),
    ])
  func serversAreRelativeToTheURLOfTheDocument(url: String, yaml: String, expected: String) throws {
    var source = ImportSource(Data((yaml.contains("paths") ? yaml : yaml + "\npaths: {/a: {get: {}}}").utf8))
    source.url = url
    let result = try ImportFormat.openapi.read(source)
    let rows = result.collections[0].settings["variables"]?.array ?? []
    #expect(rows.compactMap { $0.object?.text("value") }.joined(separator: " ") == expected)
    #expect(result.notes == [])
    #expect(!JSONValue.object(result.collections[0].settings).compact.contains("pw"))
  }

  // MARK: Files

  private static let files = [
    "spec/openapi.yaml": """
    openapi: 3.0.0
    info: {title: Split, description: {$ref: ../notes.md}}
    servers: [{url: https://h}]
    paths:
      /pets: {$ref: 'paths/pets.yaml#/~1pets'}
      /gone: {get: {responses: {200: {$ref: 'gone.yaml#/x'}}, requestBody: {$ref: 'https://example.com/b.json'}}}
      /out: {get: {requestBody: {$ref: ../../secret.yaml}}}
    """,
    "spec/paths/pets.yaml": """
    /pets: {post: {requestBody: {content: {application/json: {schema: {$ref: '../../schemas/all.json#/%50et'}}}}}}
    """,
    "schemas/all.json":
      ##"{"Pet": {"properties": {"owner": {"$ref": "#/a~1b/0"}, "self": {"$ref": "all.json#/Pet"}}}, "a/b": [{"type": "integer"}]}"##,
    "notes.md": "# Notes\nLong: yes",
  ]

  @Test func referencesLeadToFilesOfTheSource() throws {
    let files = SourceFiles(Self.files.mapValues { Data($0.utf8) })
    let source = ImportSource(folder: files, name: "api")
    #expect(ImportFormat.of(source)?.name == "openapi")
    let result = try ImportFormat.openapi.read(source)
    let collection = try #require(result.collections.first)
    #expect(collection.settings["docs"] == ["# Notes", "Long: yes"])
    #expect(OpenAPIFixture.requests(of: collection).first?.document["body"] == ["json": ["owner": 0]])
    #expect(OpenAPIFixture.outline(collection) == ["POST /pets", "GET /gone", "GET /out"])
    #expect(
      result.notes.map(\.text) == [
        "The reference \"gone.yaml#/x\" was not followed: gone.yaml is not among the files of the source",
        "The reference \"https://example.com/b.json\" was not followed: https://example.com/b.json is not among the files of the source",
        "The reference \"../../secret.yaml\" was not followed: ../../secret.yaml is not among the files of the source",
      ])
  }

  @Test func aFileReadsThoseBesideIt() throws {
    let yaml =
      "openapi: 3.0.0\npaths: {/x: {get: {parameters: [{$ref: './p.yaml'}, {$ref: 'api.yaml#/p'}]}}}\np: {name: b, in: query}"
    let collection = try OpenAPIFixture.collection(yaml, files: ["p.yaml": "{name: a, in: query}"])
    let query = OpenAPIFixture.requests(of: collection).first?.document["query"]
    #expect(
      query == [["name": "a", "value": "", "off": true], ["name": "b", "value": "", "off": true]])
  }

  @Test func everyRootDocumentOfAFolderIsRead() throws {
    let files = [
      "a.yaml": "openapi: 3.0.0\ninfo: {title: A}", "b.json": #"{"swagger": "2.0", "paths": {}}"#,
      "c.yaml": "name: openapi",
    ]
    let source = ImportSource(folder: SourceFiles(files.mapValues { Data($0.utf8) }), name: "apis")
    #expect(try ImportFormat.openapi.read(source).collections.map(\.name) == ["A", "b"])
    let other = ImportSource(folder: SourceFiles(["c.yaml": Data("name: x".utf8)]), name: "x")
    #expect(!ImportFormat.openapi.recognizes(other))
    #expect(throws: ImportError("No file in the folder has an \"openapi\" or \"swagger\" member")) {
      try ImportFormat.openapi.read(other)
    }
  }

  @Test(
    arguments: [
      ("openapi: 3.0.0", ["The document has no operations"]),
      ("openapi: 4.0.0\npaths: {/a: {get: {}}}", ["Version \"4.0.0\" is unknown, and was read as 3.2"]),
      ("swagger: 2.0\npaths: {/a: {get: {}}}", []),
      ("openapi: 3.0.0\npaths: []", ["\"paths\" is an array, not an object", "The document has no operations"]),
      (
        "openapi: 3.0.0\npaths: {/a: 1, /b: {get: 2}}",
        [
          "The path /a is a number, not an object", "GET /b is a number, not an object",
          "The document has no operations",
        ]
      ),
      (
        "openapi: 3.0.0\npaths: {/a: {get: {parameters: [{$ref: '#/no'}, {$ref: '#/loop'}]}}}\nloop: {$ref: '#/loop'}",
        [
          "A parameter without a name", "The reference \"#/no\" leads nowhere",
          "The reference \"#/loop\" leads to itself",
        ]
      ),
      (
        """
        openapi: 3.0.0
        paths:
          /a: {get: {responses: {200: {content: {application/json: {example: {}, schema: {items: {$ref: '#/no'}}}}}}}}
        """,
        ["The reference \"#/no\" leads nowhere"]
      ),
    ])
  func damageIsNoted(yaml: String, expected: [String]) throws {
    let texts = try OpenAPIFixture.result(yaml).notes.map(\.text).filter { !$0.hasPrefix("The document names no host") }
    #expect(texts == expected)
  }

  @Test func notesOfManyRequestsAreOne() throws {
    let paths = (1...5).map { "  /\($0): {get: {callbacks: {a: {}}}}" }.joined(separator: "\n")
    let result = try OpenAPIFixture.result("openapi: 3.0.0\nservers: [{url: https://h}]\npaths:\n\(paths)")
    let text = "Callbacks (in 5 requests: GET /1, GET /2, GET /3, …)"
    #expect(result.notes == [InterchangeNote(.dropped, [], text)])
  }
}
