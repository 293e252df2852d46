import Foundation
import Testing

/// Ways through a workspace in the running program.
@Suite(.serialized) struct NavigationOnScreenTests {
  private static func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("shop/collection.json", #"{"variables": [{"name": "host", "value": "shop.test"}]}"#)
    for name in ["alpha", "beta", "gamma"] {
      try sandbox.write("shop/\(name).json", "{\n  \"url\": \"https://shop.test/\(name)\"\n}\n")
    }
    return sandbox
  }

  @Test func tabsAndUseComeBackAtTheNextStart() async throws {
    let terminal = try await Terminal(Self.sandbox())
    try await terminal.run("workbench shop")
    try await terminal.wait(for: "alpha", "gamma")
    try await terminal.press("C-p")
    try await terminal.type("gam")
    try await terminal.wait(for: "GET   gamma")
    try await terminal.press("C-t")
    try await terminal.wait(for: "shop.test/gamma")
    try await terminal.press("C-p")
    try await terminal.type("bet")
    try await terminal.press("C-t")
    try await terminal.wait(for: "GET gamma  GET beta")
    try await terminal.press("q")
    _ = try await terminal.wait("the shell") { !$0.contains("GET gamma  GET beta") }
    try await terminal.run("workbench shop")
    try await terminal.wait(for: "GET gamma  GET beta")
    try await terminal.press("q")
  }

  @Test(arguments: [
    ("DDu", "U restores it", ["alpha 2.json", "alpha.json", "beta.json", "gamma.json"]),
    ("ddu", "Restored", ["alpha.json", "beta.json", "gamma.json"]),
    ("dddd", "Deleted beta.json", ["gamma.json"]),
  ])
  func keysInOneGoActOnWhatThoseBeforeThemHaveMade(keys: String, end: String, files: [String]) async throws {
    let terminal = try await Terminal(Self.sandbox())
    try await terminal.run("workbench shop")
    try await terminal.wait(for: "shop.test/alpha")
    try await terminal.type(keys)
    try await terminal.wait(for: end)
    let names = try FileManager.default.contentsOfDirectory(atPath: terminal.sandbox.path("shop"))
    #expect(names.filter { $0 != "collection.json" && !$0.hasPrefix(".") }.sorted() == files)
    try await terminal.press("q")
  }

  @Test func aReplacementIsWrittenAndUndone() async throws {
    let terminal = try await Terminal(Self.sandbox())
    let before = terminal.sandbox.text("shop/beta.json")
    try await terminal.run("workbench shop")
    try await terminal.wait(for: "shop.test/alpha")
    try await terminal.press("g", "/")
    try await terminal.type("shop.test")
    try await terminal.wait(for: "4 matches in 4 files")
    try await terminal.press("Tab")
    try await terminal.type("store.test")
    try await terminal.wait(for: "https://store.test/gamma")
    try await terminal.press("C-s")
    try await terminal.wait(for: "Replaced 4 matches in 4 files", "https://store.test/alpha")
    #expect(terminal.sandbox.text("shop/beta.json") == before.replacing("shop.test", with: "store.test"))
    try await terminal.press(":")
    try await terminal.type("undo replace")
    try await terminal.press("Enter")
    try await terminal.wait(for: "Undid the replacement in 4 files", "https://shop.test/alpha")
    #expect(terminal.sandbox.text("shop/beta.json") == before)
    try await terminal.press("q")
  }

  @Test func aReplacementIsUndoneAndMadeAgainAfterARestart() async throws {
    let terminal = try await Terminal(Self.sandbox())
    let before = terminal.sandbox.text("shop/beta.json")
    let after = before.replacing("shop.test", with: "store.test")
    try await terminal.run("workbench shop")
    try await terminal.wait(for: "shop.test/alpha")
    try await terminal.press("g", "/")
    try await terminal.type("shop.test")
    try await terminal.wait(for: "4 matches in 4 files")
    try await terminal.press("Tab")
    try await terminal.type("store.test")
    try await terminal.wait(for: "https://store.test/gamma")
    try await terminal.press("C-s")
    try await terminal.wait(for: "Replaced 4 matches in 4 files")
    try await terminal.press("q")
    try await terminal.wait(for: "ready>")
    try await terminal.run("clear; workbench shop")
    try await terminal.wait(for: "https://store.test/alpha")
    // The navigation of earlier runs is read after the first tree is shown.
    _ = try await eventually("the files as they were") {
      try await terminal.press("u")
      return terminal.sandbox.text("shop/beta.json") == before ? true : nil
    }
    try await terminal.wait(for: "https://shop.test/alpha")
    try await terminal.press("U")
    _ = try await eventually("the replacement") { terminal.sandbox.text("shop/beta.json") == after ? true : nil }
    try await terminal.press("q")
  }
}
