import Testing

/// A request and the expected response.
struct Expectation: Sendable, CustomTestStringConvertible {
  var method = "GET"
  let target: String
  var headers: [String] = []
  var body = ""
  var status = 200
  /// Header lines of the response, as `Name: value`.
  var sends: [String] = []
  /// Texts in the body.
  var shows: [String] = []

  var testDescription: String { "\(method) \(target)" }
}

@Suite struct EndpointTests {
  @Test(arguments: echoes + statuses + redirects + credentials + cookies + bodies + streams + caches + refusals)
  func anEndpointRespondsLikeHttpbin(_ expected: Expectation) async throws {
    try await serving { client in
      let response = try await client.send(
        expected.method, expected.target, expected.headers, body: Array(expected.body.utf8))
      #expect(response.status == expected.status)
      let lines = response.headers.map { "\($0.name): \($0.value)" }
      for line in expected.sends { #expect(lines.contains(line), "\(line) is none of \(lines)") }
      for text in expected.shows { #expect(response.text.contains(text), "\(text) is not in \(response.text)") }
    }
  }

  private static let json = "Content-Type: application/json"

  static let echoes = [
    Expectation(target: "/", shows: ["/redirect/:count", "/anything/*"]),
    Expectation(
      target: "/get?page=1&tag=a&tag=b+c%26&empty", headers: ["X-Trace: 7"], sends: [json, "Server: workbench-demo"],
      shows: [
        #""page": "1""#, "\"tag\": [\n      \"a\",\n      \"b c&\"\n    ]", #""empty": """#, #""X-Trace": "7""#,
        #""origin": "127.0.0.1""#, #""url": "http://demo.test/get?page=1&tag=a&tag=b+c%26&empty""#,
      ]),
    Expectation(
      method: "POST", target: "/post", headers: [json], body: #"{"z":1.10,"a":[true,null,"\u00e9\n"]}"#,
      shows: [
        #""data": "{\"z\":1.10,"#,
        "\"json\": {\n    \"z\": 1.10,\n    \"a\": [\n      true,\n      null,\n      \"é\\n\"", #""form": {}"#,
      ]),
    Expectation(
      method: "PUT", target: "/put", headers: ["Content-Type: application/x-www-form-urlencoded"],
      body: "a=1&b=two+words",
      shows: [#""data": """#, #""b": "two words""#, #""json": null"#]),
    Expectation(method: "PATCH", target: "/patch", body: "plain", shows: [#""data": "plain""#]),
    Expectation(method: "DELETE", target: "/delete?x=1", shows: [#""x": "1""#, #""data": """#]),
    Expectation(method: "TRACE", target: "/anything/a%20b/c", shows: [#""method": "TRACE""#, "/anything/a%20b/c\""]),
    Expectation(target: "/anything", shows: [#""method": "GET""#]),
    Expectation(target: "/headers", headers: ["x-MiXed: é"], shows: [#""x-MiXed": "é""#, #""Host": "demo.test""#]),
    Expectation(
      target: "/headers", headers: ["X-Two: a", "X-Two: b"], shows: ["\"X-Two\": [\n      \"a\",\n      \"b\"\n"]),
    Expectation(method: "PURGE", target: "/anything", shows: [#""method": "PURGE""#]),
    Expectation(target: "/ip", shows: ["{\n  \"origin\": \"127.0.0.1\"\n}\n"]),
    Expectation(target: "/user-agent", headers: ["User-Agent: me/1"], shows: [#""user-agent": "me/1""#]),
    Expectation(target: "/uuid", shows: [#""uuid": ""#]),
    Expectation(
      target: "/response-headers?X-A=1&X-A=2&Set-Cookie=a%3D1&Set-Cookie=b%3D2&Content-Length=999",
      sends: ["X-A: 1", "X-A: 2", "Set-Cookie: a=1", "Set-Cookie: b=2"], shows: [#""X-A": ["#]),
  ]

  static let statuses = [
    Expectation(target: "/status/404", status: 404),
    Expectation(method: "DELETE", target: "/status/299", status: 299),
    Expectation(target: "/status/418", status: 418, shows: ["teapot"]),
    Expectation(target: "/status/401", status: 401, sends: ["WWW-Authenticate: Basic realm=\"Demo\""]),
    Expectation(target: "/status/503,503", status: 503),
    Expectation(target: "/status/100", status: 400, shows: ["200 to 999"]),
    Expectation(target: "/status/x", status: 400),
    Expectation(target: "/delay/0", shows: [#""url": "http://demo.test/delay/0""#]),
    Expectation(target: "/delay/soon", status: 400, shows: ["not a number of seconds"]),
  ]

  static let redirects = [
    Expectation(target: "/redirect/3", status: 302, sends: ["Location: /relative-redirect/2"]),
    Expectation(target: "/redirect/1", status: 302, sends: ["Location: /get"]),
    Expectation(
      target: "/redirect/2?absolute=true", status: 302, sends: ["Location: http://demo.test/absolute-redirect/1"]),
    Expectation(target: "/absolute-redirect/1", status: 302, sends: ["Location: http://demo.test/get"]),
    Expectation(
      method: "POST", target: "/redirect-to?url=%2Fa%3Fb&status_code=307", status: 307, sends: ["Location: /a?b"]),
    Expectation(target: "/redirect-to?url=/a%0D%0AX-Evil:1", status: 400, shows: ["control character"]),
    Expectation(target: "/redirect-to", status: 400, shows: ["?url="]),
    Expectation(target: "/redirect/0", status: 400),
  ]

  static let credentials = [
    Expectation(
      target: "/basic-auth/ada/open%20sesame", headers: ["Authorization: Basic YWRhOm9wZW4gc2VzYW1l"],
      shows: [#""authenticated": true"#, #""user": "ada""#]),
    Expectation(
      target: "/basic-auth/ada/x", headers: ["Authorization: Basic YWRhOm9wZW4gc2VzYW1l"], status: 401,
      sends: ["WWW-Authenticate: Basic realm=\"Demo\""]),
    Expectation(target: "/hidden-basic-auth/ada/x", status: 404),
    Expectation(target: "/bearer", status: 401, sends: ["WWW-Authenticate: Bearer"]),
    Expectation(target: "/bearer", headers: ["Authorization: Bearer t0k"], shows: [#""token": "t0k""#]),
  ]

  static let cookies = [
    Expectation(target: "/cookies", headers: ["Cookie: a=1; b=x=y"], shows: [#""a": "1""#, #""b": "x=y""#]),
    Expectation(
      target: "/cookies/set?a=1&b=2", status: 302,
      sends: ["Location: /cookies", "Set-Cookie: a=1; Path=/", "Set-Cookie: b=2; Path=/"]),
    Expectation(target: "/cookies/set/c/3", status: 302, sends: ["Set-Cookie: c=3; Path=/"]),
    Expectation(
      target: "/cookies/delete?a=", status: 302,
      sends: ["Set-Cookie: a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; Path=/"]),
  ]

  static let bodies = [
    Expectation(target: "/gzip", sends: ["Content-Encoding: gzip", json]),
    Expectation(target: "/deflate", sends: ["Content-Encoding: deflate", json]),
    Expectation(target: "/encoding/utf8", sends: ["Content-Type: text/html; charset=utf-8"], shows: ["Ξεσκεπάζω"]),
    Expectation(target: "/bytes/9", sends: ["Content-Length: 9", "Content-Type: application/octet-stream"]),
    Expectation(target: "/bytes/many", status: 400),
    Expectation(target: "/image", headers: ["Accept: image/svg+xml"], shows: ["<svg"]),
    Expectation(target: "/image", headers: ["Accept: image/webp"], status: 406),
    Expectation(target: "/image/png", sends: ["Content-Type: image/png"], shows: ["PNG", "IHDR", "IEND"]),
    Expectation(target: "/html", shows: ["<h1>Herman Melville - Moby-Dick</h1>"]),
    Expectation(target: "/xml", sends: ["Content-Type: application/xml"], shows: ["<slideshow"]),
    Expectation(target: "/json", sends: [json], shows: ["{\n  \"slideshow\": {\n    \"author\": \"Yours Truly\","]),
    Expectation(target: "/robots.txt", shows: ["Disallow: /deny"]),
  ]

  static let streams = [
    Expectation(target: "/stream/3", sends: ["Transfer-Encoding: chunked"], shows: [#""id": 0}"#, #""id": 2}"#]),
    Expectation(
      target: "/drip?duration=0&delay=0&numbytes=5&code=201", status: 201, sends: ["Content-Length: 5"],
      shows: ["*****"]),
    Expectation(
      target: "/sse?count=2&delay=0", sends: ["Content-Type: text/event-stream"],
      shows: ["id: 0\nevent: tick\ndata: {\"id\": 0, \"of\": 2}\n\nid: 1\n"]),
    Expectation(target: "/json/large?rows=0", shows: ["[\n\n]\n"]),
    Expectation(target: "/json/large?rows=401", shows: ["[\n  {\"id\": 0,", "},\n  {\"id\": 200,", "{\"id\": 400,"]),
  ]

  static let caches = [
    Expectation(target: "/cache", sends: ["ETag: \"demo\"", "Last-Modified: Thu, 01 Jan 2026 00:00:00 GMT"]),
    Expectation(target: "/cache", headers: ["If-None-Match: \"demo\""], status: 304),
    Expectation(target: "/cache/60", sends: ["Cache-Control: public, max-age=60"]),
    Expectation(target: "/etag/v1", headers: ["If-None-Match: \"v0\", W/\"v1\""], status: 304, sends: ["ETag: \"v1\""]),
    Expectation(target: "/etag/v1", headers: ["If-None-Match: \"v2\""], sends: ["ETag: \"v1\""]),
    Expectation(target: "/etag/v1", headers: ["If-Match: \"v2\""], status: 412),
  ]

  static let refusals = [
    Expectation(target: "/nowhere", status: 404, shows: ["\"error\": \"The demo server has no /nowhere — see /"]),
    Expectation(
      method: "PURGE", target: "/get", status: 405, sends: ["Allow: GET, HEAD, OPTIONS"],
      shows: ["does not allow PURGE"]),
    Expectation(
      method: "POST", target: "/get", status: 405, sends: ["Allow: GET, HEAD, OPTIONS"], shows: ["does not allow POST"]),
    Expectation(method: "OPTIONS", target: "/get", sends: ["Allow: GET, HEAD, OPTIONS"]),
  ]
}
