import Foundation
import Testing

@testable import RequestStore

struct ZipWriterTests {
  @Test func asManyFilesAsItCountsAreReadAgain() throws {
    var writer = ZipWriter()
    for number in 0..<ZipWriter.most { writer.add("\(number)", []) }
    let entries = try ArchiveFiles.entries(Data(writer.finished))
    #expect(entries.count == ZipWriter.most && entries.last?.path == "\(ZipWriter.most - 1)")
  }

  /// The index is a file of the archive, too.
  @Test func aPackHasNoMoreFilesThanItsArchiveCounts() throws {
    #expect(CollectionPack.fileLimit + 1 == ZipWriter.most && ZipWriter.most < 0xFFFF)
    let limit = 100
    let folder = try TemporaryFolder()
    let root = folder.root
    for number in 0...limit {
      let descriptor = open("\(root)/\(number).txt", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { return #expect(Bool(false), "errno \(errno)") }
      close(descriptor)
    }
    #expect(throws: PackProblem.self) { try CollectionPack(folder: root, fileLimit: limit) }
    unlink(root + "/0.txt")
    let pack = try CollectionPack(folder: root, fileLimit: limit)
    try pack.write(to: folder.path + "/p.workbench", replace: false)
    let plan = try UnpackPlan(pack: folder.path + "/p.workbench", into: folder.path + "/out", replace: false)
    #expect(plan.files.count == limit)
  }
}
