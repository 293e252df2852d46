import Foundation
import RequestModel
import Testing

@testable import Interchange

/// Changes of values that have several rows, of response headers and of names are written where a document has them.
struct OpenAPIEditTests {
  private static let things = """
    openapi: 3.0.3
    info: {title: Things, version: '1'}
    paths:
      /things/{id}:
        parameters:
          - {name: id, in: path, required: true, schema: {type: integer}}
          - {name: lang, in: query, schema: {type: string}}
        get:
          summary: List
          parameters:
            - name: filter
              in: query
              style: deepObject
              schema:
                type: object
                properties:
                  size: {type: object, properties: {from: {type: integer}}}
                  tags: {type: array, items: {type: string}}
              example: {size: {from: 1}, tags: [a]}
            - {name: limit, in: query, description: At most, schema: {type: integer, maximum: 9}, example: 3}
            - name: X-Range
              in: header
              schema: {type: object, properties: {from: {type: integer}, to: {type: integer}}}
              example: {from: 1, to: 2}
            - {name: X-Codes, in: header, schema: {type: array, items: {type: integer}}, example: [6, 8]}
          responses:
            '200':
              description: Things
              headers: {X-Total: {schema: {type: integer}, example: 3, description: All of them}}
              content: {application/json: {example: {a: 1}}}
            '404': {$ref: '#/components/responses/none'}
    components:
      responses: {none: {description: None, headers: {X-Why: {schema: {type: string}, example: gone}}}}
    """

  private static let cases: [OpenAPIKeptTests.Case] = [
    .of("List", "a member of a member", ["-              from: 1", "+              from: 5"]) {
      $0.changeRow("filter[size][from]", in: "query") { $0["value"] = "5" }
    },
    .of("List", "an element of a member", ["-              - a", "+              - b"]) {
      $0.changeRow("filter[tags][0]", in: "query") { $0["value"] = "b" }
    },
    .of("List", "a further element", ["+              - c"]) {
      $0.insertRow(["name": "filter[tags][1]", "value": "c", "off": true], behind: "filter[tags][0]")
    },
    .of("List", "a further member", ["+              to: \"9\""]) {
      $0.insertRow(["name": "filter[size][to]", "value": "9", "off": true], behind: "filter[size][from]")
    },
    .of("List", "an object in a header", ["-            from: 1", "+            from: 4"]) {
      $0.changeRow("X-Range", in: "headers") { $0["value"] = "from,4,to,2" }
    },
    .of("List", "a list in a header", ["-            - 8", "+            - 7"]) {
      $0.changeRow("X-Codes", in: "headers") { $0["value"] = "6,7" }
    },
    .of("List", "the name of a parameter", ["-        - name: limit", "+        - name: max"]) {
      $0.changeRow("limit", in: "query") { $0["name"] = "max" }
    },
    .of(
      "List", "the name of a segment",
      ["-      - name: id", "-  /things/{id}:", "+  /things/{key}:", "+      - name: key"]
    ) {
      $0["url"] = "{{baseUrl}}/things/:key"
      $0["path"] = ["key": "0"]
    },
    .of("List", "a fixed segment", ["-  /things/{id}:", "+  /stuff/{id}:"]) { $0["url"] = "{{baseUrl}}/stuff/:id" },
    .of("List", "a response header", ["-              example: 3", "+              example: 7"]) {
      $0.changeHeader("X-Total", ofExample: 0) { $0["value"] = "7" }
    },
    .of(
      "List", "the description of a response header",
      ["-              description: All of them", "+              description: Each"]
    ) { $0.changeHeader("X-Total", ofExample: 0) { $0["description"] = "Each" } },
    .of(
      "List", "a further response header",
      ["+            X-Next:", "+              schema:", "+                type: integer", "+              example: 8"]
    ) { $0.appendHeader(["name": "X-Next", "value": "8"], toExample: 0) },
    .of(
      "List", "a header of a shared response",
      [
        "-          $ref: \"#/components/responses/none\"", "+          description: None",
        "+          headers:", "+            X-Why:", "+              schema:", "+                type: string",
        "+              example: lost",
      ]
    ) { $0.changeHeader("X-Why", ofExample: 1) { $0["value"] = "lost" } },
    .of("List", "the type of a response", ["-            application/json:", "+            application/hal+json:"]) {
      $0.changeHeader("Content-Type", ofExample: 0) { $0["value"] = "application/hal+json" }
      $0.changeRow("Accept", in: "headers") { $0["value"] = "application/hal+json" }
    },
    .of("List", "the name of a response", ["-          description: Things", "+          description: All"]) {
      $0.changeExample(0) { $0["name"] = "200: All" }
    },
  ]

  @Test(arguments: cases)
  func aChangeChangesOnlyItsPart(test: OpenAPIKeptTests.Case) throws {
    var collection = try OpenAPIKeptTests.stored(OpenAPIKeptTests.imported(Data(Self.things.utf8)))
    let before = try OpenAPIKeptTests.export(collection)
    test.change(&collection)
    let after = try OpenAPIKeptTests.export(collection)
    #expect(after.notes == [])
    #expect(OpenAPIKeptTests.changes(before, after).sorted() == test.lines.sorted())
    let again = try OpenAPIKeptTests.stored(OpenAPIKeptTests.imported(after.files[0].bytes))
    #expect(try OpenAPIKeptTests.export(again) == after)
  }

  @Test func headersOfSwaggerHaveTheirValue() throws {
    var collection = try OpenAPIKeptTests.imported(Data(SwaggerTests.document.utf8))
    collection.changeRequest("GET /orders") { request in
      request.document.changeHeader("X-Total", ofExample: 0) { $0["value"] = "7" }
    }
    let export = try OpenAPIKeptTests.export(collection)
    #expect(export.notes == [])
    let found = ImportSource(export.files[0].bytes, fileName: "a.yaml").json
    let place = ["paths", "/orders", "get", "responses", "200", "headers", "X-Total"]
    let header = place.reduce(found) { $0?.object?[$1] }
    #expect(header == ["type": "integer", "default": 1, "x-example": 7])
  }
}

extension JSONObject {
  fileprivate mutating func changeRow(_ name: String, in member: String, _ change: (inout JSONObject) -> Void) {
    var rows = self[member]?.objects ?? []
    for index in rows.indices where rows[index]["name"] == .string(name) { change(&rows[index]) }
    self[member] = .array(rows.map(JSONValue.object))
  }

  fileprivate mutating func insertRow(_ row: JSONObject, behind name: String) {
    var rows = self["query"]?.objects ?? []
    let place = rows.firstIndex { $0["name"] == .string(name) } ?? rows.endIndex - 1
    rows.insert(row, at: place + 1)
    self["query"] = .array(rows.map(JSONValue.object))
  }

  fileprivate mutating func changeExample(_ index: Int, _ change: (inout JSONObject) -> Void) {
    var examples = self["examples"]?.objects ?? []
    change(&examples[index])
    self["examples"] = .array(examples.map(JSONValue.object))
  }

  fileprivate mutating func changeHeader(
    _ name: String, ofExample index: Int, _ change: (inout JSONObject) -> Void
  ) {
    changeExample(index) { $0.changeRow(name, in: "headers", change) }
  }

  fileprivate mutating func appendHeader(_ row: JSONValue, toExample index: Int) {
    changeExample(index) { $0.append(row, to: "headers") }
  }
}
