import Foundation
import RequestModel
import TestSupport
import Testing

@testable import RequestStore

/// Collections that are based on another one, in a folder.
@Suite struct BaseTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for (path, text) in [
      "base/collection.json":
        #"{"name": "Shop", "order": ["pets", "ping"], "variables": [{"name": "host", "value": "base"}]}"#,
      "base/ping.json": #"{"id": "p", "url": "http://{{host}}/ping", "headers": [{"name": "A", "value": "1"}]}"#,
      "base/pets/folder.json": #"{"name": "Pets", "headers": [{"name": "X-Pets", "value": "base"}]}"#,
      "base/pets/create.json": #"{"name": "Create", "method": "POST", "url": "http://{{host}}/pets"}"#,
      "base/pets/list.json": #"{"url": "http://{{host}}/pets"}"#,
      "base/environments/local.json":
        #"{"variables": [{"name": "host", "value": "localhost"}, {"name": "key", "secret": true}]}"#,
      "base/environments/live.json": #"{"variables": [{"name": "host", "value": "example.com"}]}"#,
      "base/other/collection.json": "{}", "base/other/a.json": #"{"url": "a"}"#,
      "own/collection.json": #"{"base": "../base", "variables": [{"name": "user", "value": "ada"}]}"#,
      "own/pets/list.json": #"{ "url": "http://own/pets" }"#,
      "own/mine.json": #"{"url": "http://mine"}"#,
      "own/environments/local.json": #"{"variables": [{"name": "host", "value": "127.0.0.1"}]}"#,
    ] {
      try folder.write(path, text)
    }
  }

  /// The store of the collection, with the permission to use the base.
  private var store: CollectionStore { store(allowing: folder.root + "/base") }

  private func store(_ name: String = "own", allowing bases: String...) -> CollectionStore {
    var store = CollectionStore(root: folder.root + "/" + name, folder.user)
    store.bases.allowed = Set(bases.map { .base(URL(filePath: $0).resolvingSymlinksInPath().path) })
    return store
  }

  private func rows(_ store: CollectionStore) throws -> [String] {
    try store.load().nodes.map { node in
      let mark = ["none": "", "inherited": " (base)", "overriding": " (changed)"]["\(node.inheritance)"] ?? "?"
      let kind =
        switch node.kind {
        case .folder: "folder"
        case .request(let method, _): method
        case .broken(let sentence): "broken: \(sentence)"
        }
      return String(repeating: "  ", count: node.depth) + "\(node.address.name) \(kind) \(node.title)\(mark)"
    }
  }

  private func document(_ address: String, in store: CollectionStore) throws -> String {
    JSONValue.object(try store.open(Address(address)).request.document).rendered()
  }

  // MARK: Reading

  @Test func theTreeHasTheRequestsOfTheBase() throws {
    #expect(
      try rows(store) == [
        "pets folder Pets", "  create.json POST Create (base)", "  list.json GET list (changed)",
        "ping.json GET ping (base)", "mine.json GET mine",
      ])
  }

  @Test func aFolderInTheCollectionIsOpenedWithWhatItInherits() throws {
    let store = store("own/pets", allowing: folder.root + "/base")
    #expect(try rows(store) == ["create.json POST Create (base)", "list.json GET list (changed)"])
    #expect(try store.settings(for: Address("list.json")).map(\.name) == ["Shop", nil, "Pets"])
  }

  @Test(arguments: [#"{"base": "../base"}"#, #"{"\u0062ase": "../base"}"#, #"{"ba\u0073e": "../base"}"#])
  func theKeyOfABaseIsReadAsJSON(_ text: String) throws {
    try folder.write("own/collection.json", text)
    #expect(try store.settings(for: Address("pets/list.json")).map(\.name) == ["Shop", nil, "Pets"])
    #expect(try store.check() == [])
  }

  @Test func aMemberOfThatNameFurtherInsideIsNoBase() throws {
    try folder.write("own/collection.json", #"{"x-openapi": {"base": "../base", "a": "\u0062ase"}}"#)
    #expect(store.layers(of: Address("")).bases == [])
  }

  @Test func requestsAreMergedByMembers() throws {
    try folder.write("own/ping.json", #"{"method": "HEAD", "headers": null}"#)
    #expect(try store.open(Address("ping.json")).request.document == ["url": "http://{{host}}/ping", "method": "HEAD"])
    #expect(try store.open(Address("pets/create.json")).request.url == "http://{{host}}/pets")
    #expect(try store.open(Address("mine.json")).inherited == nil)
  }

  @Test func settingsOfTheBaseComeBeforeTheOwnOnes() throws {
    try folder.write("own/pets/folder.json", #"{"headers": [{"name": "X-Pets", "value": "own"}]}"#)
    let settings = try store.settings(for: Address("pets/create.json"))
    let paths = settings.map { $0.path?.replacing(store.root.replacing("/own", with: ""), with: "") }
    #expect(
      paths == ["/base/collection.json", "/own/collection.json", "/base/pets/folder.json", "/own/pets/folder.json"])
    let scope = VariableScope(folders: settings)
    #expect(scope[.collection].map(\.name) == ["host", "user"])
  }

  @Test func environmentsAreJoined() throws {
    let environments = try store.environments(for: Address("mine.json"))
    #expect(environments.map(\.name) == ["live", "local"])
    let variables = try #require(environments.last).content.get().variables
    #expect(variables.map(\.name) == ["host", "key", "host"])
    #expect(variables.last?.value == .string("127.0.0.1"))
  }

  @Test func aChainOfBasesIsReadFromTheFarthest() throws {
    try folder.write("top/collection.json", #"{"base": "../own"}"#)
    try folder.write("top/pets/list.json", #"{"method": "HEAD"}"#)
    let store = store("top", allowing: folder.root + "/own", folder.root + "/base")
    #expect(
      try store.open(Address("pets/list.json")).request.document == ["url": "http://own/pets", "method": "HEAD"])
    #expect(
      try rows(store) == [
        "pets folder Pets", "  create.json POST Create (base)", "  list.json HEAD list (changed)",
        "ping.json GET ping (base)", "mine.json GET mine (base)",
      ])
  }

  // MARK: Bases that cannot be used

  @Test func aBaseOutsideNeedsPermission() throws {
    let store = CollectionStore(root: folder.root + "/own", folder.user)
    let problem = "The base ../base is outside this collection — press t to allow it, or run: workbench base allow"
    #expect(
      try rows(store) == [
        "collection.json broken: \(problem) base",
        "mine.json GET mine", "pets folder pets", "  list.json GET list",
      ])
    let error = #expect(throws: StoreError.self) { try store.settings(for: Address("mine.json")) }
    #expect(error?.description == problem)
    try ConsentStore(folder.user).allow(
      [.base(folder.store.root + "/base")], for: folder.store.root + "/own")
    #expect(try rows(store).count == 5)
  }

  @Test func aBaseInTheCollectionNeedsNone() throws {
    try folder.write("own/vendor/base/hello.json", #"{"url": "http://hello"}"#)
    try folder.write("own/collection.json", #"{"base": "vendor/base"}"#)
    #expect(try document("hello.json", in: store(allowing: "")).contains("http://hello"))
  }

  @Test(arguments: [
    (#""../gone""#, "There is no base in ROOT/gone — check \"base\" in collection.json"),
    (#""../circle""#, "These collections are each other's base: ROOT/own, ROOT/circle"),
    (
      #"{"git": "https://example.com/x.git", "revision": "v1"}"#,
      "The base https://example.com/x.git at v1 is not fetched yet — press t, or run: workbench base fetch"
    ),
    (#""../wrong""#, "The base cannot be used: ROOT/wrong/collection.json: \"base\" is empty: name a folder"),
  ])
  func aBaseThatCannotBeUsedIsARow(_ base: String, _ sentence: String) throws {
    try folder.write("own/collection.json", #"{"base": \#(base)}"#)
    try folder.write("circle/collection.json", #"{"base": "../own"}"#)
    try folder.write("wrong/collection.json", #"{"base": ""}"#)
    var store = store()
    store.bases.allowsAll = true
    let place = folder.store.root
    #expect(
      try rows(store) == [
        "collection.json broken: \(sentence.replacing("ROOT", with: place)) base", "mine.json GET mine",
        "pets folder pets", "  list.json GET list",
      ])
  }

  @Test func moreThanEightBasesAreTooMany() throws {
    for number in 0...9 {
      try folder.write("chain/\(number)/collection.json", #"{"base": "../\#(number + 1)"}"#)
      try folder.write("chain/\(number)/\(number).json", #"{"url": "\#(number)"}"#)
    }
    try folder.write("chain/10/collection.json", "{}")
    var store = store("chain/0")
    store.bases.allowsAll = true
    let rows = try rows(store)
    #expect(rows.count == 10)
    #expect(rows[0].contains("More than 8 collections are based on one another"))
  }

  @Test func linksInABaseCountForNothing() throws {
    try folder.write("secret.json", #"{"url": "http://secret"}"#)
    let place = folder.root + "/base/"
    try FileManager.default.createSymbolicLink(atPath: place + "link.json", withDestinationPath: "../secret.json")
    try FileManager.default.createSymbolicLink(atPath: place + "linked", withDestinationPath: "pets")
    #expect(try rows(store).count == 5)
    #expect(throws: StoreError.self) { try store.open(Address("link.json")) }
    #expect(throws: StoreError.self) { try store.open(Address("linked/list.json")) }
  }

  @Test func aChangeOfARequestThatTheBaseNoLongerHasIsAnError() throws {
    try folder.write("own/gone.json", #"{"method": "PUT"}"#)
    let error = #expect(throws: StoreError.self) { try store.open(Address("gone.json")) }
    #expect(error?.description == "gone.json:1:1 — a request needs a \"url\"")
  }

  // MARK: Changing

  @Test func savingAnInheritedRequestWritesItsChangesAlone() throws {
    let file = try store.open(Address("ping.json"))
    var request = file.request
    request.url = "http://here/ping"
    let saved = try store.save(request, over: file)
    let id = try #require(saved.request.id)
    #expect(try folder.read("own/ping.json") == "{\n  \"id\": \"\(id.text)\",\n  \"url\": \"http://here/ping\"\n}\n")
    #expect(saved.request.headers == [Parameter("A", "1")])
    request = saved.request
    request.url = "http://{{host}}/ping"
    _ = try store.save(request, over: saved)
    #expect(try folder.read("own/ping.json") == "{\n  \"id\": \"\(id.text)\"\n}\n")
    #expect(try folder.read("base/ping.json").contains("http://{{host}}/ping"))
  }

  @Test func anUnchangedInheritedRequestGetsNoFile() throws {
    let file = try store.open(Address("ping.json"))
    _ = try store.save(file.request, over: file)
    #expect(!FileManager.default.fileExists(atPath: folder.root + "/own/ping.json"))
  }

  @Test func savingInAnInheritedFolderMakesTheFolder() throws {
    try folder.write("base/deep/in/it.json", #"{"url": "http://deep"}"#)
    let file = try #require(try store.openFile(Address("deep/in/it.json")))
    var content = file.content
    content.request?.method = "PUT"
    _ = try store.save(content, over: file)
    #expect(try store.open(Address("deep/in/it.json")).request.method == "PUT")
    #expect(try folder.read("own/deep/in/it.json").contains("url") == false)
  }

  @Test func savingNoticesWhatOtherProgramsChanged() throws {
    let (new, old) = (try store.open(Address("ping.json")), try store.open(Address("pets/list.json")))
    #expect(store.isCurrent(new) && store.isCurrent(old))
    try folder.write("own/ping.json", #"{"method": "PUT"}"#)
    try folder.write("base/pets/list.json", #"{"url": "http://new", "method": "PUT"}"#)
    #expect(!store.isCurrent(new) && !store.isCurrent(old))
    var request = new.request
    request.url = "http://x"
    #expect(throws: StoreError.changedOnDisk(path: store.root + "/ping.json")) { try store.save(request, over: new) }
    let saved = try store.save(request, over: new, overwriting: true)
    #expect(saved.text.value.object?["url"] == "http://x")
  }

  @Test func deletingAChangeShowsTheBaseAgain() throws {
    let deletion = try store.delete(Address("pets/list.json"))
    #expect(try rows(store)[2] == "  list.json GET list (base)")
    #expect(try store.restore(deletion) == Address("pets/list.json"))
    #expect(try rows(store)[2] == "  list.json GET list (changed)")
  }

  @Test func whatBelongsToTheBaseIsNotDeletedOrRenamed() throws {
    let sentence = "ping.json belongs to the base of the collection — change it there, or override it here"
    #expect(throws: StoreError.self) { try store.delete(Address("ping.json")) }
    let error = #expect(throws: StoreError.self) { try store.rename(Address("ping.json"), to: "pong") }
    #expect(error?.description == sentence)
    let changed = #expect(throws: StoreError.self) { try store.move(Address("pets/list.json"), into: Address("")) }
    #expect(
      changed?.description
        == "list.json overrides a request of the base by its file name — rename or move it in the base")
  }

  @Test func aCopyIsWholeAndHasANameOfItsOwn() throws {
    let copy = try store.duplicate(Address("ping.json"))
    #expect(copy == Address("ping-2.json") || copy == Address("ping 2.json"))
    let file = try store.open(copy)
    #expect(file.inherited == nil)
    #expect(file.request.url == "http://{{host}}/ping")
    let new = try store.create(SavedRequest(url: "http://x"), named: "create", in: Address("pets"))
    #expect(new.address != Address("pets/create.json"))
  }

  @Test func replacingAnExampleLeavesTheFileOfTheBase() throws {
    let example = #"{"name": "ok", "status": 200, "bodyFile": "ok.body"}"#
    try folder.write("base/pets/show.json", #"{"url": "http://x", "examples": [\#(example)]}"#)
    try folder.write("base/pets/ok.body", "base")
    let file = try store.open(Address("pets/show.json"))
    #expect(store.bodyFile("ok.body", of: file.address)?.hasSuffix("/base/pets/ok.body") == true)
    let response = Response(
      status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: [], body: Data([0, 255, 1]))
    let draft = ExampleDraft(response, name: "ok")
    let saved = try store.save(draft, to: file, replacing: true)
    #expect(try folder.read("base/pets/ok.body") == "base")
    let name = try #require(saved.request.examples.first?.bodyFile)
    #expect(store.bodyFile(name, of: file.address)?.contains("/own/pets/") == true)
  }

  @Test func anInheritedEnvironmentIsOverriddenInAFileOfItsOwn() throws {
    let address = Address("environments/live.json")
    #expect(store.fileRole(of: address) == .environment)
    #expect(try store.openFile(address) == nil)
    var file = SavedFile(empty: .environment)
    file = try SavedFile(document: ["variables": [["name": "host", "value": "mine"]]], role: .environment)
    _ = try store.write(file, at: address)
    let live = try #require(try store.environments(for: address).first).content.get()
    #expect(live.variables.map(\.value) == [.string("example.com"), .string("mine")])
  }
}

/// A collection with a base means what the same files without one mean.
@Suite struct FlattenedBaseTests {
  @Test func aCollectionWithABaseMeansWhatItsJoinedFilesMean() throws {
    for seed in Seeds.some(of: 60) {
      let folder = try TemporaryFolder()
      var maker = FileMaker(seed: seed)
      for (path, text) in maker.files(base: nil) { try folder.write("base/" + path, text) }
      for (path, text) in maker.files(base: "../base") { try folder.write("own/" + path, text) }
      var store = CollectionStore(root: folder.root + "/own", folder.user)
      store.bases.allowsAll = true
      let tree = try store.load()
      try flatten(store, tree, into: folder)
      let flat = CollectionStore(root: folder.root + "/flat", folder.user)
      let flatTree = try flat.load()
      #expect(flatTree.nodes.map(Self.text) == tree.nodes.map(Self.text), "seed \(seed)")
      for node in tree.nodes where !node.isFolder {
        #expect(
          try flat.open(node.address).request.document == store.open(node.address).request.document, "seed \(seed)")
        #expect(try Self.effect(flat, node.address) == Self.effect(store, node.address), "seed \(seed) \(node.address)")
      }
    }
  }

  private static func text(_ node: CollectionNode) -> String {
    "\(node.depth) \(node.address) \(node.kind) \(node.title)"
  }

  /// Writes the joined files of a collection.
  private func flatten(_ store: CollectionStore, _ tree: CollectionTree, into folder: TemporaryFolder) throws {
    func write(_ path: String, _ document: JSONObject) throws {
      try folder.write("flat/" + path, JSONValue.object(document).rendered())
    }
    try write("collection.json", JoinedSettings.folder(try store.settingsDocuments(of: Address(""))))
    for node in tree.nodes {
      if node.isFolder {
        let document = JoinedSettings.folder(try store.settingsDocuments(of: node.address))
        try write(node.address.path + "/folder.json", document)
      } else {
        try write(node.address.path, try store.open(node.address).request.document)
      }
    }
  }

  /// The inherited settings of a request: variables in scope, headers, options, auth.
  private static func effect(_ store: CollectionStore, _ address: Address) throws -> [String] {
    let settings = try store.settings(for: address)
    let variables = VariableScope(folders: settings).inForce.map { "\($0.name)=\($0.winner.variable.value ?? .null)" }
    var headers: [String: String] = [:]
    for row in settings.flatMap(\.headers) where !row.isOff { headers[row.name.lowercased()] = row.value }
    let options = settings.reduce(RequestOptions()) { $1.options.inheriting(from: $0) }
    let auth = settings.compactMap(\.auth).last.map { "\($0)" } ?? "-"
    return variables.sorted() + headers.map { "\($0): \($1)" }.sorted()
      + options.document.members.map { "\($0.key.value)=\($0.value.rendered())" }.sorted() + [auth]
  }
}

/// Makes the files of small collections whose names often agree.
private struct FileMaker {
  private var numbers: SplitMix64

  init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

  mutating func files(base: String?) -> [String: String] {
    var files: [String: String] = [:]
    var top = settings()
    top["base"] = base.map(JSONValue.string)
    files["collection.json"] = JSONValue.object(top).rendered()
    for folder in ["", "a/", "a/b/", "c/"] where folder.isEmpty || isLucky {
      if !folder.isEmpty, isLucky { files[folder + "folder.json"] = JSONValue.object(settings()).rendered() }
      for name in ["x", "y", "z"] where isLucky {
        files[folder + name + ".json"] = JSONValue.object(request()).rendered()
      }
    }
    return files
  }

  private var isLucky: Bool { mutating get { Bool.random(using: &numbers) } }

  private mutating func word() -> String { ["red", "green", "blue"].randomElement(using: &numbers) ?? "red" }

  private mutating func rows() -> JSONValue {
    .array(
      ["A", "B"].filter { _ in isLucky }.map { name in
        var row: JSONObject = ["name": .string(name), "value": .string(word())]
        if isLucky, isLucky { row["off"] = true }
        return .object(row)
      })
  }

  private mutating func settings() -> JSONObject {
    var settings = JSONObject()
    if isLucky { settings["name"] = .string(word()) }
    if isLucky { settings["order"] = ["z", "a"] }
    if isLucky { settings["variables"] = rows() }
    if isLucky { settings["headers"] = rows() }
    if isLucky { settings["auth"] = ["bearer": ["token": .string(word())]] }
    if isLucky { settings["options"] = ["timeout": 5, "resolve": [["name": .string(word()), "value": "127.0.0.1"]]] }
    return settings
  }

  private mutating func request() -> JSONObject {
    var request: JSONObject = ["url": .string(word())]
    if isLucky { request["name"] = .string(word()) }
    if isLucky { request["headers"] = rows() }
    if isLucky { request["auth"] = ["bearer": ["token": .string(word())]] }
    return request
  }
}
