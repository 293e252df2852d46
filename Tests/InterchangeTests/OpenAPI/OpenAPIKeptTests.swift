import Foundation
import RequestModel
import Testing

@testable import Interchange

/// An imported document is exported as it was, and changes of the collection change only what they are about.
struct OpenAPIKeptTests {
  @Test func secretsInDocumentsThatFoldersKeepAreHidden() {
    func items(_ example: JSONValue) -> [PortableItem] {
      [.folder(PortableFolder(name: "B", settings: ["x-openapi": ["document": ["example": example]]]))]
    }
    var collection = PortableFolder(name: "A", items: items("s3cret-value"))
    collection.secrets = [PortableSecret(name: "token", value: "s3cret-value")]
    #expect(collection.hidingSecretsOfDocument.items == items("{{token}}"))
  }

  static let kiosk = """
    openapi: 3.0.3
    info: {title: Kiosk, version: 2.4.0, description: Sells tickets., license: {name: MIT}, x-audience: all}
    servers: [{url: 'http://127.0.0.1:22001'}]
    tags: [{name: tickets, description: All about tickets}]
    components:
      securitySchemes:
        key: {type: apiKey, in: header, name: X-Key}
      schemas:
        Ticket:
          type: object
          required: [seat]
          properties:
            seat: {type: string, minLength: 2, example: A7}
            price: {type: number, format: double, minimum: 0}
            kind: {type: string, enum: [adult, child]}
    security: [{key: []}]
    paths:
      /tickets/{id}:
        get:
          operationId: fetchTicketV2
          tags: [tickets]
          summary: Show a ticket
          description: Long words.
          deprecated: true
          parameters:
            - {name: id, in: path, required: true, schema: {type: integer, minimum: 1}, description: The number}
            - {name: verbose, in: query, schema: {type: boolean, default: false}}
            - {name: fields, in: query, style: form, explode: false, schema: {type: array, items: {type: string}}}
          responses:
            '200': {description: fine, content: {application/json: {schema: {$ref: '#/components/schemas/Ticket'}}}}
            '404': {description: none}
        put:
          operationId: replaceTicket
          summary: Replace
          parameters:
            - {name: id, in: path, required: true, schema: {type: integer}}
          requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Ticket'}}}}
          responses: {'204': {description: done}}
    """

  /// Parts that requests do not have.
  private static let odd = """
    openapi: 3.1.1
    info: {title: Odd, version: 1.10, contact: {name: Me, email: me@example.com}, termsOfService: https://t}
    jsonSchemaDialect: https://json-schema.org/draft/2020-12/schema
    x-top: [1.0, 1e3, -0, null, '', "a: b #c", "line\\n\\n  two\\n", "\\u0001{{x}}"]
    paths:
      x-internal: {get: {summary: no operation}}
      /empty: {}
      /wrong: {get: 7, summary: Only a summary}
      /bare: {get: {}, post: null}
      /shared: {$ref: '#/components/pathItems/shared'}
      /a~b/{c%d}: {parameters: [{name: c%d, in: path, required: true}], trace: {x-long: {y: {z: {}}}, tags: []}}
      /deep/{id}:
        summary: For all
        servers: [{url: 'https://{host}.example.com', variables: {host: {default: a, enum: [a, b]}}}]
        options:
          callbacks: {done: {'{$request.body#/url}': {post: {responses: {}}}}}
          requestBody: {content: {text/plain: {}, application/xml: {example: <a/>}}}
          responses: {default: {description: Any, links: {next: {operationId: x}}}}
        additionalOperations: {COPY: {summary: Copies}}
    webhooks: {sold: {post: {summary: Sold, requestBody: {content: {application/json: {example: {a: '{{b}}'}}}}}}}
    components:
      pathItems: {shared: {get: {operationId: getShared, responses: {}}}}
      schemas: {Node: {type: [object, 'null'], properties: {next: {$ref: '#/components/schemas/Node'}}}}
    """

  @Test(
    arguments: [
      kiosk, odd, OpenAPIFixture.pets, SwaggerTests.document, "openapi: 3.0.0", "swagger: '2.0'\npaths: {}",
      "openapi: 3.0.0\nservers: null\npaths: {}",
    ])
  func anImportedDocumentIsExportedAsItWas(text: String) throws {
    let source = try OpenAPIFixture.json(text)
    let first = try Self.export(Self.stored(Self.imported(Data(source.rendered().utf8))))
    #expect(first.notes == [])
    let read = try #require(ImportSource(first.files[0].bytes, fileName: "a.yaml").json?.object)
    expectSame(read, source.object ?? [:])
    #expect(try Self.export(Self.stored(Self.imported(first.files[0].bytes))) == first)
  }

