import Foundation
import TestSupport
import Testing

/// `workbench import` writes files that are sound, or nothing.
struct ImportTests {
  private static let collection = #"""
    {"info": {"name": "Shop"}, "variable": [{"key": "sec", "value": "hush", "type": "secret"}],
     "item": [
       {"name": "A", "request": {"url": "http://a/{{token}}"}},
       {"name": "a", "request": {"method": "POST X", "url": "http://a"}},
       {"name": "../..", "item": [
         {"name": ".hidden", "request": {"url": "u", "auth": {"type": "bearer", "bearer": [{"key": "token", "value": "literal"}]}}}
       ]}
     ]}
    """#

  @Test func aCollectionBecomesFoldersFilesAndSecrets() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("shop.json", Self.collection)
    let run = try await sandbox.shell("workbench import shop.json --into c")
    #expect(run.status == 0)
    #expect(
      run.text
        == """
        new      Shop/collection.json
        new      Shop/A.json
        new      Shop/a 2.json
        new      Shop/unnamed/folder.json
        new      Shop/unnamed/hidden.json

        """)
    let place = URL(filePath: sandbox.folder).resolvingSymlinksInPath().path
    #expect(
      run.error
        == """
        changed: a: Method "POST X" is not valid: GET is used instead
        Postman collection: 5 files written to \(place)/c, 2 values in your secrets, 1 note

