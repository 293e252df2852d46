import Foundation
import RequestModel
import Testing

@testable import RequestStore

/// Files of a later version of their format. `UserFileTests` has those of the user.
struct FileFormatTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func newer(_ name: String) -> StoreError { .newer(path: folder.store.root + "/" + name, format: 2) }

  @Test func aNewerFileOfACollectionIsARowThatSaysSo() throws {
    try folder.write("shop/collection.json", #"{ "$format": 2, "name": "Shop" }"#)
    try folder.write("shop/a.json", #"{ "$format": 2, "url": "x" }"#)
    try folder.write("shop/b.json", #"{ "$format": 1, "url": "x", "body": { "text": "$format" } }"#)
    try folder.write("shop/c.json", #"{ "$format": "2", "url": "x" }"#)
    let sentence = "was written by a newer workbench (format 2) — update this one to use it"
    #expect(
      try folder.store.load().drawn == [
        "◆ shop", "  ! collection.json \(sentence)", "  ! a.json \(sentence)", "  GET b",
        "  ! c.json:1:14 — \"$format\" is not the version of a format: 1",
      ])
  }

  @Test func nothingIsSentWithoutTheSettingsOfANewerFolder() throws {
    try folder.write("collection.json", "{}")
    try folder.write("orders/folder.json", #"{ "$format": 2 }"#)
    try folder.write("orders/a.json", #"{ "url": "x" }"#)
    #expect(throws: newer("orders/folder.json")) { try folder.store.settings(for: "orders/a.json") }
  }

  @Test(arguments: ["a.json", "collection.json", "folder/folder.json", "environments/local.json"])
  func aFileThatBecameNewerIsNotOverwritten(name: String) throws {
    try folder.write("collection.json", "{}")
    try folder.write(name, #"{ "url": "x", "variables": [] }"#)
    let file = try #require(try folder.store.openFile(Address(name)))
    let later = #"{ "$format": 2, "url": "x", "variables": [] }"#
    try folder.write(name, later)
    var content = file.content
    content.name = "mine"
    #expect(throws: newer(name)) {
      try folder.store.save(content, over: file, overwriting: true, evenReadOnly: true)
    }
    #expect(throws: newer(name)) { try folder.store.openFile(Address(name)) }
    #expect(try folder.read(name) == later)
  }

  @Test func aNewerDraftIsANoteAndStays() throws {
    let folders = folder.user
    try FileManager.default.createDirectory(atPath: folders.drafts, withIntermediateDirectories: true)
    let file = URL(filePath: folders.drafts + "/1.2.json")
    try Data(#"{ "$format": 2, "root": "/r" }"#.utf8).write(to: file)
    let found = try DraftStore(folders).takeOver(root: "/r")
    #expect(
      found.notes == [
        "Cannot read an unsaved edit: 1.2.json was written by a newer workbench (format 2) — update this one to use it"
      ])
    #expect(FileManager.default.fileExists(atPath: file.path))
  }

  @Test func aNewerRecordOfAnImportIsRefused() throws {
    try folder.write(ImportRecord.fileName, #"{ "$format": 2, "format": "openapi", "items": [] }"#)
    #expect(throws: StoreError.newer(path: folder.root + "/.import.json", format: 2)) {
      try ImportRecord(of: folder.root)
    }
  }

  @Test func newerRecordsOfTheTrashAreNamedAndStay() throws {
    let trash = folder.store.trash
    let records = [
      "1/.deletion.json": #"{ "$format": 2, "root": "\#(folder.store.root)", "address": "a.json", "date": 1 }"#,
      "2/.undo-import.json": #"{ "$format": 3, "target": "\#(folder.store.root)", "date": 1 }"#,
      "3/.deletion.json": #"{ "$format": 2, "root": "/elsewhere" }"#, "4/.deletion.json": #"{ "$format": 2 }"#,
      "5/.replacement.json": #"{ "$format": 2, "root": "\#(folder.store.root)", "date": 1, "files": [] }"#,
    ]
    for (name, text) in records {
      let file = URL(filePath: trash + "/" + name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let reason = "was written by a newer workbench"
    #expect(
      folder.store.unreadableRecords().map(\.sentence) == [
        "A deletion cannot be undone: .deletion.json \(reason) (format 2) — update this one to use it",
        "An import cannot be undone: .undo-import.json \(reason) (format 3) — update this one to use it",
        "A deletion cannot be undone: .deletion.json \(reason) (format 2) — update this one to use it",
        "A replacement cannot be undone: .replacement.json \(reason) (format 2) — update this one to use it",
      ])
    #expect(ImportUndo.unreadable(into: folder.store.root, trash: trash).count == 1)
    #expect(folder.store.deletions() == [] && ImportUndo.all(in: trash) == [])
    #expect(folder.store.replacements() == [])
    for (name, text) in records { #expect(try String(contentsOfFile: trash + "/" + name, encoding: .utf8) == text) }
  }

  @Test func aNewerPackIsRefused() {
    #expect(throws: PackProblem("it has version 2 of the format — a newer workbench can unpack it")) {
      try PackManifest(Array(#"{ "workbenchPack": 2, "name": "api", "files": [] }"#.utf8))
    }
  }
}
