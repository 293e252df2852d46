import Foundation
import RequestModel
import TestSupport
import Testing

@testable import Interchange

/// Everything that OpenAPI can represent survives an export and an import.
struct OpenAPIRoundTripTests {
  /// Values without variables, in folders that are tags. Forms are described without the order of equal names.
  private var limits: PortableLimits {
    var limits = PortableLimits()
    limits.maxDepth = 2
    limits.collectionMembers = ["docs"]
    limits.folderMembers = ["docs"]
    limits.requestMembers = ["path", "query", "headers", "body", "docs"]
    limits.methods = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"]
    limits.bodies = ["json", "text", "form"]
    limits.textTypes = ["text/plain", "text/html"]
    limits.allowsBareParameters = false
    limits.maxEnvironments = 0
    limits.hasSecretValues = false
    limits.adapt = { document in
      document = document.withoutTemplates
      // White space at the end is no part of a text in Markdown.
      if let docs = document["docs"]?.linesText { document["docs"] = .textLines(docs.trimmed) }
      for name in ["query", "headers"] { document[name] = document[name]?.asOpenAPIHasThem }
      if let rows = document["body"]?.object?["form"] { document["body"] = ["form": rows.asOpenAPIHasThem] }
    }
    return limits
  }

  @Test func everyRequestComesBack() throws {
    var issues = 0
    for seed in Seeds.some(of: 1000) {
      var generator = PortableGenerator(seed: seed, limits: limits)
      let requests = generator.collection().allRequests
      guard !requests.isEmpty else { continue }
      var collection = PortableFolder(name: "API")
      collection.items = requests.enumerated().map { .request(adapted($1, number: $0)) }
      let export = try ExportFormat.openapi.write(ExportSource(collection))
      let result = try ImportFormat.openapi.read(ImportSource(export.files[0].bytes, fileName: "a.yaml"))
      let (read, expected) = (
        result.collections[0].allRequests.map(plain),
        LiteralSecrets.moved(in: collection, movesBodies: false).collection.allRequests.map(plain)
      )
      guard read != expected || !export.notes.isEmpty || !result.notes.isEmpty else { continue }
      let pair = zip(read, expected).first { $0 != $1 }
      Issue.record(
        "seed \(seed): \(pair.map { "\($0)\n≠ \($1)" } ?? "\(read.count) requests") \(export.notes) \(result.notes)")
      issues += 1
      if issues > 8 { break }
    }
  }

  @Test func statusesAreBeforeDescriptionsOnce() throws {
    let examples: JSONValue = [
      [
        "name": "200: A pet", "status": 200, "headers": [["name": "Content-Type", "value": "text/plain"]],
        "body": "Rex",
      ]
    ]
    let collection = PortableFolder(
      name: "API",
      items: [
        .request(
          PortableRequest(name: "Pet", document: ["method": "GET", "url": "https://a.test/pet", "examples": examples]))
      ])
    let export = try ExportFormat.openapi.write(ExportSource(collection))
    let result = try ImportFormat.openapi.read(ImportSource(export.files[0].bytes, fileName: "a.yaml"))
    #expect(result.collections[0].allRequests.first?.document["examples"] == examples)
  }

  @Test func requestsOfOnePlaceOnTwoServersAreAnOperationWithBoth() throws {
    let collection = PortableFolder(
      name: "API",
      items: ["https://a.test/x", "https://b.test/x", "https://b.test/x"].map {
        .request(PortableRequest(name: $0, document: ["url": .string($0)]))
      })
    let export = try ExportFormat.openapi.write(ExportSource(collection))
    let document = try #require(ImportSource(export.files[0].bytes, fileName: "a.yaml").json?.object)
    let operation = document["paths"]?.object?["/x"]?.object?["get"]?.object
    #expect(operation?["servers"] == [["url": "https://a.test"], ["url": "https://b.test"]])
    // Two of the three are on the second one.
    #expect(document["servers"] == [["url": "https://b.test"]])
  }

