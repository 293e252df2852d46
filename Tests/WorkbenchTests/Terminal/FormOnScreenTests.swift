import Foundation
import Testing

/// The form with real folders, a real browser command and the built-in server.
@Suite(.serialized) struct FormOnScreenTests {
  @Test func parametersOfTheURLAreSentAsTheyAreTypedAndRowsEncoded() async throws {
    let terminal = try await Terminal(.small())
    try await terminal.run("workbench --demo small/get.json")
    try await terminal.wait(for: "/get?colour=teal", "✓ colour")
    try await terminal.press("e")
    try await terminal.type("&ids=1,2")
    try await terminal.wait(for: "✓ ids         1,2")
    try await terminal.press("Enter", "2", "a")
    try await terminal.type("q")
    try await terminal.press("Tab")
    try await terminal.type("a b&c")
    try await terminal.press("Enter")
    try await terminal.wait(for: "?colour=teal&ids=1,2&q=a%20b%26c")
    try await terminal.press("C-s")
    try await terminal.wait(for: "Saved")
    #expect(
      terminal.sandbox.text("small/get.json").contains(
        #""url": "{{base}}/get?colour=teal&ids=1,2", "query": [{ "name": "q", "value": "a b&c" }]"#))
    try await terminal.press("F5")
    try await terminal.wait(for: "200 OK", "/get?colour=teal&ids=1,2&q=a%20b%26c\"")
  }

  @Test func aFileIsChosenFromItsFolder() async throws {
    let sandbox = try Sandbox.small()
    try sandbox.write(
      "small/file.json", #"{ "method": "POST", "url": "{{base}}/post", "body": { "file": "" } }"# + "\n")
    try sandbox.write("data/hello.txt", "hello")
    try sandbox.write("data/.hidden", "h")
    let terminal = try await Terminal(sandbox)
    try await terminal.run("workbench --demo small/file.json")
    try await terminal.wait(for: "/post")
    try await terminal.press("2", "g", "b", "Down", "g", "f")
    try await terminal.wait(for: "file.json", "/small")
    try await terminal.press("BSpace")
    try await terminal.wait(for: "data/", "small/")
    try await terminal.type("data/")
    let screen = try await terminal.wait(for: "hello.txt", "5 B")
    #expect(!screen.contains(".hidden"))
    try await terminal.press("Enter", "C-s")
    try await terminal.wait(for: "Saved")
    #expect(sandbox.text("small/file.json").contains(#""body": { "file": "../data/hello.txt" }"#))
    // It is outside of the collection, and was chosen by hand.
    try await terminal.press("F5")
    let response = try await terminal.wait(for: "200 OK", "hello")
    #expect(!response.contains("Allow reading"))
  }

  @Test func aLinkOfTheDocumentationOpensInTheBrowser() async throws {
    let sandbox = try Sandbox.small()
    try sandbox.write(
      "small/get.json", #"{ "url": "{{base}}/get", "docs": "See [the guide](https://shop.example/a?b=1&c='2')." }"#)
    try sandbox.write("browser", "#!/bin/sh\nprintf %s \"$1\" >\"$HOME/opened\"\n")
    try sandbox.makeExecutable("browser")
    let terminal = try await Terminal(sandbox, environment: ["BROWSER": sandbox.path("browser")])
    try await terminal.run("workbench --demo small/get.json")
    try await terminal.wait(for: "{{base}}/get")
    try await terminal.press("B")
    try await terminal.wait(for: "the guide")
    try await terminal.press("Tab", "Enter")
    let opened = try await eventually("the browser") {
      // The shell makes the file before it writes.
      sandbox.exists("home/opened") && !sandbox.text("home/opened").isEmpty ? sandbox.text("home/opened") : nil
    }
    #expect(opened == "https://shop.example/a?b=1&c='2'")
  }
}
