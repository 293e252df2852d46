import TestSupport
import Testing

/// Which headers of the auth, the body and the client scripts of Bruno see and remove.
@Suite(.timeLimit(.minutes(2)))
struct BrunoAuthTests {
  private let log = Recorder<[String]>()
  private let server: RawServer
  private let sandbox: Sandbox

  init() throws {
    let names = ["accept", "authorization", "content-type", "x-key", "x-wsse", "x-seen"]
    server = try RawServer { [log] connection in
      while true {
        let lines = try connection.readHead().split(separator: "\r\n").map(String.init)
        let length = lines.first { $0.lowercased().hasPrefix("content-length:") }?.split(separator: " ").last
        _ = try connection.readBody(length.flatMap { Int($0) } ?? 0)
        log.record(lines.filter { line in names.contains { line.lowercased().hasPrefix($0 + ":") } }.sorted())
        try connection.respond()
      }
    }
    sandbox = try Sandbox()
    try sandbox.write("c/bruno.json", #"{"version":"1","name":"c","type":"collection"}"#)
  }

  /// Runs a request with a script and returns the headers that were sent.
  private func sent(_ auth: String, _ script: String, collection: String = "", json: Bool = false) async throws
    -> [String]
  {
    let kind = auth.split(separator: " ").first.map { $0.replacing("auth:", with: "") } ?? "inherit"
    let (method, body) = json ? ("post", "json") : ("get", "none")
    try sandbox.write("c/collection.bru", collection)
    try sandbox.write(
      "c/r.bru",
      """
      meta {
        name: r
      }
      \(method) {
        url: \(server.url)/a
        body: \(body)
        auth: \(kind)
      }
      \(auth)
      \(json ? "body:json {\n  {\"a\": 1}\n}" : "")
      script:pre-request {
        \(script)
      }

      """)
    let result = try await sandbox.run("run", "c", "--allow-scripts")
    #expect(result.status == 0, "\(result.text) \(result.error)")
    return log.values.last ?? []
  }

  private static let accept = "Accept: application/json, text/plain, */*"
  private static let bearer = "auth:bearer {\n  token: orig\n}"
  private static let basic = "auth:basic {\n  username: a\n  password: b\n}"

  @Test func aScriptOfBrunoThatDeletesTheHeaderOfTheAuthSendsNoCredentials() async throws {
    let delete = "req.deleteHeader('authorization');"
    #expect(try await sent(Self.bearer, delete) == [Self.accept])
    #expect(try await sent("", delete, collection: "auth {\n  mode: bearer\n}\n" + Self.bearer) == [Self.accept])
    #expect(try await sent(Self.basic, delete) == [Self.accept])
    let key = "auth:apikey {\n  key: X-Key\n  value: orig\n  placement: header\n}"
    #expect(try await sent(key, "req.deleteHeader('X-Key');") == [Self.accept])
  }

  @Test func replacingAllHeadersRemovesThoseThatBrunoAddsBeforeScripts() async throws {
    let replace = "req.setHeaders({'X-Seen': '1'});"
    #expect(try await sent(Self.bearer, replace) == [Self.accept, "X-Seen: 1"])
    let key = "auth:apikey {\n  key: X-Key\n  value: orig\n  placement: header\n}"
    #expect(try await sent(key, replace) == [Self.accept, "X-Seen: 1"])
    let wsse = "auth:wsse {\n  username: a\n  password: b\n}"
    #expect(try await sent(wsse, replace) == [Self.accept, "X-Seen: 1"])
    #expect(try await sent(Self.basic, replace) == [Self.accept, "Authorization: Basic YTpi", "X-Seen: 1"])
  }

  @Test func scriptsOfBrunoSeeTheHeadersOfTheAuthAndTheBody() async throws {
    let seen = "req.setHeader('X-Seen', JSON.stringify(req.getHeaders()));"
    #expect(
      try await sent(Self.bearer, seen, json: true) == [
        Self.accept, "Authorization: Bearer orig", "Content-Type: application/json",
        #"X-Seen: {"Authorization":"Bearer orig","content-type":"application/json"}"#,
      ])
  }

  @Test func basicAuthReplacesTheHeaderThatAScriptOfBrunoSets() async throws {
    let set = "req.setHeader('Authorization', 'Bearer scripted');"
    #expect(try await sent(Self.basic, set) == [Self.accept, "Authorization: Basic YTpi"])
    #expect(try await sent(Self.bearer, set) == [Self.accept, "Authorization: Bearer scripted"])
  }
}
