import Foundation
import RequestModel
import Testing

@testable import Interchange

struct OpenAPIBodyTests {
  private func document(_ content: String, rest: String = "") throws -> JSONObject {
    try OpenAPIFixture.request("requestBody: {content: {\(content)}}", method: "post", rest: rest)
  }

  @Test(
    arguments: [
      ("application/json: {example: {a: 1.0}}", ["json": ["a": .number(JSONNumber(text: "1.0"))]]),
      ("application/json: {examples: {one: {value: [1]}, two: {value: [2]}}}", ["json": [1]]),
      ("application/json: {example: '{\"a\": 1}', schema: {type: object}}", ["json": ["a": 1]]),
      ("application/json: {example: 'a: {{x}}'}", ["text": "a: {{'{{'}}x}}", "type": "application/json"]),
      ("application/json: {example: text, schema: {type: string}}", ["json": "text"]),
      ("application/json: {schema: {type: object, example: {a: 2}}}", ["json": ["a": 2]]),
      ("application/json: {}", ["json": [:]]),
      ("text/xml: {}, application/json: {example: 1}", ["json": 1]), ("'*/*': {schema: {type: object}}", ["json": [:]]),
      ("text/plain: {example: \"a\\nb\"}", ["text": ["a", "b"], "type": "text/plain"]),
      ("text/csv: {schema: {type: string}}", ["text": "string", "type": "text/csv"]),
      ("application/octet-stream: {}", ["file": "", "type": "application/octet-stream"]),
      ("image/png: {schema: {type: string, format: binary}}", ["file": "", "type": "image/png"]),
      ("'*/*': {schema: {type: string, format: binary}}", ["file": "", "type": "application/octet-stream"]),
      (
        "application/x-ndjson: {itemSchema: {properties: {a: {type: integer}}}}",
        ["text": ["{\"a\":0}", ""], "type": "application/x-ndjson"]
      ),
      (
        "application/x-www-form-urlencoded: {example: a=1&b=c+d}",
        ["form": [["name": "a", "value": "1"], ["name": "b", "value": "c d"]]]
      ),
      (
        "application/x-www-form-urlencoded: {schema: {required: [a], properties: {a: {type: array, items: {enum: [x, y]}}, o: {properties: {k: {type: integer}}}}}}",
        ["form": [["name": "a", "value": "x"], ["name": "o", "value": "{\"k\":0}", "off": true]]]
      ),
      (
        "application/x-www-form-urlencoded: {schema: {properties: {o: {properties: {k: {type: integer}}}}}, encoding: {o: {style: deepObject}}}",
        ["form": [["name": "o[k]", "value": "0", "off": true]]]
      ),
      (
        "multipart/form-data: {schema: {required: [f, m], properties: {f: {type: array, items: {type: string, format: binary}}, m: {type: object}}}}",
        ["multipart": [["name": "f", "file": ""], ["name": "m", "value": "{}", "type": "application/json"]]]
      ),
      (
        "multipart/form-data: {schema: {required: [p], properties: {p: {contentMediaType: image/png}}}}",
        ["multipart": [["name": "p", "file": ""]]]
      ),
    ] as [(String, JSONValue)])
  func aBodyIsTheExampleOrMadeForTheSchema(content: String, expected: JSONValue) throws {
    let body = try #require(try document(content)["body"])
    expectSame(["body": body], ["body": expected])
  }

  @Test func otherMediaTypesAndExamplesAreKept() throws {
    let document = try document(
      "application/vnd.api+json: {examples: {one: {value: 1}, two: {value: 2}}}, text/plain: {}")
    expectSame(
      document,
      [
        "method": "POST", "url": "{{baseUrl}}/x",
        "headers": [["name": "Content-Type", "value": "application/vnd.api+json"]], "body": ["json": 1],
      ])
    let content: JSONValue = [
      "application/vnd.api+json": ["examples": ["one": ["value": 1], "two": ["value": 2]]], "text/plain": [:],
    ]
    #expect(
      document["x-openapi"] == ["at": "/paths/~1x/post", "operation": ["requestBody": ["content": content]]])
  }

  @Test func xmlHasTheNamesOfTheSchema() throws {
    let document = try document(
      "application/xml: {schema: {$ref: '#/components/schemas/Pet'}}",
      rest: """
        components:
          schemas:
            Pet:
              type: object
              xml: {name: pet, namespace: 'http://example.com/pet', prefix: p}
              properties:
                id: {type: integer, xml: {attribute: true}}
                name: {type: string, example: a < b}
                photos: {type: array, xml: {wrapped: true, name: photos}, items: {type: string, xml: {name: photo}}}
                tags: {type: array, items: {type: string, example: t}}
                owner: {$ref: '#/components/schemas/Owner'}
            Owner: {type: object, properties: {age: {type: integer}}}
        """)
    expectSame(
      ["body": try #require(document["body"])],
      [
        "body": [
          "text": [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
            "<p:pet xmlns:p=\"http://example.com/pet\" id=\"0\">", "  <name>a &lt; b</name>", "  <photos>",
            "    <photo>string</photo>", "  </photos>", "  <tags>t</tags>", "  <owner>", "    <age>0</age>",
            "  </owner>", "</p:pet>",
          ], "type": "application/xml",
        ]
      ])
  }

  @Test func whatABodyCannotHaveIsNoted() throws {
    let result = try OpenAPIFixture.result(
      """
      openapi: 3.0.0
      servers: [{url: https://h}]
      paths:
        /x:
          post:
            requestBody: {content: {multipart/mixed: {schema: {properties: {a: {type: string}}}, examples: {e: {externalValue: 'https://h/e'}}}}}
            responses: {200: {links: {next: {operationId: n}}}}
            callbacks: {done: {}}
      """)
    #expect(
      result.notes.map(\.text) == [
        "The body is sent as multipart/form-data and not as multipart/mixed", "The example at https://h/e was not read",
        "Links of responses", "Callbacks",
      ])
  }

  @Test func referencedExamplesAreUsed() throws {
    let document = try OpenAPIFixture.request(
      """
      requestBody: {$ref: '#/components/requestBodies/B'}
      responses: {200: {$ref: '#/components/responses/R'}}
      """, method: "post",
      rest: """
        components:
          requestBodies: {B: {content: {application/json: {examples: {e: {$ref: '#/components/examples/E'}}}}}}
          responses: {R: {description: Fine, content: {application/json: {examples: {e: {$ref: '#/components/examples/E'}}}}}}
          examples: {E: {summary: First, value: {n: 1}}}
        """)
    expectSame(
      document,
      [
        "method": "POST", "url": "{{baseUrl}}/x", "headers": [["name": "Accept", "value": "application/json"]],
        "body": ["json": ["n": 1]],
        "examples": [
          [
            "name": "200: Fine", "status": 200,
            "headers": [["name": "Content-Type", "value": "application/json"]], "body": ["{", "  \"n\": 1", "}"],
          ]
        ],
      ])
  }

  @Test func bracesOfAnExampleAreNoTemplateHoweverTheyAreWritten() {
    let text = JSONValue.string(JSONString(escaped: #"\u007b\u007Bx}}"#))
    #expect(text.escapingBraces == "{{'{{'}}x}}")
  }
}
