import Foundation
import RequestModel
import TestSupport
import Testing

@testable import Interchange

struct OpenAPIDiffTests {
  private func changes(_ old: String, _ new: String) throws -> [String] {
    OpenAPIDiff.changes(from: try OpenAPIFixture.json(old), to: try OpenAPIFixture.json(new)).map { change in
      (change.isBreaking ? "! " : "  ") + (change.operation.map { $0 + ": " } ?? "") + change.text
    }
  }

  /// The changes of an operation with these members.
  private func changes(_ pairs: (old: String, new: String)) throws -> [String] {
    let document = { (members: String) in "openapi: 3.1.0\npaths: {/x: {post: {\(members)}}}" }
    return try changes(document(pairs.old), document(pairs.new)).map { $0.replacing("POST /x: ", with: "") }
  }

  @Test func equalDocumentsHaveNoChanges() throws {
    #expect(try changes(OpenAPIFixture.pets, OpenAPIFixture.pets) == [])
    #expect(try changes(SwaggerTests.document, SwaggerTests.document) == [])
  }

  @Test func breakingChangesComeFirst() throws {
    let old = """
      openapi: 3.0.0
      info: {version: '1'}
      servers: [{url: https://a.example.com}, {url: https://b.example.com}]
      paths:
        /a: {get: {}}
        /b/{id}: {get: {parameters: [{name: id, in: path, schema: {type: string}}]}, put: {}}
      components: {securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}}
      """
    let new = """
      openapi: 3.1.0
      info: {version: '2'}
      servers: [{url: https://a.example.com/}, {url: https://c.example.com}]
      paths:
        /b/{name}: {get: {deprecated: true, parameters: [{name: name, in: path, schema: {type: string}}]}, post: {}}
      components: {securitySchemes: {key: {type: apiKey, in: query, name: X-Key}}}
      """
    #expect(
      try changes(old, new) == [
        "! The server https://b.example.com was removed",
        "! The security scheme \"key\" has in \"query\" and no longer \"header\"",
        "! GET /a: The operation was removed", "! PUT /b/{id}: The operation was removed",
        "  The version is \"2\" and no longer \"1\"", "  The server https://c.example.com was added",
        "  GET /b/{name}: The operation is deprecated", "  POST /b/{name}: The operation was added",
      ])
  }

  @Test(
    arguments: [
      ("parameters: [{name: q, in: query}]", "", ["! The query parameter \"q\" was removed"]),
      ("", "parameters: [{name: q, in: query}]", ["  The query parameter \"q\" was added"]),
      (
        "", "parameters: [{name: q, in: query, required: true}]",
        ["! The query parameter \"q\" was added and is required"]
      ),
      (
        "parameters: [{name: q, in: query}]", "parameters: [{name: q, in: query, required: true}]",
        ["! The query parameter \"q\" is required now"]
      ),
      (
        "parameters: [{name: q, in: query, required: true}]", "parameters: [{name: q, in: query}]",
        ["  The query parameter \"q\" is optional now"]
      ),
      ("parameters: [{name: X-A, in: header}]", "parameters: [{name: x-a, in: header}]", []),
      (
        "parameters: [{name: q, in: query, schema: {type: array}}]",
        "parameters: [{name: q, in: query, explode: false, schema: {type: array}}]",
        ["! The query parameter \"q\" is written in another way: style form, explode false"]
      ),
      (
        "parameters: [{name: q, in: query, schema: {type: integer}}]",
        "parameters: [{name: q, in: query, schema: {type: string}}]",
        ["! The query parameter \"q\" is a string and no longer an integer"]
      ),
      (
        "parameters: [{name: q, in: query, schema: {type: integer}}]",
        "parameters: [{name: q, in: query, schema: {type: number}}]",
        ["  The query parameter \"q\" is a number and no longer an integer"]
      ),
      (
        "parameters: [{name: q, in: query, schema: {enum: [a, b], maxLength: 5}}]",
        "parameters: [{name: q, in: query, schema: {enum: [b, c], maxLength: 4, minLength: 1}}]",
        [
          "! The query parameter \"q\" no longer allows \"a\"", "! The query parameter \"q\" has the minLength 1 now",
          "! The query parameter \"q\" has the maxLength 4 and no longer 5",
          "  The query parameter \"q\" allows \"c\" too",
        ]
      ),
    ] as [(String, String, [String])])
  func parametersAreCompared(old: String, new: String, expected: [String]) throws {
    #expect(try changes((old, new)) == expected)
  }

  private func body(_ schema: String, rest: String = "") -> String {
    "requestBody: {content: {application/json: {schema: \(schema)}}\(rest)}"
  }

  private func response(_ schema: String) -> String {
    "responses: {200: {content: {application/json: {schema: \(schema)}}}}"
  }

  @Test func bodiesAreCompared() throws {
    let old = body(
      "{properties: {a: {type: string}, b: {type: string}, c: {type: [string, 'null']}, d: {type: string}}}")
    let new = body(
      "{required: [b, e], properties: {a: {type: integer}, b: {type: string}, c: {type: string}, e: {}, f: {}}}",
      rest: ", required: true")
    #expect(
      try changes((old, new)) == [
        "! The body is required now", "! The property \"a\" of the body is an integer and no longer a string",
        "! The property \"b\" of the body is required now", "! The property \"c\" of the body can no longer be null",
        "! The property \"d\" of the body was removed", "! The property \"e\" of the body was added and is required",
        "  The property \"f\" of the body was added",
      ])
    #expect(try changes((old, "")) == ["! The body was removed"])
    #expect(try changes(("", new)) == ["! A body was added and is required"])
    #expect(
      try changes((old, "requestBody: {content: {text/plain: {}}}")) == [
        "! The body is no longer of the type application/json", "  The body can be of the type text/plain",
      ])
  }

  @Test func responsesAreCompared() throws {
    let old = response("{type: array, items: {required: [a], properties: {a: {type: integer}, b: {type: integer}}}}")
    let new = response("{type: array, items: {properties: {a: {type: number}, c: {type: integer}}}}")
    #expect(
      try changes((old, new)) == [
        "! The property \"[].a\" of the response 200 may be missing now",
        "! The property \"[].a\" of the response 200 is a number and no longer an integer",
        "! The property \"[].b\" of the response 200 was removed",
        "  The property \"[].c\" of the response 200 was added",
      ])
    #expect(
      try changes(("responses: {200: {headers: {A: {}}}, 404: {}}", "responses: {200: {}, default: {}}")) == [
        "! The header \"A\" of the response 200 was removed", "  The response 404 was removed",
        "  The response default was added",
      ])
    #expect(try changes(("responses: {200: {}}", "responses: {}")) == ["! The response 200 was removed"])
  }

  @Test(
    arguments: [
      ("", "security: [{key: []}]", ["! The operation needs authentication now: key"]),
      ("security: [{key: []}]", "security: []", ["  The operation needs no authentication any more"]),
      (
        "security: [{o: [a]}]", "security: [{o: [a, b]}]",
        [
          "! The operation can no longer be authenticated with o (a)",
          "  The operation can be authenticated with o (a, b)",
        ]
      ),
      ("security: [{o: [a, b]}]", "security: [{o: [a]}]", []),
      ("security: [{k: []}]", "security: [{k: []}, {}]", ["  The operation needs no authentication any more"]),
    ] as [(String, String, [String])])
  func securityIsCompared(old: String, new: String, expected: [String]) throws {
    #expect(try changes((old, new)) == expected)
  }

  @Test func recursiveSchemasAreComparedOnce() throws {
    let document = { (type: String) in
      """
      openapi: 3.0.0
      paths: {/x: {get: {responses: {200: {content: {a/b: {schema: {$ref: '#/components/schemas/N'}}}}}}}}
      components: {schemas: {N: {properties: {next: {$ref: '#/components/schemas/N'}, v: {type: \(type)}}}}}
      """
    }
    #expect(
      try changes(document("string"), document("boolean")) == [
        "! GET /x: The property \"v\" of the response 200 is a boolean and no longer a string"
      ])
  }

  @Test func aSwaggerDocumentIsComparedWithItsSuccessor() throws {
    let old = """
      swagger: '2.0'
      host: h
      basePath: /v1
      paths: {/x: {post: {consumes: [application/json], parameters: [{name: b, in: body, schema: {type: object}}], responses: {}}}}
      """
    let new = """
      openapi: 3.0.0
      servers: [{url: 'https://h/v1'}]
      paths: {/x: {post: {requestBody: {content: {application/json: {schema: {type: object}}}}}}}
      """
    #expect(try changes(old, new) == [])
  }

  @Test func damagedDocumentsAreCompared() throws {
    let document = try OpenAPIFixture.json(OpenAPIFixture.pets)
    for wrong in [JSONValue.null, 1, "x", [], [:], ["$ref": "#"]] {
      for index in Seeds.places(in: 0..<document.nodeCount) {
        var rest = index
        let damaged = document.replacing(&rest, by: wrong)
        _ = OpenAPIDiff.changes(from: document, to: damaged)
        _ = OpenAPIDiff.changes(from: damaged, to: document)
      }
    }
  }
}
