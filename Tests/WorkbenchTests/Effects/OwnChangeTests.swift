import Testing

/// Changes by the program itself to a file with unsaved edits.
@Suite(.serialized) struct OwnChangeTests {
  @Test func aTypedValueAndUnsavedEditsOfItsEnvironmentAreBothSaved() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("shop/collection.json", "{}")
    try sandbox.write("shop/list.json", #"{"url": "http://127.0.0.1:1/{{id}}"}"#)
    try sandbox.write("shop/environments/dev.json", #"{"variables": []}"#)
    let terminal = try await Terminal(sandbox)
    try await terminal.run("workbench open shop")
    try await terminal.wait(for: "127.0.0.1:1/{{id}}", "env dev")
    try await terminal.press("F9")
    try await terminal.wait(for: "Workspace globals", "add a variable")
    try await terminal.press("e", "a")
    try await terminal.type("own")
    try await terminal.press("Tab")
    try await terminal.type("1")
    try await terminal.press("Enter")
    try await terminal.wait(for: "1 unsaved")
    try await terminal.press("F9")
    try await terminal.wait(for: "127.0.0.1:1/{{id}}")
    try await terminal.press("F5")
    try await terminal.wait(for: "Value of {{id}}", "It is added to environment dev of shop.")
    try await terminal.type("7")
    try await terminal.press("Enter")
    let file = "shop/environments/dev.json"
    _ = try await eventually("the value") { sandbox.text(file).contains(#""7""#) ? true : nil }
    try await terminal.press("F9")
    try await terminal.wait(for: "Workspace globals", "own")
    try await terminal.press("C-s")
    try await terminal.wait(for: "Saved environments/dev.json")
    #expect(sandbox.text(file).contains(#""own""#) && sandbox.text(file).contains(#""7""#))
    try await terminal.press("q")
  }
}
