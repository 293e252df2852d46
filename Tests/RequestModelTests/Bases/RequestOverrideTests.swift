import RequestModel
import TestSupport
import Testing

/// Changes of an inherited request by a file.
@Suite struct RequestOverrideTests {
  private static let base: JSONObject = [
    "id": "base-id", "name": "Pets", "method": "POST", "url": "{{base}}/pets/:id",
    "path": ["id": "1", "kind": "cat"], "headers": [["name": "Accept", "value": "text/plain"]],
    "auth": ["basic": ["username": "ada", "password": "{{password}}"]],
    "body": ["json": ["name": "Tom", "age": 3]], "options": ["timeout": 5, "maxRedirects": 2],
  ]

  @Test func membersAreChangedAloneAndTheRestIsInherited() {
    let changes: JSONObject = [
      "id": "own", "url": "http://localhost/pets", "path": ["id": "2"], "options": ["maxRedirects": .null],
      "auth": ["basic": ["username": "eve"]], "body": ["json": ["name": .null]], "name": .null,
    ]
    let merged: JSONObject = [
      "id": "own", "method": "POST", "url": "http://localhost/pets", "path": ["id": "2", "kind": "cat"],
      "headers": [["name": "Accept", "value": "text/plain"]],
      "auth": ["basic": ["username": "eve", "password": "{{password}}"]], "body": ["json": ["name": .null]],
      "options": ["timeout": 5],
    ]
    #expect(RequestOverride.merged(Self.base, changes) == merged)
  }

  @Test func anotherKindOfAuthReplacesTheInheritedOne() {
    let merged = RequestOverride.merged(Self.base, ["auth": ["bearer": ["token": "{{t}}"]]])
    #expect(merged["auth"] == ["bearer": ["token": "{{t}}"]])
  }

  @Test func theIdIsNotInherited() {
    #expect(RequestOverride.merged(Self.base, [:])["id"] == nil)
  }

  @Test func changesAreOnlyWhatDiffers() {
    var target = RequestOverride.merged(Self.base, [:])
    target["url"] = "http://localhost"
    target["name"] = nil
    target["options"] = ["timeout": 7, "maxRedirects": 2]
    let changes: JSONObject = ["url": "http://localhost", "options": ["timeout": 7], "name": .null]
    #expect(RequestOverride.changes(Self.base, [:], to: target) == changes)
  }

  @Test func changesThatStillHoldStayAsTheyWere() {
    let old: JSONObject = ["x-why": "local", "method": "POST", "url": "http://a"]
    var target = RequestOverride.merged(Self.base, old)
    target["url"] = "http://b"
    let changes: JSONObject = ["x-why": "local", "method": "POST", "url": "http://b"]
    #expect(RequestOverride.changes(Self.base, old, to: target) == changes)
  }

  @Test func whatIsSavedIsWhatIsReadAgain() {
    for seed in Seeds.some(of: 5_000) {
      var numbers = SplitMix64(seed: seed)
      let (base, old, wanted) = (document(&numbers), document(&numbers), document(&numbers))
      let target = RequestOverride.merged(wanted, [:])
      let changes = RequestOverride.changes(base, old, to: target)
      let found = RequestOverride.merged(base, changes)
      #expect(Self.sorted(found) == Self.sorted(target), "seed \(seed)")
    }
  }

  // MARK: Generated requests

  private func document(_ numbers: inout SplitMix64) -> JSONObject {
    var object: JSONObject = ["url": value(&numbers)]
    for name in ["method", "name", "x-note"] where Bool.random(using: &numbers) { object[name] = value(&numbers) }
    for name in ["path", "options", "scripts", "body"] where Bool.random(using: &numbers) {
      var inner = JSONObject()
      for key in ["a", "b", "c"] where Bool.random(using: &numbers) { inner[key] = value(&numbers) }
      if !inner.members.isEmpty { object[name] = .object(inner) }
    }
    if Bool.random(using: &numbers) {
      let kind = ["basic", "bearer"].randomElement(using: &numbers) ?? "basic"
      object["auth"] = .object([kind: ["username": value(&numbers), "token": value(&numbers)]])
    }
    return object
  }

  private func value(_ numbers: inout SplitMix64) -> JSONValue {
    .string(["one", "two", "three"].randomElement(using: &numbers) ?? "one")
  }

  /// Members in the order of their names: a change may append what it sets again.
  private static func sorted(_ object: JSONObject) -> [String] {
    object.members.map { "\($0.key.value)=\(inner($0.value))" }.sorted()
  }

  private static func inner(_ value: JSONValue) -> String {
    value.object.map { "{\(sorted($0).joined(separator: ","))}" } ?? value.rendered()
  }
}

/// The member `base` of a collection.
@Suite struct CollectionBaseTests {
  @Test func foldersAndRepositoriesAreRead() throws {
    let commit = String(repeating: "a1", count: 20)
    #expect(try CollectionBase(document: [:]) == nil)
    #expect(try CollectionBase(document: ["base": "../shop"]) == .folder("../shop"))
    let tagged: JSONObject = ["base": ["git": "https://example.com/shop.git", "revision": "v1.0", "path": "./api/"]]
    #expect(
      try CollectionBase(document: tagged)
        == .git(RepositoryBase(url: "https://example.com/shop.git", revision: "v1.0", path: "api")))
    let pinned: JSONObject = ["base": ["git": "git@example.com:shop.git", "revision": .string(JSONString(commit))]]
    #expect(
      try CollectionBase(document: pinned) == .git(RepositoryBase(url: "git@example.com:shop.git", revision: commit)))
  }

  @Test(arguments: [
    ("7", "\"base\" is a number, not the path of a folder or an object with \"git\""),
    ("\"\"", "\"base\" is empty: name a folder"),
    ("{}", "\"base\" needs a \"git\" with the URL of a repository"),
    (
      "{\"git\": \"https://a/b\"}",
      "\"base\" needs a \"revision\": a full commit or a tag — `workbench base update` writes it"
    ),
    ("{\"git\": \"https://a/b\", \"rev\": \"v1\"}", "\"base\" has an unknown member \"rev\""),
    (
      "{\"git\": \"https://a/b\", \"revision\": \"abcdef1\"}", "\"revision\" is a shortened commit: write all 40 digits"
    ),
    ("{\"git\": \"https://a/b\", \"revision\": \"main~1\"}", "\"revision\" is neither a full commit nor a tag"),
    ("{\"git\": \"https://a/b\", \"revision\": \"--upload-pack\"}", "\"revision\" is neither a full commit nor a tag"),
    (
      "{\"git\": \"--upload-pack=x\", \"revision\": \"v1\"}",
      "\"git\" is not the URL of a repository: use https, ssh, git, file, or a path"
    ),
    (
      "{\"git\": \"ext::sh -c x\", \"revision\": \"v1\"}",
      "\"git\" is not the URL of a repository: use https, ssh, git, file, or a path"
    ),
    (
      "{\"git\": \"ftp://a/b\", \"revision\": \"v1\"}",
      "\"git\" has the scheme \"ftp\": use https, http, ssh, git or file"
    ),
    (
      "{\"git\": \"https://a/b\", \"revision\": \"v1\", \"path\": \"../x\"}",
      "\"path\" leads out of the repository: name a folder in it"
    ),
  ])
  func whatIsNoBaseIsRefused(_ base: String, _ sentence: String) throws {
    let text = try JSONText("{\"base\": \(base)}")
    let document = try #require(text.value.object)
    let error = #expect(throws: DocumentError.self) { try CollectionBase(document: document) }
    #expect(error?.problem == sentence)
  }
}
