import Foundation
import RequestModel
import TestSupport
import Testing

/// Runs of Hurl, .http and Postman files as their own programs run them.
@Suite(.timeLimit(.minutes(2)))
struct ForeignRunTests {
  private let log = Recorder<String>()
  private let server: RawServer
  private let sandbox: Sandbox

  init() throws {
    server = try RawServer { [log] connection in
      while true {
        let line = try connection.readHead().split(separator: " ").prefix(2).joined(separator: " ")
        log.record(line)
        let status = line.hasSuffix("/broken") ? "500 Internal Server Error" : "200 OK"
        try connection.respond(status, body: #"{"id": 7}"#)
      }
    }
    sandbox = try Sandbox()
  }

  @Test func whatFollowsAFailureInAHurlFileIsLeftOut() async throws {
    try sandbox.write(
      "a.hurl", "GET \(server.url)/broken\nHTTP 200\nDELETE \(server.url)/x\nHTTP 200\nGET \(server.url)/y\n")
    try sandbox.write("b.hurl", "GET \(server.url)/other\nHTTP 200\n")
    let result = try await sandbox.run("run", "a.hurl", "b.hurl")
    #expect(result.status == 1)
    #expect(log.values == ["GET /broken", "GET /other"])
    #expect(
      result.text.contains("2 requests (1 failed), 2 left out after a failure, 2 checks (1 failed)"), "\(result.text)")
  }

  @Test func aResponseThatAnHTTPFileRefersToIsThatOfTheRun() async throws {
    try sandbox.write(
      "a.http",
      "### order\n# @name order\nGET \(server.url)/order\n\n### use\nGET \(server.url)/{{order.response.body.$.id}}\n")
    let result = try await sandbox.run("run", "a.http", "--iterations", "2")
    #expect(result.status == 0, "\(result.text) \(result.error)")
    #expect(log.values == ["GET /order", "GET /7", "GET /order", "GET /7"])
  }

  @Test func theBeginningOfASecretIsInNoReport() async throws {
    let secret = "sk-live-0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    let script = """
      pm.test('value', () => pm.expect(pm.environment.get('s')).to.equal('x'));
      pm.test('encoded', () => pm.expect(btoa(pm.environment.get('s'))).to.equal('x'));
      pm.test('part', () => pm.expect('a word before it: ' + pm.environment.get('s')).to.equal('x'));
      pm.execution.setNextRequest(pm.environment.get('s'));
      """
    let json: JSONValue = [
      "info": ["name": "C", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"],
      "item": [
        [
          "name": "a", "request": ["url": .string(server.url)],
          "event": [["listen": "test", "script": ["exec": .string(script)]]],
        ]
      ],
    ]
    try sandbox.write("c.json", json.compact)
    try sandbox.write(
      "e.json", #"{"name": "e", "values": [{"key": "s", "value": "\#(secret)", "type": "secret"}]}"#)
    let formats = ["cli", "json", "junit", "tap", "html", "github"]
    let reports = formats.flatMap { ["-r", "\($0)=report.\($0)"] }
    let result = try await sandbox.run(["run", "c.json", "-e", "e.json", "--allow-scripts"] + reports)
    let texts = formats.map { sandbox.text("report.\($0)") } + [result.text, result.error]
    let base64 = Data(secret.utf8).base64EncodedString()
    for text in texts {
      #expect(!text.contains(secret.prefix(8)) && !text.contains(base64.prefix(8)), "\(text)")
    }
    #expect(result.error.contains("The script's next request \"••••••\" is not in this run"), "\(result.error)")
    #expect(texts[0].contains("expected '••••••…' to equal 'x'"), "\(texts[0])")
  }
}
