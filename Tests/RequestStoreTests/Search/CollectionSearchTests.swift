import Foundation
import RequestModel
import Testing

@testable import RequestStore

@Suite struct CollectionSearchTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("shop/collection.json", #"{"variables": [{"name": "host", "value": "shop.test"}]}"#)
    try folder.write("shop/environments/live.json", #"{"variables": [{"name": "host", "value": "live.shop.test"}]}"#)
    try folder.write("shop/list.json", "{\n  \"url\": \"https://shop.test/list\",\n  \"docs\":   \"Of shop.test\"\n}\n")
    try folder.write("shop/orders/create.json", #"{"url": "https://shop.test/orders", "headers": []}"#)
    try folder.write("workspace.json", #"{"variables": [{"name": "any", "value": "shop.test"}]}"#)
  }

  private static let all = Set(SearchPlace.allCases)

  private func search(
    _ word: String, in scope: Address = Address(""), edits: [Address: SavedFile] = [:], _ reading: TreeReading = .init()
  ) throws -> SearchResult {
    let matcher = Word(word, nil)
    return try folder.store.search(FileSearch(matcher, in: Self.all), matcher, in: scope, edits: edits, reading)
  }

  @Test func requestsFoldersEnvironmentsAndTheWorkspaceAreSearched() throws {
    let result = try search("shop.test")
    #expect(
      result.files.map { "\($0.address) \($0.matches.map(\.label))" } == [
        #"shop/collection.json ["Variable host"]"#, #"shop/environments/live.json ["Variable host"]"#,
        #"shop/list.json ["URL", "Docs"]"#, #"shop/orders/create.json ["URL"]"#, #"workspace.json ["Variable any"]"#,
      ])
    #expect(result.searched == 5)
    #expect(result.unread == [])
  }

  @Test(arguments: [
    ("shop/orders", ["shop/orders/create.json"]), ("shop/list.json", ["shop/list.json"]),
    ("shop/environments", ["shop/environments/live.json"]),
  ]) func aScopeNarrowsTheFiles(scope: String, files: [String]) throws {
    #expect(try search("shop.test", in: Address(scope)).files.map(\.address.path) == files)
  }

  @Test func unsavedEditsAreSearchedInsteadOfTheFile() throws {
    let edited = SavedFile.request(SavedRequest(url: "https://edited.test"))
    let new = SavedFile.request(SavedRequest(url: "https://edited.test/new"))
    let result = try search("edited", edits: ["shop/list.json": edited, "shop/gone.json": new])
    #expect(result.files.map(\.address.path) == ["shop/gone.json", "shop/list.json"])
    #expect(result.files.map(\.isUnsaved) == [true, true])
    #expect(try search("shop.test", edits: ["shop/list.json": edited]).files.count == 4)
  }

  @Test func requestsThatOnlyABaseHasAreSaidNotToBeSearched() throws {
    #expect(try search("shop.test").hasBases == false)
    try folder.write("own/collection.json", #"{"base": "../shop"}"#)
    #expect(try search("shop.test").hasBases)
    #expect(try search("shop.test", in: "own").hasBases)
    #expect(try search("shop.test", in: "shop").hasBases == false)
    try folder.write("own/collection.json", #"{"base": "../gone"}"#)
    #expect(try search("shop.test", in: "own").hasBases)
  }

  @Test func foldersThatCannotBeListedAreTold() throws {
    let deep = Array(repeating: "d", count: 200).joined(separator: "/")
    try folder.write("shop/\(deep)/deep.json", #"{"url": "https://shop.test"}"#)
    #expect(try search("shop.test").unread.map(\.address.path).contains { $0.hasPrefix("shop/d") })
  }

  @Test func brokenFilesAreTold() throws {
    try folder.write("shop/broken.json", "{ shop.test")
    let result = try search("shop.test")
    #expect(result.unread.count == 1)
    #expect(result.unread[0].problem.contains("broken.json:1:3"))
    #expect(result.files.count == 5)
  }

  @Test func aFileThatIsNoRequestIsFoundButLeftAlone() throws {
    try folder.write("shop/package.json", #"{"name": "shop.test"}"#)
    let file = try #require(try search("shop.test", in: "shop/package.json").files.first)
    #expect(file.whyReadOnly != nil)
  }

  @Test func aCancelledSearchEnds() throws {
    let reading = TreeReading()
    reading.cancel()
    #expect(throws: StoreError.cancelled) { try search("shop.test", reading) }
  }

  @Test func theFirstMatchesOfAFileWithTooManyAreFound() throws {
    try folder.write("big/a.json", #"{"url": "x", "docs": "\#(String(repeating: "needle ", count: 10_001))"}"#)
    try folder.write("big/b.json", #"{"url": "needle"}"#)
    let result = try search("needle", in: "big")
    #expect(result.files.map { "\($0.address) \($0.matches.count)" } == ["big/a.json 10000"])
    #expect(result.matchCount == 10_000 && result.searched == 2 && result.isCut)
  }

  @Test func aFileThatCannotBeSearchedIsReportedAndLeftUnchanged() throws {
    let matcher = Costly()
    let result = try folder.store.search(
      FileSearch(matcher, in: Self.all), matcher, in: "shop/orders/create.json")
    let path = folder.store.path(of: "shop/orders/create.json")
    #expect(result.files == [] && result.searched == 0)
    #expect(result.unread == [UnreadFile("shop/orders/create.json", "\(path) — too costly")])
  }

  // MARK: Replacing

  private func chosen(_ result: SearchResult, only path: String? = nil) -> [ChosenMatches] {
    result.files.filter { path == nil || $0.address.path == path }.compactMap { file in
      file.version.map { ChosenMatches(file.address, version: $0, Set(file.matches.indices)) }
    }
  }

  private func replace(_ word: String, by new: String, _ chosen: [ChosenMatches]) -> ReplacementOutcome {
    folder.store.replace(chosen, with: FileSearch(Word(word, new), in: Self.all))
  }

  @Test func whatIsChosenIsReplacedAndTheRestKeepsItsBytes() throws {
    let outcome = replace("shop.test", by: "{{host}}", chosen(try search("shop.test"), only: "shop/list.json"))
    #expect(outcome.count == 2)
    #expect(outcome.problems == [])
    #expect(
      try folder.read("shop/list.json")
        == "{\n  \"url\": \"https://{{host}}/list\",\n  \"docs\":   \"Of {{host}}\"\n}\n")
    #expect(try folder.read("workspace.json").contains("shop.test"))
  }

  @Test func oneUndoRestoresAllFiles() throws {
    let before = try folder.allBytes("root")
    let outcome = replace("shop.test", by: "x.test", chosen(try search("shop.test")))
    #expect(outcome.files.count == 5)
    #expect(try folder.allBytes("root") != before)
    #expect(folder.store.undo(outcome.files).problems == [])
    #expect(try folder.allBytes("root") == before)
  }

  @Test func anUndoneReplacementIsMadeAgain() throws {
    let outcome = replace("shop.test", by: "x.test", chosen(try search("shop.test")))
    let after = try folder.allBytes("root")
    let undone = folder.store.undo(outcome.files)
    try folder.write("workspace.json", "{}")
    let again = folder.store.undo(undone.files, advice: "replace it by hand")
    #expect(again.problems == ["workspace.json — changed since: replace it by hand"] && again.files.count == 4)
    try folder.write("workspace.json", #"{"variables": [{"name": "any", "value": "x.test"}]}"#)
    #expect(try folder.allBytes("root") == after)
  }

  @Test func aRecordUndoesAReplacementInALaterRun() throws {
    let before = try folder.allBytes("root")
    let outcome = replace("shop.test", by: "x.test", chosen(try search("shop.test")))
    let after = try folder.allBytes("root")
    let record = try folder.store.record(outcome.files)
    let found = try #require(folder.store.replacements().first)
    #expect(folder.store.replacements() == [record] && folder.store.deletions() == [])
    #expect(try found.replacedFiles() == outcome.files)
    let undone = folder.store.undo(try found.replacedFiles())
    #expect(try folder.allBytes("root") == before && undone.problems == [])
    #expect(folder.store.undo(undone.files).problems == [])
    #expect(try folder.allBytes("root") == after)
    found.discard()
    #expect(folder.store.replacements() == [])
  }

  @Test func aRecordFollowsARename() throws {
    let before = try folder.allBytes("root")
    let outcome = replace("shop.test", by: "x.test", chosen(try search("shop.test")))
    let record = try folder.store.record(outcome.files)
    let (old, new) = (Address("shop"), Address("store"))
    try FileManager.default.moveItem(atPath: folder.root + "/shop", toPath: folder.root + "/store")
    let moved = try folder.store.moveReplacements(from: old, to: new)
    #expect(moved.map(\.folder) == [record.folder] && folder.store.replacements() == moved)
    #expect(try folder.store.moveReplacements(from: old, to: new) == [])
    #expect(folder.store.undo(try #require(moved.first).replacedFiles()).problems == [])
    try FileManager.default.moveItem(atPath: folder.root + "/store", toPath: folder.root + "/shop")
    #expect(try folder.allBytes("root") == before)
  }

  @Test func onlyTheNewestRecordsOfThisFolderAreKept() throws {
    let outcome = replace("shop.test", by: "x.test", chosen(try search("shop.test"), only: "workspace.json"))
    let records = try (0..<22).map { _ in try folder.store.record(outcome.files) }
    #expect(folder.store.replacements() == Array(records.suffix(20)))
    #expect(CollectionStore(root: folder.root + "/shop", trash: folder.store.trash).replacements() == [])
  }

  @Test func aFileThatChangedMeanwhileIsLeftAsItIs() throws {
    let chosen = chosen(try search("shop.test"), only: "workspace.json")
    try folder.write("workspace.json", #"{"variables": [{"name": "any", "value": "shop.test "}]}"#)
    let outcome = replace("shop.test", by: "x.test", chosen)
    #expect(outcome.problems == ["workspace.json — changed on disk meanwhile: search again"])
    #expect(outcome.files == [])
    #expect(try folder.read("workspace.json").contains("shop.test "))
  }

  @Test func anUndoLeavesWhatChangedSince() throws {
    let outcome = replace("shop.test", by: "x.test", chosen(try search("shop.test")))
    try folder.write("workspace.json", "{}")
    #expect(folder.store.undo(outcome.files).problems == ["workspace.json — changed since: undo it by hand"])
    #expect(try folder.read("workspace.json") == "{}")
    #expect(try folder.read("shop/list.json").contains("shop.test"))
  }

  @Test func aReplacementThatBreaksAFileIsRefused() throws {
    try folder.write("shop/list.json", #"{"url": "x", "options": {"timeout": 5}}"#)
    let outcome = replace("5", by: "-5", chosen(try search("5"), only: "shop/list.json"))
    #expect(outcome.files == [])
    #expect(outcome.problems.count == 1)
    #expect(try folder.read("shop/list.json") == #"{"url": "x", "options": {"timeout": 5}}"#)
  }
}

/// Fails on all texts.
private struct Costly: TextMatching {
  func matches(in text: [UInt8]) throws(FileSearchProblem) -> [TextMatch] { throw FileSearchProblem("too costly") }

  func mayMatch(file bytes: [UInt8]) -> Bool { true }
}

/// Finds a word and replaces it.
private struct Word: TextMatching {
  let word: [UInt8]
  let replacement: [UInt8]?

  init(_ word: String, _ replacement: String?) {
    (self.word, self.replacement) = (Array(word.utf8), replacement.map { Array($0.utf8) })
  }

  func matches(in text: [UInt8]) -> [TextMatch] {
    var (found, start): ([TextMatch], Int) = ([], 0)
    while start + word.count <= text.count {
      let isMatch = text[start..<start + word.count].elementsEqual(word)
      if isMatch { found.append(TextMatch(start..<start + word.count, replacement)) }
      start += isMatch ? word.count : 1
    }
    return found
  }

  func mayMatch(file bytes: [UInt8]) -> Bool { true }
}

extension Address: ExpressibleByStringLiteral {
  package init(stringLiteral path: String) { self.init(path) }
}
