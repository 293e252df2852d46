import Foundation
import RequestModel
import Testing

@testable import Interchange

/// Reads OpenAPI documents in tests.
enum OpenAPIFixture {
  static func result(_ yaml: String, files: [String: String]? = nil) throws -> ImportResult {
    let beside = files.map { SourceFiles($0.mapValues { Data($0.utf8) }) }
    let source = ImportSource(Data(yaml.utf8), fileName: "api.yaml", files: beside)
    let format = try #require(ImportFormat.of(source))
    #expect(format.name == "openapi")
    return try format.read(source)
  }

  static func collection(_ yaml: String, files: [String: String]? = nil) throws -> PortableFolder {
    let collection = try #require(try result(yaml, files: files).collections.first)
    for request in requests(of: collection) { _ = try SavedRequest(document: request.document) }
    return collection
  }

  /// The only operation of a document with these members below a path, and what its components are.
  static func request(_ operation: String, path: String = "/x", method: String = "get", rest: String = "") throws
    -> JSONObject
  {
    let lines = operation.split(separator: "\n").map { "      " + $0 }.joined(separator: "\n")
    let yaml = "openapi: 3.1.0\npaths:\n  \(path):\n    \(method):\n\(lines)\n\(rest)"
    return try #require(requests(of: try collection(yaml)).first).document
  }

  static func requests(of folder: PortableFolder) -> [PortableRequest] {
    folder.items.flatMap { item in
      switch item {
      case .folder(let inner): requests(of: inner)
      case .request(let request): [request]
      }
    }
  }

  /// The folders and requests by name, with indents.
  static func outline(_ folder: PortableFolder, indent: String = "") -> [String] {
    folder.items.flatMap { item -> [String] in
      switch item {
      case .folder(let inner): [indent + inner.name + "/"] + outline(inner, indent: indent + "  ")
      case .request(let request): [indent + request.name]
      }
    }
  }

  static func json(_ yaml: String) throws -> JSONValue {
    try #require(ImportSource(Data(yaml.utf8), fileName: "x.yaml").json)
  }

  static let pets = """
    openapi: 3.0.3
    info: {title: "Pet  store", version: '1.0', description: "Sells\\npets", contact: {email: me@example.com}}
    externalDocs: {url: https://docs.example.com}
    servers:
      - url: https://{region}.pets.example.com/v1/
        description: Production
        variables: {region: {default: eu, enum: [eu, us]}}
      - url: http://localhost:8080/v1
    tags:
      - name: pets
        description: All about pets
    security:
      - key: []
    paths:
      /pets/{petId}:
        parameters:
          - {name: petId, in: path, required: true, schema: {type: integer, format: int64}, example: 7}
        get:
          tags: [pets, public]
          summary: "Get\\n a pet"
          operationId: getPet
          description: One pet
          deprecated: true
          x-weight: 3
          parameters:
            - name: fields
              in: query
              explode: false
              schema: {type: array, items: {type: string, enum: [name, tag]}}
              description: What to return
            - name: filter
              in: query
              style: deepObject
              schema: {type: object, properties: {color: {type: string}, size: {type: integer, default: 3}}}
            - {name: X-Trace, in: header, required: true, schema: {type: string, example: abc}}
            - {name: session, in: cookie, required: true, schema: {type: string}}
          responses:
            '200':
              description: A pet
              headers: {X-Rate: {schema: {type: integer, example: 60}}}
              content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}
            4XX: {description: Wrong}
            default:
              description: Error
              content: {application/json: {examples: {a: {value: {code: 1}}, b: {summary: Bee, value: {code: 2}}}}}
        put:
          tags: [pets]
          security: []
          requestBody:
            content:
              application/json: {schema: {$ref: '#/components/schemas/Pet'}}
              application/xml: {schema: {$ref: '#/components/schemas/Pet'}}
      /upload/{a}-{b}/{name}.json:
        post:
          security: [{oauth: [read, write]}]
          requestBody:
            content:
              multipart/form-data:
                schema:
                  type: object
                  required: [file]
                  properties:
                    file: {type: string, format: binary}
                    n: {type: integer}
                encoding: {file: {contentType: image/png}}
    components:
      schemas:
        Pet:
          type: object
          required: [name]
          properties:
            id: {type: integer, readOnly: true}
            name: {type: string, example: "{{Rex}}"}
            parent: {$ref: '#/components/schemas/Pet'}
            born: {type: string, format: date}
      securitySchemes:
        key: {type: apiKey, in: header, name: X-Key}
        oauth:
          type: oauth2
          flows:
            authorizationCode:
              {authorizationUrl: /oauth/authorize, tokenUrl: 'https://id.example.com/token', scopes: {}}
    """
}

/// Expects two documents to be equal, and shows the lines that differ. The parts that imports keep of an OpenAPI
/// document have tests of their own.
func expectSame(_ found: JSONObject, _ expected: JSONObject, sourceLocation: SourceLocation = #_sourceLocation) {
  var found = found
  if expected["x-openapi"] == nil { found["x-openapi"] = nil }
  guard found != expected else { return }
  let lines = { JSONValue.object($0).rendered().split(separator: "\n") }
  let changes = lines(found).difference(from: lines(expected)).map { change in
    switch change {
    case .insert(_, let line, _): "+" + line
    case .remove(_, let line, _): "-" + line
    }
  }
  Issue.record("\(changes.joined(separator: "\n"))", sourceLocation: sourceLocation)
}
