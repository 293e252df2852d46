import Foundation
import TestSupport
import Testing

/// Pasted texts become new requests, and imports become files.
struct ImportOnScreenTests {
  @Test func aPastedCommandIsSentAndSavedUnderItsName() async throws {
    let terminal = try await Terminal(.small())
    let sandbox = terminal.sandbox
    try await terminal.run("workbench --demo small/get.json")
    try await terminal.wait(for: "colour=teal")
    try await terminal.paste(
      """
      $ curl -X PUT '{{base}}/anything/pasted?x=1' \\
          -H 'Authorization: Bearer s3cret-token' \\
          --data-raw 'a=1'

      """)
    try await terminal.wait(for: "Pasted PUT pasted", "Ctrl+S saves it; 1 value in your secrets", "/anything/pasted")
    #expect(!sandbox.exists("small/pasted.json") && !sandbox.text("small/collection.json").contains("imported"))
    try await terminal.press("C-s")
    try await terminal.wait(for: "Save new request", "pasted")
    try await terminal.press("Enter")
    try await terminal.wait(for: "Saved pasted.json")
    let text = sandbox.text("small/pasted.json")
    #expect(text.contains(#""url": "{{base}}/anything/pasted?x=1""#), "\(text)")
    #expect(!text.contains("variables"), "\(text)")
    #expect(text.contains(#""method": "PUT""#) && text.contains("Bearer {{imported-authorization}}"), "\(text)")
    #expect(sandbox.text("small/collection.json").contains(#"{ "name": "imported-authorization", "secret": true }"#))
    let files = try await sandbox.shell("grep -rl s3cret-token small")
    #expect(files.text == "")
    try await terminal.press("F5")
    try await terminal.wait(for: "200 OK", "history 1")
    let exchange = try await sandbox.shell("workbench secret get small imported-authorization || true")
    #expect(!exchange.error.contains("imported-authorization has no value"))
    // The same credential again keeps its name.
    try await terminal.paste("curl {{base}}/anything/again -H 'Authorization: Bearer s3cret-token'")
    try await terminal.wait(for: "Pasted GET again")
    try await terminal.press("]")
    try await terminal.wait(for: "Bearer {{imported-authorization}}")
    try await terminal.press("1", "u")
    try await terminal.wait("a list without it") { !$0.contains("again") }
    #expect(sandbox.exists("small/pasted.json"))
  }

  @Test func aPastedCredentialIsGoneWithTheRequestAndNoFileHasChanged() async throws {
    let terminal = try await Terminal(.small())
    let before = terminal.sandbox.text("small/collection.json")
    try await terminal.run("workbench --demo small/get.json")
    try await terminal.wait(for: "colour=teal")
    try await terminal.paste("curl '{{base}}/anything/pasted' -H 'Authorization: Bearer s3cret-token'\n")
    try await terminal.wait(for: "Pasted GET pasted", "1 value in your secrets")
    try await terminal.press("F5")
    try await terminal.wait(for: "200 OK")
    #expect(try await terminal.sandbox.shell("workbench secret list small").text.contains("imported-authorization"))
    try await terminal.press("1", "u")
    try await terminal.wait(for: "{{imported-authorization}} was removed from your secrets")
    #expect(try await terminal.sandbox.shell("workbench secret list small").text == "")
    #expect(terminal.sandbox.text("small/collection.json") == before)
  }

