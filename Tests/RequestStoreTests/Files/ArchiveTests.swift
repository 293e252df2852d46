import Foundation
import RequestStore
import TestSupport
import Testing

struct ArchiveTests {
  @Test(arguments: ["zip", "gztar", "tar", "bztar", "xztar"])
  func theFilesOfAnArchiveAreRead(format: String) async throws {
    let data = try await archive(
      "import shutil,os; os.makedirs('a/b'); open('a/x.json','w').write('{}'); open('a/b/é.txt','w').write('hé'); os.symlink('/etc/passwd','a/link'); shutil.make_archive('out', '\(format)', '.', 'a')"
    )
    #expect(ArchiveFiles.recognizes(data))
    let files = try ArchiveFiles.read(data)
    #expect(files["a/x.json"] == Data("{}".utf8) && files["a/b/é.txt"] == Data("hé".utf8), "\(files)")
  }

  @Test func pathsThatLeadOutAreRefused() async throws {
    for path in ["../x", "/etc/x", "a/../../x", "a\\\\..\\\\x"] {
      let data = try await archive(
        "import zipfile; z=zipfile.ZipFile('o.zip','w'); z.writestr('\(path)','x'); z.close()")
      let problem = #expect(throws: ArchiveFiles.Problem.self) { try ArchiveFiles.read(data) }
      #expect(
        problem?.description.hasSuffix("in it leads out of the archive") == true,
        "\(path): \(String(describing: problem))")
    }
  }

  @Test func aBombIsStoppedAtTheLimit() async throws {
    let data = try await archive(
      "import zipfile; z=zipfile.ZipFile('o.zip','w',zipfile.ZIP_DEFLATED); z.writestr('x',b'0'*(8<<20)); z.close()"
    )
    var limits = ArchiveFiles.Limits()
    limits.bytes = 4 << 20
    #expect(data.count < 100_000)
    let problem = #expect(throws: ArchiveFiles.Problem.self) { try ArchiveFiles.read(data, limits: limits) }
    #expect(problem?.description == "its files have more than 4 MB")
  }

  @Test func everyTruncationIsAnErrorOrFewerFiles() async throws {
    let data = try await archive(
      "import zipfile; z=zipfile.ZipFile('o.zip','w'); z.writestr('a.json','{}'); z.writestr('b.json','[]'); z.close()"
    )
    for count in 0..<data.count { _ = try? ArchiveFiles.read(data.prefix(count)) }
  }

  /// Runs a line of Python in a folder of its own, which makes an archive whose name begins with "o".
  private func archive(_ line: String) async throws -> Data {
    let folder = try TemporaryFolder()
    let status = try await ChildProcess(["/usr/bin/python3", "-c", line], in: folder.path).status
    try #require(status == 0, "Python could not make the archive: \(line)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("o") }
    return try Data(contentsOf: URL(filePath: folder.path).appending(path: try #require(names.first)))
  }
}
