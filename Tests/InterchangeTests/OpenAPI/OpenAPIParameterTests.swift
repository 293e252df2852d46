import Foundation
import RequestModel
import Testing

@testable import Interchange

struct OpenAPIParameterTests {
  private func request(_ parameters: String, path: String = "/x") throws -> JSONObject {
    try OpenAPIFixture.request("parameters: [\(parameters)]", path: path)
  }

  /// The rows as `name=value`, with `~` in front of those that are off.
  private func rows(_ member: String, _ document: JSONObject) -> [String] {
    (document[member]?.array ?? []).compactMap(\.object).map { row in
      (row["off"] == true ? "~" : "") + "\(row.text("name") ?? "")=\(row.text("value") ?? "")"
    }
  }

  @Test(
    arguments: [
      ("example: a b", ["q=a b"]), ("schema: {type: integer, default: 3}", ["q=3"]),
      ("schema: {type: string}", ["q=string"]),
      ("schema: {type: integer, minimum: 2}", ["q=2"]), ("schema: {type: string, format: date}", ["q=2024-01-31"]),
      ("schema: {oneOf: [{type: boolean}, {type: string}]}", ["q=true"]), ("schema: {description: d}", ["q="]),
      ("schema: {enum: ['', b]}", ["q=b"]), ("schema: {const: c}", ["q=c"]), ("examples: {one: {value: 1}}", ["q=1"]),
      ("schema: {type: boolean, example: true}", ["q=true"]),
      ("schema: {type: string, example: '{{x}}'}", ["q={{'{{'}}x}}"]),
      ("example: [1, 2]", ["q=1", "q=2"]), ("explode: false, example: [1, 2]", ["q=1,2"]),
      ("style: spaceDelimited, example: [1, 2]", ["q=1 2"]), ("style: pipeDelimited, example: [1, 2]", ["q=1|2"]),
      ("style: pipeDelimited, explode: true, example: [1, 2]", ["q=1", "q=2"]),
      ("example: {a: 1, b: 2}", ["a=1", "b=2"]), ("explode: false, example: {a: 1, b: 2}", ["q=a,1,b,2"]),
      ("style: deepObject, example: {a: 1, b: {c: [2, 3]}}", ["q[a]=1", "q[b][c][0]=2", "q[b][c][1]=3"]),
      ("schema: {type: array, items: {type: string}}", ["q=string"]), ("schema: {type: object}", ["q="]),
      (
        "style: deepObject, schema: {required: [a], properties: {a: {type: string}, b: {example: 2}}}",
        ["q[a]=string", "~q[b]=2"]
      ),
      ("content: {application/json: {schema: {properties: {a: {example: 1}}}}}", ["q={\"a\":1}"]),
      ("content: {application/json: {example: [1]}}", ["q=[1]"]),
    ] as [(String, [String])])
  func aQueryParameterIsWrittenInItsStyle(members: String, expected: [String]) throws {
    let document = try request("{name: q, in: query, required: true, \(members)}")
    #expect(rows("query", document) == expected)
  }

  @Test func requiredHeadersHaveValuesButNoMadeUpCredentials() throws {
    let document = try request(
      """
      {name: X-Count, in: header, required: true, schema: {type: integer}},
      {name: X-API-Key, in: header, required: true, schema: {type: string}},
      {name: X-Other, in: header, schema: {type: integer}},
      {name: api_key, in: query, required: true, schema: {type: string}}
      """)
    #expect(rows("headers", document) == ["X-Count=0", "X-API-Key=", "~X-Other="])
    #expect(rows("query", document) == ["api_key="])
  }

  @Test func optionalParametersAreOff() throws {
    let document = try request(
      "{name: a, in: query, description: \"One\\n\"}, {name: b, in: query, required: true}, {name: c, in: header, schema: {enum: [x, y]}}, {name: d, in: query, deprecated: true}"
    )
    let expected: JSONObject = [
      "method": "GET", "url": "{{baseUrl}}/x",
      "query": [
        ["name": "a", "value": "", "off": true, "description": "One"], ["name": "b", "value": ""],
        ["name": "d", "value": "", "off": true, "description": "Deprecated"],
      ],
      "headers": [["name": "c", "value": "x", "off": true, "description": "One of x, y"]],
    ]
    expectSame(document, expected)
  }

  @Test(
    arguments: [
      ("/a/{p}", "example: 5", "/a/:p", ["p": "5"]), ("/a/{p}.json", "example: 5", "/a/:p.json", ["p": "5"]),
      ("/a/{p}/b", "", "/a/:p/b", ["p": ""]), ("/{p}", "example: [3, 4]", "/:p", ["p": "3,4"]),
      ("/{p}", "example: {a: 1}", "/:p", ["p": "a,1"]),
      ("/{p}", "explode: true, example: {a: 1, b: 2}", "/:p", ["p": "a=1,b=2"]),
      ("/x{p}", "example: 5", "/x{{p}}", [:]), ("/{p}:run", "example: 5", "/{{p}}:run", [:]),
      ("/{p}", "style: label, example: 5", "/.{{p}}", [:]), ("/{p}", "style: matrix, example: 5", "/;p={{p}}", [:]),
      ("/{p}", "style: matrix, explode: true, example: [3, 4]", "/{{p}}", [:]),
      ("/{p}?beta=true#f", "example: 5", "/:p?beta=true", ["p": "5"]),
      ("/{other}", "example: 5", "/:other", ["other": ""]),
      ("/{user.id}", "", "/{{user.id}}", [:]), ("/{+p}", "example: a/b", "/{{p}}", [:]), ("a", "", "/a", [:]),
    ] as [(String, String, String, JSONObject)])
  func aPathParameterIsASegmentOrAVariable(path: String, members: String, url: String, values: JSONObject) throws {
    let document = try request("{name: p, in: path, \(members)}", path: "'\(path)'")
    #expect(document.text("url") == "{{baseUrl}}" + url)
    #expect(document["path"]?.object ?? [:] == values)
  }

