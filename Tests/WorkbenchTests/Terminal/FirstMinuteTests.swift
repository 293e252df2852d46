import Foundation
import Testing

/// What a new user meets first.
struct FirstMinuteTests {
  @Test(arguments: [("demo", "{{base}}/"), ("plain", "")])
  func aNewRequestStartsWithBaseOnlyWhereItIsDefined(collection: String, url: String) async throws {
    let sandbox = try Sandbox.small()
    try sandbox.write("all/demo/environments/demo.json", #"{ "variables": [{ "name": "base", "value": "x" }] }"#)
    try sandbox.write("all/demo/collection.json", "{}")
    try sandbox.write("all/plain/collection.json", "{}")
    let terminal = try await Terminal(sandbox)
    try await terminal.run("workbench all/\(collection)")
    try await terminal.wait(for: "No requests yet")
    try await terminal.press("n")
    try await terminal.type("first")
    try await terminal.press("Enter")
    try await terminal.wait(for: "Esc done")
    try await terminal.type("path")
    try await terminal.wait(for: url + "path")
    let file = try JSONSerialization.jsonObject(with: Data(sandbox.text("all/\(collection)/first.json").utf8))
    #expect((file as? [String: Any])?["url"] as? String == url)
  }

  @Test(arguments: ["get", "nameless"])
  func afterARestartARequestShowsWhatHistoryHasOfIt(request: String) async throws {
    let sandbox = try Sandbox.small()
    try sandbox.write("small/nameless.json", #"{ "url": "{{base}}/get?colour=teal" }"#)
    let terminal = try await Terminal(sandbox)
    try await terminal.run("workbench --demo small/\(request).json")
    try await terminal.wait(for: "Not sent yet", "env demo")
    try await terminal.press("F5")
    try await terminal.wait(for: "200 OK", "\"teal\"", "history 1")
    try await terminal.press("q")
    try await terminal.wait(for: "ready>")
    try await terminal.run("workbench --demo small/\(request).json")
    try await terminal.wait(for: "Last sent", "L shows it")
    try await terminal.press("L")
    try await terminal.wait(for: "200 OK", "\"teal\"")
  }
}
