import Foundation
import RequestModel
import Testing

@testable import Interchange

struct SwaggerTests {
  static let document = """
    swagger: "2.0"
    info: {title: Shop, version: 1.0.0}
    host: shop.example.com
    basePath: /api
    schemes: [http, https]
    consumes: [application/json]
    produces: [application/json]
    securityDefinitions:
      login: {type: basic}
      oauth: {type: oauth2, flow: accessCode, authorizationUrl: https://id.example.com/a, tokenUrl: https://id.example.com/t, scopes: {read: Reads}}
      app: {type: oauth2, flow: application, tokenUrl: https://id.example.com/t, scopes: {}}
    security:
      - login: []
    parameters:
      limit: {name: limit, in: query, type: integer, default: 20, description: How many}
    paths:
      /orders:
        get:
          parameters:
            - $ref: '#/parameters/limit'
            - {name: ids, in: query, type: array, items: {type: integer, default: 1}, required: true}
            - {name: tags, in: query, type: array, collectionFormat: multi, items: {type: string}, x-example: [a, b]}
            - {name: kinds, in: query, type: array, collectionFormat: pipes, items: {type: string}, x-example: [a, b]}
          security: [{oauth: [read]}]
          responses:
            200:
              description: Orders
              schema: {type: array, items: {$ref: '#/definitions/Order'}}
              headers: {X-Total: {type: integer, default: 1}}
        post:
          parameters:
            - {name: order, in: body, required: true, schema: {$ref: '#/definitions/Order'}}
          responses:
            201: {description: Created, examples: {application/json: {id: 3}}}
      /files:
        post:
          security: [{app: []}]
          consumes: [multipart/form-data]
          parameters:
            - {name: file, in: formData, type: file, required: true, description: The file}
            - {name: note, in: formData, type: string}
          responses: {}
        put:
          consumes: [application/x-www-form-urlencoded]
          parameters:
            - {name: a, in: formData, type: string, required: true, default: b c}
            - {name: list, in: formData, type: array, items: {type: string, enum: [x, y]}}
          responses: {default: {description: None}}
    definitions:
      Order:
        type: object
        properties:
          id: {type: integer, format: int64, example: 3, readOnly: true}
          total: {type: number, minimum: 1.5}
          at: {type: string, format: date-time}
    """

  @Test func aDocumentBecomesACollection() throws {
    let collection = try OpenAPIFixture.collection(Self.document)
    let settings: JSONObject = [
      "docs": "- Version: 1.0.0",
      "variables": [
        ["name": "baseUrl", "value": "https://shop.example.com/api", "description": "shop.example.com over https"],
        ["name": "username", "value": ""], ["name": "password", "secret": true], ["name": "clientId", "value": ""],
        ["name": "clientSecret", "secret": true], ["name": "app-clientId", "value": ""],
        ["name": "app-clientSecret", "secret": true],
      ],
      "auth": ["basic": ["username": "{{username}}", "password": "{{password}}"]],
    ]
    expectSame(collection.settings, settings)
    #expect(collection.environments.map(\.name) == ["shop.example.com over https", "shop.example.com over http"])
    let requests = OpenAPIFixture.requests(of: collection).map(\.document)
    let expected: [JSONObject] = [
      [
        "method": "GET", "url": "{{baseUrl}}/orders",
        "query": [
          ["name": "limit", "value": "20", "off": true, "description": "How many"], ["name": "ids", "value": "1"],
          ["name": "tags", "value": "a", "off": true], ["name": "tags", "value": "b", "off": true],
          ["name": "kinds", "value": "a|b", "off": true],
        ],
        "headers": [["name": "Accept", "value": "application/json"]],
        "auth": [
          "oauth2": [
            "grant_type": "authorization_code", "authUrl": "https://id.example.com/a",
            "accessTokenUrl": "https://id.example.com/t", "clientId": "{{clientId}}",
            "clientSecret": "{{clientSecret}}", "scope": "read",
          ]
        ],
        "examples": [
          [
            "name": "200: Orders", "status": 200,
            "headers": [
              ["name": "Content-Type", "value": "application/json"], ["name": "X-Total", "value": "1"],
            ],
            "body": [
              "[", "  { \"id\": 3, \"total\": 1.5, \"at\": \"2024-01-31T12:30:00Z\" }", "]",
            ],
          ]
        ],
      ],
      [
        "method": "POST", "url": "{{baseUrl}}/orders", "headers": [["name": "Accept", "value": "application/json"]],
        "body": ["json": ["total": .number(JSONNumber(text: "1.5")), "at": "2024-01-31T12:30:00Z"]],
        "examples": [
          [
            "name": "201: Created", "status": 201,
            "headers": [["name": "Content-Type", "value": "application/json"]],
            "body": ["{", "  \"id\": 3", "}"],
          ]
        ],
      ],
      [
        "method": "POST", "url": "{{baseUrl}}/files",
        "body": [
          "multipart": [
            ["name": "file", "file": "", "description": "The file"],
            ["name": "note", "value": "string", "off": true],
          ]
        ],
        "auth": [
          "oauth2": [
            "grant_type": "client_credentials", "accessTokenUrl": "https://id.example.com/t",
            "clientId": "{{app-clientId}}", "clientSecret": "{{app-clientSecret}}",
          ]
        ],
      ],
      [
        "method": "PUT", "url": "{{baseUrl}}/files",
        "body": ["form": [["name": "a", "value": "b c"], ["name": "list", "value": "x", "off": true]]],
      ],
    ]
    for (document, expected) in zip(requests, expected) {
      expectSame(document, expected)
    }
  }
}