  @Test func requestsOnOtherServersComeBackWithTheirURLs() throws {
    let urls = ["https://a.test/v1/x", "https://b.test:8443/y", "{{api}}/z", "https://a.test/w"]
    let collection = PortableFolder(
      name: "API", settings: ["variables": [["name": "api", "value": "https://c.test"]]],
      items: urls.enumerated().map { .request(PortableRequest(name: "\($0)", document: ["url": .string($1)])) })
    let export = try ExportFormat.openapi.write(ExportSource(collection))
    let source = ImportSource(export.files[0].bytes, fileName: "a.yaml")
    let document = try #require(source.json?.object)
    #expect(document["servers"] == [["url": "https://a.test"]])
    #expect(
      document["paths"]?.object?.members.map { $0.value.object?["get"]?.object?["servers"] } == [
        nil, [["url": "https://b.test:8443"]], [["url": "https://c.test"]], nil,
      ] as [JSONValue?])
    let read = try ImportFormat.openapi.read(source).collections[0]
    let rows = (read.settings["variables"]?.array ?? []).compactMap(\.object)
    let written = read.allRequests.map { request in
      rows.reduce(request.document.text("url") ?? "") { url, row in
        url.replacing("{{\(row.text("name") ?? "")}}", with: row.text("value") ?? "")
      }
    }
    #expect(written == ["https://a.test/v1/x", "https://b.test:8443/y", "https://c.test/z", "https://a.test/w"])
  }

  @Test func rowsOfTheSameNameAreNoted() throws {
    let rows: JSONValue = [["name": "a", "value": "1"], ["name": "a", "value": "2"]]
    let collection = PortableFolder(
      name: "API",
      items: [
        .request(
          PortableRequest(
            name: "Twice",
            document: ["method": "POST", "url": "https://a.test/x", "query": rows, "body": ["form": rows]]))
      ])
    #expect(
      try ExportFormat.openapi.write(ExportSource(collection)).notes == [
        InterchangeNote(.dropped, ["Twice"], "Parameters of the same name: OpenAPI has one place for them"),
        InterchangeNote(.dropped, ["Twice"], "Fields of the same name: OpenAPI has one place for them"),
      ])
  }

  @Test func tagsOfOperationsInOtherFilesStay() throws {
    let root = """
      openapi: 3.0.0
      tags: [{name: a, description: About a}, {name: b}, {name: c}]
      paths: {/a: {get: {$ref: 'paths.yaml#/a'}}, /b: {$ref: 'paths.yaml#/b'}, /c: {get: {tags: [c]}}}
      """
    let files = [
      "openapi.yaml": Data(root.utf8),
      "paths.yaml": Data("a: {tags: [a], summary: A}\nb: {get: {tags: [b], summary: B}}".utf8),
    ]
    let read = try ImportFormat.openapi.read(ImportSource(folder: SourceFiles(files), name: "api"))
    let export = try OpenAPIKeptTests.export(OpenAPIKeptTests.stored(read.collections[0]))
    let written = try #require(export.files.first { $0.path == "openapi.yaml" })
    #expect(ImportSource(written.bytes, fileName: "a.yaml").json == (try OpenAPIFixture.json(root)))
    #expect(export.notes == [])
  }

  /// A body keeps a value that a parameter of the same schema hides.
  @Test func hiddenSecretsAreNoChangesOfRequests() throws {
    let yaml = """
      openapi: 3.0.0
      paths:
        /search:
          get: {parameters: [{name: api_key, in: query, required: true, schema: {$ref: '#/components/schemas/Key'}}]}
        /check:
          post:
            requestBody:
              content:
                application/x-www-form-urlencoded:
                  schema:
                    required: [api_key]
                    properties: {api_key: {$ref: '#/components/schemas/Key'}, code: {type: string, example: '12'}}
            responses:
              '200':
                description: fine
                content:
                  application/json: {schema: {type: object, properties: {key: {$ref: '#/components/schemas/Key'}}}}
      components: {schemas: {Key: {type: string, example: abcd1234}}}
      """
    var collection = try OpenAPIKeptTests.stored(OpenAPIKeptTests.imported(Data(yaml.utf8)))
    collection.secrets = []
    let export = try OpenAPIKeptTests.export(collection)
    let hidden = try OpenAPIFixture.json(yaml.replacing("abcd1234", with: "imported-api_key"))
    #expect(ImportSource(export.files[0].bytes, fileName: "a.yaml").json == hidden)
    #expect(
      export.notes == [
        InterchangeNote(.changed, [], "Secrets of the document have names in their place: imported-api_key")
      ])
  }

  private func adapted(_ request: PortableRequest, number: Int) -> PortableRequest {
    var request = request
    let names = (request.document["path"]?.object?.keys ?? []).map { "/:" + $0 }.joined()
    request.document["url"] = .string("https://example.com/r\(number)" + names)
    return request
  }

  private func plain(_ request: PortableRequest) -> String {
    var document = request.document
    document["x-openapi"] = nil
    document["tags"] = nil
    document["url"] = .string((document.text("url") ?? "").replacing("{{baseUrl}}", with: "https://example.com"))
    return request.name + "\n" + JSONValue.object(document).rendered()
  }
}

extension JSONValue {
  /// Each name once, with descriptions that end with a letter.
  fileprivate var asOpenAPIHasThem: JSONValue {
    var names: Set<String> = []
    let rows = (array ?? []).compactMap(\.object).filter { names.insert($0.text("name") ?? "").inserted }
    return .array(
      rows.map { row in
        guard let description = row.text("description") else { return .object(row) }
        var row = row
        row["description"] = .string(description.trimmed)
        return .object(row)
      })
  }
}