        """)
    let check = try await sandbox.shell("workbench check c")
    #expect(check.text == "Shop/A.json:3:20 — warning: {{token}} has no value\n")
    #expect(check.error == "3 requests checked, 1 warning\n")
    let secrets = try await sandbox.shell("workbench secret list c/Shop; grep -rl 'hush\\|literal' c")
    #expect(
      secrets.text == "sec\t-\tsecrets file\tset\nimported-token\t-\tsecrets file\tset\n", "\(secrets.text)")
  }

  @Test func onlyFilesBesideTheSourceAreCopied() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("secret.txt", "secret")
    try sandbox.write("in/data/a.txt", "hello")
    try sandbox.write("in/.env", "A=secret")
    try sandbox.write("in/big.bin", Data(count: 16 << 20 + 1))
    let paths = ["data/a.txt", "out.txt", "up/secret.txt", "../secret.txt", ".env", "big.bin", "none.txt"]
    let links = try await sandbox.shell("ln -s ../secret.txt in/out.txt; ln -s .. in/up; echo made")
    #expect(links.text == "made\n")
    try sandbox.write("in/u.sh", paths.map { "curl http://a/e --data-binary @\($0)" }.joined(separator: "\n"))
    let run = try await sandbox.shell(
      "workbench import in/u.sh --into c; grep -rl 'secret$' c; cat c/u/files/data/a.txt")
    #expect(run.status == 0 && run.text.hasSuffix("new      u/files/data/a.txt\nhello"), "\(run.text) \(run.error)")
    let outside = "is not copied: it is outside of the source's folder, or hidden"
    for name in ["out.txt", "up/secret.txt", "../secret.txt", ".env"] {
      #expect(run.error.contains("The file \(name) \(outside)"), "\(run.error)")
    }
    #expect(run.error.contains("The file big.bin is not copied: it has more than 16 MB"), "\(run.error)")
    #expect(run.error.contains("The file none.txt is not copied: it is not beside the source"), "\(run.error)")
    let check = try await sandbox.shell("workbench check c")
    #expect(check.text.components(separatedBy: " does not exist").count == 7, "\(check.text)")
  }

  @Test func withoutAChoiceNothingThatExistsIsTouched() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("shop.json", Self.collection)
    let own = try await sandbox.shell(
      "mkdir -p c/Shop; echo '{\"url\": \"own\"}' > c/Shop/A.json; echo '{\"variables\": [{\"name\": \"sec\", \"secret\": true}]}' > c/Shop/collection.json; printf mine | workbench secret set c/Shop sec; workbench import shop.json --into c --on-conflict skip --dry-run | grep -c skip; workbench import shop.json --into c | grep -c 'Shop 2/'; cat c/Shop/A.json; grep -c mine \"$WORKBENCH_HOME\"/secrets.json"
    )
    #expect(own.text == "2\n5\n{\"url\": \"own\"}\n1\n", "\(own.text) \(own.error)")
    #expect(own.error.contains("changed: Shop: The name \"Shop\" is taken: it is in the folder \"Shop 2\"\n"))
    let both = try await sandbox.shell("workbench import shop.json --into c --on-conflict both && ls c")
    #expect(both.text.hasSuffix("Shop\nShop 2\nShop 3\n"))
    let replaced = try await sandbox.shell(
      "rm -r 'c/Shop 2' 'c/Shop 3'; workbench import shop.json --into c --on-conflict replace > /dev/null && cat c/Shop/A.json"
    )
    #expect(replaced.text.contains("http://a/{{token}}"))
    let undone = try await sandbox.shell("workbench import --undo --into c > /dev/null && cat c/Shop/A.json")
    #expect(undone.text == "{\"url\": \"own\"}\n" && undone.status == 0, "\(undone.error)")
  }

  @Test func theSameSourceAgainChangesNothing() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("shop.json", Self.collection)
    let run = try await sandbox.shell(
      "workbench import shop.json --into c >/dev/null 2>&1; echo '{\"url\": \"own\"}' > c/Shop/A.json; printf mine | workbench secret set c/Shop sec; workbench import shop.json --into c; cat c/Shop/A.json; grep -c mine \"$WORKBENCH_HOME\"/secrets.json"
    )
    #expect(run.text == "{\"url\": \"own\"}\n1\n", "\(run.text) \(run.error)")
  }

  @Test func importsAtOnceWaitForEachOther() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("shop.json", Self.collection)
    try sandbox.write("other.json", #"{"info": {"name": "Shop"}, "item": [{"name": "o", "request": "http://o"}]}"#)
    let run = try await sandbox.shell(
      "for f in shop other shop other; do workbench import $f.json --into c >/dev/null 2>$f.$$.err || cat $f.$$.err & done; wait; ls -A c; cat c/*/.import.json | grep -c '\"origin\": \"file'"
    )
    #expect(run.text == "Shop\nShop 2\n2\n", "\(run.text) \(run.error)")
  }

  /// Equal names of files say nothing either: two `cmd.sh`.
  @Test func aSecondImportOfAnotherSourceRemovesNothing() async throws {
    let sandbox = try Sandbox()
    for name in ["a", "b"] {
      try sandbox.write("\(name)/cmd.sh", "curl http://kiosk.test/\(name)\n")
      let item = #"{"name": "\#(name)", "request": "http://kiosk.test"}"#
      let info = #"{"_postman_id": "\#(name)", "name": "New Collection"}"#
      try sandbox.write("\(name).json", #"{"info": \#(info), "item": [\#(item)]}"#)
    }
    let run = try await sandbox.shell(
      "for n in a b; do workbench import $n/cmd.sh --into c; workbench import $n.json --into c; workbench import - --into c < $n/cmd.sh; done >/dev/null 2>&1; LC_ALL=C ls c"
    )
    #expect(run.text == "New Collection\nNew Collection 2\ncmd\ncmd 2\ncurl\ncurl 2\n", "\(run.text)")
  }

  @Test func whatAnUpdateRemovesIsListedFirstAndComesBack() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("shop.json", Self.collection)
    _ = try await sandbox.shell("workbench import shop.json --into c; cp -r c before")
    try sandbox.write(
      "shop.json", #"{"info": {"name": "Shop"}, "item": [{"name": "B", "request": {"url": "http://b"}}]}"#)
    let update = try await sandbox.shell("workbench import shop.json --into c")
    #expect(
      update.text.hasPrefix(
        "remove   Shop/A.json\nremove   Shop/a 2.json\nremove   Shop/unnamed/folder.json\nremove   Shop/unnamed/hidden.json\n"
      ),
      "\(update.text)")
    #expect(update.error.contains("moved to the trash (workbench import --undo brings back)"), "\(update.error)")
    let other = try await sandbox.shell("workbench import --undo")
    #expect(other.status == 2 && other.error.contains("name it with --into\n"), "\(other.error)")
    let undo = try await sandbox.shell("workbench import --undo --into c && diff -r before c")
    #expect(undo.status == 0 && undo.text.contains("restore  Shop/A.json\n"), "\(undo.text) \(undo.error)")
    #expect(undo.error.contains("Undid the last import into "))
  }

  @Test func collectionsOfOneTitleInAFolderAreNumbered() async throws {
    let sandbox = try Sandbox()
    for (name, title) in [("a", "Kiosk"), ("b", "Kiosk"), ("c", "kiosk")] {
      try sandbox.write(
        "all/\(name).yaml",
        "openapi: 3.0.3\ninfo: {title: \(title), version: '1'}\npaths: {/\(name): {get: {summary: \(name)}}}\n")
    }
    let run = try await sandbox.shell(
      "workbench import all --into c; export LC_ALL=C; ls c; ls c/Kiosk* c/kiosk* | grep -c '[abc].json'")
    #expect(run.status == 0 && run.text.hasSuffix("Kiosk\nKiosk 2\nkiosk 3\n3\n"), "\(run.text) \(run.error)")
  }

  @Test func aFileThatCannotBeReadSaysWhy() async throws {
    let run = try await Sandbox().shell("workbench import nowhere.json --into c")
    #expect(run.status == 2 && run.error == "Cannot read nowhere.json: No such file or directory\n", "\(run.error)")
  }

  @Test func anImportOfWhichNothingIsLeftExitsWith3() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("bad.json", #"{"info": {"name": "x"}, "item": [7, null, 7]}"#)
    let bad = try await sandbox.shell("workbench import bad.json --into c; echo $?; test -e c || echo none")
    #expect(bad.text == "3\nnone\n", "\(bad.text)")
    #expect(bad.error.hasSuffix("bad.json: nothing could be imported, 3 items failed\n"), "\(bad.error)")
    try sandbox.write(
      "some.json", #"{"info": {"name": "x"}, "item": [7, {"name": "q", "request": "http://kiosk.test"}]}"#)
    let some = try await sandbox.shell("workbench import some.json --into c")
    #expect(some.status == 0 && some.error.contains("1 item failed, 1 note\n"), "\(some.error)")
  }

  @Test(arguments: [
    ["--json"], ["--references"], ["--dry-run"], ["--filter", "x"], ["--on-conflict", "both"], ["--format", "har"],
  ])
  func undoingAnImportTakesNoOptionsOfAnImport(_ options: [String]) async throws {
    let run = try await Sandbox().run(["import", "--undo"] + options)
    let sentence = "\(options[0]) is for an import, and --undo takes back the last one — leave one out"
    #expect(run.status == 2 && run.error.contains(sentence), "\(run.error)")
  }

  @Test func undoingAnImportTakesNoSource() async throws {
    let run = try await Sandbox().run(["import", "--undo", "some.json"])
    #expect(run.status == 2 && run.error.contains("--undo takes no source, only --into FOLDER"), "\(run.error)")
  }

  @Test(arguments: [#"{"info": {"name": "x"}, "item": []}"#, #"{"log": {"version": "1.2", "entries": []}}"#])
  func anEmptySourceWritesNothing(text: String) async throws {
    let sandbox = try Sandbox()
    try sandbox.write("empty.json", text)
    let run = try await sandbox.shell("workbench import empty.json --into c; echo $?; test -e c || echo none")
    #expect(run.text == "3\nnone\n", "\(run.text)")
    let reason = "there are no requests, environments or variables in it"
    #expect(run.error == "empty.json: nothing could be imported, \(reason)\n", "\(run.error)")
  }

  @Test func aDocumentInJSONComesBackInJSON() async throws {
    let sandbox = try Sandbox()
    let json =
      "{\n    \"openapi\": \"3.0.3\",\n    \"paths\": {\n        \"/a\": {\n            \"get\": {}\n        }\n    }\n}\n"
    try sandbox.write("Kiosk.json", json)
    let run = try await sandbox.shell(
      "workbench import Kiosk.json --into c; mkdir out; workbench export c/Kiosk --format openapi -o out; cat out/Kiosk.json; workbench export c/Kiosk --format openapi -o out/k.yaml; head -1 out/k.yaml; workbench export c/Kiosk --format openapi | cmp - Kiosk.json && echo same"
    )
    #expect(run.text.hasSuffix(json + "openapi: \"3.0.3\"\nsame\n"), "\(run.text) \(run.error)")
  }

  @Test func equalNotesShareALine() async throws {
    let sandbox = try Sandbox()
    let items = (1...7).map { #"{"name": "r\#($0)", "request": {"method": "POST X", "url": "http://kiosk.test"}}"# }
    try sandbox.write("x.json", #"{"info": {"name": "x"}, "item": ["# + items.joined(separator: ",") + "]}")
    let run = try await sandbox.shell("workbench import x.json --into c")
    let line = "changed: Method \"POST X\" is not valid: GET is used instead (7 times): r1, r2, r3, r4, r5 and 2 more\n"
    #expect(run.error.hasPrefix(line), "\(run.error)")
  }

  @Test func whatIsInTheWayStopsTheImportBeforeAnythingIsWritten() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("shop.json", Self.collection)
    let run = try await sandbox.shell(
      "mkdir -p c/Shop outside; echo x > c/Shop/collection.json; ln -s ../../outside c/Shop/unnamed; workbench import shop.json --into c --on-conflict replace; cat c/Shop/collection.json; ls outside"
    )
    #expect(run.text == "x\n", "\(run.text)")
    #expect(run.error.contains("/c/Shop/unnamed already exists"))
  }

  @Test func secretsOfAnEnvironmentAreFoundUnderTheNameOfItsFile() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("e.json", #"{"name": "Prod / eu", "values": [{"key": "s", "value": "hush", "type": "secret"}]}"#)
    let run = try await sandbox.shell(
      "mkdir c; echo '{}' > c/collection.json; workbench import e.json --into c; workbench secret list c")
    #expect(
      run.text == "new      environments/Prod eu.json\ns\tProd eu\tsecrets file\tset\n", "\(run.text) \(run.error)")
  }

  @Test func valuesThatGoToTheSecretsAreCounted() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.sh", "curl -u 'ann:kT9vLq2zP' http://kiosk.test/a\n")
    let place = URL(filePath: sandbox.folder).resolvingSymlinksInPath().path
    func sentence(_ options: String) async throws -> String {
      try await sandbox.shell("workbench import a.sh --into c \(options)").error
    }
    #expect(
      try await sentence("--dry-run")
        == "curl commands: 2 files would be written to \(place)/c, 1 value for your secrets, 0 notes\n")
    #expect(
      try await sentence("") == "curl commands: 2 files written to \(place)/c, 1 value in your secrets, 0 notes\n")
    #expect(try await sentence("") == "curl commands: 0 files written to \(place)/c, 0 notes\n")
    let json = try await sandbox.shell("workbench import a.sh --into d --dry-run --json | grep secrets")
    #expect(json.text == "  \"secrets\": 1,\n", "\(json.text)")
  }

  @Test func aDryRunWritesNothing() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("shop.json", Self.collection)
    let run = try await sandbox.shell(
      "workbench import shop.json --into c --dry-run --json | head -2; ls; ls \"$WORKBENCH_HOME\"")
    #expect(run.text.hasPrefix("{\n  \"format\": \"postman\",\n"))
    #expect(!run.text.contains("secrets.json") && !run.text.contains("\nc\n"), "\(run.text)")
  }

  @Test(arguments: [
    (#"{"info": "#, "3:", "x.json:1:10 — "), ("[1", "3:", "x.json:1:3 — "),
    ("hello", "3:", "x.json is not in any of the formats"), ("openapi: 3.0.3\ninfo:\n  a: b: c\n", "3:", "x.json:3:"),
  ])
  func damagedSourcesAreNamedWithTheirCause(text: String, status: String, beginning: String) async throws {
    let sandbox = try Sandbox()
    try sandbox.write("x.json", text)
    let run = try await sandbox.shell("workbench import x.json")
    #expect("\(run.status):" == status)
    #expect(run.error.hasPrefix(beginning), "\(run.error)")
  }
}
