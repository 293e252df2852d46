import Testing

/// Values with a meaning of their own, as each program writes them, and what is sent: the table of `docs/values.md`.
enum ForeignValues {
  struct Row: Sendable, CustomTestStringConvertible {
    let program: String
    let place: String
    let written: String
    let file: String
    let source: String
    /// The message sent after an import: the method, the path, headers of interest and the body.
    let imported: String
    /// The message sent by a run of the file itself.
    let direct: String

    init(
      _ program: String, _ place: String, _ written: String, file: String, _ source: String, imported: String,
      direct: String? = nil
    ) {
      (self.program, self.place, self.written) = (program, place, written)
      (self.file, self.source) = (file, source)
      (self.imported, self.direct) = (imported, direct ?? imported)
    }

    var testDescription: String { "\(program), \(place), \(written)" }

    /// The beginning of the row in the documentation; its last cell names the source.
    var documented: String {
      "| \(program) | \(place) | `\(written)` | `\(imported)` | \(direct == imported ? "the same" : "`\(direct)`") |"
    }
  }

  static let rows: [Row] = [postman, curl, bruno, hurl, http, insomnia, openAPI].flatMap { $0 }

  private static let postman: [Row] = [
    Row(
      "Postman", "query", "a&b#c+d", file: "r.json",
      #"""
      {"info": {"name": "c", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
      "item": [{"name": "r", "request": {"method": "GET", "url": {"protocol": "http", "host": ["h"],
      "path": ["v"], "query": [{"key": "q", "value": "a&b#c+d"}]}}}]}
      """#,
      imported: "GET /v?q=a%26b%23c+d"),
    Row(
      "Postman", "query", "a%20b%", file: "r.json",
      #"""
      {"info": {"name": "c", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
      "item": [{"name": "r", "request": {"method": "GET", "url": {"protocol": "http", "host": ["h"],
      "path": ["v"], "query": [{"key": "q", "value": "a%20b%"}]}}}]}
      """#,
      imported: "GET /v?q=a%20b%"),
    Row(
      "Postman", "query", "{x}", file: "r.json",
      #"""
      {"info": {"name": "c", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
      "item": [{"name": "r", "request": {"method": "GET", "url": {"protocol": "http", "host": ["h"],
      "path": ["v"], "query": [{"key": "q", "value": "{x}"}]}}}]}
      """#,
      imported: "GET /v?q={x}"),
    Row(
      "Postman", "query", "null", file: "r.json",
      #"""
      {"info": {"name": "c", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
      "item": [{"name": "r", "request": {"method": "GET", "url": {"protocol": "http", "host": ["h"],
      "path": ["v"], "query": [{"key": "q", "value": null}]}}}]}
      """#,
      imported: "GET /v?q"),
    Row(
      "Postman", "query", "absent", file: "r.json",
      #"""
      {"info": {"name": "c", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
      "item": [{"name": "r", "request": {"method": "GET", "url": {"protocol": "http", "host": ["h"],
      "path": ["v"], "query": [{"key": "q"}]}}}]}
      """#,
      imported: "GET /v?q"),
    Row(
      "Postman", "query", "empty", file: "r.json",
      #"""
      {"info": {"name": "c", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
      "item": [{"name": "r", "request": {"method": "GET", "url": {"protocol": "http", "host": ["h"],
      "path": ["v"], "query": [{"key": "q", "value": ""}]}}}]}
      """#,
      imported: "GET /v?q="),
    Row(
      "Postman", "path", "a/b?c#d%e+f", file: "r.json",
      #"""
      {"info": {"name": "c", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
      "item": [{"name": "r", "request": {"method": "GET", "url": {"protocol": "http", "host": ["h"],
      "path": [":id", "x"], "variable": [{"key": "id", "value": "a/b?c#d%e+f"}]}}}]}
      """#,
      imported: "GET /a/b%3Fc%23d%e+f/x"),
    Row(
      "Postman", "path", "{x}", file: "r.json",
      #"""
      {"info": {"name": "c", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
      "item": [{"name": "r", "request": {"method": "GET", "url": {"protocol": "http", "host": ["h"],
      "path": [":id", "x"], "variable": [{"key": "id", "value": "{x}"}]}}}]}
      """#,
      imported: "GET /%7Bx%7D/x"),
    Row(
      "Postman", "path", "empty", file: "r.json",
      #"""
      {"info": {"name": "c", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
      "item": [{"name": "r", "request": {"method": "GET", "url": {"protocol": "http", "host": ["h"],
      "path": [":id", "x"], "variable": [{"key": "id", "value": ""}]}}}]}
      """#,
      imported: #"error: The path parameter "id" has no value — type one, or ":id" to send that text"#,
      direct: "GET /:id/x"),
    Row(
      "Postman", "variable", "null", file: "r.json",
      #"""
      {"info": {"name": "c", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
      "item": [{"name": "r", "request": {"method": "GET", "url": "http://h/v", "header": [{"key": "X-V",
      "value": "[{{v}}]"}]}}], "variable": [{"key": "v", "value": null}]}
      """#,
      imported: "GET /v, X-V: [null]"),
    Row(
      "Postman", "variable", "absent", file: "r.json",
      #"""
      {"info": {"name": "c", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
      "item": [{"name": "r", "request": {"method": "GET", "url": "http://h/v", "header": [{"key": "X-V",
      "value": "[{{v}}]"}]}}], "variable": [{"key": "v"}]}
      """#,
      imported: "GET /v, X-V: []"),
    Row(
      "Postman", "variable", "empty", file: "r.json",
      #"""
      {"info": {"name": "c", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
      "item": [{"name": "r", "request": {"method": "GET", "url": "http://h/v", "header": [{"key": "X-V",
      "value": "[{{v}}]"}]}}], "variable": [{"key": "v", "value": ""}]}
      """#,
      imported: "GET /v, X-V: []"),
    Row(
      "Postman", "variable", "true", file: "r.json",
      #"""
      {"info": {"name": "c", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
      "item": [{"name": "r", "request": {"method": "GET", "url": "http://h/v", "header": [{"key": "X-V",
      "value": "[{{v}}]"}]}}], "variable": [{"key": "v", "value": true}]}
      """#,
      imported: "GET /v, X-V: [true]"),
    Row(
      "Postman", "variable", "off", file: "r.json",
      #"""
      {"info": {"name": "c", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
      "item": [{"name": "r", "request": {"method": "GET", "url": "http://h/v", "header": [{"key": "X-V",
      "value": "[{{v}}]"}]}}], "variable": [{"key": "v", "value": "x", "disabled": true}]}
      """#,
      imported: "error: No value for {{v}} — choose or create an environment that defines it",
      direct: "GET /v, X-V: [{{v}}]"),
    Row(
      "Postman", "variable", "a list", file: "r.json",
      #"""
      {"info": {"name": "c", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
      "item": [{"name": "r", "request": {"method": "GET", "url": "http://h/v", "header": [{"key": "X-V",
      "value": "[{{v}}]"}]}}], "variable": [{"key": "v", "value": [1, 2]}]}
      """#,
      imported: "GET /v, X-V: [[1,2]]", direct: "GET /v, X-V: [1,2]"),
    Row(
      "Postman", "API key", "absent", file: "r.json",
      #"""
      {"info": {"name": "c", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
      "item": [{"name": "r", "request": {"method": "GET", "url": "http://h/v", "auth": {"type": "apikey"}}}]}
      """#,
      imported: "GET /v"),
    Row(
      "Postman", "API key", "a name only", file: "r.json",
      #"""
      {"info": {"name": "c", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
      "item": [{"name": "r", "request": {"method": "GET", "url": "http://h/v", "auth": {"type": "apikey",
      "apikey": [{"key": "key", "value": "X-K"}]}}}]}
      """#,
      imported: "GET /v, X-K: "),
    Row(
      "Postman", "bearer", "null", file: "r.json",
      #"""
      {"info": {"name": "c", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
      "item": [{"name": "r", "request": {"method": "GET", "url": "http://h/v", "auth": {"type": "bearer",
      "bearer": [{"key": "token", "value": null}]}}}]}
      """#,
      imported: "GET /v"),
    Row(
      "Postman", "basic", "null", file: "r.json",
      #"""
      {"info": {"name": "c", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
      "item": [{"name": "r", "request": {"method": "GET", "url": "http://h/v", "auth": {"type": "basic",
      "basic": [{"key": "username", "value": "u"}, {"key": "password", "value": null}]}}}]}
      """#,
      imported: "GET /v, Authorization: Basic dTo="),
    Row(
      "Postman", "digest", "absent", file: "r.json",
      #"""
      {"info": {"name": "c", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
      "item": [{"name": "r", "request": {"method": "GET", "url": "http://h/v", "auth": {"type": "digest"}}}]}
      """#,
      imported: "GET /v"),
    Row(
      "Postman", "Hawk", "absent", file: "r.json",
      #"""
      {"info": {"name": "c", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
      "item": [{"name": "r", "request": {"method": "GET", "url": "http://h/v", "auth": {"type": "hawk"}}}]}
      """#,
      imported: "GET /v"),
    Row(
      "Postman", "OAuth 1", "absent", file: "r.json",
      #"""
      {"info": {"name": "c", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
      "item": [{"name": "r", "request": {"method": "GET", "url": "http://h/v", "auth": {"type": "oauth1"}}}]}
      """#,
      imported: "GET /v"),
    Row(
      "Postman", "OAuth 2", "absent", file: "r.json",
      #"""
      {"info": {"name": "c", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
      "item": [{"name": "r", "request": {"method": "GET", "url": "http://h/v", "auth": {"type": "oauth2"}}}]}
      """#,
      imported: "GET /v"),
    Row(
      "Postman", "EdgeGrid", "absent", file: "r.json",
      #"""
      {"info": {"name": "c", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
      "item": [{"name": "r", "request": {"method": "GET", "url": "http://h/v", "auth": {"type": "edgegrid"}}}]}
      """#,
      imported: "GET /v"),
    Row(
      "Postman", "AWS", "absent", file: "r.json",
      #"""
      {"info": {"name": "c", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
      "item": [{"name": "r", "request": {"method": "GET", "url": "http://h/v", "auth": {"type": "awsv4"}}}]}
      """#,
      imported: "GET /v"),
  ]

  private static let curl: [Row] = [
    Row(
      "curl", "--data-urlencode", "a&b#c+d%e {x}", file: "r.sh",
      #"""
      curl -G http://h/v --data-urlencode 'q=a&b#c+d%e {x}'
      """#,
      imported: "GET /v?q=a%26b%23c%2bd%25e+%7bx%7d"),
    Row(
      "curl", "URL", "a+b%20c%26, empty, absent", file: "r.sh",
      #"""
      curl 'http://h/v?q=a+b%20c%26&e=&n'
      """#,
      imported: "GET /v?q=a+b%20c%26&e=&n"),
    Row(
      "curl", "path", ":id", file: "r.sh",
      #"""
      curl 'http://h/:id/x'
      """#,
      imported: "GET /:id/x"),
    Row(
      "curl", "-d", "b&c=d+e%20f", file: "r.sh",
      #"""
      curl http://h/v -d 'a=b&c=d+e%20f'
      """#,
      imported: "POST /v, a=b&c=d+e%20f"),
    Row(
      "curl", "header", "empty, absent", file: "r.sh",
      #"""
      curl http://h/v -H 'X-E;' -H 'X-N:'
      """#,
      imported: "GET /v, X-E: "),
    Row(
      "curl", "-u", "empty password", file: "r.sh",
      #"""
      curl http://h/v -u 'u:'
      """#,
      imported: "GET /v, Authorization: Basic dTo="),
  ]

  private static let bruno: [Row] = [
    Row(
      "Bruno", "query", "a%20b", file: "r.bru",
      #"""
      meta {
        name: r
        type: http
      }

      get {
        url: http://h/v?q=a%20b
        auth: none
      }

      params:query {
        q: a%20b
      }
      """#,
      imported: "GET /v?q=a%20b"),
    Row(
      "Bruno", "query", "a+b", file: "r.bru",
      #"""
      meta {
        name: r
        type: http
      }

      get {
        url: http://h/v?q=a+b
        auth: none
      }

      params:query {
        q: a+b
      }
      """#,
      imported: "GET /v?q=a+b"),
    Row(
      "Bruno", "query", "a%20b, encodeUrl", file: "r.bru",
      #"""
      meta {
        name: r
        type: http
      }

      get {
        url: http://h/v?q=a%20b
        auth: none
      }

      params:query {
        q: a%20b
      }

      settings {
        encodeUrl: true
      }
      """#,
      imported: "GET /v?q=a%2520b"),
    Row(
      "Bruno", "query", "empty", file: "r.bru",
      #"""
      meta {
        name: r
        type: http
      }

      get {
        url: http://h/v?q=
        auth: none
      }

      params:query {
        q: 
      }
      """#,
      imported: "GET /v?q="),
    Row(
      "Bruno", "path", "empty", file: "r.bru",
      #"""
      meta {
        name: r
        type: http
      }

      get {
        url: http://h/:id/x
        auth: none
      }

      params:path {
        id: 
      }
      """#,
      imported: #"error: The path parameter "id" has no value — type one, or ":id" to send that text"#,
      direct: "GET //x"),
    Row(
      "Bruno", "path", "absent", file: "r.bru",
      #"""
      meta {
        name: r
        type: http
      }

      get {
        url: http://h/:id/x
        auth: none
      }
      """#,
      imported: #"error: The path parameter "id" has no value — type one, or ":id" to send that text"#,
      direct: "GET /:id/x"),
    Row(
      "Bruno", "API key", "empty", file: "r.bru",
      #"""
      meta {
        name: r
        type: http
      }

      get {
        url: http://h/v
        auth: apikey
      }

      auth:apikey {
        key: 
        value: 
        placement: header
      }
      """#,
      imported: "GET /v"),
  ]

  private static let hurl: [Row] = [
    Row(
      "Hurl", "query", "a&b#c+d%e {x}", file: "r.hurl",
      ##"""
      GET http://h/v
      [QueryStringParams]
      q: a&b\#c+d%e {x}
      HTTP 200
      """##,
      imported: "GET /v?q=a%26b%23c%2Bd%25e%20%7Bx%7D"),
    Row(
      "Hurl", "URL", "a+b%20c", file: "r.hurl",
      #"""
      GET http://h/v?q=a+b%20c
      HTTP 200
      """#,
      imported: "GET /v?q=a+b%20c"),
    Row(
      "Hurl", "path", ":id", file: "r.hurl",
      #"""
      GET http://h/:id/x
      HTTP 200
      """#,
      imported: "GET /:id/x"),
    Row(
      "Hurl", "form", "b&c d+e", file: "r.hurl",
      #"""
      POST http://h/v
      [FormParams]
      a: b&c d+e
      HTTP 200
      """#,
      imported: "POST /v, a=b%26c+d%2Be", direct: "POST /v, a=b%26c%20d%2Be"),
    Row(
      "Hurl", "header", "empty", file: "r.hurl",
      #"""
      GET http://h/v
      X-E:
      HTTP 200
      """#,
      imported: "GET /v, X-E: "),
  ]

  private static let http: [Row] = [
    Row(
      ".http", "URL", "a+b%20c, empty, absent", file: "r.http",
      #"""
      GET http://h/v?q=a+b%20c&e=&n
      """#,
      imported: "GET /v?q=a+b%20c&e=&n"),
    Row(
      ".http", "URL", "x y", file: "r.http",
      #"""
      GET http://h/v?q=x y
      """#,
      imported: "GET /v?q=x%20y"),
    Row(
      ".http", "path", ":id", file: "r.http",
      #"""
      GET http://h/:id/x
      """#,
      imported: "GET /:id/x"),
    Row(
      ".http", "header", "empty", file: "r.http",
      #"""
      GET http://h/v
      X-E:
      """#,
      imported: "GET /v, X-E: "),
  ]

  private static let insomnia: [Row] = [
    Row(
      "Insomnia", "query", "a&b#c+d%e {x}", file: "r.yaml",
      #"""
      {"type": "collection.insomnia.rest/5.0", "name": "I", "collection": [{"name": "r", "url": "http://h/v",
      "method": "GET", "meta": {"id": "req_1"}, "parameters": [{"name": "q", "value": "a&b#c+d%e {x}"}]}]}
      """#,
      imported: "GET /v?q=a%26b%23c%2Bd%25e%20%7Bx%7D"),
    Row(
      "Insomnia", "query", "empty", file: "r.yaml",
      #"""
      {"type": "collection.insomnia.rest/5.0", "name": "I", "collection": [{"name": "r", "url": "http://h/v",
      "method": "GET", "meta": {"id": "req_1"}, "parameters": [{"name": "q", "value": ""}]}]}
      """#,
      imported: "GET /v?q"),
    Row(
      "Insomnia", "path", "a/b?c d+e", file: "r.yaml",
      #"""
      {"type": "collection.insomnia.rest/5.0", "name": "I", "collection": [{"name": "r", "url": "http://h/:id/x",
      "method": "GET", "meta": {"id": "req_1"}, "pathParameters": [{"name": "id", "value": "a/b?c d+e"}]}]}
      """#,
      imported: "GET /a%2Fb%3Fc%20d%2Be/x"),
    Row(
      "Insomnia", "path", "empty", file: "r.yaml",
      #"""
      {"type": "collection.insomnia.rest/5.0", "name": "I", "collection": [{"name": "r", "url": "http://h/:id/x",
      "method": "GET", "meta": {"id": "req_1"}, "pathParameters": [{"name": "id", "value": ""}]}]}
      """#,
      imported: #"error: The path parameter "id" has no value — type one, or ":id" to send that text"#,
      direct: "GET /:id/x"),
    Row(
      "Insomnia", "bearer", "empty", file: "r.yaml",
      #"""
      {"type": "collection.insomnia.rest/5.0", "name": "I", "collection": [{"name": "r", "url": "http://h/v",
      "method": "GET", "meta": {"id": "req_1"}, "authentication": {"type": "bearer", "token": ""}}]}
      """#,
      imported: "GET /v"),
  ]

  private static let openAPI: [Row] = [
    Row(
      "OpenAPI", "query", "a&b#c+d%e {x}", file: "r.json",
      #"""
      {"openapi": "3.0.0", "info": {"title": "o", "version": "1"}, "servers": [{"url": "http://h"}],
      "paths": {"/v": {"get": {"operationId": "r", "parameters": [{"name": "q", "in": "query", "required": true,
      "example": "a&b#c+d%e {x}", "schema": {"type": "string"}}], "responses": {"200": {"description": "ok"}}}}}}
      """#,
      imported: "GET /v?q=a%26b%23c%2Bd%25e%20%7Bx%7D"),
    Row(
      "OpenAPI", "query", "empty", file: "r.json",
      #"""
      {"openapi": "3.0.0", "info": {"title": "o", "version": "1"}, "servers": [{"url": "http://h"}],
      "paths": {"/v": {"get": {"operationId": "r", "parameters": [{"name": "q", "in": "query", "required": true,
      "example": "", "schema": {"type": "string"}}], "responses": {"200": {"description": "ok"}}}}}}
      """#,
      imported: "GET /v?q="),
    Row(
      "OpenAPI", "path", "a/b?c d+e", file: "r.json",
      #"""
      {"openapi": "3.0.0", "info": {"title": "o", "version": "1"}, "servers": [{"url": "http://h"}],
      "paths": {"/{id}/x": {"get": {"operationId": "r", "parameters": [{"name": "id", "in": "path",
      "required": true, "example": "a/b?c d+e", "schema": {"type": "string"}}],
      "responses": {"200": {"description": "ok"}}}}}}
      """#,
      imported: "GET /a%2Fb%3Fc%20d%2Be/x"),
  ]
}
