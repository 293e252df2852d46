import Foundation
import Interchange
import TestSupport
import Testing

/// `workbench export` writes what is inherited, and no secret that was not asked for.
struct ExportTests {
  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write(
      "c/shop/collection.json",
      #"{"name": "Shop", "variables": [{"name": "base", "value": "http://a"}, {"name": "token", "secret": true}], "auth": {"bearer": {"token": "{{token}}"}}, "headers": [{"name": "X-A", "value": "1"}]}"#
    )
    try sandbox.write(
      "c/shop/orders/create.json",
      #"{"method": "POST", "url": "{{base}}/o/:id", "path": {"id": "a b"}, "body": {"json": {"a": "{{base}}"}}}"#)
    try sandbox.write(
      "c/shop/orders/up.json",
      #"{"method": "POST", "url": "{{base}}/{{none}}", "auth": {"basic": {"username": "bob", "password": "geheim"}}, "body": {"multipart": [{"name": "f", "file": "../x.png"}]}}"#
    )
    return sandbox
  }

  @Test func aRequestIsWrittenWithWhatItInherits() async throws {
    let run = try await sandbox().shell("workbench export c/shop/orders/create.json --format curl")
    #expect(run.status == 0 && run.error == "", "\(run.error)")
    #expect(run.text.contains("curl http://a/o/a%20b") && run.text.contains("-H 'X-A: 1'"), "\(run.text)")
    #expect(run.text.contains("Bearer YOUR_TOKEN") && run.text.contains(#"'{"a":"http://a"}'"#), "\(run.text)")
  }

  @Test(arguments: ["curl", "python-requests"])
  func codeSaysThatItOpensNoSessionWithAnMCPServer(_ format: String) async throws {
    let sandbox = try Sandbox()
    try sandbox.write("c/collection.json", "{}")
    try sandbox.write(
      "c/call.json",
      #"{"method": "POST", "url": "http://a/mcp", "body": {"jsonrpc": {"method": "tools/list", "id": 1, "mcp": true}}}"#
    )
    let run = try await sandbox.run("export", "c/call.json", "--format", format)
    #expect(run.text.contains("It is sent without the session that an MCP server needs"), "\(run.text)\(run.error)")
  }

