import Foundation
import RequestModel
import RequestStore
import TestSupport
import Testing

/// A second import of a source brings what changed there, and keeps what changed here.
struct ImportUpdateTests {
  private let folder: TemporaryFolder
  private var place: String { folder.path + "/Shop" }

  init() throws {
    folder = try TemporaryFolder()
    try imported(
      PortableFolder(
        name: "Shop",
        items: [
          request("1", "One", ["url": "http://a/1", "headers": [["name": "A", "value": "1"]]]),
          request("2", "Two", ["url": "http://a/2"]), request("3", "Three", ["url": "http://a/3"]),
        ]))
  }

  @Test func changesOfBothSidesAreMerged() throws {
    try write(
      "One.json", #"{"url": "http://a/1", "headers": [{"name": "A", "value": "1"}, {"name": "Own", "value": "x"}]}"#)
    let plan = try imported(
      PortableFolder(
        name: "Shop",
        items: [
          request(
            "1", "First",
            ["url": "http://b/1", "headers": [["name": "A", "value": "1"], ["name": "B", "value": "2"]]]),
          request("2", "Two", ["url": "http://a/2"]), request("3", "Three", ["url": "http://a/3"]),
        ]))
    #expect(
      try read("One.json") == """
        {"name": "First", "url": "http://b/1", "headers": [{"name": "A", "value": "1"}, { "name": "B", "value": "2" }, {"name": "Own", "value": "x"}]}
        """)
    #expect(plan.notes == [])
    #expect(
      plan.files.filter { $0.fate == .keep }.map(\.path) == [
        "Shop/collection.json", "Shop/Two.json", "Shop/Three.json",
      ])
  }

  @Test func theRecordHasALineForEachItem() throws {
    #expect(
      try read(".import.json") == #"""
        {
          "about": "What was imported, for the next import of the same source. Keep it with the collection.",
          "format": "test",
          "origin": "id shop",
          "title": "Shop",
          "items": [
            {"id":"collection","path":"collection.json","document":{"order":["One","Two","Three"]}},
            {"id":"request 1","path":"One.json","document":{"url":"http://a/1","headers":[{"name":"A","value":"1"}]}},
            {"id":"request 2","path":"Two.json","document":{"url":"http://a/2"}},
            {"id":"request 3","path":"Three.json","document":{"url":"http://a/3"}}
          ]
        }

        """#)
  }

  /// The items have all of the document.
  @Test func aDocumentThatTheCollectionKeepsIsNotRepeated() throws {
    let document: JSONValue = ["openapi": "3.1.0", "paths": ["/a/b": ["get": ["summary": "One"]]], "info": [:]]
    let kept = KeptDocument.split(document, at: ["/paths/~1a~1b/get"])
    #expect(kept.rest == ["openapi": "3.1.0", "paths": ["/a/b": ["get": [:]]], "info": [:]])
    var collection = PortableFolder(name: "Kept", settings: ["x-openapi": ["document": kept.rest]])
    collection.items = [
      request(
        "GET /a/b", "One",
        ["url": "http://a/b", "x-openapi": ["at": "/paths/~1a~1b/get", "operation": ["summary": "One"]]])
    ]
    var result = ImportResult()
    result.collections = [collection]
    result.source = document
    let plan = try ImportPlan(result, format: "openapi", into: folder.path, onConflict: nil)
    try plan.write(into: folder.path, trash: folder.user.trash)
    let record = try #require(try ImportRecord(of: folder.path + "/Kept"))
    #expect(record.source == document)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/Kept/.import.json"))
    #expect(!String(decoding: bytes, as: UTF8.self).contains("\"source\""))
  }

  @Test func aLargeDocumentIsOnlyInTheRecord() throws {
    func collection(_ length: Int, version: JSONValue) -> PortableFolder {
      let rest: JSONValue = ["openapi": version, "x-long": .string(String(repeating: "long ", count: length / 5))]
      var collection = PortableFolder(name: "Large", settings: ["x-openapi": ["document": rest, "path": "a.json"]])
      collection.items = [request("GET /a", "One", ["url": "http://a/b", "x-openapi": ["at": "/paths/~1a/get"]])]
      return collection
    }
    func exported() throws -> JSONObject? {
      let store = CollectionStore(root: folder.path + "/Large", trash: folder.user.trash)
      let reading = try PortableReading(store, Address(""))
      return reading.withRecordedDocument(reading.collection).settings["x-openapi"]?.object
    }
    // A small document is in the file, and leaves it once it is large.
    for (length, version) in [(100, "1"), (8_000_000, "2"), (8_000_000, "3")] as [(Int, JSONValue)] {
      let next = collection(length, version: version)
      let plan = try imported(next, id: "large")
      #expect(plan.notes == [])
      #expect(try exported()?["document"] == next.settings["x-openapi"]?.object?["document"])
      let path = folder.path + "/Large/collection.json"
      let file = try JSONText(Array(try Data(contentsOf: URL(fileURLWithPath: path)))).value.object
      let kept = file?["x-openapi"]?.object
      #expect(kept?["path"] == "a.json" && (kept?["document"] == nil) == (length > 100))
    }
    try FileManager.default.removeItem(atPath: folder.path + "/Large/.import.json")
    #expect(try exported() == ["path": "a.json", "recorded": true])
  }

  @Test func whatBothSidesChangedStaysAndIsNamed() throws {
    try write("Two.json", #"{"url": "http://mine/2"}"#)
    let plan = try imported(
      PortableFolder(
        name: "Shop",
        items: [
          request("1", "One", ["url": "http://a/1", "headers": [["name": "A", "value": "1"]]]),
          request("2", "Two", ["url": "http://theirs/2", "method": "PUT"]),
          request("3", "Three", ["url": "http://a/3"]),
        ]))
    #expect(try read("Two.json") == #"{"url": "http://mine/2", "method": "PUT"}"#)
    #expect(
      plan.notes == [
        InterchangeNote(.changed, ["Two.json"], "URL changed here and in the source: yours is kept")
      ])
  }

  @Test func whatIsGoneThereGoesHereUnlessItWasChanged() throws {
    try write("Three.json", #"{"url": "http://mine/3"}"#)
    let plan = try imported(
      PortableFolder(
        name: "Shop", items: [request("1", "One", ["url": "http://a/1", "headers": [["name": "A", "value": "1"]]])]))
    #expect(try names() == ["One.json", "Three.json", "collection.json"])
    #expect(
      plan.notes == [
        InterchangeNote(
          .changed, ["Three.json"], "The source no longer has it; it is kept, because it was changed here")
      ])
  }

  @Test func nothingGoesWhileAPartOfTheSourceCannotBeRead() throws {
    let plan = try imported(
      PortableFolder(
        name: "Shop", items: [request("1", "One", ["url": "http://a/1", "headers": [["name": "A", "value": "1"]]])]),
      notes: [InterchangeNote(.failed, ["Two"], "It has no URL")])
    let kept = "The source, not all of which could be read, may no longer have it: it is kept"
    #expect(plan.notes == ["Two.json", "Three.json"].map { InterchangeNote(.changed, [$0], kept) })
    #expect(try names() == ["One.json", "Three.json", "Two.json", "collection.json"])
    // They can still go later.
    try imported(PortableFolder(name: "Shop"))
    #expect(try names() == ["collection.json"])
  }

  @Test func aTitleThatChangedInTheSourceIsShownAndOneThatChangedHereStays() throws {
    try imported(PortableFolder(name: "Shop API"))
    #expect(try read("collection.json").contains(#""name": "Shop API""#))
    try write("collection.json", #"{"name": "Mine"}"#)
    try imported(PortableFolder(name: "Shop API"))
    #expect(try read("collection.json") == #"{"name": "Mine"}"#)
  }

  @Test func whatWasDeletedHereStaysDeleted() throws {
    try FileManager.default.removeItem(atPath: place + "/One.json")
    let plan = try imported(
      PortableFolder(
        name: "Shop",
        items: [
          request("1", "One", ["url": "http://b/1"]), request("2", "Two", ["url": "http://a/2"]),
          request("4", "One", ["url": "http://new"]),
        ]))
    #expect(try names() == ["One 2.json", "Two.json", "collection.json"])
    #expect(
      plan.notes == [
        InterchangeNote(.changed, ["One.json"], "It changed in the source, and was deleted here: left out")
      ])
  }

  @Test func aFileThatIsNotUnderstoodIsLeftAlone() throws {
    try write("One.json", "{ <<<<<<< ")
    let plan = try imported(PortableFolder(name: "Shop", items: [request("1", "One", ["url": "http://b/1"])]))
    #expect(try read("One.json") == "{ <<<<<<< ")
    #expect(plan.notes.map(\.kind) == [.failed])
  }

  // MARK: Helpers

  @Test func filesThatRequestsSendAreCopiedAndKeptUpToDate() throws {
    func collection(_ text: String) -> PortableFolder {
      var inner = PortableFolder(name: "Inner")
      inner.items = [
        request("4", "Up", ["url": "http://a", "body": ["multipart": [["name": "f", "file": "./data/a.json"]]]])
      ]
      var collection = PortableFolder(
        name: "Kiosk",
        items: [
          request("5", "Own", ["url": "http://a", "body": ["file": "b.txt"]]), .folder(inner),
          request("6", "Other", ["url": "http://a", "body": ["file": "/not/copied"]]),
        ])
      collection.files = [
        PortableFile(name: "./data/a.json", path: "data/a.json", bytes: Array(text.utf8)),
        PortableFile(name: "b.txt", path: "b.txt", bytes: Array("b".utf8)),
      ]
      return collection
    }
    func text(_ name: String) throws -> String {
      try String(contentsOfFile: folder.path + "/Kiosk/" + name, encoding: .utf8)
    }
    func fates(_ plan: ImportPlan) -> [String] {
      plan.files.filter { $0.path.hasPrefix("Kiosk/files/") }.map { "\($0.fate) \($0.path)" }
    }
    let first = try imported(collection("[1]"), id: "kiosk")
    #expect(fates(first) == ["create Kiosk/files/data/a.json.data", "create Kiosk/files/b.txt"])
    #expect(try text("files/data/a.json.data") == "[1]" && text("files/b.txt") == "b")
    let bodies = try ["Inner/Up.json", "Own.json", "Other.json"].map { name in
      try JSONText(Array(try text(name).utf8)).value.object?["body"]
    }
    #expect(
      bodies == [
        [
          "multipart": [
            [
              "name": "f", "file": "../files/data/a.json.data", "type": "application/json", "filename": "a.json",
            ]
          ]
        ],
        ["file": "files/b.txt"], ["file": "/not/copied"],
      ])
    try Data("own".utf8).write(to: URL(filePath: folder.path + "/Kiosk/files/b.txt"))
    let second = try imported(collection("[2]"), id: "kiosk")
    #expect(fates(second) == ["replace Kiosk/files/data/a.json.data", "keep Kiosk/files/b.txt"])
    #expect(try text("files/data/a.json.data") == "[2]" && text("files/b.txt") == "own")
    var without = collection("[2]")
    without.files = []
    let third = try imported(without, id: "kiosk")
    #expect(fates(third) == ["remove Kiosk/files/data/a.json.data"])
    #expect(
      third.notes.filter { $0.path == ["files/b.txt"] } == [
        InterchangeNote(.changed, ["files/b.txt"], "No request of the source sends it now; it is kept")
      ])
  }

  private func request(_ id: String, _ name: String, _ document: JSONObject) -> PortableItem {
    var request = PortableRequest(name: name, document: document)
    request.sourceID = id
    return .request(request)
  }

  @discardableResult
  private func imported(
    _ collection: PortableFolder, id: String = "shop", notes: [InterchangeNote] = []
  ) throws -> ImportPlan {
    var result = ImportResult()
    result.collections = [collection]
    result.collections[0].sourceID = id
    result.notes = notes
    let plan = try ImportPlan(result, format: "test", into: folder.path, onConflict: nil)
    try plan.write(into: folder.path, trash: folder.user.trash)
    return plan
  }

  private func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: place + "/" + name))
  }

  private func read(_ name: String) throws -> String { try String(contentsOfFile: place + "/" + name, encoding: .utf8) }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: place).filter { !$0.hasPrefix(".") }.sorted()
  }
}
