import Foundation
import RequestStore
import TestSupport
import Testing

struct ArchiveTests {
  @Test(arguments: ["zip", "gztar", "tar", "bztar", "xztar"])
  func theFilesOfAnArchiveAreRead(format: String) throws {
    let data = try archive(
      "import shutil,os; os.makedirs('a/b'); open('a/x.json','w').write('{}'); open('a/b/é.txt','w').write('hé'); os.symlink('/etc/passwd','a/link'); print(shutil.make_archive('out', '\(format)', '.', 'a'))"
    )
    #expect(ArchiveFiles.recognizes(data))
    let files = try ArchiveFiles.read(data)
    #expect(files["a/x.json"] == Data("{}".utf8) && files["a/b/é.txt"] == Data("hé".utf8), "\(files)")
  }

  @Test func pathsThatLeadOutAreRefused() throws {
    for path in ["../x", "/etc/x", "a/../../x", "a\\\\..\\\\x"] {
      let data = try archive(
        "import zipfile; z=zipfile.ZipFile('o.zip','w'); z.writestr('\(path)','x'); z.close(); print('o.zip')")
      let problem = #expect(throws: ArchiveFiles.Problem.self) { try ArchiveFiles.read(data) }
      #expect(
        problem?.description.hasSuffix("in it leads out of the archive") == true,
        "\(path): \(String(describing: problem))")
    }
  }

  @Test func aBombIsStoppedAtTheLimit() throws {
    let data = try archive(
      "import zipfile; z=zipfile.ZipFile('o.zip','w',zipfile.ZIP_DEFLATED); z.writestr('x',b'0'*(8<<20)); z.close(); print('o.zip')"
    )
    var limits = ArchiveFiles.Limits()
    limits.bytes = 4 << 20
    #expect(data.count < 100_000)
    let problem = #expect(throws: ArchiveFiles.Problem.self) { try ArchiveFiles.read(data, limits: limits) }
    #expect(problem?.description == "its files have more than 4 MB")
  }

  @Test func everyTruncationIsAnErrorOrFewerFiles() throws {
    let data = try archive(
      "import zipfile; z=zipfile.ZipFile('o.zip','w'); z.writestr('a.json','{}'); z.writestr('b.json','[]'); z.close(); print('o.zip')"
    )
    for count in 0..<data.count { _ = try? ArchiveFiles.read(data.prefix(count)) }
  }

  /// Runs a line of Python in a folder of its own. It prints the name of the archive that it made.
  private func archive(_ line: String) throws -> Data {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = URL(filePath: folder.path)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let name = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return try Data(
      contentsOf: URL(
        filePath: name.trimmingCharacters(in: .whitespacesAndNewlines), relativeTo: URL(filePath: folder.path + "/")))
  }
}
