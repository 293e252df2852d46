import Foundation
import RequestModel
import Testing

/// Two people and the real git.
struct GitMergeTests {
  private static let base = """
    {
      "method": "GET",
      "url": "https://a.example/{{x}}",
      "headers": [
        { "name": "Accept", "value": "text/plain" },
        { "name": "X-Id", "value": "1" }
      ],
      "body": {
        "json": { "user": { "name": "Ann", "age": 1.0 }, "tags": ["a"] }
      }
    }

    """
  private static let ann = base.replacing("\"1\"", with: "\"2\"").replacing("\"Ann\"", with: "\"Bea\"")
  private static let bob = base.replacing("text/plain", with: "application/json").replacing("1.0", with: "2.0")
    .replacing("\"headers\"", with: "\"query\": [\n    { \"name\": \"page\", \"value\": \"1\" }\n  ],\n  \"headers\"")
  private static let both = bob.replacing("\"X-Id\", \"value\": \"1\"", with: "\"X-Id\", \"value\": \"2\"")
    .replacing("\"Ann\"", with: "\"Bea\"")

  /// A repository with the collection `api`, and a clone of it with a space in its name.
  private static func repositories(setup: Bool = true) async throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write(
      "home/.gitconfig", "[user]\n\tname = Ann\n\temail = ann@example.com\n[init]\n\tdefaultBranch = main\n")
    try sandbox.write("ann/api v1/collection.json", "{}\n")
    try sandbox.write("ann/api v1/create.json", base)
    try await run(
      sandbox,
      """
      cd ann && git init -q && \(setup ? "workbench git-setup 'api v1' &&" : "") git add . && git commit -qm base
      cd .. && git clone -q ann 'bo b' && cd 'bo b' \(setup ? "&& workbench git-setup 'api v1'" : "")
      """)
    return sandbox
  }

  @discardableResult
  private static func run(_ sandbox: Sandbox, _ script: String, status: Int32 = 0) async throws -> Program.Finished {
    let finished = try await sandbox.shell("set -e\n" + script)
    #expect(finished.status == status, "\(script)\n\(finished.text)\(finished.error)")
    return finished
  }

  @Test(arguments: [
    "git commit -qam bob && git pull -q --no-rebase --no-edit",
    "git commit -qam bob && git pull -q --rebase",
    "git commit -qam bob && git fetch -q && git cherry-pick origin/main >/dev/null",
    "git stash -q && git pull -q && git stash pop >/dev/null",
  ])
  func editsOfTwoPeopleAreMerged(how: String) async throws {
    let sandbox = try await Self.repositories()
    try sandbox.write("ann/api v1/create.json", Self.ann)
    try sandbox.write("bo b/api v1/create.json", Self.bob)
    try await Self.run(sandbox, "cd ann && git commit -qam ann\ncd '../bo b' && \(how)")
    #expect(sandbox.text("bo b/api v1/create.json") == Self.both)
  }

  @Test func conflictsAreNamedAndResolvable() async throws {
    let sandbox = try await Self.repositories()
    try sandbox.write("ann/api v1/create.json", Self.ann.replacing("GET", with: "PUT"))
    try sandbox.write("bo b/api v1/create.json", Self.bob.replacing("GET", with: "POST"))
    let merge = try await Self.run(
      sandbox,
      "cd ann && git commit -qam ann\ncd '../bo b' && git commit -qam bob && git pull -q --no-rebase --no-edit",
      status: 1)
    #expect(merge.error.contains("api v1/create.json: Method: POST here, PUT there\n"))
    let conflict = "<<<<<<< ours\n  \"method\": \"POST\",\n=======\n  \"method\": \"PUT\",\n>>>>>>> theirs\n"
    #expect(
      sandbox.text("bo b/api v1/create.json") == Self.both.replacing("  \"method\": \"GET\",\n", with: conflict))
    let status = try await Self.run(sandbox, "cd 'bo b' && git status --short")
    #expect(status.text == "UU \"api v1/create.json\"\n")
  }

  @Test func gitShowsFields() async throws {
    let sandbox = try await Self.repositories()
    try sandbox.write("ann/api v1/create.json", Self.ann)
    let diff = try await Self.run(sandbox, "cd ann && git diff")
    #expect(
      diff.text == """
        changed api v1/create.json
          ~ Header X-Id: 1 → 2
          ~ Body › user.name: "Ann" → "Bea"

        """)
  }

  @Test func setupIsUndoneExactly() async throws {
    let sandbox = try await Self.repositories(setup: false)
    try sandbox.write("ann/api v1/.gitattributes", "*.png binary\r\n# end")
    let before = sandbox.text("ann/.git/config")
    try await Self.run(sandbox, "cd ann && workbench git-setup 'api v1'")
    #expect(
      sandbox.text("ann/api v1/.gitattributes") == "*.png binary\r\n# end\n*.json merge=workbench diff=workbench\n")
    let again = try await Self.run(
      sandbox, "cd ann && git worktree add -q ../tree && cd ../tree && workbench git-setup")
    #expect(again.error.hasSuffix("commit it\n") && again.text.isEmpty)
    let twice = try await Self.run(sandbox, "cd ann && workbench git-setup 'api v1'")
    #expect(twice.error == "Already set up\n")
    try await Self.run(sandbox, "cd ann && workbench git-setup --undo 'api v1' && workbench git-setup --undo ../tree")
    #expect(
      sandbox.text("ann/api v1/.gitattributes") == "*.png binary\r\n# end\n" && !sandbox.exists("tree/.gitattributes"))
    #expect(sandbox.text("ann/.git/config") == before)
    let outside = try await sandbox.run("git-setup", ".", environment: ["GIT_CEILING_DIRECTORIES": "/"])
    #expect(outside.status == 2 && outside.error.contains("is in no git repository"))
  }

  @Test func filesFoldersAndTroubleHaveTheirExitCodes() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("a/x.json", #"{ "id": "1", "url": "u" }"#)
    try sandbox.write("a/gone.json", #"{ "url": "u" }"#)
    try sandbox.write("b/moved.json", #"{ "id": "1", "url": "v" }"#)
    try sandbox.write("b/new.json", #"{ "url": "w" }"#)
    #expect(try await sandbox.run("diff", "a", "a").status == 0)
    let folders = try await sandbox.run("diff", "a", "b")
    #expect(folders.status == 1)
    #expect(
      folders.text == "removed gone.json\nadded new.json\n  + URL: w\nrenamed x.json → moved.json\n  ~ URL: u → v\n")
    let files = try await sandbox.run("diff", "--json", "a/x.json", "b/moved.json")
    let value = try JSONText(files.text).value
    #expect(files.status == 1)
    #expect(
      value == [
        [
          "path": "b/moved.json", "change": "changed",
          "fields": [
            ["field": "URL", "change": "changed", "path": "url", "old": "u", "new": "v"]
          ],
        ]
      ])
    let missing = try await sandbox.run("diff", "a/x.json", "c.json")
    #expect(missing.status == 2 && missing.error == "There is no file or folder \"c.json\" — check the path\n")
  }
}
