import TestSupport
import Testing

/// Runs of files of other programs follow the rules of those programs.
@Suite(.timeLimit(.minutes(2)))
struct ForeignRulesTests {
  private let heads = Recorder<String>()
  private let server: RawServer
  private let sandbox: Sandbox

  init() throws {
    server = try RawServer { [heads] connection in
      while true {
        heads.record(try connection.readHead())
        try connection.respond(body: "{}")
      }
    }
    sandbox = try Sandbox()
  }

  private func writeBruno() throws {
    try sandbox.write("c/bruno.json", #"{"version":"1","name":"c","type":"collection"}"#)
    try sandbox.write("c/environments/dev.bru", "vars {\n  ov: env\n  own: env\n}\n")
    try sandbox.write("c/F/folder.bru", "meta {\n  name: F\n}\n\nvars:pre-request {\n  ov: folder\n}\n")
    try sandbox.write(
      "c/F/a.bru",
      """
      meta {
        name: a
        type: http
      }

      get {
        url: \(server.url)/a?ov={{ov}}&own={{own}}
      }

      tests {
        test("it is that of the folder", () => expect(bru.interpolate("{{ov}} {{own}}")).to.equal("folder env"));
      }

      """)
  }

  private func writeInsomnia() throws {
    try sandbox.write(
      "c.yaml",
      """
      type: collection.insomnia.rest/5.0
      name: Shop
      collection:
        - name: F
          environment: {ov: folder}
          children:
            - name: a
              url: "\(server.url)/a?ov={{ _.ov }}&own={{ _.own }}"
              method: GET
      environments:
        name: Base
        subEnvironments:
          - name: dev
            data: {ov: env, own: env}
      """)
  }

  @Test func aVariableOfAFolderOverridesTheEnvironmentInRunsOfBrunoAndInsomnia() async throws {
    try writeBruno()
    try writeInsomnia()
    for name in ["c", "c.yaml"] {
      let result = try await sandbox.run("run", name, "-e", "dev", "--allow-scripts")
      #expect(result.status == 0, "\(result.text) \(result.error)")
      #expect(!result.error.contains("counts more"), "\(result.error)")
    }
    let lines = heads.values.compactMap { $0.split(separator: "\r\n").first }
    #expect(lines == ["GET /a?ov=folder&own=env HTTP/1.1", "GET /a?ov=folder&own=env HTTP/1.1"])
  }

  @Test func noFileOfAnotherProgramIsSentWithLanguages() async throws {
    try writeBruno()
    try writeInsomnia()
    try sandbox.write("a.http", "GET \(server.url)/a\n")
    try sandbox.write("own.http", "GET \(server.url)/own\nAccept-Language: da\n")
    try sandbox.write("d/bruno.json", #"{"version":"1","name":"d","type":"collection"}"#)
    try sandbox.write("d/collection.bru", "headers {\n  accept-language: fo\n}\n")
    try sandbox.write("d/a.bru", "meta {\n  name: a\n  type: http\n}\n\nget {\n  url: \(server.url)/a\n}\n")
    let runs = [["c", "-e", "dev", "--allow-scripts"], ["c.yaml", "-e", "dev"], ["a.http"], ["own.http"], ["d"]]
    for arguments in runs {
      let result = try await sandbox.run(["run"] + arguments)
      #expect(result.status == 0, "\(arguments): \(result.text) \(result.error)")
    }
    let languages = heads.values.map { head in
      head.split(separator: "\r\n").filter { $0.lowercased().hasPrefix("accept-language") }
    }
    #expect(languages == [[], [], [], ["Accept-Language: da"], ["accept-language: fo"]])
  }
}
