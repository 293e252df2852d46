import Foundation
import RequestModel
import RequestStore
import Testing

/// An import changes only what came from the same source. Anything else goes beside it.
struct ImportIdentityTests {
  private let folder: TemporaryFolder
  private var target: String { folder.root }

  init() throws { folder = try TemporaryFolder() }

  @Test func collectionsOfOneTitleFromTwoFilesAreBesideEachOther() throws {
    try imported([collection("Kiosk", ["a"])], from: "/sources/a.json")
    let second = try imported([collection("Kiosk", ["b"])], from: "/sources/b.json")
    #expect(!second.isUpdate)
    #expect(
      second.notes == [
        InterchangeNote(.changed, ["Kiosk"], "The name \"Kiosk\" is taken: it is in the folder \"Kiosk 2\"")
      ])
    // Each is brought up to date by its own file, whatever its title is now.
    #expect(try imported([collection("Shop", ["a", "c"])], from: "/sources/a.json").isUpdate)
    #expect(try imported([collection("Kiosk", ["b", "d"])], from: "/sources/b.json").isUpdate)
    #expect(
      try files() == [
        "Kiosk 2/b.json", "Kiosk 2/collection.json", "Kiosk 2/d.json", "Kiosk/a.json", "Kiosk/c.json",
        "Kiosk/collection.json",
      ])
  }

  @Test func theIDOfASourceCountsMoreThanItsPath() throws {
    try imported([collection("Kiosk", ["a"], id: "1")], from: "/sources/a.json")
    try imported([collection("Kiosk", ["b"], id: "2")], from: "/sources/a.json")
    #expect(try imported([collection("Kiosk", ["c"], id: "1")], from: "/elsewhere/x.json").isUpdate)
    #expect(
      try files() == ["Kiosk 2/b.json", "Kiosk 2/collection.json", "Kiosk/c.json", "Kiosk/collection.json"])
  }

  @Test func textWithoutAnIDIsNeverTheSameSource() throws {
    for name in ["a", "b", "a"] { try imported([collection("curl", [name])], from: nil) }
    #expect(
      try files() == [
        "curl 2/b.json", "curl 2/collection.json", "curl 3/a.json", "curl 3/collection.json", "curl/a.json",
        "curl/collection.json",
      ])
  }

  /// Both may be moved together.
  @Test func aPathIsKnownFromTheCollection() throws {
    try folder.write("api/a.json", "{}")
    try imported([collection("Kiosk", ["a"])], from: target + "/api/a.json", into: target + "/c")
    try FileManager.default.moveItem(atPath: target, toPath: target + "-moved")
    let moved = target + "-moved"
    #expect(try imported([collection("Kiosk", ["b"])], from: moved + "/api/a.json", into: moved + "/c").isUpdate)
    let record = try String(contentsOfFile: moved + "/c/Kiosk/.import.json", encoding: .utf8)
    #expect(record.contains(#"  "origin": "file ../../api/a.json","#))
  }

  @Test func aURLIsKnownButNotWritten() throws {
    let url = "https://ada:hush@api.test/openapi.json?key=secret"
    try imported([collection("Kiosk", ["a"])], from: url)
    #expect(try imported([collection("Kiosk", ["b"])], from: url).isUpdate)
    let record = try folder.read("Kiosk/.import.json")
    #expect(!record.contains("hush") && !record.contains("secret") && !record.contains("api.test"))
  }

  @Test(arguments: [nil, .skip, .replace, .both] as [ImportConflict?])
  func collectionsOfOneTitleInOneSourceAreNumbered(conflict: ImportConflict?) throws {
    let titles = ["Kiosk", "kiosk", "Kiosk", "Caf\u{E9}", "Cafe\u{301}", "environments"]
    let collections = titles.map { collection($0, ["a"]) }
    try imported(collections, from: "/sources/all.zip", onConflict: conflict)
    let names = try FileManager.default.contentsOfDirectory(atPath: target).sorted()
    #expect(names == ["Caf\u{E9}", "Cafe\u{301} 2", "Kiosk", "Kiosk 3", "environments 2", "kiosk 2"].sorted())
    // Again, each is its own.
    #expect(try imported(collections, from: "/sources/all.zip").files.allSatisfy { $0.fate == .keep })
  }

  @Test func anImportOfOneFileOfAFolderKeepsTheEnvironmentsOfTheFolder() throws {
    var whole = collection("Kiosk", ["a"])
    whole.sourceFile = "a.json"
    whole.environments = [PortableEnvironment(name: "local", document: ["variables": []])]
    try folder.write("api/a.json", "{}")
    let target = target + "/c"
    try imported([whole], from: folder.root + "/api", into: target, format: "folder")
    try imported([collection("Kiosk", ["b"])], from: folder.root + "/api/a.json", into: target)
    try imported([whole], from: folder.root + "/api", into: target, format: "folder")
    #expect(
      try files() == ["api/a.json", "c/Kiosk/a.json", "c/Kiosk/collection.json", "c/Kiosk/environments/local.json"])
  }

  /// A record comes with a repository of somebody else.
  @Test(arguments: ["../mine.json", "environments/../../mine.json", ".git/mine.json"])
  func aRecordReachesNothingOutsideOfItsCollection(_ path: String) throws {
    try imported([collection("Kiosk", ["a"], id: "1")], from: nil)
    try folder.write("mine.json", #"{"url": "mine"}"#)
    try folder.write("Kiosk/.git/mine.json", #"{"url": "mine"}"#)
    try folder.write("Kiosk/environments/local.json", #"{"variables": []}"#)
    try folder.write(
      "Kiosk/.import.json",
      """
      {
        "format": "test",
        "origin": "id 1",
        "items": [
          {"id": "request 1", "path": "\(path)", "document": {"url": "mine"}},
          {"id": "collection / b", "path": "\(path)", "document": {"url": "mine"}}
        ]
      }
      """)
    let plan = try imported([collection("Kiosk", ["a", "b"], id: "1")], from: nil)
    #expect(plan.isUpdate && plan.files.allSatisfy { $0.fate != .remove })
    for name in ["mine.json", "Kiosk/.git/mine.json"] { #expect(try folder.read(name) == #"{"url": "mine"}"#) }
    #expect(try folder.read("Kiosk/b.json").contains("kiosk.test/b"))
  }

  @Test func aCopyHasTheNameOfNoOtherFile() throws {
    var kiosk = PortableFolder(name: "Kiosk")
    let names = ["x.json", "x.json.data", "x.data"]
    let rows = names.map { JSONValue.object(["name": "f", "file": .string($0)]) }
    let body: JSONValue = ["multipart": .array(rows)]
    kiosk.items = [.request(PortableRequest(name: "up", document: ["url": "http://a", "body": body]))]
    kiosk.files = names.map { PortableFile(name: $0, path: $0, bytes: Array($0.utf8)) }
    try imported([kiosk], from: nil)
    let copies = ["x.json.data", "x.json.data.data", "x.data"]
    #expect(try copies.map { try folder.read("Kiosk/files/" + $0) } == names)
    let document = try JSONText(Array(try folder.read("Kiosk/up.json").utf8)).value.object
    #expect(
      document?["body"] == [
        "multipart": [
          ["name": "f", "file": "files/x.json.data", "type": "application/json", "filename": "x.json"],
          ["name": "f", "file": "files/x.json.data.data", "filename": "x.json.data"],
          ["name": "f", "file": "files/x.data"],
        ]
      ])
  }

  @Test func aCopyThatWasExportedKeepsItsName() throws {
    var kiosk = PortableFolder(name: "Kiosk")
    let row: JSONValue = ["name": "f", "file": "files/d.json.data", "type": "text/plain", "filename": "d.json"]
    let other: JSONValue = ["name": "g", "file": "e.json.data"]
    let body: JSONValue = ["multipart": [row, other]]
    kiosk.items = [.request(PortableRequest(name: "up", document: ["url": "http://a", "body": body]))]
    let names = ["files/d.json.data", "e.json.data"]
    kiosk.files = names.map { PortableFile(name: $0, path: $0, bytes: Array($0.utf8)) }
    try imported([kiosk], from: nil)
    let copies = ["files/d.json.data", "files/e.json.data"]
    #expect(try copies.map { try folder.read("Kiosk/" + $0) } == names)
    let document = try JSONText(Array(try folder.read("Kiosk/up.json").utf8)).value.object
    #expect(document?["body"] == ["multipart": [row, ["name": "g", "file": "files/e.json.data"]]])
  }

  /// As an export of a collection has them.
  @Test func aCopyOfAFileInAFolderFilesKeepsItsPathUnlessItIsAnothers() throws {
    var kiosk = collection("Kiosk", ["a"])
    let names = ["files/x.txt", "files/y.txt", "y.txt"]
    kiosk.files = names.map { PortableFile(name: $0, path: $0, bytes: Array($0.utf8)) }
    try imported([kiosk], from: nil)
    let copies = ["files/x.txt", "files/files/y.txt", "files/y.txt"]
    #expect(try copies.map { try folder.read("Kiosk/" + $0) } == names)
  }

  @Test func aCopyDoesNotReplaceAFolder() throws {
    try folder.write("Kiosk/files/a/own.txt", "own")
    var kiosk = collection("Kiosk", ["a"])
    kiosk.files = [PortableFile(name: "a", path: "a", bytes: Array("copy".utf8))]
    let plan = try imported([kiosk], from: nil, onConflict: .replace)
    #expect(try folder.read("Kiosk/files/a/own.txt") == "own")
    #expect(
      plan.notes == [InterchangeNote(.changed, ["files/a"], "There is a folder of its name: it is not copied")])
  }

  // MARK: Undo

  @Test func undoDoesNotRemoveALaterFolderOfTheSameName() throws {
    try imported([collection("Kiosk", ["a"])], from: nil)
    try FileManager.default.removeItem(atPath: target + "/Kiosk")
    try folder.write("Kiosk/collection.json", #"{"docs": "mine"}"#)
    #expect(ImportUndo.last(into: target, trash: folder.user.trash) == nil)
  }

  @Test func undoBringsBackWhatAnUpdateRemovedAndReplaced() throws {
    let first = collection("Kiosk", ["a", "b", "c"], id: "1")
    try imported([first], from: nil)
    let before = try contents()
    var second = collection("Kiosk", ["a", "d"], id: "1")
    second.items.append(.folder(PortableFolder(name: "new", items: [request("e")])))
    let plan = try imported([second], from: nil)
    #expect(plan.files.prefix { $0.fate == .remove }.map(\.path) == ["Kiosk/b.json", "Kiosk/c.json"])
    #expect(try files() == ["Kiosk/a.json", "Kiosk/collection.json", "Kiosk/d.json", "Kiosk/new/e.json"])
    let outcome = try #require(ImportUndo.last(into: target, trash: folder.user.trash)).run()
    #expect(try contents() == before && !FileManager.default.fileExists(atPath: target + "/Kiosk/new"))
    #expect(outcome.problems == [] && outcome.removed == ["Kiosk/d.json", "Kiosk/new/e.json"])
    #expect(
      outcome.restored == ["Kiosk/b.json", "Kiosk/c.json", "Kiosk/collection.json", "Kiosk/.import.json"])
    // The one before made the collection, which goes to the trash.
    #expect(try #require(ImportUndo.last(into: target, trash: folder.user.trash)).run().removed == ["Kiosk"])
    #expect(try files() == [] && folder.store.deletions().map(\.address) == ["Kiosk"])
    #expect(ImportUndo.last(into: target, trash: folder.user.trash) == nil)
  }

  @Test func undoLeavesWhatHasChangedSince() throws {
    try imported([collection("Kiosk", ["a", "b"], id: "1")], from: nil)
    try imported([collection("Kiosk", ["c"], id: "1")], from: nil)
    try folder.write("Kiosk/c.json", #"{"url": "mine"}"#)
    try folder.write("Kiosk/b.json", #"{"url": "new"}"#)
    let outcome = try #require(ImportUndo.last(into: target, trash: folder.user.trash)).run()
    #expect(outcome.problems == ["Kiosk/c.json — changed since: undo it by hand"])
    #expect(
      try files() == [
        "Kiosk/a.json", "Kiosk/b 2.json", "Kiosk/b.json", "Kiosk/c.json", "Kiosk/collection.json",
      ])
    #expect(try folder.read("Kiosk/c.json") == #"{"url": "mine"}"#)
  }

  @Test func whatAChoiceReplacedComesBackToo() throws {
    try folder.write("Kiosk/collection.json", "{}")
    try folder.write("Kiosk/a.json", #"{"url": "own"}"#)
    try imported([collection("Kiosk", ["a"])], from: "/sources/a.json", onConflict: .replace)
    #expect(try folder.read("Kiosk/a.json") != #"{"url": "own"}"#)
    _ = try #require(ImportUndo.last(into: target, trash: folder.user.trash)).run()
    #expect(try folder.read("Kiosk/a.json") == #"{"url": "own"}"#)
    #expect(!FileManager.default.fileExists(atPath: target + "/Kiosk/.import.json"))
  }

  // MARK: Helpers

  private func request(_ name: String) -> PortableItem {
    .request(PortableRequest(name: name, document: ["url": .string("http://kiosk.test/" + name)]))
  }

  private func collection(_ name: String, _ requests: [String], id: String? = nil) -> PortableFolder {
    var collection = PortableFolder(name: name, items: requests.map(request))
    collection.sourceID = id
    return collection
  }

  @discardableResult
  private func imported(
    _ collections: [PortableFolder], from place: String?, into target: String? = nil, format: String = "test",
    onConflict: ImportConflict? = nil
  ) throws -> ImportPlan {
    var result = ImportResult()
    (result.collections, result.place) = (collections, place)
    let target = target ?? self.target
    let plan = try ImportPlan(result, format: format, into: target, onConflict: onConflict)
    try plan.write(into: target, trash: folder.user.trash)
    return plan
  }

  private func files() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: target)
      .filter { $0.hasSuffix(".json") && !$0.hasSuffix(".import.json") }.sorted()
  }

  private func contents() throws -> [String: String] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: target).filter { $0.hasSuffix(".json") }
    return Dictionary(uniqueKeysWithValues: try names.map { ($0, try folder.read($0)) })
  }
}