  @Test(arguments: ["postman", "curl", "hurl", "openapi", "python-requests"])
  func aBrokenRequestIsNoEmptyDocument(_ format: String) async throws {
    let sandbox = try sandbox()
    try sandbox.write("c/shop/bad.json", #"{ "url": "http://a", "variables": {} }"#)
    let run = try await sandbox.run("export", "c/shop/bad.json", "--format", format, "-o", "out")
    #expect(
      run.error.contains(#"bad.json:1:35 — "variables" is an object, not an array"#) && run.status == 3, "\(run.error)")
    #expect(!FileManager.default.fileExists(atPath: sandbox.folder + "/out"))
  }

  @Test func severalFilesNeedAFolder() async throws {
    let run = try await sandbox().run("export", "c/shop", "--format", "bruno")
    #expect(run.error.contains("name a folder for them with -o") && run.status == 2, "\(run.error)")
  }

  /// A collection with an environment.
  private func withEnvironment() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("c/shop/collection.json", #"{"name": "Shop"}"#)
    try sandbox.write("c/shop/one.json", #"{"url": "http://a/{{x}}"}"#)
    try sandbox.write(
      "c/shop/environments/local.json", #"{"name": "local", "variables": [{"name": "x", "value": "1"}]}"#)
    return sandbox
  }

  @Test(arguments: [
    ("postman", "image.json", ["image.json", "local.postman_environment.json"]),
    ("http", "image.json", ["http-client.env.json", "image.json"]),
    ("http", "api.http", ["api.http", "http-client.env.json"]),
    ("postman", "all/", ["all/Shop.json", "all/local.postman_environment.json"]),
    ("postman", "v1.2", ["v1.2/Shop.json", "v1.2/local.postman_environment.json"]),
  ])
  func aNamedFileIsNoFolderForItsEnvironments(format: String, name: String, files: [String]) async throws {
    let sandbox = try withEnvironment()
    let run = try await sandbox.shell(
      "mkdir out; workbench export c/shop --format \(format) -o out/\(name); cd out; find . -type f | sort")
    #expect(run.status == 0 && run.text == files.map { "./\($0)\n" }.joined(), "\(run.text)\(run.error)")
    #expect(run.error.contains("2 files written to "), "\(run.error)")
  }

  @Test func aFileBesideTheNamedOneIsReplacedOnlyIfTheCommandSaysSo() async throws {
    let sandbox = try withEnvironment()
    try sandbox.write("http-client.env.json", "{}")
    let export = ["export", "c/shop", "--format", "http", "-o", "api.http"]
    let refused = try await sandbox.run(export)
    #expect(refused.status == 4, "\(refused.error)")
    #expect(refused.error.contains("/http-client.env.json already exists — name a folder"), "\(refused.error)")
    #expect(!FileManager.default.fileExists(atPath: sandbox.folder + "/api.http"))
    // Also if the named file exists, which is replaced itself.
    try sandbox.write("api.http", "")
    #expect(try await sandbox.run(export).status == 4)
    #expect(sandbox.text("http-client.env.json") == "{}" && sandbox.text("api.http") == "")
    #expect(try await sandbox.run(export + ["--replace"]).status == 0)
    #expect(sandbox.text("http-client.env.json").contains("local") && sandbox.text("api.http") != "")
    // Nothing is replaced by the same export once more.
    #expect(try await sandbox.run(export).status == 0)
  }

  @Test func filesOfANamedFolderAreReplacedOnlyIfTheCommandSaysSo() async throws {
    let sandbox = try withEnvironment()
    for name in ["bruno.json", "one.bru"] { try sandbox.write("out/" + name, "theirs") }
    let export = ["export", "c/shop", "--format", "bruno", "-o", "out/"]
    let refused = try await sandbox.run(export)
    #expect(refused.status == 4, "\(refused.error)")
    #expect(refused.error.contains("/out/bruno.json, ") && refused.error.contains("/out/one.bru already exist — "))
    #expect(sandbox.text("out/one.bru") == "theirs" && !sandbox.exists("out/environments/local.bru"))
    #expect(try await sandbox.run(export + ["--replace"]).status == 0)
    #expect(sandbox.text("out/one.bru") != "theirs" && sandbox.exists("out/environments/local.bru"))
  }

  @Test(arguments: [
    ("postman", "c/shop", "Shop.json"), ("bruno", "c/shop/tools/", "bruno.json"), ("openapi", "c/shop/one.json", ""),
    ("http", "c/shop/api.http", "http-client.env.json"), ("openapi", "link/api.json", ""),
  ])
  func noFileIsWrittenThatACollectionWouldListAsARequest(format: String, place: String, name: String) async throws {
    let sandbox = try withEnvironment()
    try FileManager.default.createSymbolicLink(atPath: sandbox.path("link"), withDestinationPath: "c/shop")
    let before = try await sandbox.shell("find c -type f | sort | xargs tail -n +1").text
    let run = try await sandbox.run("export", "c/shop", "--format", format, "-o", place, "--replace")
    #expect(run.status == 4 && run.text == "", "\(run.text)")
    #expect(run.error.hasPrefix("Not written: \(sandbox.folder)/") && run.error.contains(name + " would be listed in "))
    let ending = "/c/shop as a file that cannot be read — choose a place outside of it\n"
    #expect(run.error.hasSuffix(ending), "\(run.error)")
    #expect(try await sandbox.shell("find c -type f | sort | xargs tail -n +1").text == before)
  }

  @Test(arguments: ["c/all.json", "c/shop/all.yaml", "c/shop/.all/all.json", "c/shop/all.schema.json"])
  func aFileThatNoCollectionReadsMayBeInItsFolder(_ place: String) async throws {
    let sandbox = try withEnvironment()
    let run = try await sandbox.run("export", "c/shop", "--format", "openapi", "-o", place)
    #expect(run.status == 0 && sandbox.exists(place), "\(run.error)")
  }

  @Test func nothingIsWrittenIfAFolderHasTheNameOfAFile() async throws {
    let sandbox = try sandbox()
    try sandbox.write("out/orders/up.bru/mine", "theirs")
    for options in [[], ["--replace"]] {
      let run = try await sandbox.run(["export", "c/shop", "--format", "bruno", "-o", sandbox.path("out")] + options)
      #expect(run.status == 4)
      #expect(
        run.error == "Not written: \(sandbox.path("out/orders/up.bru")) is a folder, and the export has a file of this "
          + "name — choose another place\n")
      #expect(!sandbox.exists("out/bruno.json") && !sandbox.exists("out/orders/create.bru"))
    }
  }

  @Test func nothingIsWrittenIfAFileHasTheNameOfAFolder() async throws {
    let sandbox = try sandbox()
    try sandbox.write("out/orders", "theirs")
    let run = try await sandbox.run("export", "c/shop", "--format", "bruno", "-o", sandbox.path("out"), "--replace")
    #expect(run.status == 4 && run.error.hasPrefix("Cannot write \(sandbox.path("out/orders"))/"), "\(run.error)")
    #expect(!sandbox.exists("out/bruno.json") && sandbox.text("out/orders") == "theirs")
  }

  @Test func ofManyFilesThatExistTheFirstOnesAreNamed() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("c/collection.json", "{}")
    for number in 1...9 {
      try sandbox.write("c/r\(number).json", #"{"url": "http://a"}"#)
      try sandbox.write("out/r\(number).bru", "theirs")
    }
    let run = try await sandbox.run("export", "c", "--format", "bruno", "-o", sandbox.path("out"))
    let names = (1...5).map { sandbox.path("out/r\($0).bru") }.joined(separator: ", ")
    #expect(
      run.error
        == "Not written: \(names) and 4 more files already exist — name another folder with -o, or pass --replace\n")
  }

  @Test func aFileOfOneFileInANamedFolderIsReplacedOnlyIfTheCommandSaysSo() async throws {
    let sandbox = try sandbox()
    try sandbox.write("out/Shop.yaml", "theirs")
    let export = ["export", "c/shop", "--format", "openapi", "-o", "out/"]
    #expect(try await sandbox.run(export).error.contains("/out/Shop.yaml already exists — "))
    #expect(sandbox.text("out/Shop.yaml") == "theirs")
    #expect(try await sandbox.run(export + ["--replace"]).status == 0)
    #expect(try await sandbox.run("export", "c/shop", "--format", "postman", "-o", "out/Shop.yaml").status == 0)
    #expect(sandbox.text("out/Shop.yaml").hasPrefix("{"))
  }

  @Test(arguments: [("http", "http-client.env.json"), ("postman", "local.postman_environment.json")])
  func aFileOfTheExportDoesNotReplaceTheNamedOne(format: String, name: String) async throws {
    let sandbox = try withEnvironment()
    let run = try await sandbox.run("export", "c/shop", "--format", format, "-o", name)
    #expect(run.status != 0 && run.error.contains("another file of the export is also named \(name)"), "\(run.error)")
    #expect(!FileManager.default.fileExists(atPath: sandbox.folder + "/" + name))
  }

  @Test func aFormatOfAFolderIsNotWrittenToAFile() async throws {
    let sandbox = try withEnvironment()
    let run = try await sandbox.run("export", "c/shop", "--format", "bruno", "-o", "image.json")
    #expect(run.error.contains("name a folder for them with -o") && run.status == 2, "\(run.error)")
    #expect(!FileManager.default.fileExists(atPath: sandbox.folder + "/image.json"))
  }

  @Test(arguments: ["nowhere", "round"]) func aLinkToNothingIsNoFolder(_ link: String) async throws {
    let sandbox = try sandbox()
    let path = sandbox.path(link)
    // The second one leads to itself.
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: link == "round" ? link : "missing")
    let run = try await sandbox.run("export", "c/shop", "--format", "bruno", "-o", path)
    #expect(run.error == "Cannot write \(path): a link in this path points to a missing file\n" && run.status == 2)
    #expect(!sandbox.exists("missing"))
  }

  @Test(arguments: ["curl", "bruno"]) func anEmptyNameIsNotTheFolderOfTheCommand(_ format: String) async throws {
    let sandbox = try sandbox()
    let run = try await sandbox.run("export", "c/shop", "--format", format, "-o", "")
    #expect(run.status == 2 && run.error == "The name of an output is empty\n", "\(run.error)")
    #expect(!sandbox.exists("Shop.sh") && !sandbox.exists("bruno.json"))
  }

  @Test func codeIsNotWrittenForAnUnknownEnvironment() async throws {
    let run = try await withEnvironment().run("export", "c/shop/one.json", "--format", "curl", "--env", "none")
    #expect(run.status == 2 && run.text == "", "\(run.text)")
    #expect(run.error == "No environment \"none\" — choose one of local\n", "\(run.error)")
  }

  @Test func secretsAreThereOnlyWhenTheyAreAskedFor() async throws {
    let sandbox = try sandbox()
    let without = try await sandbox.shell(
      "printf hush | workbench secret set c/shop token; workbench export c/shop --format curl")
    #expect(!without.text.contains("hush") && !without.text.contains("geheim"), "\(without.text)")
    #expect(!without.text.contains(Data("bob:geheim".utf8).base64EncodedString()))
    let with = try await sandbox.shell(
      "workbench export c/shop --format curl --secrets -o all.sh; cat all.sh; stat -c %a all.sh")
    #expect(with.text.contains("Bearer hush") && with.text.hasSuffix("600\n"), "\(with.text)")
  }

  @Test func noFormatHasCredentialsOfOptions() async throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "shop/collection.json",
      #"{"name": "Shop", "options": {"proxy": "http://bob:hush1@proxy:1", "certificates": [{"name": "a", "clientCertificate": "c.pem", "clientPassphrase": "hush2"}]}}"#
    )
    try sandbox.write(
      "shop/environments/local.json",
      #"{"name": "local", "options": {"proxyUsername": "eve", "proxyPassword": "hush3", "clientCertificate": "c.pem", "clientPassphrase": "hush4"}}"#
    )
    try sandbox.write("shop/one.json", #"{"url": "http://a/", "options": {"proxy": "eve:hush5@proxy:2"}}"#)
    // The others have nothing to say about a request over HTTP.
    let formats = ExportFormat.all.filter { $0.needs != .sockets }.map(\.name)
    let run = try await sandbox.shell(
      """
      for format in \(formats.joined(separator: " ")); do
        workbench export shop --format $format -o out/$format/ 2>/dev/null || echo "$format failed"
      done
      grep -rl hush out; ls out
      """)
    let lines = run.text.split(separator: "\n").map { String($0) }
    #expect(lines.sorted() == formats.sorted())
    let with = try await sandbox.shell("workbench export shop --format curl --secrets")
    #expect(with.text.contains("hush5"), "\(with.text) \(with.error)")
  }

