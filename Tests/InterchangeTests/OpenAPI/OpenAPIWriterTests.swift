import Foundation
import RequestModel
import TestSupport
import Testing

@testable import Interchange

/// Collections as OpenAPI documents.
struct OpenAPIWriterTests {
  @Test func anotherURLInThePathIsNotTheServer() {
    let place = OpenAPIPlace("{{base}}/proxy/http://h/:id?u=http://x")
    #expect(place.server == "{{base}}" && place.path == "/proxy/http://h/{id}" && place.names == ["id"])
  }

  @Test func aMethodWhoseCaseIsLostIsNamed() throws {
    var collection = PortableFolder(name: "Shop")
    collection.items = ["pAtch", "PUT", "pUrge"].map { method in
      .request(PortableRequest(name: method, document: ["method": .string(method), "url": "https://a.test/x"]))
    }
    let notes = try ExportFormat.openapi.write(ExportSource(collection)).notes
    #expect(
      notes.filter { $0.text.contains("ethod") } == [
        InterchangeNote(.changed, ["pAtch"], "Method pAtch: OpenAPI has only PATCH"),
        InterchangeNote(.dropped, ["pUrge"], "OpenAPI has no place for the method pUrge"),
      ])
  }

  @Test func aCollectionBecomesADocumentWithTypesOfItsValues() throws {
    var orders = PortableFolder(name: "Orders", settings: ["docs": "All orders."])
    orders.items = [
      .request(
        PortableRequest(
          name: "Create order",
          document: [
            "method": "POST", "url": "{{base}}/orders/:id?x=1", "path": ["id": "7"], "docs": ["One", "two"],
            "query": [["name": "dry", "value": "true", "off": true, "description": "Try"]],
            "headers": [["name": "X-Trace", "value": "{{t}}"], ["name": "Accept", "value": "*/*"]],
            "body": [
              "json": ["items": [["q": 1], ["q": .number(JSONNumber(text: "1.5")), "s": "x"]], "note": .null]
            ],
            "examples": [
              [
                "name": "Created", "status": 201, "headers": [["name": "Content-Type", "value": "application/json"]],
                "body": "{\"ok\": true}",
              ]
            ],
          ])),
      .request(PortableRequest(name: "Copy", document: ["method": "COPY", "url": "{{base}}/orders"])),
    ]
    var collection = PortableFolder(
      name: "Shop",
      settings: [
        "variables": [["name": "base", "value": "https://api.x/v1"]], "auth": ["bearer": ["token": "{{token}}"]],
      ])
    collection.items = [.folder(orders)]
    let result = try ExportFormat.openapi.write(ExportSource(collection))
    #expect(
      String(decoding: result.files[0].bytes, as: UTF8.self) == """
        openapi: "3.1.0"
        info:
          title: Shop
          version: "1.0.0"
        servers:
          - url: https://api.x/v1
        tags:
          - name: Orders
            description: All orders.
        paths:
          /orders/{id}:
            post:
              summary: Create order
              operationId: createOrder
              description: |-
                One
                two
              tags:
                - Orders
              parameters:
                - name: id
                  in: path
                  required: true
                  schema:
                    type: integer
                  example: 7
                - name: x
                  in: query
                  required: true
                  schema:
                    type: integer
                  example: 1
                - name: dry
                  in: query
                  description: Try
                  schema:
                    type: boolean
                  example: true
                - name: X-Trace
                  in: header
                  required: true
                  schema:
                    type: string
              requestBody:
                content:
                  application/json:
                    schema:
                      type: object
                      properties:
                        items:
                          type: array
                          items:
                            type: object
                            properties:
                              q:
                                type: number
                              s:
                                type: string
                            required:
                              - q
                        note:
                          type: "null"
                      required:
                        - items
                        - note
                    example:
                      items:
                        - q: 1
                        - q: 1.5
                          s: x
                      note: null
              responses:
                "201":
                  description: Created
                  content:
                    application/json:
                      schema:
                        type: object
                        properties:
                          ok:
                            type: boolean
                        required:
                          - ok
                      example:
                        ok: true
              security:
                - bearer: []
        components:
          securitySchemes:
            bearer:
              type: http
              scheme: bearer

        """)
    #expect(
      result.notes == [
        InterchangeNote(.dropped, ["Orders", "Copy"], "OpenAPI has no place for the method COPY")
      ])
  }

  @Test func theQueryOfAURLIsParameters() throws {
    let request = PortableRequest(
      name: "A", document: ["url": "http://a.test/a?page=5&q=a%20b&k={{k}}", "query": [["name": "z", "value": "t"]]])
    let result = try ExportFormat.openapi.write(
      ExportSource(PortableFolder(name: "A", items: [.request(request)])))
    let document = try #require(ImportSource(result.files[0].bytes, fileName: "a.yaml").json?.object)
    #expect(
      document["paths"]?.object?["/a"]?.object?["get"]?.object?["parameters"] == [
        ["name": "page", "in": "query", "required": true, "schema": ["type": "integer"], "example": 5],
        ["name": "q", "in": "query", "required": true, "schema": ["type": "string"], "example": "a b"],
        ["name": "k", "in": "query", "required": true, "schema": ["type": "string"]],
        ["name": "z", "in": "query", "required": true, "schema": ["type": "string"], "example": "t"],
      ])
  }

  @Test func requestsOfOneOperationShareItsPlace() throws {
    func post(_ name: String, _ body: JSONValue) -> PortableItem {
      .request(PortableRequest(name: name, document: ["method": "POST", "url": "{{base}}/a", "body": body]))
    }
    var collection = PortableFolder(
      name: "A", items: [post("One", ["json": 1]), post("Two", ["json": 2]), post("Text", ["text": "t"])])
    collection.environments = [
      PortableEnvironment(name: "local", document: ["variables": [["name": "base", "value": "http://localhost"]]])
    ]
    let result = try ExportFormat.openapi.write(ExportSource(collection))
    let document = try #require(ImportSource(result.files[0].bytes, fileName: "a.yaml").json?.object)
    #expect(document["servers"] == [["url": "http://localhost", "description": "local"]])
    #expect(
      document["paths"]?.object?["/a"]?.object?["post"]?.object?["requestBody"] == [
        "content": [
          "application/json": [
            "schema": ["type": "integer"], "examples": ["One": ["value": 1], "Two": ["value": 2]],
          ],
          "text/plain": ["schema": ["type": "string"], "example": "t"],
        ]
      ])
    #expect(result.notes.map(\.path) == [["Two"], ["Text"]])
  }

  /// Reading the written document gives the same requests: method, URL, and the names of rows.
  @Test func everyGeneratedCollectionIsWrittenAndReadAgain() throws {
    for seed in Seeds.some(of: 300) {
      var generator = PortableGenerator(seed: seed)
      let collection = generator.collection()
      let result = try ExportFormat.openapi.write(ExportSource(collection))
      let source = ImportSource(result.files[0].bytes, fileName: "a.yaml")
      #expect(source.jsonProblem == nil, "\(seed)")
      let read = try ImportFormat.openapi.read(source)
      #expect(read.collections.count == 1, "\(seed)")
    }
  }
}
