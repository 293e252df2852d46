import Foundation
import RequestModel
import Testing

@testable import RequestStore

struct CollectionChangeTests {
  private let folder: TemporaryFolder
  private var store: CollectionStore { folder.store }

  init() throws { folder = try TemporaryFolder() }

  @Test func savingAnUnchangedRequestChangesNoByte() throws {
    let text = "{\"id\":\"r1\",\r\n\t\"url\" : \"\\u0078\"}\n\n"
    try folder.write("a.json", text)
    let file = try store.open(Address("a.json"))
    _ = try store.save(file.request, over: file)
    #expect(try folder.read("a.json") == text)
  }

  @Test func aSaveRewritesOnlyTheChangesAndTheFirstOneAddsAnID() throws {
    try folder.write("a.json", "{\n  \"url\": \"x\",\n  \"mine\": 1.0\n}\n")
    #expect(chmod(folder.root + "/a.json", 0o640) == 0)
    var file = try store.open(Address("a.json"))
    var request = file.request
    request.url = "y"
    file = try store.save(request, over: file)
    let id = try #require(file.request.id)
    #expect(try folder.read("a.json") == "{\n  \"id\": \"\(id)\",\n  \"url\": \"y\",\n  \"mine\": 1.0\n}\n")
    request = file.request
    request.url = "z"
    #expect(try store.save(request, over: file).request.id == id)
    let mode = try FileManager.default.attributesOfItem(atPath: folder.root + "/a.json")[.posixPermissions]
    #expect(mode as? Int == 0o640)
    #expect(folder.names == ["a.json"])
  }

