import Foundation
import Testing

/// Runs in the running program.
@Suite(.serialized) struct RunOnScreenTests {
  private func shop() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("shop/collection.json", #"{ "name": "Shop" }"#)
    try sandbox.write("shop/environments/demo.json", #"{ "variables": [{ "name": "base", "value": "{{demo}}" }] }"#)
    try sandbox.write(
      "shop/get.json",
      #"{ "url": "{{base}}/get?who={{name}}", "checks": [{ "query": "jsonpath", "expression": "$.args.who", "not": true, "value": "alan" }] }"#
    )
    try sandbox.write("shop/post.json", #"{ "method": "POST", "url": "{{base}}/post" }"#)
    try sandbox.write("rows.csv", "name\nada\ngrace\nalan\n")
    return sandbox
  }

  @Test func aFolderIsRunForEachRowAndFoundInHistory() async throws {
    let terminal = try await Terminal(shop())
    try await terminal.run("workbench --demo shop/get.json")
    try await terminal.wait(for: "get?who")
    try await terminal.press("g", "r")
    try await terminal.wait(for: "1 of 2 requests")
    try await terminal.press("a", "BTab", "BTab")
    try await terminal.type("rows.csv")
    try await terminal.wait(for: "3 rows: name", "3: one for each row", "grace")
    try await terminal.press("F5")
    let ended = try await terminal.wait(for: "Failed  1 of 6 requests in 3 iterations", "5 passed · 1 failed")
    #expect(ended.contains("FAIL 200 GET  get #3"))
    try await terminal.press("Enter")
    try await terminal.wait(for: "200 OK", "Checks ✗1", "alan")
    try await terminal.press("Escape")
    try await terminal.wait("the whole list") { !$0.contains("Checks ✗1") }
    try await terminal.press("f")
    try await terminal.wait("only the failure") { $0.contains("failed only") && !$0.contains("pass 200") }
    try await terminal.press("g", "F")
    try await terminal.wait(for: "Failed  1 of 1 request", "get #3")
    try await terminal.press("=")
    try await terminal.wait(for: "still failing", "only before")
    try await terminal.press("g", "R", "H")
    try await terminal.wait(for: "History", "run shop")
    try await terminal.press("j", "Enter")
    try await terminal.wait(for: "Failed  1 of 6 requests in 3 iterations", "FAIL 200 GET  get #3")
  }

  @Test func aRunAsksForScriptsAndCanBeStopped() async throws {
    let sandbox = try shop()
    try sandbox.write(
      "shop/slow.json", #"{ "url": "{{base}}/delay/10", "scripts": { "preRequest": ["console.log('x')"] } }"#)
    let terminal = try await Terminal(sandbox)
    try await terminal.run("workbench --demo shop/slow.json")
    try await terminal.wait(for: "delay/10")
    try await terminal.press("g", "r", "Enter")
    try await terminal.wait(for: "Allow scripts of the collection?")
    try await terminal.press("y")
    try await terminal.wait("the request under way") { !$0.contains("Allow scripts") && $0.contains("0 of 1 requests") }
    try await terminal.press("C-c")
    try await terminal.wait(for: "Stopped", "stop")
    try await terminal.press("q")
    try await terminal.wait(for: "ready>")
  }
}
