import Foundation
import RequestModel
import Testing

@testable import RequestStore

/// Renames and moves are undone with the name, the order and the bytes that were there.
struct RearrangementTests {
  private let folder: TemporaryFolder
  private let settings = #"{"order": ["b", "a", "in"]}"#

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("shop/collection.json", settings)
    try folder.write("shop/a.json", #"{"url": "x", "name": "First"}"#)
    try folder.write("shop/b.json", #"{"url": "y"}"#)
    try folder.write("shop/in/folder.json", #"{"name": "Inner"}"#)
    try folder.write("shop/in/c.json", #"{"url": "z"}"#)
  }

  private func read(_ name: String) throws -> String {
    String(decoding: try Disk.read(folder.root + "/" + name), as: UTF8.self)
  }

  private func rename(_ address: Address, _ name: String) throws -> Rearrangement {
    try folder.store.rearranging(address) { () throws(StoreError) in try folder.store.rename(address, to: name) }
  }

  private func move(_ address: Address, _ target: Address) throws -> Rearrangement {
    try folder.store.rearranging(address, into: target) { () throws(StoreError) in
      try folder.store.move(address, into: target)
    }
  }

  /// Undoes a change.
  ///
  /// - Returns: What makes it again.
  private func undone(_ change: Rearrangement) throws -> Rearrangement {
    try folder.store.takingBack(change)
  }

  @Test(arguments: [
    ("shop/a.json", "Second/try"), ("shop/a.json", "other"), ("shop/b.json", "Other one"), ("shop/in", "out"),
  ])
  func aRenameIsUndoneWithTheNameAndTheOrder(file: String, name: String) throws {
    let files = ["shop/collection.json", "shop/a.json", "shop/b.json", "shop/in/folder.json", "shop/in/c.json"]
    let before = try files.map(read)
    let change = try rename(Address(file), name)
    #expect(change.isChange && change.to != change.from)
    #expect(try folder.store.undo(change) == change.from)
    #expect(try files.map(read) == before)
  }

  @Test func aMoveIsUndoneWithThePlaceInTheOrder() throws {
    let change = try move(Address("shop/a.json"), Address("shop/in"))
    #expect(change.to == Address("shop/in/a.json"))
    #expect(try read("shop/collection.json") == #"{"order": ["b", "in"]}"#)
    #expect(try folder.store.undo(change) == Address("shop/a.json"))
    #expect(try read("shop/collection.json") == settings)
    let inner = try move(Address("shop/in"), Address(""))
    #expect(try folder.store.undo(inner) == Address("shop/in"))
    #expect(try read("shop/in/c.json") == #"{"url": "z"}"#)
  }

  @Test func theFilesOfARequestAreTheSameAfterAMoveAndAfterUndoingIt() throws {
    let text = #"{ "url": "x",  "body": {"file": "data.bin"} }"#
    try folder.write("shop/up.json", text)
    let change = try move(Address("shop/up.json"), Address("shop/in"))
    #expect(try read("shop/in/up.json") == #"{ "url": "x",  "body": {"file": "../data.bin"} }"#)
    #expect(change.stalePaths == [])
    let back = try undone(change)
    #expect(back.to == Address("shop/up.json"))
    #expect(try read("shop/up.json") == text)
  }

  @Test(arguments: [#".\/data.bin"#, String(repeating: "a", count: 75)])
  func aMoveChangesOnlyThePathsAndUndoingItRestoresTheBytes(path: String) throws {
    let text = "{\n  \"url\": \"x\",\n  \"body\": { \"file\": \"\(path)\" }\n}\n"
    let name = path.replacing(#".\/"#, with: "")
    let movedText = text.replacing(path, with: "../" + name)
    try folder.write("shop/up.json", text)
    let change = try move(Address("shop/up.json"), Address("shop/in"))
    #expect(try read("shop/in/up.json") == movedText)
    let back = try undone(change)
    #expect(try read("shop/up.json") == text)
    let again = try undone(back)
    #expect(try read("shop/in/up.json") == movedText)
    // A file that was edited since keeps its edits.
    try folder.write("shop/in/up.json", movedText.replacing("\"x\"", with: "\"y\""))
    _ = try undone(again)
    #expect(try read("shop/up.json") == text.replacing("\"x\"", with: "\"y\"").replacing(path, with: name))
  }

  @Test func theFilesOfRequestsInAMovedFolderAreTheSame() throws {
    let text = #"{"url": "x", "body": {"multipart": [{"name": "a", "file": "a"}, {"name": "b", "file": "../b"}]}}"#
    try folder.write("shop/in/up.json", text)
    let change = try move(Address("shop/in"), Address(""))
    #expect(change.to == Address("in"))
    #expect(try read("in/up.json") == text.replacing("../b", with: "../shop/b"))
    _ = try undone(change)
    #expect(try read("shop/in/up.json") == text)
  }

  @Test func pathsThatCannotFollowAMoveAreNamed() throws {
    try folder.write("shop/up.json", #"{"url": "x", "body": {"file": "{{name}}.bin"}}"#)
    let change = try move(Address("shop/up.json"), Address("shop/in"))
    #expect(change.stalePaths == [StalePaths(file: Address("shop/in/up.json"), paths: ["{{name}}.bin"])])
    #expect(try read("shop/in/up.json") == #"{"url": "x", "body": {"file": "{{name}}.bin"}}"#)
  }

  @Test func aFolderThatWasMadeForAMoveGoesWithIt() throws {
    let change = try move(Address("shop/a.json"), Address("shop/new/inner"))
    let back = try undone(change)
    #expect(back.to == Address("shop/a.json") && !Disk.exists(folder.root + "/shop/new"))
    let again = try undone(back)
    #expect(again.to == Address("shop/new/inner/a.json"))
    try folder.write("shop/new/other.json", "{}")
    #expect(try undone(again).to == Address("shop/a.json"))
    #expect(!Disk.exists(folder.root + "/shop/new/inner") && Disk.exists(folder.root + "/shop/new/other.json"))
  }

  @Test func anEmptyFolderThatWasThereBeforeAMoveStays() throws {
    try Disk.createFolder(folder.root + "/shop/empty")
    #expect(try undone(try move(Address("shop/a.json"), Address("shop/empty"))).to == Address("shop/a.json"))
    #expect(Disk.exists(folder.root + "/shop/empty"))
  }

  @Test func aNameThatWasTakenMeanwhileStays() throws {
    let change = try rename(Address("shop/b.json"), "new")
    try folder.write("shop/b.json", #"{"url": "another"}"#)
    #expect(try folder.store.undo(change) == Address("shop/b 2.json"))
    #expect(try read("shop/b.json") == #"{"url": "another"}"#)
  }

  @Test func aFileThatIsGoneIsAnErrorAndALaterNameStays() throws {
    let gone = try rename(Address("shop/b.json"), "new")
    _ = try folder.store.delete(Address("shop/new.json"))
    #expect(throws: StoreError.self) { try folder.store.undo(gone) }
    let named = try rename(Address("shop/a.json"), "Second/try")
    try folder.write(named.to.path, #"{"url": "x", "name": "Third"}"#)
    #expect(try folder.store.undo(named) == Address("shop/a.json"))
    #expect(try read("shop/a.json") == #"{"url": "x", "name": "Third"}"#)
  }

  @Test func aWrittenVariableIsTakenBackUnlessItsFileHasChanged() throws {
    let text = #"{"variables": [{"name": "id", "value": "1"}]}"#
    try folder.write("shop/environments/dev.json", text)
    let collection = folder.root + "/shop"
    func set(_ value: String) throws -> WrittenFile {
      try folder.store.writing(collection + "/environments/dev.json") { () throws(StoreError) in
        try folder.store.setVariable("id", to: value, environment: "dev", of: collection)
      }.1
    }
    let back = try folder.store.undo(try set("2"))
    #expect(try read("shop/environments/dev.json") == text)
    let again = try folder.store.undo(back)
    #expect(try read("shop/environments/dev.json").contains("2") && again.isChange)
    try folder.store.undo(again)
    #expect(try read("shop/environments/dev.json") == text)
    let (first, second) = (try set("2"), try set("3"))
    #expect(throws: StoreError.changedOnDisk(path: second.path)) { try folder.store.undo(first) }
  }

  @Test(arguments: [
    (#"[{"name": "id", "off": true, "value": "1"}]"#, [#""2""#], false),
    (#"[{"name": "id", "value": "1"}, {"name": "id", "off": true, "value": "0"}]"#, [#""2""#, #""0""#, "off"], false),
    (#"[{"name": "id", "off": true, "secret": true}]"#, ["secret"], true),
  ])
  func aVariableThatIsOffIsSwitchedOn(_ rows: String, _ kept: [String], isSecret: Bool) throws {
    try folder.write("shop/environments/dev.json", #"{"variables": "# + rows + "}")
    let isKeptAsSecret = try folder.store.setVariable(
      "id", to: "2", environment: "dev", of: folder.root + "/shop")
    #expect(isKeptAsSecret == isSecret)
    let text = try read("shop/environments/dev.json")
    for part in kept { #expect(text.contains(part)) }
    #expect(text.contains("off") == kept.contains("off"))
    #expect(!text.contains(#""1""#))
    #expect(text.contains(#""2""#) != isSecret)
  }

  @Test func anEnvironmentIsMadeForAVariableOnlyWhereThatIsAskedFor() throws {
    let collection = folder.root + "/shop"
    let path = collection + "/environments/new.json"
    #expect(throws: StoreError.self) {
      try folder.store.setVariable("id", to: "1", environment: "new", of: collection)
    }
    let made = try folder.store.writing(path) { () throws(StoreError) in
      try folder.store.setVariable("id", to: "1", environment: "new", of: collection, creating: true)
    }
    #expect(made.0 == false)
    let variables = try JSONText(try read("shop/environments/new.json")).value.object?["variables"]
    #expect(variables == [["name": "id", "value": "1"]])
    try folder.store.undo(made.1)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func aFileThatAVariableMadeIsRemovedAgain() throws {
    try folder.write("shop/environments/dev.json", "{}")
    let path = folder.root + "/shop/environments/new.json"
    let made = try folder.store.writing(path) { () throws(StoreError) in try Disk.replace(path, with: Array("{}".utf8))
    }
    .1
    try folder.store.undo(made)
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
