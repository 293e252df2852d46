import Foundation
import RequestModel
import Testing

@testable import Interchange

struct OpenAPISampleTests {
  /// The JSON body made for a schema.
  private func sample(_ schema: String, components: String = "") throws -> String {
    let document = try OpenAPIFixture.request(
      "requestBody: {content: {application/json: {schema: \(schema)}}}", method: "post",
      rest: components.isEmpty ? "" : "components: {schemas: {\(components)}}")
    return try #require(document["body"]?.object?["json"]).compact
  }

  @Test(
    arguments: [
      ("{type: string}", "\"string\""), ("{type: integer}", "0"), ("{type: number}", "0"), ("{type: boolean}", "true"),
      ("{type: 'null'}", "null"), ("{type: [string, 'null']}", "\"string\""), ("{type: ['null', integer]}", "0"),
      ("{type: string, format: date}", "\"2024-01-31\""), ("{type: string, format: ipv6}", "\"2001:db8::1\""),
      ("{type: string, format: other}", "\"string\""), ("{type: string, maxLength: 3}", "\"str\""),
      ("{type: string, minLength: 8}", "\"stringst\""),
      ("{type: string, pattern: '^[A-Z]{3}-\\d{2,4}$'}", "\"AAA-00\""),
      ("{type: string, pattern: '^(foo|bar)+$'}", "\"foo\""), ("{type: string, pattern: '^(?!x)'}", "\"string\""),
      ("{type: integer, minimum: 5}", "5"), ("{type: integer, minimum: 5, exclusiveMinimum: true}", "6"),
      ("{type: integer, exclusiveMinimum: 5}", "6"), ("{type: integer, maximum: -3}", "-3"),
      ("{type: integer, minimum: 7, multipleOf: 5}", "10"), ("{type: number, exclusiveMinimum: 0, maximum: 1}", "0.5"),
      ("{type: number, minimum: 1e400}", "0"), ("{enum: [b, a]}", "\"b\""), ("{const: 4}", "4"),
      ("{default: x}", "\"x\""),
      ("{type: string, examples: [e, f]}", "\"e\""), ("{type: string, example: 12345}", "\"12345\""),
      ("{type: integer, example: '7'}", "7"), ("{type: object, example: '{\"a\": 1}'}", "{\"a\":1}"),
      ("{type: array, items: {type: integer}}", "[0]"), ("{type: array, items: {type: integer}, minItems: 2}", "[0,0]"),
      ("{type: array, maxItems: 0, items: {}}", "[]"), ("{type: array}", "[]"),
      ("{type: array, prefixItems: [{type: string}, {type: boolean}]}", "[\"string\",true]"),
      ("{type: array, uniqueItems: true, minItems: 2, items: {enum: [a, b]}}", "[\"a\",\"b\"]"),
      ("{type: object}", "{}"), ("{}", "{}"), ("true", "{}"),
      (
        "{properties: {a: {type: string}, b: {readOnly: true}, c: {writeOnly: true, type: integer}}}",
        "{\"a\":\"string\",\"c\":0}"
      ),
      ("{additionalProperties: {type: integer}}", "{\"key\":0}"),
      ("{type: object, additionalProperties: true}", "{\"key\":null}"),
      (
        "{allOf: [{properties: {a: {type: string}}}, {properties: {b: {type: integer}}}], properties: {c: {type: boolean}}}",
        "{\"a\":\"string\",\"b\":0,\"c\":true}"
      ),
      (
        "{allOf: [{properties: {a: {type: string}}, example: {a: x}}, {properties: {b: {type: integer}}}]}",
        "{\"a\":\"x\",\"b\":0}"
      ),
      ("{oneOf: [{type: 'null'}, {type: integer}]}", "0"),
      ("{anyOf: [{type: string, format: date}, {type: integer}]}", "\"2024-01-31\""),
      ("{properties: {a: {type: string}}, oneOf: [{properties: {b: {type: integer}}}]}", "{\"a\":\"string\",\"b\":0}"),
      ("{oneOf: [{oneOf: [{type: integer, example: 9}]}]}", "9"), ("{type: string, nullable: true}", "\"string\""),
    ] as [(String, String)])
  func aSchemaGetsAValue(schema: String, expected: String) throws {
    #expect(try sample(schema) == expected)
  }

