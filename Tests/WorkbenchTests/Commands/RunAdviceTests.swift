import TestSupport
import Testing

/// The advice of `run` for what it cannot send.
struct RunAdviceTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func aSecretOfAForeignFileIsAnOption() async throws {
    try sandbox.write(
      "oa.yaml",
      """
      openapi: 3.0.3
      info: {title: t, version: "1"}
      servers: [{url: "http://127.0.0.1:1"}]
      security: [{apiKey: []}]
      components: {securitySchemes: {apiKey: {type: apiKey, in: header, name: X-Key}}}
      paths: {/a: {get: {responses: {"200": {description: ok}}}}}

      """)
    let result = try await sandbox.run("run", "oa.yaml")
    #expect(result.status == 4, "\(result.text) \(result.error)")
    #expect(result.text.contains("The secret {{apiKey}} has no value — pass --secret apiKey=…"), "\(result.text)")
  }

  @Test func theFileOfABrunoEnvironmentIsItsName() async throws {
    try sandbox.write("c/bruno.json", #"{"version":"1","name":"c","type":"collection"}"#)
    try sandbox.write("c/environments/dev.bru", "vars {\n  host: http://127.0.0.1:1\n}\n")
    try sandbox.write("c/a.bru", "meta {\n  name: a\n}\n\nget {\n  url: {{host}}/a\n}\n")
    let result = try await sandbox.run("run", "c", "-e", "c/environments/dev.bru")
    #expect(result.status == 3 && result.error.contains("use -e dev,"), "\(result.error)")
  }

  @Test func aFolderWithoutRequestsIsAnError() async throws {
    try sandbox.write("d/readme.md", "Requests\n")
    try sandbox.write("d/.hidden.hurl", "GET http://127.0.0.1:1/\n")
    let result = try await sandbox.run("run", "d")
    #expect(result.status == 2)
    #expect(result.error == "There are no requests to run — check the paths\n", "\(result.error)")
  }

  @Test func aVariableWithoutAValueNamesTheOptions() async throws {
    try sandbox.write("own/a.json", #"{"url": "{{base}}/a"}"#)
    let result = try await sandbox.run("run", "own")
    #expect(result.status == 4 && result.text.contains("No value for {{base}}"), "\(result.text)")
    #expect(
      result.error == "--env NAME chooses an environment, --var name=value gives a value\n", "\(result.error)")
  }
}