  @Test func aValueOfAResponseIsTakenOutOfTheSecretsAgain() async throws {
    let terminal = try await Terminal(.small())
    try terminal.sandbox.write(
      "small/environments/demo.json",
      #"{ "variables": [{ "name": "base", "value": "{{demo}}" }, { "name": "colour", "secret": true }] }"#)
    try await terminal.run("workbench --demo small/get.json")
    try await terminal.wait(for: "colour=teal")
    try await terminal.press("F5")
    try await terminal.wait(for: "200 OK", "\"teal\"")
    try await terminal.press("3", "/")
    try await terminal.type("teal")
    try await terminal.press("Enter", "g", "V")
    try await terminal.wait(for: "ariable of demo")
    try await terminal.press("C-u")
    try await terminal.type("colour")
    try await terminal.press("Enter")
    try await terminal.wait(for: "{{colour}} is set, kept with your secrets")
    try await terminal.press("1", "u")
    try await terminal.wait(for: "the value of {{colour}} was removed from your secrets")
    #expect(try await terminal.sandbox.shell("workbench secret list small").text.contains("unset"))
  }

  @Test func aCommandInTheURLReplacesTheRequestUntilUndone() async throws {
    let terminal = try await Terminal(.small())
    let before = terminal.sandbox.text("small/echo.json")
    try await terminal.run("workbench --demo small/echo.json")
    try await terminal.wait(for: "/anything/old")
    try await terminal.press("e")
    try await terminal.paste("curl -X DELETE \\\n {{base}}/anything/new")
    try await terminal.wait(for: "Replaced by DELETE new", "1 unsaved", "/anything/new")
    #expect(terminal.sandbox.text("small/echo.json") == before)
    try await terminal.press("u")
    try await terminal.wait(for: "/anything/old")
    try await terminal.press("U", "C-s")
    try await terminal.wait(for: "Saved echo.json")
    let saved = terminal.sandbox.text("small/echo.json")
    #expect(saved.contains(#""x-unknown": { "kept" : true }"#) && saved.contains(#""id":     "r00000002""#))
    #expect(saved.contains("/anything/new") && saved.contains("DELETE") && !saved.contains("body"), "\(saved)")
  }

  private static let postman = #"""
    {"info": {"name": "Shop", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
     "item": [
       {"name": "Orders", "item": [{"name": "List", "request": {"url": "http://a.example/orders"}}]},
       {"name": "Odd", "request": {"method": "POST X", "url": "http://a.example"}}
     ]}
    """#

  @Test func aPostmanFileIsShownImportedAndUndone() async throws {
    let terminal = try await Terminal(.small())
    let sandbox = terminal.sandbox
    try sandbox.write("shop.json", Self.postman)
    try await terminal.run("workbench --demo small")
    try await terminal.wait(for: "GET  get")
    try await terminal.press("A")
    try await terminal.type("sho")
    try await terminal.press("Tab")
    try await terminal.wait(for: "shop.json", "Enter imports")
    try await terminal.press("Enter")
    try await terminal.wait(for: "Postman collection", "2 requests, 1 folder", "Into Shop", "Notes 1", "GET  List")
    #expect(!sandbox.exists("small/Shop"))
    try await terminal.press("Enter")
    try await terminal.wait(
      for: "Imported 2 requests, 1 folder into Shop — u removes it; 1 note: :notes", "Shop/collection.json")
    #expect(sandbox.text("small/Shop/Orders/List.json").contains("http://a.example/orders"))
    try await terminal.press(":")
    try await terminal.type("import shop.json")
    try await terminal.press("Enter")
    try await terminal.wait(for: "Into Shop · updated: 0 files changed", "Or instead:")
    try await terminal.press("b")
    try await terminal.wait(for: "Into Shop 2")
    try await terminal.press("Enter")
    try await terminal.wait(for: "into Shop 2")
    #expect(sandbox.exists("small/Shop 2/Odd.json"))
    try await terminal.press("u")
    try await terminal.wait(for: "The import is undone: Shop 2 in the trash, U restores it")
    #expect(!sandbox.exists("small/Shop 2") && sandbox.exists("small/Shop"))
    try await terminal.press("U")
    try await terminal.wait(for: "Restored Shop 2")
    #expect(sandbox.exists("small/Shop 2/Odd.json"))
  }

  /// Of the requests that an update removes, one is shown.
  @Test(arguments: [false, true]) func anUpdateThatRemovesRequestsIsUndone(afterRestart: Bool) async throws {
    let terminal = try await Terminal(.small())
    let sandbox = terminal.sandbox
    func source(_ items: String) throws {
      try sandbox.write("shop.json", #"{"info": {"name": "Shop", "_postman_id": "1"}, "item": [\#(items)]}"#)
    }
    let list = #"{"name": "List", "request": "http://a.example"}"#
    let odd = #"{"name": "Odd", "request": "http://b.example"}"#
    try source(list + "," + odd)
    _ = try await sandbox.shell("workbench import shop.json --into small")
    let before = sandbox.text("small/Shop/Odd.json")
    #expect(before.contains("b.example"))
    try source(list.replacing("a.example", with: "c.example"))
    try await terminal.run("workbench --demo small")
    try await terminal.wait(for: "GET  get", "Shop")
    try await terminal.press("/")
    try await terminal.type("Odd")
    try await terminal.wait(for: "GET  Odd")
    try await terminal.press("Enter")
    try await terminal.wait(for: "http://b.example")
    try await terminal.press(":")
    try await terminal.type("import shop.json")
    try await terminal.press("Enter")
    try await terminal.wait(for: "To the trash 1")
    try await terminal.press("Enter")
    try await terminal.wait(for: "Updated Shop — u undoes it")
    #expect(!sandbox.exists("small/Shop/Odd.json"))
    // The next report of changes shows that none is about the removed file.
    try sandbox.write("small/new.json", #"{"url": "http://new.example"}"#)
    try await terminal.wait(for: "new.json changed on disk")
    try await terminal.press("!")
    #expect(try await !terminal.wait(for: "Messages", "Updated Shop").contains("Odd.json"))
    try await terminal.press("Escape")
    try await terminal.wait("the collections") { !$0.contains("Messages") }
    try await terminal.press("1")
    if afterRestart {
      try await terminal.press("q")
      try await terminal.run("workbench --demo small")
      try await terminal.wait(for: "GET  get", "Shop")
      try await terminal.press("u")
      try await terminal.wait(for: "Undo the import of ")
    }
    try await terminal.press("u")
    try await terminal.wait(for: "The import is undone: ")
    #expect(sandbox.text("small/Shop/Odd.json") == before)
    #expect(sandbox.text("small/Shop/List.json").contains("a.example"))
  }

  @Test func anImportIsUndoneAfterARestartWithItsSecrets() async throws {
    let terminal = try await Terminal(.small())
    let sandbox = terminal.sandbox
    try sandbox.write(
      "shop.json",
      #"""
      {"info": {"name": "Shop"}, "auth": {"type": "bearer", "bearer": [{"key": "token", "value": "hush-hush"}]},
       "item": [{"name": "Odd", "request": "http://a.example"}]}
      """#)
    let count = "grep -c hush-hush \"$WORKBENCH_HOME\"/secrets.json"
    let before = try await sandbox.shell("workbench import shop.json --into small >/dev/null 2>&1; \(count)")
    #expect(before.text == "1\n")
    try await terminal.run("workbench --demo small")
    try await terminal.wait(for: "GET  get", "Shop")
    try await terminal.press("u")
    try await terminal.wait(for: "Undo the import of ", "Moves Shop to the trash.", "Removes 1 value of your secrets")
    #expect(sandbox.exists("small/Shop"))
    try await terminal.press("u")
    try await terminal.wait(for: "The import is undone: Shop in the trash, U restores it, 1 value removed")
    #expect(!sandbox.exists("small/Shop"))
    #expect(try await sandbox.shell(count).text == "0\n")
    try await terminal.press("U")
    try await terminal.wait(for: "Restored Shop; 1 value in your secrets again")
    #expect(sandbox.exists("small/Shop"))
    #expect(try await sandbox.shell(count).text == "1\n")
  }

  @Test func anExportOfSeveralFilesLeavesNothingOfItsDialogOnTheScreen() async throws {
    let terminal = try await Terminal(.small())
    try await terminal.run("workbench --demo small")
    try await terminal.wait(for: "GET  get")
    try await terminal.press(":")
    try await terminal.type("export")
    try await terminal.press("Enter")
    try await terminal.wait(for: "Postman collection", "OpenAPI 3.1 document")
    try await terminal.type("bruno collection")
    try await terminal.press("Enter")
    try await terminal.wait(for: "Export as Bruno collection")
    try await terminal.press("C-u")
    try await terminal.type("bruno/")
    try await terminal.press("Enter")
    try await terminal.wait(for: " files to bruno/ as Bruno collection")
    #expect(terminal.sandbox.exists("bruno/bruno.json"))
    try await terminal.wait("no dialog") { !$0.contains("Export as Bruno") && !$0.contains("files written") }
  }

  @Test func anExportIntoTheWorkspaceIsNoChangeByAnotherProgram() async throws {
    let terminal = try await Terminal(.small())
    let sandbox = terminal.sandbox
    try await terminal.run("workbench --demo small")
    try await terminal.wait(for: "GET  get")
    try await terminal.press(":")
    try await terminal.type("export")
    try await terminal.press("Enter")
    try await terminal.wait(for: "Postman collection", "OpenAPI 3.1 document")
    try await terminal.type("openapi 3.1")
    try await terminal.press("Enter")
    try await terminal.wait(for: "Export as OpenAPI 3.1 document")
    try await terminal.press("C-u")
    try await terminal.type("small/all.schema.json")
    try await terminal.press("Enter")
    try await terminal.wait(for: "Wrote 1 file to ")
    #expect(sandbox.exists("small/all.schema.json"))
    // The next report of changes shows that none is about the written files.
    try sandbox.write("small/new.json", #"{"url": "http://new.example"}"#)
    try await terminal.wait(for: "new.json changed on disk")
    try await terminal.press("!")
    let messages = try await terminal.wait(for: "Messages", "Wrote 1 file to ")
    #expect(!messages.contains("schema.json changed") && !messages.contains("files changed"), "\(messages)")
  }

  @Test func aPlaceOutsideIsSuggestedForAFileThatTheTreeWouldList() async throws {
    let terminal = try await Terminal(.small())
    let sandbox = terminal.sandbox
    try await terminal.run("workbench --demo small")
    try await terminal.wait(for: "GET  get")
    try await terminal.press(":")
    try await terminal.type("export")
    try await terminal.press("Enter")
    try await terminal.wait(for: "Postman collection", "OpenAPI 3.1 document")
    try await terminal.type("postman collection")
    try await terminal.press("Enter")
    try await terminal.wait(for: "Export as Postman collection")
    try await terminal.press("C-u")
    try await terminal.type("small/all.json")
    try await terminal.press("Enter")
    try await terminal.wait(for: "Export as Postman collection", "Not written: ")
    #expect(!sandbox.exists("small/all.json"))
    try await terminal.press("Enter")
    try await terminal.wait(for: "Wrote 2 files to ")
    #expect(sandbox.exists("all.json") && !sandbox.exists("small/all.json"))
  }

  @Test func anExportNamesEachFileThatItWouldReplace() async throws {
    let terminal = try await Terminal(.small())
    let sandbox = terminal.sandbox
    try sandbox.write("out/http-client.env.json", "theirs")
    try sandbox.write("out/a.http", "theirs")
    try await terminal.run("workbench --demo small")
    try await terminal.wait(for: "GET  get")
    try await terminal.press(":")
    try await terminal.type("export")
    try await terminal.press("Enter")
    try await terminal.wait(for: "Postman collection", "OpenAPI 3.1 document")
    try await terminal.type("HTTP file")
    try await terminal.press("Enter")
    try await terminal.wait(for: "Export as HTTP file")
    try await terminal.press("C-u")
    try await terminal.type("out/a.http")
    try await terminal.press("Enter")
    try await terminal.wait(for: "2 files already exist", "/out/a.http", "/out/http-client.env.json")
    #expect(sandbox.text("out/a.http") == "theirs" && sandbox.text("out/http-client.env.json") == "theirs")
    try await terminal.press("o")
    try await terminal.wait(for: "Wrote 2 files to ")
    #expect(sandbox.text("out/a.http") != "theirs" && sandbox.text("out/http-client.env.json").contains("demo"))
  }

  @Test func theSuggestedPlaceOfAnExportCanBeAccepted() async throws {
    let terminal = try await Terminal(.small())
    try await terminal.run("workbench --demo small")
    try await terminal.wait(for: "GET  get")
    try await terminal.press(":")
    try await terminal.type("export")
    try await terminal.press("Enter")
    try await terminal.wait(for: "Postman collection", "OpenAPI 3.1 document")
    try await terminal.type("bruno collection")
    try await terminal.press("Enter")
    try await terminal.wait(for: "Export as Bruno collection", "-bruno/")
    // A file cannot be a folder of files.
    try await terminal.press("C-u")
    try await terminal.type("all.json")
    try await terminal.press("Enter")
    try await terminal.wait(for: "-bruno/", "name a folder for them")
    #expect(!terminal.sandbox.exists("all.json"))
    try await terminal.press("Enter")
    try await terminal.wait(for: "-bruno/ as Bruno collection")
    #expect(try await terminal.sandbox.shell("ls *-bruno/bruno.json").status == 0)
  }

  @Test func aDamagedFileIsSaidAndNothingIsWritten() async throws {
    let terminal = try await Terminal(.small())
    try terminal.sandbox.write("shop.json", String(Self.postman.prefix(200)))
    try await terminal.run("workbench --demo small")
    try await terminal.wait(for: "GET  get")
    try await terminal.press(":")
    try await terminal.type("import shop.json")
    try await terminal.press("Enter")
    try await terminal.wait(for: "Cannot import shop.json: ", "Esc")
    try await terminal.press("Escape")
    try await terminal.wait("no dialog") { !$0.contains("Cannot import") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: terminal.sandbox.path("small")).count == 6)
  }
}