  @Test(
    arguments: [
      ("{enum: [b, c]}", "b"), ("{type: integer, default: 4}", "4"), ("{type: integer, minimum: 3}", "3"),
      ("{type: integer}", "0"), ("{type: boolean}", "true"), ("{type: string}", "string"),
      ("{type: string, format: date}", "2024-01-31"),
      ("{type: string, format: uuid}", "123e4567-e89b-42d3-a456-426614174000"),
      ("{type: array, items: {type: string, enum: [x, y]}}", "x"),
    ] as [(String, String)])
  func aSegmentWithoutAnExampleHasAValueOfItsSchema(schema: String, value: String) throws {
    let document = try request("{name: p, in: path, required: true, schema: \(schema)}", path: "/{p}")
    #expect(document["path"] == ["p": .string(value)])
  }

  @Test func descriptionsOfSegmentsAreInTheDocs() throws {
    let document = try request(
      """
      {name: p, in: path, description: "Which\\none", schema: {type: integer}},
      {name: q, in: path, schema: {enum: [1, 2]}}, {name: r, in: path, schema: {type: integer}}
      """, path: "/{p}/{q}/{r}")
    #expect(document["docs"] == ["- `p`: Which one", "- `q`: One of 1, 2"])
  }

  @Test func valuesInsideOfSegmentsAreVariablesOfTheCollection() throws {
    let collection = try OpenAPIFixture.collection(
      """
      openapi: 3.0.0
      servers: [{url: https://h}]
      paths:
        /{p}:run: {get: {parameters: [{name: p, in: path, example: 5, description: Which}]}}
        /;{m}x: {get: {parameters: [{name: m, in: path, style: matrix, explode: true, example: [3, 4]}]}}
      """)
    expectSame(
      collection.settings,
      [
        "variables": [
          ["name": "baseUrl", "value": "https://h"], ["name": "p", "value": "5", "description": "Which"],
          ["name": "m", "value": ";m=3;m=4"],
        ]
      ])
  }

  @Test func parametersOfAnOperationReplaceThoseOfItsPath() throws {
    let collection = try OpenAPIFixture.collection(
      """
      openapi: 3.0.0
      paths:
        /x:
          parameters: [{name: a, in: query, required: true, example: 1}, {name: b, in: query, required: true, example: 1}]
          get: {parameters: [{name: a, in: query, example: 2}, {name: a, in: header, required: true, example: 3}]}
      """)
    let document = try #require(OpenAPIFixture.requests(of: collection).first).document
    #expect(rows("query", document) == ["~a=2", "b=1"])
    #expect(rows("headers", document) == ["a=3"])
  }

  @Test func cookiesAreOneHeaderWithVariables() throws {
    let document = try request(
      "{name: a, in: cookie, required: true, example: 1}, {name: b, in: cookie, required: true}, {name: c, in: cookie}")
    #expect(rows("headers", document) == ["Cookie=a={{a}}; b={{b}}", "~Cookie=c={{c}}"])
  }

  @Test func aParameterMayBeTheWholeQuery() throws {
    let form = try request(
      "{name: q, in: querystring, required: true, content: {application/x-www-form-urlencoded: {example: {a: 1, b: 2}}}}"
    )
    #expect(rows("query", form) == ["a=1", "b=2"])
    let json = try request("{name: q, in: querystring, content: {application/json: {example: {a: 1}}}}")
    #expect(json.text("url") == "{{baseUrl}}/x?%7B%22a%22%3A1%7D")
  }

  @Test func headersOfTheProtocolAreNotDoubled() throws {
    let document = try OpenAPIFixture.request(
      """
      parameters:
        - {name: Accept, in: header, required: true, example: text/csv}
        - {name: Content-Type, in: header, required: true}
        - {name: Authorization, in: header, required: true}
      security: [{t: []}]
      requestBody: {content: {application/vnd.api+json: {example: {}}}}
      responses: {200: {content: {application/json: {}}}}
      """, method: "post", rest: "components: {securitySchemes: {t: {type: http, scheme: bearer}}}")
    #expect(
      rows("headers", document) == ["Content-Type=application/vnd.api+json", "Accept=text/csv", "~Authorization="])
  }

  @Test func parametersThatCannotBeReadAreNoted() throws {
    let result = try OpenAPIFixture.result(
      """
      openapi: 3.0.0
      servers: [{url: https://h}]
      paths: {/x: {get: {parameters: [{in: query}, {name: a}, {name: b, in: body}, {name: c, in: path}, 7]}}}
      """)
    #expect(
      result.notes.map(\.text) == [
        "A parameter without a name", "A parameter without a place", "Parameter \"b\" in \"body\", which is unknown",
        "Parameter \"c\" of the path, which the path does not have",
      ])
  }
}
