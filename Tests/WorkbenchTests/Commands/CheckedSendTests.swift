import Foundation
import TestSupport
import Testing

/// `workbench send` with checks and captures in the request file.
struct CheckedSendTests {
  private func sandbox(_ members: String) async throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("shop/collection.json", "{}")
    try sandbox.write("shop/environments/local.json", #"{ "variables": [] }"#)
    try sandbox.write(
      "shop/get.json", #"{ "url": "\#(try await Demo.url())/anything?id=7", \#(members) }"#)
    return sandbox
  }

  @Test("A failed check is printed with its reason, and the command exits 1")
  func failedCheckExitsWithOne() async throws {
    let sandbox = try await sandbox(
      #""checks": [{ "query": "status", "value": 201 }, { "query": "jsonpath", "expression": "$.args.id", "value": 7 }]"#
    )
    let result = try await sandbox.run("send", "shop/get.json")
    #expect(result.status == 1)
    #expect(result.error.contains("✗ status equals 201: expected 201, got 200\n1 of 2 checks passed\n"))
    #expect(result.text.contains("\"method\": \"GET\""))
  }

  @Test("Checks that pass are counted, and the command exits 0")
  func passedChecksExitWithZero() async throws {
    let sandbox = try await sandbox(#""checks": [{ "query": "status", "predicate": "in", "value": [200, 201] }]"#)
    let result = try await sandbox.run("send", "shop/get.json")
    #expect(result.status == 0 && result.error.contains("1 of 1 check passed\n"))
  }

  @Test("Captures are kept in the environment's file, the collection's file, and the secrets")
  func capturesAreKept() async throws {
    let sandbox = try await sandbox(
      #"""
      "captures": [
        { "name": "id", "query": "jsonpath", "expression": "$.args.id", "scope": "environment" },
        { "name": "method", "query": "jsonpath", "expression": "$.method", "scope": "collection" },
        { "name": "token", "query": "jsonpath", "expression": "$.args.id", "scope": "environment", "secret": true }
      ]
      """#)
    let result = try await sandbox.run("send", "shop/get.json", "--env", "local")
    #expect(result.status == 0, "\(result.error)")
    let environment = sandbox.text("shop/environments/local.json")
    #expect(environment.contains(#"{ "name": "id", "value": "7" }"#))
    #expect(environment.contains(#"{ "name": "token", "secret": true }"#))
    #expect(sandbox.text("shop/collection.json").contains(#"{ "name": "method", "value": "GET" }"#))
    #expect(sandbox.text("home/secrets.json").contains(#""token""#))
  }

  @Test("A hard check that fails leaves the remaining requests of the iteration out")
  func hardCheckEndsTheIteration() async throws {
    let sandbox = try await sandbox(
      #""checks": [{ "query": "status", "value": 201, "hard": true }, { "query": "url" }]"#)
    try sandbox.write("shop/later.json", #"{ "url": "\#(try await Demo.url())/anything" }"#)
    let result = try await sandbox.run("run", "shop", "--iterations", "2", "--reporter", "tap")
    #expect(result.status == 1)
    let points = result.text.split(separator: "\n").filter { $0.hasPrefix("ok") || $0.hasPrefix("not ok") }
    #expect(points == ["not ok 1 - get.json (iteration 1)", "not ok 2 - get.json (iteration 2)"], "\(result.text)")
    let lines = try await sandbox.run("run", "shop", "--iterations", "2")
    #expect(lines.text.contains("2 requests (2 failed), 2 left out after a failure"), "\(lines.text)")
  }
}