  @Test(
    arguments: [
      ("postman", false), ("insomnia", false), ("bruno", false), ("http", false), ("hurl", true), ("curl", false),
      ("k6", false), ("python-requests", false), ("openapi", nil), ("markdown", nil),
    ] as [(String, Bool?)])
  func pathsThatLeadOutOfTheCollectionAreNoted(format: String, namesCertificates: Bool?) async throws {
    let sandbox = try Sandbox()
    try sandbox.write("shop/collection.json", #"{"name": "Shop", "options": {"caBundle": "../ca.pem"}}"#)
    try sandbox.write(
      "shop/orders/in.json", #"{"method": "POST", "url": "http://a/in", "body": {"file": "../files/x"}}"#)
    try sandbox.write(
      "shop/orders/up.json",
      #"{"method": "POST", "url": "http://a/", "body": {"multipart": [{"name": "f", "file": "../../x"}, {"name": "g", "file": "/x"}]}}"#
    )
    let run = try await sandbox.run("export", "shop", "--format", format, "-o", "out/")
    let end = "leads out of the collection: it may name another file where the export is"
    let expected = [
      namesCertificates == true ? ["changed: The path ../ca.pem \(end)"] : [],
      namesCertificates != nil ? ["changed: orders / up: The path ../x \(end)"] : [],
    ]
    let lines = run.error.split(separator: "\n").map { String($0) }
    #expect(lines.filter { $0.contains("leads out") } == expected.flatMap(\.self), "\(run.error)")
    #expect(run.status == 0)
  }

  /// A certificate of the collection is in Bruno's file of it; code has no WebSockets, or nothing else.
  @Test(arguments: [
    ("bruno", ["../c.pem", "../x"]), ("insomnia", ["../x", "../m.bin"]), ("curl", ["../x"]),
    ("python-websockets", ["../m.bin"]),
  ])
  func onlyPathsThatAreWrittenAreNoted(format: String, paths: [String]) async throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "shop/collection.json",
      #"{"name": "Shop", "options": {"certificates": [{"name": "b", "clientCertificate": "../c.pem"}]}}"#)
    try sandbox.write("shop/in.json", #"{"method": "POST", "url": "http://a/in", "body": {"file": "../x"}}"#)
    try sandbox.write("shop/chat.json", #"{"url": "ws://a/", "messages": [{"name": "m", "file": "../m.bin"}]}"#)
    let run = try await sandbox.run("export", "shop", "--format", format, "-o", "out/")
    let named = run.error.split(separator: "\n").filter { $0.contains(" leads out ") }.compactMap {
      $0.split(separator: " ").first { $0.hasPrefix("../") }.map(String.init)
    }
    #expect(named.sorted() == paths.sorted(), "\(run.error)")
  }

  @Test func aWebSocketThatCannotBePreparedIsLeftOutForThatReason() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("chat.json", #"{"url": "ws://a/", "options": {"clientCertificate": "none.pem"}}"#)
    let run = try await sandbox.run("export", "chat.json", "--format", "websocat")
    #expect(!run.error.contains("opens WebSockets alone"), "\(run.error)")
  }

  @Test func aRequestBesideACollectionIsExportedAndNotTheCollection() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("shop/collection.json", "{}")
    try sandbox.write("shop/in.json", #"{"url": "http://shop/in"}"#)
    try sandbox.write("loose.json", #"{"url": "http://loose/"}"#)
    let run = try await sandbox.run("export", "loose.json", "--format", "curl")
    #expect(run.text.contains("http://loose/") && !run.text.contains("http://shop/"), "\(run.text) \(run.error)")
  }

  @Test func whatCannotBeKnownIsNoted() async throws {
    let run = try await sandbox().shell("workbench export c/shop/orders/up.json --format curl")
    #expect(run.text.contains("http://a/{{none}}") || run.text.contains("%7B%7Bnone%7D%7D"), "\(run.text)")
    #expect(run.text.contains(#"f=@"x.png""#), "\(run.text)")
  }

  @Test(arguments: ["curl", "python-requests", "k6"])
  func theNotesInTheCodeAreAlsoOnStandardError(_ format: String) async throws {
    let sandbox = try Sandbox()
    try sandbox.write("c/collection.json", #"{"variables": [{"name": "trace", "value": "{{$guid}}"}]}"#)
    try sandbox.write(
      "c/orders/list.json",
      #"{"url": "http://a/{{trace}}/{{none}}", "headers": [{"name": "X-Id", "value": "{{$randomUUID}}"}]}"#)
    let run = try await sandbox.run("export", "c", "--format", format, "-o", "code")
    let lines = run.error.split(separator: "\n").map { String($0) }
    let fixed = "changed: orders / list: One value for all iterations: {{$guid}}, {{$randomUUID}}"
    #expect(lines.contains("changed: orders / list: No value: {{none}}"), "\(run.error)")
    #expect(lines.contains(fixed) == (format == "k6"), "\(run.error)")
    #expect(run.status == 0)
  }

  @Test func whatALoadTestLeavesOutIsOnStandardError() async throws {
    let sandbox = try Sandbox()
    let checks = #""checks": [{"query": "status", "value": 200}]"#
    try sandbox.write("c/collection.json", #"{"name": "c", \#(checks)}"#)
    try sandbox.write(
      "c/r.json",
      #"{"url": "https://a.example", \#(checks), "captures": [{"name": "a", "query": "status"}], "scripts": {"preRequest": "a"}}"#
    )
    try sandbox.write("c/plain.json", #"{"url": "https://a.example", "checks": []}"#)
    let run = try await sandbox.run("export", "c/r.json", "--format", "k6")
    let expected = """
      // c
      // k6 run script.js, in the folder of the collection

      import { check } from "k6";
      import http from "k6/http";

      export const options = {
        scenarios: {
          collection: {
            executor: "constant-vus",
            vus: Number(__ENV.VUS || 1),
            duration: __ENV.DURATION || "30s",
          },
        },
        thresholds: {
          checks: ["rate>0.99"],
          http_req_failed: ["rate<0.01"],
          http_req_duration: ["p(95)<1000"],
        },
      };

      export default function () {
        // r
        check(http.request("GET", "https://a.example/", null, {
          tags: { name: "r" },
        }), {
          "status is below 400": (response) => response.status > 0 && response.status < 400,
        });
      }

      """
    #expect(run.text == expected, "\(run.text)")
    let notes = """
      dropped: Checks for all requests: left out of the load test
      dropped: r: Scripts: left out of the load test
      dropped: r: Checks: left out of the load test
      dropped: r: Captures: left out of the load test

      """
    #expect(run.error == notes && run.status == 0, "\(run.error)")
    let plain = try await sandbox.run("export", "c/plain.json", "--format", "k6")
    #expect(plain.error == "dropped: Checks for all requests: left out of the load test\n", "\(plain.error)")
  }

  @Test func aTildeIsTheHomeOfTheEnvironment() async throws {
    let run = try await sandbox().shell(
      "workbench export c/shop/orders/up.json --format curl -o '~/up.sh'; test -s \"$HOME/up.sh\"")
    #expect(run.status == 0, "\(run.error)")
  }

  @Test(arguments: [
    ("workbench export c/shop --format none", 2, "There is no format \"none\" — choose one of "),
    ("workbench export --format curl", 2, "Name a request, folder or collection"),
    ("workbench export c/shop --exchange 1 --format curl", 2, "Name a request, folder or collection"),
    ("workbench export --exchange 1 --secrets --format curl", 2, "A past exchange has its values, with secrets masked"),
    ("workbench export c/shop --env local --format postman", 2, "Postman"),
    ("workbench export c/shop --format curl --replace", 2, "--replace is for files, and the export is printed"),
    ("workbench export c/shop --format curl -o - --replace", 2, "--replace is for files, and the export is printed"),
    ("workbench export c/nothing --format curl", 2, "There is no file or folder \"c/nothing\""),
    ("workbench export c/shop --format curl -o /proc/no/x", 4, "Cannot write /proc/no/x"),
  ])
  func whatIsWrongIsSaid(command: String, status: Int32, beginning: String) async throws {
    let run = try await sandbox().shell(command)
    #expect(run.status == status)
    #expect(run.error.contains(beginning), "\(run.error)")
  }

  @Test(arguments: ["curl", "postman"]) func aBrokenFileIsNamedWithItsFolders(_ format: String) async throws {
    let sandbox = try sandbox()
    try sandbox.write("c/shop/a/b/r.json", #"{"url": "http://a/"}"#)
    try sandbox.write("c/shop/a/b/folder.json", "{\n")
    let run = try await sandbox.shell("workbench export c/shop --format \(format)")
    #expect(run.status == 3)
    #expect(run.error == "c/shop: a/b/folder.json:2:1 — the text ends before \"}\"\n", "\(run.error)")
  }

  @Test func aPastExchangeIsExported() async throws {
    let sandbox = try sandbox()
    let run = try await sandbox.shell(
      "workbench send http://127.0.0.1:1/x -H 'X-B: 2' 2>/dev/null; id=$(workbench history list | cut -f1 | tr -d ' '); workbench export --exchange ${id%% *} --format curl"
    )
    #expect(run.text.contains("curl http://127.0.0.1:1/x"), "\(run.text) \(run.error)")
  }
}
