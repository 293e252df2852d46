import Foundation
import Testing
import TestSupport

/// Collections with a base on the command line, with the real git.
struct BaseCommandTests {
  /// A collection `own` over `base`, which is a repository of its own.
  private static func sandbox(_ base: String, _ url: String = "http://127.0.0.1:1") async throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write(
      "home/.gitconfig", "[user]\n\tname = A\n\temail = a@example.com\n[init]\n\tdefaultBranch = main\n")
    try sandbox.write(
      "base/collection.json",
      #"{"variables": [{"name": "host", "value": "\#(url)"}], "headers": [{"name": "X-From", "value": "base"}]}"#)
    try sandbox.write(
      "base/orders/create.json", #"{"method": "POST", "url": "{{host}}/orders", "body": {"file": "a.txt"}}"#)
    try sandbox.write("base/orders/a.txt", "from the base")
    try sandbox.write("base/orders/list.json", #"{"url": "{{host}}/orders"}"#)
    try sandbox.write("own/collection.json", "{ \"base\": \(base) }\n")
    try sandbox.write("own/orders/list.json", #"{"method": "PUT"}"#)
    let made = try await sandbox.shell("cd base && git init -q && git add . && git commit -qm one && git tag v1")
    #expect(made.status == 0, "\(made.error)")
    return sandbox
  }

  @Test func anInheritedRequestIsSentOnceTheBaseIsAllowed() async throws {
    let server = try EchoServer()
    let sandbox = try await Self.sandbox("\"../base\"", server.url)
    let refused = try await sandbox.run("send", "own/orders/create.json")
    #expect(refused.status == 3)
    #expect(refused.error.contains("The base ../base is outside this collection — press t to allow it"))
    #expect(try await sandbox.run("send", "own/orders/create.json", "--allow-files").text == "from the base")
    let allowed = try await sandbox.run("base", "allow", "own")
    let place = URL(fileURLWithPath: sandbox.folder).resolvingSymlinksInPath().path
    #expect(allowed.error == "Allowed the base \(place)/base for \(place)/own\n")
    #expect(try await sandbox.run("send", "own/orders/create.json").text == "from the base")
    try sandbox.write("own/orders/a.txt", "from here")
    #expect(try await sandbox.run("send", "own/orders/create.json").text == "from here")
    let variables = try await sandbox.run("vars", "own/orders/list.json")
    #expect(variables.text.contains("host") && variables.text.contains("base/collection.json"))
  }

  @Test func allowingFailsWhileTheBaseCannotBeUsed() async throws {
    let sandbox = try await Self.sandbox("\"../nothing\"")
    let place = URL(fileURLWithPath: sandbox.folder).resolvingSymlinksInPath().path
    let missing = try await sandbox.run("base", "allow", "own")
    #expect(missing.status == 3)
    #expect(missing.error == "There is no base in \(place)/nothing — check \"base\" in collection.json\n")
    try sandbox.write("own/collection.json", #"{ "base": { "git": "../base", "revision": "v1" } }"#)
    let unfetched = try await sandbox.run("base", "allow", "own")
    #expect(unfetched.status == 3)
    #expect(unfetched.error.hasPrefix("Allowed the base \(place)/base for \(place)/own\n"))
    #expect(unfetched.error.contains("The base \(place)/base at v1 is not fetched yet"))
    #expect(try await sandbox.run("base", "fetch", "own").status == 0)
    let done = try await sandbox.run("base", "allow", "own")
    #expect(done.status == 0 && done.error == "Nothing to allow\n")
    try sandbox.write("own/collection.json", "{}")
    #expect(try await sandbox.run("base", "allow", "own").status == 0)
  }

  @Test func theLoginOfARepositoryIsShownNowhere() async throws {
    let sandbox = try await Self.sandbox(
      #"{ "git": "http://ada:hunter2@127.0.0.1:1/shop.git", "revision": "v1" }"#)
    let allowed = try await sandbox.run("base", "allow", "own")
    #expect(allowed.error.contains("Allowed the base http://••••••@127.0.0.1:1/shop.git for "))
    var outputs = [allowed]
    for words in [
      ["base", "own"], ["base", "fetch", "own"], ["base", "update", "own"], ["check", "own"],
      ["send", "own/orders/list.json"],
    ] {
      let result = try await sandbox.run(words)
      #expect(result.status != 0, "\(words)")
      outputs.append(result)
    }
    for output in outputs { #expect(!(output.text + output.error).contains("hunter2")) }
  }

  @Test func aRepositoryIsFetchedPinnedAndWorksOffline() async throws {
    let sandbox = try await Self.sandbox(#"{ "git": "../base", "revision": "v1" }"#)
    let missing = try await sandbox.run("check", "own")
    #expect(missing.status == 3)
    #expect(missing.text.contains("collection.json:1:3 — The base"))
    let fetched = try await sandbox.run("base", "fetch", "own")
    #expect(fetched.status == 0, "\(fetched.error)")
    #expect(try await sandbox.run("check", "own").error == "2 requests checked, all sound\n")
    #expect(try await sandbox.shell("chmod -R u+w base && rm -rf base").status == 0)
    let head = try await sandbox.run("base", "own")
    #expect(head.status == 0 && head.text.contains("at v1"))
    let curl = try await sandbox.run("send", "own/orders/list.json", "--dry-run", "--print", "curl")
    #expect(curl.text.contains("PUT") && curl.text.contains("http://127.0.0.1:1/orders"))
    let files = try await sandbox.shell("find home/cache -name list.json")
    try #require(files.text.split(separator: "\n").count == 1)
    #expect(try await sandbox.shell("f=$(find home/cache -name list.json); rm -f $f; echo '{}' >$f").status == 0)
    let changed = try await sandbox.run("base", "own")
    #expect(changed.status == 3)
    #expect(changed.error == "The files of a base are not those of its commit — run: workbench base fetch\n")
    #expect(try await sandbox.run("base", "fetch", "own").status == 0)
    #expect(try await sandbox.run("base", "own").status == 0)
  }

  @Test func filesThatWouldMakeARepositoryAreLeftOutAndNamed() async throws {
    let sandbox = try await Self.sandbox(#"{ "git": "../base", "revision": "v2" }"#)
    try sandbox.write("base/orders/HEAD", "ref: refs/heads/main\n")
    let made = try await sandbox.shell("cd base && git add . && git commit -qm two && git tag v2")
    #expect(made.status == 0, "\(made.error)")
    let fetched = try await sandbox.run("base", "fetch", "own")
    #expect(fetched.status == 0)
    #expect(fetched.error.hasSuffix("\nLeft out orders/HEAD: git would take its folder for a repository\n"))
  }

  @Test func aBranchIsRefusedAndPinnedByUpdate() async throws {
    let sandbox = try await Self.sandbox(#"{ "git": "../base", "revision": "main" }"#)
    let refused = try await sandbox.run("base", "fetch", "own")
    #expect(refused.status == 4)
    #expect(refused.error.contains("\"main\" is a branch of "))
    let updated = try await sandbox.run("base", "update", "own", "--to", "main")
    #expect(updated.status == 0, "\(updated.error)")
    let commit = try await sandbox.shell("git -C base rev-parse HEAD").text.trimmingCharacters(in: .newlines)
    #expect(
      sandbox.text("own/collection.json") == "{ \"base\": { \"git\": \"../base\", \"revision\": \"\(commit)\" } }\n")
    #expect(try await sandbox.run("base", "update", "own").error.hasPrefix("Already at \(commit)\n"))
  }

  @Test func changesOfWhatTheBaseDoesNotHaveAreNamed() async throws {
    let sandbox = try await Self.sandbox("\"../base\"")
    try sandbox.write("own/gone.json", #"{"method": "PUT"}"#)
    _ = try await sandbox.run("base", "allow", "own")
    let checked = try await sandbox.run("check", "own")
    #expect(checked.status == 3)
    #expect(
      checked.text
        == "gone.json — the base has no such request to change: add a \"url\" to make it one of this collection, or delete it\n"
    )
  }

  @Test func anExportHasTheRequestsOfBoth() async throws {
    let sandbox = try await Self.sandbox("\"../base\"")
    _ = try await sandbox.run("base", "allow", "own")
    let exported = try await sandbox.run("export", "own", "--format", "postman", "-o", "out.json")
    #expect(
      sandbox.text("out.json").contains("\"PUT\"") && sandbox.text("out.json").contains("X-From"), "\(exported.error)")
  }
}
