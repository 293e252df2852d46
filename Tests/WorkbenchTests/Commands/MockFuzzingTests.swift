import Foundation
import TestSupport
import Testing

/// A fuzzer of servers, made by others, against `workbench demo` with an OpenAPI document.
struct MockFuzzingTests {
  /// The answers have to be what the document says, whatever is sent: a mock server that answers everything alike can
  /// break neither rule about what a request may be, so those checks are left out.
  private static let checks = [
    "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
    "response_schema_conformance", "unsupported_method", "allow_header_conformance",
  ]

  @Test func schemathesisFindsNoFailure() async throws {
    let fuzzer = TestServers.folder.appending(path: "venv/bin/schemathesis").path
    let sandbox = try Sandbox()
    try sandbox.write("shop.yaml", Self.document)
    let program = try sandbox.start(["demo", "--port", "0", "shop.yaml"])
    let url = try await eventually("the URL", insteadOf: { program.errorSoFar }) {
      program.outputSoFar.hasSuffix("\n") ? program.outputSoFar.trimmingCharacters(in: .newlines) : nil
    }
    let run = try await sandbox.shell(
      """
      '\(fuzzer)' run shop.yaml --url \(url)/v1 --seed 1 --max-examples 25 --phases examples,coverage,fuzzing \
      --request-timeout 10 --no-color --checks \(Self.checks.joined(separator: ",")) 2>&1
      """)
    program.send(SIGINT)
    #expect(run.status == 0, "\(run.text.suffix(6000))")
    #expect(try await program.finished().status == 0)
  }

  private static let document = """
    openapi: 3.0.3
    info: {title: Shop, version: "1"}
    servers: [{url: "http://shop.test/v1"}]
    paths:
      /orders:
        get:
          parameters:
            - {name: page, in: query, schema: {type: integer, minimum: 1}}
            - {name: tags, in: query, schema: {type: array, items: {type: string}}}
            - {name: X-Trace, in: header, schema: {type: string}}
          responses:
            "200":
              description: a page
              headers: {X-Total: {required: true, schema: {type: integer}}}
              content:
                application/json:
                  schema: {type: array, items: {$ref: "#/components/schemas/Order"}}
        post:
          requestBody:
            required: true
            content: {application/json: {schema: {$ref: "#/components/schemas/Order"}}}
          responses:
            "201":
              description: made
              content: {application/json: {schema: {$ref: "#/components/schemas/Order"}}}
      /orders/{id}:
        parameters: [{name: id, in: path, required: true, schema: {type: string}}]
        get:
          responses:
            "200":
              description: one
              content: {application/json: {schema: {$ref: "#/components/schemas/Order"}}}
        delete:
          responses: {"204": {description: gone}}
      /orders/{id}/picture:
        parameters: [{name: id, in: path, required: true, schema: {type: integer, format: int64}}]
        put:
          requestBody: {content: {application/octet-stream: {schema: {type: string, format: binary}}}}
          responses: {"204": {description: kept}}
      /login:
        post:
          requestBody:
            content:
              application/x-www-form-urlencoded:
                schema: {type: object, required: [name], properties: {name: {type: string}, age: {type: integer}}}
          responses:
            "200": {description: in, content: {text/plain: {schema: {type: string}, example: welcome}}}
    components:
      schemas:
        Order:
          type: object
          required: [id, sku, quantity]
          properties:
            id: {type: integer, format: int64}
            sku: {type: string, pattern: "^[A-Z]-[0-9]+$"}
            quantity: {type: integer, minimum: 1, maximum: 99}
            price: {type: number, nullable: true}
            state: {type: string, enum: [open, paid, sent]}
            due: {type: string, format: date-time}
    """
}
