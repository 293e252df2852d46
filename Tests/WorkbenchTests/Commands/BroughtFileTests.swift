import Foundation
import TestSupport
import Testing

/// Small files of other programs, each with one thing that is easily lost: what an import makes of them, says and
/// exits with. `RECORD=1` rewrites the stored results.
@Suite(.timeLimit(.minutes(2)))
struct BroughtFileTests {
  private static let folder = ProjectFiles.fixtures.appending(path: "Imports")
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD"] != nil

  private static let imported = [
    "apikey-without-values/c.json", "broken-entries/bad.http", "broken-entries/badbru", "broken-entries/badsec.hurl",
    "bruno-request-vars", "case-title", "curl-T-d.sh", "curl-ansi-c.sh", "curl-d-and-f.sh", "curl-file.sh",
    "curl-header-space.sh", "curl-url-query.sh", "files-beside/bru", "files-beside/p.json", "files-beside/u.http",
    "files-beside/u.hurl", "files-beside/u.sh", "http-templated-body/h3.http", "http-variables/h7.http",
    "hurl-gaps.hurl", "openapi-empty-path.yaml", "openapi-path-description.yaml", "openapi-roundtrip.yaml",
    "postman-bytes.json", "postman-empty-path.json", "postman-nested-variable.json", "raw-characters/q.http",
    "relative-server/fastapi.json", "relative-server/o3.yaml", "restclient-dynamic.http", "same-title",
    "same-title-postman", "same-title.zip", "two-collections", "two.sh", "unknown-braces/braces.http",
    "yaml-error/bad.yaml", "yaml-error/empty.yaml", "yaml-error/insomnia.yaml", "yaml-error/paths.json",
    "yaml-error/paths2.json", "yaml-error/pm.json", "yaml-error/pm2.json",
  ]

  @Test(arguments: imported) func anImportIsAsStored(input: String) async throws {
    try await expectStored(input, ["import", "inputs/\(input)", "--into", "c"])
  }

  @Test func whatCannotBeSentIsFound() async throws {
    try await expectStored("unsendable", ["check", "inputs/unsendable"])
    try await expectStored("empty-path-parameter", ["send", "inputs/empty-path-parameter/free.json"])
  }

  private func expectStored(_ input: String, _ arguments: [String]) async throws {
    let sandbox = try Sandbox()
    try FileManager.default.copyItem(
      atPath: Self.folder.appending(path: "inputs").path, toPath: sandbox.path("inputs"))
    let run = try await sandbox.run(arguments)
    let place = URL(filePath: sandbox.folder).resolvingSymlinksInPath().path
    var text = "status \(run.status)\n" + run.text + run.error.replacingOccurrences(of: place, with: "FOLDER")
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: sandbox.path("c"))) ?? []
    for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) where !name.hasSuffix(".import.json") {
      guard let file = FileManager.default.contents(atPath: sandbox.path("c/" + name)) else { continue }
      text += "\n== \(name)\n" + String(decoding: file, as: UTF8.self)
    }
    let stored = Self.folder.appending(path: input.replacingOccurrences(of: "/", with: "+") + ".txt")
    if Self.isRecording { return try text.write(to: stored, atomically: true, encoding: .utf8) }
    let expected = try String(contentsOf: stored, encoding: .utf8)
    #expect(text == expected, "RECORD=1 stores it anew")
  }
}
