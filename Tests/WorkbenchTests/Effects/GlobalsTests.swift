import Testing

/// The form of `workspace.json`.
@Suite(.serialized) struct GlobalsTests {
  private func terminal(_ sandbox: Sandbox) async throws -> Terminal {
    let terminal = try await Terminal(sandbox)
    try await terminal.run("workbench open small --demo")
    try await terminal.wait(for: "colour=teal")
    try await terminal.press("F10")
    try await terminal.wait(for: "workspace.json", "add a variable")
    return terminal
  }

  @Test func aFirstVariableMakesTheFileAndIsInForceAtOnce() async throws {
    let terminal = try await terminal(try .small())
    try await terminal.press("a")
    try await terminal.type("team")
    try await terminal.press("Tab")
    try await terminal.type("blue")
    try await terminal.press("Enter", "C-s")
    try await terminal.wait(for: "Saved workspace.json")
    #expect(
      terminal.sandbox.text("small/workspace.json") == """
        {
          "variables": [
            { "name": "team", "value": "blue" }
          ]
        }

        """)
    try await terminal.press("F3")
    try await terminal.type("team")
    try await terminal.wait("the variable in force") { screen in
      screen.contains("blue") && screen.contains("workspace.json") && screen.contains("Variables in scope")
    }
  }

  @Test func anEditOfAFileAboveTheFolderKeepsItsOtherBytes() async throws {
    let sandbox = try Sandbox.small()
    let text = #"{"variables":[ {"name":"team","value":"blue"},{ "name": "n" , "value":1.50} ], "x-own":  [1,2] }"#
    try sandbox.write("workspace.json", text)
    let terminal = try await terminal(sandbox)
    try await terminal.press("Down", "e")
    try await terminal.type("s")
    try await terminal.press("Enter", "C-s")
    try await terminal.wait(for: "Saved ../workspace.json")
    #expect(sandbox.text("workspace.json") == text.replacing("blue", with: "blues"))
  }
}