  @Test func filesOfADocumentAreExportedBesideIt() throws {
    let files = [
      "api/openapi.yaml": Data("openapi: 3.0.0\npaths: {/a: {$ref: 'paths.yaml#/a'}}".utf8),
      "api/paths.yaml": Data("a: {get: {summary: {$ref: ../name.md}, requestBody: {$ref: ../bodies.json}}}".utf8),
      "name.md": Data("# Name\n".utf8), "bodies.json": Data(#"{"content": {"text/plain": {"example": "b"}}}"#.utf8),
    ]
    func export(_ files: [String: Data]) throws -> [String: Data] {
      let source = ImportSource(folder: SourceFiles(files), name: "api")
      let collection = try #require(try ImportFormat.openapi.read(source).collections.first)
      let export = try Self.export(Self.stored(collection))
      #expect(export.notes == [])
      return Dictionary(export.files.map { ($0.path, $0.bytes) }) { $1 }
    }
    let first = try export(files)
    #expect(first.keys.sorted() == files.keys.sorted())
    #expect(first["name.md"] == files["name.md"])
    let bodies = ImportSource(first["bodies.json"] ?? Data(), fileName: "b.json").json
    #expect(bodies == ["content": ["text/plain": ["example": "b"]]])
    #expect(try export(first) == first)
  }

  /// Whoever sends a collection chooses the paths in it.
  @Test func noFileIsExportedOutsideOfItsFolder() throws {
    var collection = try Self.imported(Data(Self.kiosk.utf8))
    var kept = collection.settings["x-openapi"]?.object ?? [:]
    kept["path"] = "../a.yaml"
    kept["files"] = ["../../b.txt": "1", "/c.txt": "2", "d/../../e.txt": "3", "d/f.txt": "4"]
    collection.settings["x-openapi"] = .object(kept)
    let export = try Self.export(collection)
    #expect(export.files.map(\.path) == ["openapi.yaml", "d/f.txt"])
    #expect(
      export.notes
        == ["../../b.txt", "/c.txt", "d/../../e.txt"].map {
          InterchangeNote(.dropped, [], "The file \($0), which is outside of the export's folder")
        })
  }

