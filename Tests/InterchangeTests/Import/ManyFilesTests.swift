import Foundation
import RequestModel
import Testing

@testable import Interchange

/// Folders and archives of many files. What looks at all files for each of them takes minutes here.
@Suite(.timeLimit(.minutes(1))) struct ManyFilesTests {
  private static let count = 12_000

  private func files(_ paths: [String]) -> SourceFiles { SourceFiles(paths: paths) { Data($0.utf8) } }

  @Test func theFilesOfEachFolderAreFoundWithoutLookingAtAll() throws {
    let all = files((0..<Self.count).flatMap { ["f\($0)/a.http", "f\($0)/b/c.http"] })
    for number in 0..<Self.count {
      let folder = all.below("f\(number)")
      #expect(folder.paths == ["a.http", "b/c.http"] && folder.contains("a.http") && !folder.contains("f0/a.http"))
      #expect(folder.below("b").paths == ["c.http"] && all.hasFiles(below: "f\(number)/b"))
    }
    #expect(try all.below("f7").below("b").read("c.http") == Data("f7/b/c.http".utf8))
  }

  @Test func viewsKeepTheOrderOfTheSource() {
    let all = files(["f/10.http", "f/9.http", "f.http", "f/é.http", "g/1.http", "f/a/1.http"])
    #expect(all.below("f").paths == ["10.http", "9.http", "é.http", "a/1.http"])
    #expect(all.below("").paths == all.paths && all.below("none").paths.isEmpty && !all.hasFiles(below: "f/9"))
  }

  @Test func noFileIsReadOnceTheImportIsCancelled() throws {
    let progress = ImportProgress()
    let source = SourceFiles(["f/a.http": Data("GET http://a".utf8)], progress: progress)
    let view = source.below("f")
    #expect(try view.read("a.http").count == 12 && progress.state.files == 1)
    progress.cancel()
    #expect(throws: ImportError("The import was cancelled")) { try view.read("a.http") }
    #expect(progress.state.files == 1)
  }

  @Test func aLargeFileThatAllOthersReferToIsReadAFewTimes() throws {
    let large = Data(count: 20 << 20)
    let source = SourceFiles(["a": large, "f/b": Data(count: 1)])
    for _ in 0..<11 { #expect(try source.read("a").count == large.count) }
    #expect(throws: ImportError("a and others are referred to too often — import a part of them")) {
      try source.read("a")
    }
  }

  @Test func foldersAreFilledByTheirNames() {
    let tree = FilledFolders(PortableFolder(name: "top"))
    for number in 0..<Self.count { tree.insert(PortableFolder(name: "x\(number)"), at: ["f", "g\(number)"]) }
    tree.insert(PortableFolder(name: "last"), at: ["f", "g7", "x7"])
    guard case .folder(let f)? = tree.folder.items.first, case .folder(let g) = f.items[7] else {
      return #expect(Bool(false))
    }
    #expect(tree.folder.items.count == 1 && f.items.count == Self.count)
    #expect(g.items == [.folder(PortableFolder(name: "x7", items: [.folder(PortableFolder(name: "last"))]))])
  }

  @Test func aBrunoCollectionOfManyFoldersIsRead() throws {
    let request = Data("meta {\n  name: a\n}\n\nget {\n  url: http://a\n}\n".utf8)
    var contents = ["bruno.json": Data("{\"name\": \"x\"}".utf8)]
    for number in 0..<3000 { contents["f\(number)/a.bru"] = request }
    let result = try ImportFormat.bruno.read(ImportSource(folder: SourceFiles(contents), name: "x"))
    #expect(result.collections.first?.items.count == 3000)
  }

  @Test func collectionsInsideAnotherArePartOfIt() {
    let paths = ["a/bruno.json", "a/b/bruno.json", "c/d/bruno.json", "ab/bruno.json", "node_modules/x/bruno.json"]
    #expect(BrunoFiles.collections(files(paths)) == ["a", "ab", "c/d"])
    #expect(BrunoFiles.collections(files(paths + ["bruno.json"])) == [""])
  }
}