  @Test func recursiveSchemasEnd() throws {
    let components = """
      Node: {required: [must], properties: {name: {type: string}, next: {$ref: '#/components/schemas/Node'},
        all: {type: array, items: {$ref: '#/components/schemas/Node'}}, must: {$ref: '#/components/schemas/Other'}}},
        Other: {properties: {back: {$ref: '#/components/schemas/Node'}, n: {type: integer}}}, Self: {$ref: '#/components/schemas/Self'},
        All: {allOf: [{$ref: '#/components/schemas/All'}, {properties: {a: {type: integer}}}]}
      """
    #expect(
      try sample("{$ref: '#/components/schemas/Node'}", components: components)
        == "{\"name\":\"string\",\"all\":[],\"must\":{\"n\":0}}")
    #expect(try sample("{$ref: '#/components/schemas/Self'}", components: components) == "{}")
    #expect(try sample("{$ref: '#/components/schemas/All'}", components: components) == "{\"a\":0}")
  }

  @Test func membersBesideAReferenceCountMore() throws {
    let components = "A: {type: object, example: {x: 1}}, N: {type: integer, minimum: 3}"
    #expect(try sample("{$ref: '#/components/schemas/A', example: {x: 2}}", components: components) == "{\"x\":2}")
    #expect(try sample("{$ref: '#/components/schemas/N', description: D}", components: components) == "3")
    #expect(
      try sample("{properties: {a: {$ref: '#/components/schemas/N', readOnly: true}}}", components: components) == "{}")
  }

  @Test func aDiscriminatorNamesTheChosenSchema() throws {
    let components = """
      Pet: {discriminator: {propertyName: kind, mapping: {cat: '#/components/schemas/Cat'}}, properties: {kind: {type: string}}},
        Cat: {allOf: [{$ref: '#/components/schemas/Pet'}, {properties: {lives: {type: integer}}}]},
        Dog: {allOf: [{$ref: '#/components/schemas/Pet'}]}, Bare: {properties: {a: {type: integer}}}
      """
    #expect(
      try sample("{$ref: '#/components/schemas/Cat'}", components: components) == "{\"kind\":\"cat\",\"lives\":0}")
    #expect(try sample("{$ref: '#/components/schemas/Dog'}", components: components) == "{\"kind\":\"Dog\"}")
    let choice = "{oneOf: [{$ref: '#/components/schemas/Bare'}], discriminator: {propertyName: type}}"
    #expect(try sample(choice, components: components) == "{\"a\":0,\"type\":\"Bare\"}")
  }

  @Test func largeSchemasGetSmallValues() throws {
    let wide = (0..<40).map { "p\($0): {$ref: '#/components/schemas/L1'}" }.joined(separator: ", ")
    let deep = (1..<60).map {
      "L\($0): {properties: {x: {type: string}, n: {$ref: '#/components/schemas/L\($0 + 1)'}}}"
    }
    let components =
      deep.joined(separator: ", ")
      + ", Wide: {properties: {\(wide)}}, Text: {example: \(String(repeating: "x", count: 300_000))}"
    let value = try sample("{$ref: '#/components/schemas/Wide'}", components: components)
    #expect(value.utf8.count < 10_000)
    let chain = try sample("{$ref: '#/components/schemas/L1'}", components: components)
    #expect(chain.utf8.count { $0 == UInt8(ascii: "{") } == 8)
    #expect(try sample("{properties: {t: {$ref: '#/components/schemas/Text'}}}", components: components) == "{}")
  }

  @Test func anchorsAndIdentifiersAreFound() throws {
    let components = "A: {$anchor: first, type: integer}, B: {$id: 'https://example.com/b', type: boolean}"
    #expect(try sample("{$ref: '#first'}", components: components) == "0")
    #expect(try sample("{$ref: 'https://example.com/b'}", components: components) == "true")
  }
}