  @Test func settingsAndEnvironmentsAreSavedByteForByte() throws {
    try folder.write("collection.json", "{ \"mine\": 1.0,\r\n\t\"name\" : \"a\" }")
    try folder.write(
      "environments/local.json", "{\"variables\": [ {\"name\":\"a\",\"value\":\"1\", \"x-note\":[] } ]}\n")
    let settings = try #require(try store.openFile(Address("collection.json")))
    var named = settings.content
    named.name = "b"
    let saved = try store.save(named, over: settings)
    #expect(saved.content == named)
    #expect(try folder.read("collection.json") == "{ \"mine\": 1.0,\r\n\t\"name\" : \"b\" }")
    let environment = try #require(try store.openFile(Address("environments/local.json")))
    var edited = environment.content
    let table = PlacedField(.variables)
    var rows = table.rows(in: edited)
    rows[0].value = "2"
    table.setRows(rows, in: &edited)
    _ = try store.save(edited, over: environment)
    #expect(
      try folder.read("environments/local.json")
        == "{\"variables\": [ {\"name\":\"a\",\"value\":\"2\", \"x-note\":[] } ]}\n")
  }

  @Test func nothingGetsTheTitleOfAnotherOfItsFolder() throws {
    for _ in 0..<2 {
      _ = try store.create(SavedRequest(url: "x"), named: "Pay?", in: Address(""))
      _ = try store.createFolder(named: "Orders:", in: Address(""))
      _ = try store.createCollection(named: "Shop", in: Address(""))
    }
    _ = try store.create(SavedRequest(url: "x"), named: "other", in: Address(""))
    #expect(try store.rename(Address("other.json"), to: "Pay?") == Address("Pay 3.json"))
    _ = try store.create(SavedRequest(url: "x"), named: "folder", in: Address(""))
    let inner = try store.create(SavedRequest(url: "x"), named: "Pay?", in: Address("Shop"))
    #expect(try store.move(inner.address, into: Address("")) == Address("Pay 4.json"))
    let titles = try store.load().nodes.map(\.title).sorted()
    #expect(titles == ["Orders:", "Orders: 2", "Pay?", "Pay? 2", "Pay? 3", "Pay? 4", "Shop", "Shop 2", "folder"])
  }

  @Test func aFolderGetsItsSettingsFileWithTheFirstSave() throws {
    try folder.write("collection.json", "{}")
    try folder.write("orders/a.json", #"{"url":"x"}"#)
    #expect(try store.openFile(Address("orders/folder.json")) == nil)
    var settings = SavedFile(empty: .folder)
    settings.name = "Orders"
    _ = try store.write(settings, at: Address("orders/folder.json"))
    #expect(try folder.read("orders/folder.json") == "{\n  \"name\": \"Orders\"\n}\n")
  }

  @Test func aFileChangedOnDiskIsOverwrittenOnlyOnRequest() throws {
    try folder.write("a.json", #"{"id":"r1","url":"x"}"#)
    let file = try store.open(Address("a.json"))
    var request = file.request
    request.url = "mine"
    try folder.write("a.json", #"{"id":"r1","url":"y" }"#)
    #expect(throws: StoreError.changedOnDisk(path: store.root + "/a.json")) { try store.save(request, over: file) }
    #expect(try folder.read("a.json") == #"{"id":"r1","url":"y" }"#)
    _ = try store.save(request, over: file, overwriting: true)
    #expect(try folder.read("a.json") == #"{"id":"r1","url":"mine" }"#)
  }

  @Test func aBrokenFileIsNeverOverwritten() throws {
    try folder.write("a.json", #"{"id":"r1","url":"x"}"#)
    let file = try store.open(Address("a.json"))
    try folder.write("a.json", "<<<<<<< HEAD")
    #expect(throws: StoreError.self) { try store.save(file.request, over: file, overwriting: true) }
    #expect(try folder.read("a.json") == "<<<<<<< HEAD")
  }

  @Test func aRemovedFileIsRestoredOnlyOnRequest() throws {
    try folder.write("a.json", #"{"id":"r1","url":"x"}"#)
    let file = try store.open(Address("a.json"))
    try FileManager.default.removeItem(atPath: folder.root + "/a.json")
    #expect(throws: StoreError.gone(path: store.root + "/a.json")) { try store.save(file.request, over: file) }
    _ = try store.save(file.request, over: file, overwriting: true)
    #expect(try folder.read("a.json") == #"{"id":"r1","url":"x"}"#)
  }

  @Test func aLinkedFileStaysALink() throws {
    try folder.write("real/a.json", #"{"id":"r1","url":"x"}"#)
    try FileManager.default.createSymbolicLink(atPath: folder.root + "/b.json", withDestinationPath: "real/a.json")
    let file = try store.open(Address("b.json"))
    var request = file.request
    request.url = "y"
    _ = try store.save(request, over: file)
    #expect(try folder.read("real/a.json") == #"{"id":"r1","url":"y"}"#)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.root + "/b.json") == "real/a.json")
  }

  @Test func aFailedWriteReportsTheReason() throws {
    let error = #expect(throws: StoreError.self) { try Disk.replace("/dev/full/a.json", with: [1]) }
    #expect(error?.description == "Cannot write /dev/full/a.json — not a directory")
    #expect(
      "\(StoreError.system(.write, path: "a.json", code: ENOSPC))"
        == "Cannot write a.json — the disk is full: free some space and try again")
  }

  @Test(.enabled(if: geteuid() != 0, "root may write anywhere"))
  func aReadOnlyFolderIsAnError() throws {
    try folder.write("a.json", #"{"id":"r1","url":"x"}"#)
    let file = try store.open(Address("a.json"))
    var request = file.request
    request.url = "y"
    chmod(folder.root, 0o500)
    let error = #expect(throws: StoreError.self) { try store.save(request, over: file) }
    #expect(error?.description.hasSuffix("a.json — permission denied: check its owner and mode") == true)
  }

  @Test func fileNamesAreValidOnEverySystem() throws {
    let names = ["a/b: c?", "..", "  x  ", "collection", "Übung 1", String(repeating: "é", count: 300)]
    let stems = names.map { name in Result { try store.create(SavedRequest(url: "x"), named: name, in: Address("")) } }
      .map { try? $0.get().address.stem }
    #expect(stems == ["a b c", nil, "x", "collection 2", "Übung 1", String(repeating: "é", count: 100)])
    #expect(try store.create(SavedRequest(url: "x"), named: "ÜBUNG 1", in: Address("")).address.stem == "ÜBUNG 1 2")
    #expect(try store.open(Address("a b c.json")).request.name == "a/b: c?")
  }

  @Test func aRenameUpdatesNameAndOrder() throws {
    try folder.write("collection.json", "{\n  \"order\": [\"b\", \"a\"]\n}\n")
    try folder.write("a.json", "{\n  \"name\": \"A\",\n  \"url\": \"x\"\n}\n")
    #expect(try store.rename(Address("a.json"), to: "Create") == Address("Create.json"))
    #expect(try folder.read("Create.json") == "{\n  \"name\": \"Create\",\n  \"url\": \"x\"\n}\n")
    #expect(try folder.read("collection.json") == "{\n  \"order\": [\"b\", \"Create\"]\n}\n")
    #expect(try store.rename(Address("Create.json"), to: "create") == Address("create.json"))
    #expect(folder.names == ["collection.json", "create.json"])
  }

  @Test func aMoveAvoidsExistingNamesAndItsOwnSubfolders() throws {
    try folder.write("a.json", #"{"url":"x"}"#)
    try folder.write("f/a.json", #"{"url":"y"}"#)
    try folder.write("f/g/c.json", #"{"url":"y"}"#)
    #expect(try store.move(Address("a.json"), into: Address("f")) == Address("f/a 2.json"))
    #expect(throws: StoreError.self) { try store.move(Address("f"), into: Address("f/g")) }
    #expect(try store.load().drawn == ["▸ f", "  GET a", "  GET a 2", "  ▸ g", "    GET c"])
  }

  @Test func aDuplicateHasANewID() throws {
    try folder.write("f/a.json", "{ \"id\": \"r1\", \"url\": \"x\" }\n")
    let copy = try store.duplicate(Address("f/a.json"))
    #expect(copy == Address("f/a 2.json"))
    #expect(try store.open(copy).request.id != RequestID("r1"))
    #expect(try store.duplicate(Address("f")) == Address("f 2"))
    #expect(try store.open(Address("f 2/a.json")).request.id != RequestID("r1"))
    #expect(try store.check() == [])
  }

  @Test func aCopyHasTheUnsavedEditsOfItsOriginal() throws {
    try folder.write("collection.json", "{}\n")
    try folder.write("a.json", "{ \"url\": \"saved\" }\n")
    try folder.write("environments/local.json", "{ \"variables\": [] }\n")
    let request = SavedFile.request(SavedRequest(url: "edited"))
    let copy = try store.duplicate(Address("a.json"), edits: request)
    #expect(try store.open(copy).request.url == "edited")
    #expect(try folder.read("a.json") == "{ \"url\": \"saved\" }\n")
    let document: JSONObject = ["variables": [["name": "host", "value": "a.test"]]]
    let environment = try SavedFile(document: document, role: .environment)
    let other = try store.duplicate(Address("environments/local.json"), edits: environment)
    #expect(try store.openFile(other)?.content == environment)
  }

  @Test func aCopyIsBelowItsOriginalInTheOrderUntilItIsDeleted() throws {
    let settings = "{\n  \"order\": [\n    \"b\",\n    \"f\",\n    \"a\"\n  ]\n}\n"
    try folder.write("collection.json", settings)
    for file in ["a.json", "b.json", "f/c.json"] { try folder.write(file, #"{"url": "x"}"#) }
    let copies = [try store.duplicate(Address("b.json")), try store.duplicate(Address("f"))]
    #expect(try store.load().drawn == ["GET b", "GET b 2", "▸ f", "  GET c", "▸ f 2", "  GET c", "GET a"])
    for copy in copies { _ = try store.delete(copy) }
    #expect(try folder.read("collection.json") == settings)
  }

  @Test func aCopiedFolderHasANameOfItsOwnBelowTheOriginal() throws {
    try folder.write("pets/collection.json", "{\n  \"name\": \"Pet shop\",\n  \"x\": 1\n}\n")
    try folder.write("pets/a.json", #"{"url":"x"}"#)
    try folder.write("pets/environments/local.json", "{}\n")
    #expect(try store.duplicate(Address("pets")) == Address("pets 2"))
    #expect(try folder.read("pets 2/collection.json") == "{\n  \"name\": \"Pet shop 2\",\n  \"x\": 1\n}\n")
    #expect(try store.load().drawn == ["◆ Pet shop", "  GET a", "◆ Pet shop 2", "  GET a"])
    #expect(try store.duplicate(Address("pets/environments/local.json")).stem == "local 2")
    #expect(try store.environments(for: Address("pets/a.json")).map(\.name) == ["local", "local 2"])
  }

  @Test func aDeletionIsRestoredToItsPlace() throws {
    let settings = "{\n  \"order\": [\n    \"b\",\n    \"f\",\n    \"a\"\n  ]\n}\n"
    try folder.write("collection.json", settings)
    try folder.write("f/a.json", #"{"url":"x"}"#)
    let deletion = try store.delete(Address("f"))
    #expect(folder.names == ["collection.json"])
    #expect(try folder.read("collection.json") == "{\n  \"order\": [\n    \"b\",\n    \"a\"\n  ]\n}\n")
    #expect(try store.restore(deletion) == Address("f"))
    #expect(try folder.read("f/a.json") == #"{"url":"x"}"#)
    #expect(try folder.read("collection.json") == settings)
  }

  @Test func theTemplatesThatTakeTheResponseOfARenamedRequestAreFound() throws {
    try folder.write(
      "shop/collection.json", #"{"variables": [{"name": "t", "value": "{{response \"log-in\" \"$.t\"}}"}]}"#)
    try folder.write("shop/log-in.json", #"{"url": "x"}"#)
    try folder.write("shop/auth/up.json", #"{"url": "{{response \"log-in\"}}{{response \"auth/up\"}}"}"#)
    try folder.write("other/collection.json", #"{"variables": [{"name": "t", "value": "{{response \"log-in\"}}"}]}"#)
    #expect(try store.staleTemplates(of: Address("shop/log-in.json")) == [])
    _ = try store.rename(Address("shop/log-in.json"), to: "sign-in")
    _ = try store.rename(Address("shop/auth"), to: "login")
    #expect(
      try store.staleTemplates(of: Address("shop/log-in.json")) == [
        StaleTemplates(file: Address("shop/collection.json"), requests: ["log-in"]),
        StaleTemplates(file: Address("shop/login/up.json"), requests: ["log-in"]),
      ])
    #expect(
      try store.staleTemplates(of: Address("shop/auth")) == [
        StaleTemplates(file: Address("shop/login/up.json"), requests: ["auth/up"])
      ])
  }

  @Test func aNewCollectionHasNoProblems() throws {
    let shop = try store.createCollection(named: "Shop: one", in: Address(""))
    let orders = try store.createFolder(named: "orders", in: shop)
    _ = try store.create(SavedRequest(url: "x"), named: "create", in: orders)
    #expect(try store.load().drawn == ["◆ Shop: one", "  ▸ orders", "    GET create"])
    #expect(try store.check() == [])
  }
}
