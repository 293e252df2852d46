import Foundation
import RequestModel
import TestSupport
import Testing

@testable import RequestStore

/// Archives, collections and packs that are made to take long.
@Suite(.timeLimit(.minutes(3))) struct ForeignWorkTests {
  @Test(arguments: rows) func fourTimesTheInputIsFourTimesTheWork(_ work: Work) {
    let factor = work.factor
    #expect(factor < Work.most, "\(work): \(factor) times")
  }

  private static var rows: [Work] {
    var rows: [Work] = []
    rows.append(
      Work("archive of many files", archive) { data in _ = try ArchiveFiles.read(data) })
    rows.append(
      Work("items of one name", { $0 }) { count in
        let item = PortableItem.request(PortableRequest(name: "a", document: JSONObject()))
        _ = ImportedFiles(PortableFolder(name: "a", items: Array(repeating: item, count: count))).files
      })
    rows.append(
      Work("items of a folder with a long name", { $0 }) { count in
        let items = (0..<count).map { PortableItem.request(PortableRequest(name: "\($0)", document: JSONObject())) }
        let inner = PortableFolder(name: String(repeating: "a", count: 10 * count), items: items)
        _ = ImportedFiles(PortableFolder(name: "a", items: [.folder(inner)])).files
      })
    rows.append(
      Work("environments of one name", { $0 }) { count in
        var result = ImportResult()
        let environment = PortableEnvironment(name: "a", document: JSONObject())
        result.environments = Array(repeating: environment, count: count)
        _ = try ImportPlan(result, into: "/nonexistent", onConflict: .skip)
      })
    rows.append(
      Work("check of a file with many findings", findings) { folder in
        _ = try folder?.store.check(known: [:])
      })
    rows.append(
      Work("check of an order with many unknown names", order) { folder in
        _ = try folder?.store.check(known: [:])
      })
    return rows
  }

  @Sendable private static func order(_ count: Int) -> TemporaryFolder? {
    let names = (0..<count).map { "\"a\($0)\"" }.joined(separator: ", ")
    // Without a folder there are no findings, which takes no time.
    let folder = try? TemporaryFolder()
    try? folder?.write("a/folder.json", #"{ "order": ["# + names + "] }")
    return folder
  }

  @Sendable private static func findings(_ count: Int) -> TemporaryFolder? {
    let row = #"{ "name": "X-Api-Key", "value": "x7Qp2Lm9Tz4Rk8Wv1Yb6Nc3", "other": "{{a}}" }, "#
    let rows = String(repeating: row, count: count)
    // Without a folder there are no findings, which takes no time.
    let folder = try? TemporaryFolder()
    try? folder?.write("a.json", #"{ "url": "x", "headers": ["# + rows + #"{ "name": "B" }] }"#)
    return folder
  }

  @Sendable private static func archive(_ count: Int) -> Data {
    var writer = ZipWriter()
    for number in 0..<count { writer.add("a/\(number).json", []) }
    return Data(writer.finished)
  }

  @Test func pathsLongerThanSystemsAllowAreRefusedBeforeTheyAreMade() {
    var folder = PortableFolder(name: "last")
    for _ in 0..<400 { folder = PortableFolder(name: String(repeating: "a", count: 150), items: [.folder(folder)]) }
    var result = ImportResult()
    result.collections = [folder]
    #expect(throws: StoreError.system(.create, path: folder.name, code: ENAMETOOLONG)) {
      try ImportPlan(result, into: "/nonexistent", onConflict: nil)
    }
  }

  @Test func thePackOfAFullFolderCountsTheFileThatDeclaresItsSecrets() throws {
    let folder = try TemporaryFolder()
    for number in 0..<4 {
      let text =
        number == 0
        ? #"{"url": "http://a", "auth": {"bearer": {"token": "ghp_a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2"}}}"# : "{}"
      try Data(text.utf8).write(to: URL(filePath: "\(folder.path)/\(number).json"))
    }
    #expect(throws: PackProblem.self) { try CollectionPack(folder: folder.path, fileLimit: 4) }
    unlink(folder.path + "/1.json")
    #expect(try CollectionPack(folder: folder.path, fileLimit: 4).manifest.files.count == 4)
  }
}
