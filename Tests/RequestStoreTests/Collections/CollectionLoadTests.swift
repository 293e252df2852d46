import Foundation
import RequestModel
import Testing

@testable import RequestStore

struct CollectionLoadTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func aTreeIsOrdered() throws {
    try folder.write("shop/collection.json", #"{"name": "The shop", "order": ["zebra", "orders"]}"#)
    try folder.write("shop/environments/local.json", #"{"variables": []}"#)
    try folder.write("shop/item 10.json", #"{"url": "x"}"#)
    try folder.write("shop/Item 2.json", #"{"url": "x", "method": "PUT"}"#)
    try folder.write("shop/zebra.json", #"{"url": "x"}"#)
    try folder.write("shop/orders/folder.json", "{}")
    try folder.write("shop/orders/create.json", #"{"url": "x", "method": "POST", "name": "Create order"}"#)
    try folder.write("shop/.hidden/a.json", "{}")
    try folder.write("shop/readme.md", "no request")
    try folder.write("shop/order.schema.json", #"{"type": "object"}"#)
    try folder.write("alone.json", #"{"url": "x"}"#)
    #expect(
      try folder.store.load().drawn == [
        "GET alone", "◆ The shop", "  GET zebra", "  ▸ orders", "    POST Create order", "  PUT Item 2",
        "  GET item 10",
      ])
  }

  @Test func aBrokenFileIsARowWithItsError() throws {
    try folder.write("bad.json", "{\n  \"url\": \"x\"\n  \"method\": 1\n}")
    try folder.write("foreign.json", "[1]")
    try folder.write("shape.json", "{\n  \"url\": 1\n}")
    try folder.write("missing.json", "{}")
    try folder.write("latin.json", "")
    try Data([0x7B, 0x22, 0xE9, 0x22, 0x3A, 0x31, 0x7D]).write(to: URL(filePath: folder.root + "/latin.json"))
    #expect(
      try folder.store.load().drawn == [
        "! bad.json:3:3 — expected a \",\" or \"}\" after a value",
        "! foreign.json:1:1 — expected an object in braces, not an array",
        "! latin.json:1:3 — a byte that is not UTF-8: save the file as UTF-8",
        "! missing.json:1:1 — a request needs a \"url\"",
        "! shape.json:2:10 — \"url\" is a number, not a string",
      ])
  }

  @Test func brokenSettingsHaveTheirOwnRow() throws {
    try folder.write("shop/collection.json", "{")
    try folder.write("shop/a.json", #"{"url": "x"}"#)
    #expect(
      try folder.store.load().drawn == ["◆ shop", "  ! collection.json:1:2 — the text ends before \"}\"", "  GET a"])
  }

  @Test func aHugeFileIsAnErrorRow() throws {
    try folder.write("huge.json", "")
    #expect(truncate(folder.root + "/huge.json", 9 << 20) == 0)
    #expect(
      try folder.store.load().drawn == ["! huge.json has 9437184 bytes — the limit is 8388608"])
  }

  @Test func aLinkLoopIsAnErrorRow() throws {
    try folder.write("a/b/c.json", #"{"url": "x"}"#)
    try FileManager.default.createSymbolicLink(atPath: folder.root + "/a/b/loop", withDestinationPath: "../..")
    #expect(
      try folder.store.load().drawn == [
        "▸ a", "  ▸ b", "    GET c", "    ! loop is a link to a folder above it",
      ])
  }

  @Test func aFolderWithSeveralLinksIsReadOnce() throws {
    for number in 0..<16 {
      try folder.write("d\(number)/r.json", #"{"url": "x"}"#)
      for name in ["a", "b"] {
        try FileManager.default.createSymbolicLink(
          atPath: folder.root + "/d\(number)/\(name)", withDestinationPath: "../d\((number + 1) % 16)")
      }
    }
    let reading = TreeReading()
    let tree = try folder.store.load(reading)
    #expect(reading.folders == 17 && reading.files == 16)
    #expect(tree.drawn.prefix(4) == ["▸ d0", "  ! a is a link to d1", "  ! b is a link to d1", "  GET r"])
    #expect(try folder.store.check() == [])
  }

  @Test(arguments: ["/", "..", "."]) func aLinkToAFolderAboveTheRootIsAnErrorRow(_ target: String) throws {
    try folder.write("a.json", #"{"url": "x"}"#)
    try FileManager.default.createSymbolicLink(atPath: folder.root + "/up", withDestinationPath: target)
    let reading = TreeReading()
    #expect(
      try folder.store.load(reading).drawn == ["GET a", "! up is a link to a folder above it"])
    #expect(reading.folders == 1)
  }

  @Test func aLinkedFolderOutsideIsReadOnce() throws {
    try FileManager.default.createDirectory(atPath: folder.path + "/outside/in", withIntermediateDirectories: true)
    try Data(#"{"url": "x"}"#.utf8).write(to: URL(filePath: folder.path + "/outside/in/r.json"))
    for (name, target) in [("a", "../outside"), ("b", "a"), ("c", "../outside/in")] {
      try FileManager.default.createSymbolicLink(atPath: folder.root + "/" + name, withDestinationPath: target)
    }
    #expect(
      try folder.store.load().drawn == [
        "▸ a", "  ! in is a link to c", "! b is a link to a", "▸ c", "  GET r",
      ])
  }

  @Test func limitsOfDepthAndCountAreReported() throws {
    let deep = (0..<70).map { "d\($0)" }.joined(separator: "/")
    try folder.write(deep + "/r.json", #"{"url": "x"}"#)
    let tree = try folder.store.load()
    #expect(tree.nodes.count == 65)
    #expect(
      tree.nodes.last?.kind
        == .broken("d64 is more than 64 folders deep — open a folder closer to it to see its contents"))
    let scan = try FolderWalk.scan(folder.store.root, limits: .init(folders: 3, files: 1))
    #expect(
      scan.isCut
        && scan.remark
          == "More than 20000 folders or 50000 files: the rest is not shown — open a subfolder"
    )
  }

  @Test func theUsersOwnDataAreNoCollection() throws {
    try folder.write("a.json", #"{"url": "x"}"#)
    try folder.write("home/state.json", "{}")
    try folder.write("home/drafts/a.json", #"{"url": "x"}"#)
    let store = CollectionStore(root: folder.root, trash: folder.root + "/home/trash")
    #expect(try store.load().drawn == ["GET a"])
    #expect(try store.check() == [])
  }

  @Test func readingCanBeCancelled() throws {
    try folder.write("a.json", #"{"url": "x"}"#)
    let reading = TreeReading()
    reading.cancel()
    #expect(throws: StoreError.cancelled) { try folder.store.load(reading) }
    #expect(throws: StoreError.cancelled) { try folder.store.check(reading) }
  }

  @Test func aMissingRootIsAnError() throws {
    let store = CollectionStore(root: folder.path + "/none", trash: folder.path)
    let error = #expect(throws: StoreError.self) { try store.load() }
    #expect(error?.description.hasSuffix("/none — no such file or folder") == true)
  }

  @Test func settingsAreInheritedFromTheCollectionEvenAboveTheRoot() throws {
    try folder.write("shop/collection.json", #"{"name": "shop"}"#)
    try folder.write("shop/a/folder.json", #"{"name": "a"}"#)
    try folder.write("shop/a/b/c.json", #"{"url": "x"}"#)
    try folder.write("shop/environments/local.json", #"{"variables": [{"name": "base", "value": "x"}]}"#)
    try folder.write("shop/environments/broken.json", "{")
    let inner = CollectionStore(root: folder.root + "/shop/a/b", trash: folder.path)
    for (store, address) in [(folder.store, Address("shop/a/b/c.json")), (inner, Address("c.json"))] {
      #expect(try store.settings(for: address).map(\.name) == ["shop", "a"])
      #expect(store.collectionRoot(of: address).hasSuffix("/root/shop"))
      let environments = try store.environments(for: address)
      #expect(environments.map(\.name) == ["broken", "local"])
      #expect(throws: StoreError.self) { try environments[0].content.get() }
      #expect(try environments[1].content.get().variables == [Variable("base", .value("x"))])
    }
  }

  @Test func checkReportsEveryProblemWithItsPosition() throws {
    try folder.write("collection.json", "{\n  \"order\": [\"a\", \"gone\"]\n}")
    try folder.write("a.json", #"{"id": "r1", "url": "x"}"#)
    try folder.write("b.json", #"{"id": "r1", "url": "x"}"#)
    try folder.write("c.json", "{")
    try folder.write("environments/e.json", #"{"values": []}"#)
    #expect(
      try folder.store.check().map(\.description) == [
        "collection.json:2:18 — \"order\" names \"gone\", which does not exist",
        "environments/e.json:1:1 — an environment needs \"variables\"",
        "environments/e.json:1:2 — warning: \"values\" is not a known member: it has no effect",
        "b.json:1:8 — a.json has the same id \"r1\": remove it here and save to get a new one",
        "c.json:1:2 — the text ends before \"}\"",
      ])
  }

  @Test func checkReportsFilesOfScriptsAndSchemasThatAreNotThere() throws {
    try folder.write("collection.json", #"{"scripts": {"preRequestFile": "all.js"}}"#)
    try folder.write("there.js", "")
    try folder.write("orders/order.schema.json", "{}")
    try folder.write(
      "orders/a.json",
      #"""
      {
        "url": "x",
        "scripts": { "preRequestFile": "../there.js", "postResponseFile": "gone.js" },
        "checks": [
          { "query": "body", "predicate": "schema", "value": { "file": "order.schema.json" } },
          { "query": "body", "predicate": "schema", "value": { "file": "orders.schema.json" } },
          { "query": "body", "predicate": "schema", "value": { "file": "{{name}}.json" } }
        ]
      }
      """#)
    let findings = try folder.store.check().filter { $0.file != Address("orders/order.schema.json") }
    #expect(
      findings.map(\.description) == [
        #"collection.json:1:32 — "all.js" does not exist"#,
        #"orders/a.json:3:69 — "gone.js" does not exist"#,
        #"orders/a.json:6:66 — "orders.schema.json" does not exist"#,
      ])
  }
}
