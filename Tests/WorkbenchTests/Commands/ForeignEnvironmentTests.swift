import TestSupport
import Testing

/// The environments of files of other programs.
@Suite(.timeLimit(.minutes(2)))
struct ForeignEnvironmentTests {
  private let log = Recorder<String>()
  private let server: RawServer
  private let sandbox: Sandbox

  init() throws {
    server = try RawServer { [log] connection in
      while true {
        log.record(try connection.readHead().split(separator: " ").prefix(2).joined(separator: " "))
        try connection.respond("200 OK", body: "{}")
      }
    }
    sandbox = try Sandbox()
  }

  @Test func anHTTPFileHasTheEnvironmentsBesideIt() async throws {
    try sandbox.write("v/v.http", "GET {{host}}/{{stage}}/{{token}}/{{$dotenv %KEY}}\n")
    try sandbox.write(
      "v/http-client.env.json",
      #"{"dev": {"host": "\#(server.url)", "stage": "d", "KEY": "NAME"}, "prod": {"host": "http://127.0.0.1:1"}}"#)
    try sandbox.write(
      "v/http-client.private.env.json", #"{"dev": {"token": "t0k3n-of-dev"}, "prod": {"token": "t0k3n-of-prod"}}"#)
    try sandbox.write("v/.env", "NAME=beside\n")
    let result = try await sandbox.run("run", "v/v.http", "-e", "dev", "--allow-files")
    #expect(result.status == 0, "\(result.text) \(result.error)")
    #expect(log.values == ["GET /d/t0k3n-of-dev/beside"])
    #expect(!result.text.contains("t0k3n"), "\(result.text)")
  }

  @Test func filesWithoutEnvironmentsRunBesideThoseThatHaveTheOneChosen() async throws {
    try sandbox.write("e/a.http", "GET {{host}}/a\n")
    try sandbox.write("e/http-client.env.json", #"{"dev": {"host": "\#(server.url)"}}"#)
    try sandbox.write("e/b.hurl", "GET \(server.url)/b\n")
    for paths in [["e"], ["e/b.hurl", "e/a.http"]] {
      let result = try await sandbox.run(["run", "-e", "dev"] + paths)
      #expect(result.status == 0, "\(result.text) \(result.error)")
    }
    #expect(log.values == ["GET /a", "GET /b", "GET /b", "GET /a"])
    let unknown = try await sandbox.run("run", "e/b.hurl", "e/a.http", "-e", "none")
    #expect(unknown.status == 2 && unknown.text.isEmpty, "\(unknown.text)")
    #expect(unknown.error == "No environment \"none\" — choose one of dev\n")
    let nowhere = try await sandbox.run("run", "e/b.hurl", "-e", "dev")
    #expect(nowhere.status == 2)
    #expect(nowhere.error == "No environment \"dev\" — there are none here\n", "\(nowhere.error)")
  }
}
