import Foundation
import RequestModel
import Testing

@testable import Git

/// Revisions of a repository in a folder, with the real git.
@Suite struct RevisionFetchTests {
  private let home: TestFolder
  private let repository: TestRepository

  init() throws {
    home = try TestFolder()
    repository = try home.repository("shop", ["api/a.json": "{ \"url\": \"a\" }\r\n", "b.bin": "\0\n\u{1}"])
    try repository.git("tag", "-a", "-m", "First", "v1")
  }

  private func fetch(_ revision: String, of url: String? = nil) -> RevisionFetch {
    RevisionFetch(
      RepositoryBase(url: url ?? repository.path, revision: revision), repository: home.path + "/cache/r.git",
      folder: home.path + "/cache/" + revision, environment: home.environment)
  }

  private var head: String {
    get throws { try repository.git("rev-parse", "HEAD").trimmingCharacters(in: .whitespacesAndNewlines) }
  }

  /// All files below the folder of a revision, with their contents.
  private func files(_ revision: String) throws -> [String: String] {
    let root = home.path + "/cache/" + revision + "/files"
    var found: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: root) {
      if let data = FileManager.default.contents(atPath: root + "/" + path) {
        found[path] = String(decoding: data, as: UTF8.self)
      }
    }
    return found
  }

  @Test func aTagIsFetchedAsItWas() throws {
    try repository.write("*.json text eol=lf\n", to: ".gitattributes")
    let first = try head
    #expect(try fetch("v1").run() == first)
    #expect(try files("v1") == ["api/a.json": "{ \"url\": \"a\" }\r\n", "b.bin": "\0\n\u{1}"])
    // The tag moves on the server, and stays here.
    try repository.write("{}", to: "api/a.json")
    try repository.commitAll("Second")
    try repository.git("tag", "-f", "v1")
    fetch("v1").remove()
    #expect(try fetch("v1").run() == first)
    #expect(try files("v1")["api/a.json"] == "{ \"url\": \"a\" }\r\n")
  }

  @Test func aCommitThatNoBranchHasIsFetchedAndWorksOffline() throws {
    let commit = try head
    try repository.write("{}", to: "api/new.json")
    try repository.commitAll("Second")
    #expect(try fetch(commit).run() == commit)
    try FileManager.default.removeItem(atPath: repository.path)
    #expect(try fetch(commit).run() == commit)
    fetch(commit).remove()
    #expect(try fetch(commit).run() == commit)
    #expect(try files(commit).keys.sorted() == ["api/a.json", "b.bin"])
  }

  @Test func linksAndSubmodulesAreLeftOut() throws {
    try FileManager.default.createSymbolicLink(
      atPath: repository.path + "/api/link.json", withDestinationPath: "/etc/passwd")
    try repository.commitAll("Second")
    let commit = try head
    _ = try fetch(commit).run()
    #expect(try files(commit).keys.sorted() == ["api/a.json", "b.bin"])
  }

  @Test func aBranchIsRefused() throws {
    let error = #expect(throws: GitProblem.self) { try fetch("main").run() }
    #expect(
      error?.description
        == "\"main\" is a branch of \(repository.path), which moves: name a commit or a tag, or run workbench base update"
    )
    #expect(try fetch("v1").resolve("main") == .init(commit: try head, isBranch: true))
    #expect(try fetch("v1").resolve("v1") == .init(commit: try head, isBranch: false))
    #expect(try fetch("v1").resolve("none") == .init(commit: nil, isBranch: false))
  }

  @Test func whatTheRepositoryDoesNotHaveIsNamed() throws {
    let commit = String(repeating: "ab", count: 20)
    for name in [commit, "v9"] {
      let error = #expect(throws: GitProblem.self) { try fetch(name).run() }
      #expect(error?.description == "\(repository.path) has no commit or tag \(name) — check \"revision\" of \"base\"")
      #expect(!fetch(name).isDone)
    }
    let error = #expect(throws: GitProblem.self) { try fetch("v1", of: home.path + "/none").run() }
    #expect(error?.description.hasPrefix("Cannot fetch \(home.path)/none: ") == true)
  }

  @Test func filesThatWereChangedInTheCacheAreNoticed() throws {
    let commit = try fetch("v1").run()
    #expect(try fetch("v1").isIntact(commit))
    let file = home.path + "/cache/v1/files/api/a.json"
    try FileManager.default.removeItem(atPath: file)
    #expect(try !fetch("v1").isIntact(commit))
    try Data("{}".utf8).write(to: URL(filePath: file))
    #expect(try !fetch("v1").isIntact(commit))
  }
}
