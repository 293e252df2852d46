import Testing

@testable import Workbench

/// The examples of collections on the demo server of `--demo`.
struct DemoExamplesTests {
  /// The variable of a server with the examples of the shipped collections, for all tests.
  static let shipped = Task { try await DemoExamples.serve([Repository.path("collections")], environment: nil) }

  private func request(_ name: String) -> String {
    #"{"url": "{{demo}}/v1/teas", "examples": [{"name": "teas", "status": 200, "body": "\#(name)"}]}"#
  }

  @Test func theWholeCollectionIsServedAndAnExampleThatChanges() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("shop/collection.json", "{}")
    try sandbox.write("shop/teas.json", request("Assam"))
    try sandbox.write("shop/orders/show.json", #"{"url": "{{demo}}/v1/orders/:id"}"#)
    let served = try await DemoExamples.serve([sandbox.path("shop/orders")], environment: nil)
    let url = try #require(served["demo"])
    #expect(try await sandbox.shell("curl -s \(url)/v1/teas").text == "Assam")
    #expect(try await sandbox.shell("curl -s \(url)/v1/orders/1").text.contains("orders/show has no example"))
    #expect(try await sandbox.shell("curl -s \(url)/v1/none").text.contains("no request of the collections has it"))
    try sandbox.write("shop/teas.json", request("Ceylon"))
    _ = try await eventually("the new example") {
      try await sandbox.shell("curl -s \(url)/v1/teas").text == "Ceylon" ? true : nil
    }
  }

  /// The path of the only environment, of any other, and of a file, in which the address is `{{demo}}` and a path.
  @Test(arguments: [[], ["--env", "dev"], ["--env", "odd"], ["--env", "v3.json"], ["--var", "base={{demo}}/v4"]])
  func aRunInAnEnvironmentOfAnyNameIsAnswered(options: [String]) async throws {
    let sandbox = try Sandbox()
    try sandbox.write("shop/collection.json", "{}")
    try sandbox.write("shop/environments/dev.json", #"{"variables": [{"name": "base", "value": "{{demo}}/v1"}]}"#)
    if options.contains("odd") {
      try sandbox.write("shop/environments/odd.json", #"{"variables": [{"name": "base", "value": "{{demo}}/v2"}]}"#)
    }
    try sandbox.write("v3.json", #"{"variables": [{"name": "base", "value": "{{demo}}/v3"}]}"#)
    try sandbox.write(
      "shop/teas.json",
      """
      {"url": "{{base}}/teas", "checks": [{"query": "status", "value": 207}],
       "examples": [{"name": "teas", "status": 207, "body": "Assam"}]}
      """)
    let output = try await sandbox.run(["run", "shop", "--demo"] + options)
    #expect(output.status == 0, "\(output.text)\(output.error)")
  }

  @Test(arguments: [["--secret", "tenant=acme"], ["--secret", "tenant"], ["--var", "tenant=acme"]])
  func aVariableOfTheCommandIsInThePathOfAnExample(options: [String]) async throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "shop/teas.json",
      """
      {"url": "{{demo}}/v1/{{tenant}}/teas", "checks": [{"query": "status", "value": 207}],
       "examples": [{"name": "teas", "status": 207, "body": "Assam"}]}
      """)
    for command in ["run shop", "send shop/teas.json"] {
      let line = "tenant=acme workbench \(command) --demo \(options.joined(separator: " "))"
      let output = try await sandbox.shell(line)
      #expect(output.status == 0, "\(output.text)\(output.error)")
    }
  }

  /// In the path of an example, the variables of all collections yield to those of the collection.
  @Test func aVariableOfTheGlobalsIsInThePathOfAnExample() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("shop/collection.json", #"{"variables": [{"name": "version", "value": "v1"}]}"#)
    try sandbox.write(
      "globals.json",
      """
      {"name": "Globals", "values": [{"key": "version", "value": "v2"}, {"key": "tenant", "value": "acme"},
       {"key": "token", "value": "s3cret", "type": "secret"}]}
      """)
    let example = #""examples": [{"name": "teas", "status": 207, "body": "Assam"}]"#
    try sandbox.write(
      "shop/teas.json",
      #"{"url": "{{demo}}/{{version}}/{{tenant}}/{{token}}", "checks": [{"query": "status", "value": 207}], \#(example)}"#
    )
    let item = #"{"name": "teas", "request": "{{demo}}/v1/{{tenant}}/{{token}}", "response": [\#(Self.response)]}"#
    try sandbox.write(
      "p.postman_collection.json", #"{"info": {"name": "p", "schema": "\#(Self.schema)"}, "item": [\#(item)]}"#)
    for path in ["shop", "p.postman_collection.json"] {
      let output = try await sandbox.run("run", path, "--demo", "--globals", "globals.json", "-r", "json")
      #expect(output.status == 0 && output.text.contains("207"), "\(output.text)\(output.error)")
    }
  }

  private static let schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
  private static let response =
    #"{"name": "teas", "code": 207, "status": "Multi-Status", "body": "Assam", "header": []}"#

  @Test func anExampleThatChangesWhileTheFilesAreReadIsSeen() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("shop/teas.json", request("Assam"))
    let url = try #require(try await DemoExamples.serve([sandbox.path("shop")], environment: nil)["demo"])
    let first = Task { try await sandbox.shell("for i in 1 2 3 4; do curl -s \(url)/v1/teas & done; wait").text }
    try sandbox.write("shop/teas.json", request("Ceylon"))
    _ = try await first.value
    _ = try await eventually("the new example") {
      try await sandbox.shell("curl -s \(url)/v1/teas").text == "Ceylon" ? true : nil
    }
  }

  @Test func aPathThatIsMissingHasNoExamples() async throws {
    let sandbox = try Sandbox()
    let served = try await DemoExamples.serve([sandbox.path("nowhere"), "https://example.com/a"], environment: nil)
    let url = try #require(served["demo"])
    #expect(try await sandbox.shell("curl -s -o body -w '%{http_code}' \(url)/v1/teas").text == "404")
  }
}