  @Test func aDocumentThatIsMissingIsNamed() throws {
    var collection = try Self.imported(Data(Self.kiosk.utf8))
    collection.settings = KeptDocument.withoutDocument(collection.settings)
    let export = try Self.export(collection)
    #expect(
      export.notes == [
        InterchangeNote(.dropped, [], "The imported document: .import.json of the collection, which has it, is missing")
      ])
    #expect(ImportSource(export.files[0].bytes, fileName: "a.yaml").json?.object?["openapi"] == "3.1.0")
  }

  // MARK: Notations

  /// Lines of JSON with a tab for each level.
  private static let lines = [
    "{", "\t\"openapi\":~\"3.0.3\",", "\t\"info\":~{", "\t\t\"version\":~\"1\",",
    "\t\t\"title\":~\"Caf\\u00e9 \\/ é\"", "\t},", "\t\"x-numbers\":~[", "\t\t1.0,", "\t\t1e3,", "\t\t-0",
    "\t],", "\t\"paths\":~{", "\t\t\"/a\":~{", "\t\t\t\"get\":~{", "\t\t\t\t\"summary\":~\"\\u0041\",",
    "\t\t\t\t\"x-empty\":~[],", "\t\t\t\t\"responses\":~{}", "\t\t\t}", "\t\t}", "\t}", "}",
  ]

  private static func text(indent: String, newline: String, colon: String, end: String) -> String {
    let lines = Self.lines.map { indent.isEmpty ? String($0.drop { $0 == "\t" }) : $0.replacing("\t", with: indent) }
    let comma = indent.isEmpty && colon == ": " ? ", " : ","
    let joined = lines.map { $0.hasSuffix(",") ? String($0.dropLast()) + comma : $0 }.joined(separator: newline)
    return joined.replacing(":~", with: colon) + end
  }

  @Test(arguments: [
    text(indent: "  ", newline: "\n", colon: ": ", end: "\n"),
    text(indent: "    ", newline: "\n", colon: ": ", end: ""),
    text(indent: "\t", newline: "\r\n", colon: ": ", end: "\r\n"),
    text(indent: "", newline: "", colon: ":", end: ""),
    text(indent: "", newline: "", colon: ": ", end: "\n"),
    text(indent: "  ", newline: "\n", colon: " : ", end: ""),
  ])
  func aDocumentInJSONKeepsItsNotation(text: String) throws {
    let collection = try Self.stored(Self.imported(Data(text.utf8)))
    let export = try Self.export(collection)
    #expect(String(decoding: export.files[0].bytes, as: UTF8.self) == text)
    #expect(export.fileExtension == "json" && export.notes == [])
  }

  @Test func theFileThatIsAskedForChoosesTheNotation() throws {
    func export(_ text: String, _ name: String?) throws -> ExportResult {
      var source = ExportSource(try Self.imported(Data(text.utf8)))
      source.fileName = name
      return try ExportFormat.openapi.write(source)
    }
    let json = Self.text(indent: "    ", newline: "\n", colon: ": ", end: "\n")
    #expect(try export(json, "out/api.JSON") == export(json, nil))
    #expect(try export(json, "api.yml").files[0].bytes.starts(with: Data("openapi: ".utf8)))
    let yaml = try export(Self.kiosk, "api.json")
    #expect(yaml.files[0].bytes.starts(with: Data("{\n  \"openapi\": \"3.0.3\",\n".utf8)))
    #expect(try export(Self.kiosk, nil) == export(Self.kiosk, "api.yaml"))
  }

  // MARK: Changes

  /// A change of the collection, and the lines of the document that it changes.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var lines: [String]
    var change: @Sendable (inout PortableFolder) -> Void

    init(_ name: String, _ lines: [String], _ change: @escaping @Sendable (inout PortableFolder) -> Void) {
      (testDescription, self.lines, self.change) = (name, lines, change)
    }

    /// A change of the request of that name.
    static func of(
      _ request: String, _ name: String, _ lines: [String], _ change: @escaping @Sendable (inout JSONObject) -> Void
    ) -> Case {
      Case(name, lines) { folder in folder.changeRequest(request) { change(&$0.document) } }
    }
  }

  static let changesOfRequests: [Case] = [
    .of("Show a ticket", "a description", ["-      description: Long words.", "+      description: Short words."]) {
      $0["docs"] = ["**Deprecated.**", "", "Short words.", "", "- `id`: The number"]
    },
    .of("Show a ticket", "no deprecation", ["-      deprecated: true"]) {
      $0["docs"] = ["Long words.", "", "- `id`: The number"]
    },
    .of(
      "Show a ticket", "a further parameter",
      [
        "+        - name: page", "+          in: query", "+          required: true", "+          schema:",
        "+            type: integer", "+          example: 2",
      ]
    ) { $0.append(["name": "page", "value": "2"], to: "query") },
    .of("Show a ticket", "a value of the query", ["+          example: true"]) {
      $0.changeRow("verbose") { $0["value"] = "true" }
    },
    .of("Show a ticket", "values of a list", ["+          example:", "+            - a", "+            - b"]) {
      $0.changeRow("fields") { $0["value"] = "a,b" }
    },
    .of("Show a ticket", "a row that is sent", ["+          required: true"]) {
      $0.changeRow("verbose") { $0["off"] = nil }
    },
    .of("Show a ticket", "the description of a row", ["+          description: Say more"]) {
      $0.changeRow("verbose") { $0["description"] = "Say more" }
    },
    .of("Show a ticket", "a value of the path", ["+          example: 5"]) { $0["path"] = ["id": "5"] },
    .of("Replace", "a body", ["+            example:", "+              seat: B2"]) {
      $0["body"] = ["json": ["seat": "B2"]]
    },
    .of("Replace", "no auth", ["+      security: []"]) { $0["auth"] = ["none": [:]] },
    .of("Replace", "a path", ["+  /seats/{id}:"]) { $0["url"] = "{{baseUrl}}/seats/:id" },
    .of("Replace", "a method", ["-    put:", "+    patch:"]) { $0["method"] = "PATCH" },
  ]

  static let changesOfCollections: [Case] = [
    Case("none", []) { _ in },
    Case("a summary", ["-      summary: Replace", "+      summary: Swap"]) { collection in
      collection.changeRequest("Replace") { $0.name = "Swap" }
    },
    Case("a folder", ["+      tags:", "+        - tickets"]) { collection in
      guard case .folder(var folder) = collection.items[0] else { return }
      folder.items.append(collection.items.remove(at: 1))
      collection.items[0] = .folder(folder)
    },
    Case("docs of a folder", ["-    description: All about tickets", "+    description: Tickets"]) { collection in
      guard case .folder(var folder) = collection.items[0] else { return }
      folder.settings["docs"] = "Tickets"
      collection.items[0] = .folder(folder)
    },
    Case("a title", ["-  title: Kiosk", "+  title: Booth"]) { $0.name = "Booth" },
    Case("a number behind the title", []) { $0.name = "Kiosk 2" },
    Case("docs", ["-  description: Sells tickets.", "+  description: Sells seats."]) {
      $0.settings["docs"] = ["Sells seats.", "", "- Version: 2.4.0", "- License: MIT"]
    },
    Case("a server", ["-  - url: http://127.0.0.1:22001", "+  - url: https://kiosk.test"]) {
      $0.settings["variables"] = [["name": "baseUrl", "value": "https://kiosk.test"]]
    },
    Case(
      "a further request",
      [
        "+  /tickets:", "+    post:", "+      summary: Buy", "+      operationId: buy", "+      responses:",
        "+        default:", "+          description: Any response",
      ]
    ) { collection in
      let request = PortableRequest(name: "Buy", document: ["method": "POST", "url": "{{baseUrl}}/tickets"])
      collection.items.append(.request(request))
    },
  ]

  @Test(arguments: changesOfRequests + changesOfCollections)
  func aChangeChangesOnlyItsPart(test: Case) throws {
    var collection = try Self.stored(Self.imported(Data(Self.kiosk.utf8)))
    let before = try Self.export(collection)
    test.change(&collection)
    let after = try Self.export(collection)
    #expect(after.notes == [])
    #expect(Self.changes(before, after) == test.lines)
    // A further import reads the written document.
    #expect(try Self.export(Self.stored(Self.imported(after.files[0].bytes))) == after)
  }

  @Test func aDeletedRequestIsNoOperationAnyMore() throws {
    var collection = try Self.imported(Data(Self.kiosk.utf8))
    collection.items.remove(at: 1)
    let export = try Self.export(collection)
    let found = ImportSource(export.files[0].bytes, fileName: "a.yaml").json?.object
    let expected = try OpenAPIFixture.json(Self.kiosk).setting(["paths", "/tickets/{id}", "put"], to: nil)?.object
    expectSame(try #require(found), try #require(expected))
    #expect(export.notes == [])
  }

  @Test func changesWithoutAPlaceAreNamed() throws {
    var collection = try Self.imported(Data(Self.kiosk.utf8))
    collection.changeRequest("Replace") { request in
      request.document["checks"] = [["query": "status", "predicate": "equals", "value": 204]]
      request.document["body"] = ["json": ["seat": "{{seat}}"]]
    }
    #expect(
      try Self.export(collection).notes == [
        InterchangeNote(.dropped, ["Replace"], "OpenAPI has no place for all changes of: body, checks")
      ])
  }

  @Test func aChangeOfASwaggerDocumentHasItsWords() throws {
    var collection = try Self.imported(Data(SwaggerTests.document.utf8))
    collection.changeRequest("GET /orders") { request in
      request.document.changeRow("limit") { $0["value"] = "5" }
      request.document.append(["name": "page", "value": "2", "off": true], to: "query")
    }
    let export = try Self.export(collection)
    #expect(export.notes == [])
    let found = ImportSource(export.files[0].bytes, fileName: "a.yaml").json?.object
    let orders = found?["paths"]?.object?["/orders"]?.object
    let parameters = orders?["get"]?.object?["parameters"]?.array ?? []
    #expect(
      parameters.first == [
        "name": "limit", "in": "query", "type": "integer", "default": 20, "description": "How many", "x-example": 5,
      ])
    #expect(parameters.last == ["name": "page", "in": "query", "type": "integer", "x-example": 2])
    #expect(found?["swagger"] == "2.0")
  }

  @Test func secretsOfADocumentAreNotKept() throws {
    let yaml = """
      openapi: 3.0.0
      paths: {/a: {get: {parameters: [{name: Authorization, in: header, required: true, example: Bearer hunter2}]}}}
      """
    var collection = try Self.stored(Self.imported(Data(yaml.utf8)))
    let texts = JSONValue.object(collection.settings).compact + collection.allRequests.map(\.document).description
    #expect(!texts.contains("hunter2"))
    let whole = try Self.export(collection)
    let source = try OpenAPIFixture.json(yaml)
    #expect(ImportSource(whole.files[0].bytes, fileName: "a.yaml").json == source)
    collection.secrets = []
    let export = try Self.export(collection)
    #expect(String(decoding: export.files[0].bytes, as: UTF8.self).contains("example: Bearer imported-authorization"))
    #expect(
      export.notes == [
        InterchangeNote(.changed, [], "Secrets of the document have names in their place: imported-authorization")
      ])
  }

  /// A number is as secret as a text. Short ones elsewhere are other numbers.
  @Test func secretsThatAreNumbersAreNotKept() throws {
    let yaml = """
      openapi: 3.0.0
      x-default: {default: 4711}
      paths:
        /a:
          get:
            parameters:
              - {name: api_key, in: query, required: true, schema: {type: integer, default: 4711}}
              - {name: token, in: query, required: true, schema: {$ref: '#/components/schemas/Token'}}
              - {name: page, in: query, schema: {type: integer, default: 4711}}
      components: {schemas: {Token: {type: integer, example: 90210123}}}
      """
    let collection = try Self.stored(Self.imported(Data(yaml.utf8)))
    let texts = JSONValue.object(collection.settings).compact + collection.allRequests.map(\.document).description
    #expect(!texts.contains("90210123") && texts.components(separatedBy: "4711").count == 4)
    let whole = try Self.export(collection)
    #expect(ImportSource(whole.files[0].bytes, fileName: "a.yaml").json == (try OpenAPIFixture.json(yaml)))
    var hidden = collection
    hidden.secrets = []
    let export = String(decoding: try Self.export(hidden).files[0].bytes, as: UTF8.self)
    #expect(export.contains("default: imported-api_key") && export.contains("example: imported-token"))
  }

  /// Generated documents have the names of types for examples.
  @Test func aTextThatASecretEqualsStaysElsewhere() throws {
    let yaml = """
      openapi: 3.0.0
      info: {title: secret1}
      paths:
        /a:
          get:
            parameters:
              - {name: X-API-Key, in: header, required: true, schema: {type: string, example: string}}
              - {name: X-Auth-Token, in: header, required: true, example: secret1, description: secret1}
      """
    var collection = try Self.imported(Data(yaml.utf8))
    let kept = collection.allRequests.first?.document["x-openapi"]?.object?["operation"]?.object?["parameters"]
    #expect(
      kept == [
        [
          "name": "X-API-Key", "in": "header", "required": true,
          "schema": ["type": "string", "example": "string"],
        ],
        [
          "name": "X-Auth-Token", "in": "header", "required": true, "example": "{{imported-x-auth-token}}",
          "description": "secret1",
        ],
      ])
    collection.secrets.removeAll { $0.name == "imported-x-api-key" }
    let export = try Self.export(collection)
    #expect(export.notes == [])
    let source = try OpenAPIFixture.json(yaml)
    #expect(ImportSource(export.files[0].bytes, fileName: "a.yaml").json == source)
  }

  // MARK: Imports and exports

  static func imported(_ bytes: Data) throws -> PortableFolder {
    try #require(try ImportFormat.openapi.read(ImportSource(bytes, fileName: "a.yaml")).collections.first)
  }

  static func export(_ collection: PortableFolder) throws -> ExportResult {
    try ExportFormat.openapi.write(ExportSource(collection))
  }

  /// The collection as its files have it: without the ids of the source.
  static func stored(_ folder: PortableFolder) throws -> PortableFolder {
    func read(_ object: JSONObject) throws -> JSONObject {
      try JSONText(JSONValue.object(object).rendered()).value.object ?? [:]
    }
    var stored = folder
    stored.sourceID = nil
    stored.settings = try read(folder.settings)
    stored.items = try folder.items.map { item in
      switch item {
      case .folder(let inner): return .folder(try Self.stored(inner))
      case .request(let request):
        return .request(PortableRequest(name: request.name, document: try read(request.document)))
      }
    }
    return stored
  }

  static func changes(_ before: ExportResult, _ after: ExportResult) -> [String] {
    let lines = [before, after].map { String(decoding: $0.files[0].bytes, as: UTF8.self).split(separator: "\n") }
    return lines[1].difference(from: lines[0]).map { change in
      switch change {
      case .insert(_, let line, _): "+\(line)"
      case .remove(_, let line, _): "-\(line)"
      }
    }
  }
}

extension PortableFolder {
  mutating func changeRequest(_ name: String, _ change: (inout PortableRequest) -> Void) {
    for index in items.indices {
      switch items[index] {
      case .folder(var inner):
        inner.changeRequest(name, change)
        items[index] = .folder(inner)
      case .request(var request):
        if request.name == name { change(&request) }
        items[index] = .request(request)
      }
    }
  }
}

extension JSONObject {
  fileprivate mutating func changeRow(_ name: String, _ change: (inout JSONObject) -> Void) {
    self["query"] = .array(
      (self["query"]?.array ?? []).map { row in
        guard var object = row.object, object["name"] == .string(name) else { return row }
        change(&object)
        return .object(object)
      })
  }
}
