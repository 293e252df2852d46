import Foundation
import TestSupport
import Testing

/// The headers and the proxy that `run` takes for all requests.
struct RunRouteTests {
  private let heads = Recorder<String>()
  private let server: RawServer
  private let sandbox: Sandbox

  init() throws {
    server = try RawServer { [heads] connection in
      while true {
        heads.record(try connection.readHead())
        try connection.respond()
      }
    }
    sandbox = try Sandbox()
  }

  @Test func aHeaderReplacesThatOfEachRequest() async throws {
    let own = #"[{ "name": "x-trace", "value": "own" }, { "name": "X-Other", "value": "own" }]"#
    try sandbox.write("c/a.json", #"{ "url": "\#(server.url)/a", "headers": \#(own) }"#)
    try sandbox.write("c/b.json", #"{ "url": "\#(server.url)/b" }"#)
    let result = try await sandbox.run("run", "c", "-H", "X-Trace: all", "--header=X-Other:")
    #expect(result.status == 0, "\(result.text) \(result.error)")
    let lines = heads.values.map { $0.components(separatedBy: "\r\n") }
    #expect(lines.map(\.first) == ["GET /a HTTP/1.1", "GET /b HTTP/1.1"])
    #expect(lines.map { $0.filter { $0.lowercased().hasPrefix("x-") } } == [["X-Trace: all"], ["X-Trace: all"]])
  }

  @Test func credentialsOfTheCommandLineAreNeitherShownNorKept() async throws {
    try sandbox.write("c/a.json", #"{ "url": "http://shop.test/a" }"#)
    let result = try await sandbox.run(
      "run", "c", "-H", "Authorization: Bearer open-sesame", "-x", "http://ada:closed-sesame@127.0.0.1:\(server.port)",
      "-r", "cli", "-r", "json=report.json")
    #expect(result.status == 0, "\(result.text) \(result.error)")
    let head = try #require(heads.values.last)
    #expect(head.hasPrefix("GET http://shop.test/a HTTP/1.1\r\n") && head.contains("Bearer open-sesame"))
    for secret in ["open-sesame", "closed-sesame"] {
      for text in [result.text, result.error, sandbox.text("report.json")] {
        #expect(!text.contains(secret), "\(text)")
      }
      for (name, bytes) in try sandbox.homeFiles() {
        #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(name) has \(secret)")
      }
    }
  }

  @Test(arguments: [
    (["c", "-H", "nonsense"], "\"nonsense\" is not a header — write it as 'Name: value'\n"),
    (
      ["c", "-x"],
      "-x takes a proxy in run: for that of newman, write || true behind the command, or use workbench newman run\n"
    ),
    (
      ["c", "-x", "-k"],
      "-x takes a proxy in run: for that of newman, write || true behind the command, or use workbench newman run\n"
    ),
  ])
  func whatIsNoHeaderAndNoProxyIsRefused(_ arguments: [String], _ sentence: String) async throws {
    try sandbox.write("c/a.json", #"{ "url": "\#(server.url)/a" }"#)
    let result = try await sandbox.run(["run"] + arguments)
    #expect(result.status == 2)
    #expect(result.error == sentence)
    #expect(heads.values.isEmpty)
  }
}
