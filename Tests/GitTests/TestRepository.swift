import ChildProcesses
import Foundation
import RequestModel
import Testing

@testable import Git

/// A folder with repositories and a configuration of its own, removed with the last reference.
final class TestFolder: Sendable {
  let path: String
  let environment: [String: String]

  init(_ variables: [String: String] = [:]) throws {
    // git answers with real paths.
    path = URL(filePath: NSTemporaryDirectory() + "git-\(UUID().uuidString)").resolvingSymlinksInPath().path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let settings = """
      [user]
        name = Ada
        email = ada@example.com
      [init]
        defaultBranch = main
      [protocol "file"]
        allow = always
      [advice]
        detachedHead = false

      """
    try Data(settings.utf8).write(to: URL(filePath: path + "/.gitconfig"))
    let own = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": path,
      "GIT_CONFIG_GLOBAL": path + "/.gitconfig", "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C.UTF-8",
      "GIT_CEILING_DIRECTORIES": URL(filePath: path).deletingLastPathComponent().path,
    ]
    environment = own.merging(variables) { $1 }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Creates a repository with some files in its first commit.
  func repository(_ name: String = "shop", _ files: [String: String] = ["a.json": "{}\n"]) throws -> TestRepository {
    let repository = try TestRepository(folder: name, in: self)
    try repository.git("init", "--quiet")
    for (path, text) in files { try repository.write(text, to: path) }
    if !files.isEmpty { try repository.commitAll("First") }
    return repository
  }

  /// Clones a repository into another folder.
  func clone(_ source: String, as name: String) throws -> TestRepository {
    let repository = try TestRepository(folder: name, in: self)
    try repository.git("clone", "--quiet", "\(path)/\(source)", ".")
    return repository
  }
}

extension TestFolder {
  /// Writes a shell script into a folder for `PATH`.
  func install(_ name: String, _ script: String) throws {
    let folder = path + "/bin"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(filePath: folder + "/" + name))
    chmod(folder + "/" + name, 0o755)
  }
}

/// A program that a repository names, and that must not run.
struct Trap {
  let script: String
  private let marker: String

  init(in home: TestFolder) throws {
    (script, marker) = (home.path + "/bin/trap", home.path + "/sprung")
    try home.install("trap", "touch '\(marker)'\nexit 1")
  }

  var isSprung: Bool { FileManager.default.fileExists(atPath: marker) }
}

/// A work tree in a `TestFolder`.
struct TestRepository {
  let home: TestFolder
  let path: String

  init(folder: String, in home: TestFolder) throws {
    (self.home, path) = (home, home.path + "/" + folder)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  @discardableResult
  func git(_ arguments: String..., succeeds: Bool = true) throws -> String {
    let command = ["git", "-C", path] + arguments
    let result = try #require(BackgroundProgram(command, environment: home.environment)).run()
    #expect((result.status == 0) == succeeds, "git \(arguments): \(result.errors)")
    return String(decoding: result.output, as: UTF8.self)
  }

  /// Runs a script in the work tree.
  @discardableResult
  func shell(_ script: String) throws -> String {
    let command = ["sh", "-ec", "cd \"$0\"\n" + script, path]
    let result = try #require(BackgroundProgram(command, environment: home.environment)).run()
    #expect(result.status == 0, "\(script): \(result.errors)")
    return String(decoding: result.output, as: UTF8.self)
  }

  func write(_ text: String, to file: String) throws {
    let url = URL(filePath: path + "/" + file)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func read(_ file: String) -> String? {
    FileManager.default.contents(atPath: path + "/" + file).map { String(decoding: $0, as: UTF8.self) }
  }

  func remove(_ file: String) throws { try FileManager.default.removeItem(atPath: path + "/" + file) }

  func commitAll(_ message: String) throws {
    try git("add", "--all")
    try git("commit", "--quiet", "--message", message)
  }

  /// The repository as the program finds it, from a folder of the work tree.
  func opened(_ folder: String = "") throws -> GitRepository {
    try GitRepository(of: folder.isEmpty ? path : path + "/" + folder, environment: home.environment)
  }

  /// The status as lines: two letters and the path.
  func status(_ folder: String = "") throws -> [String] {
    try opened(folder).status().entries.map { entry in
      "\(entry.letters) \(entry.original.map { "\($0) -> " } ?? "")\(entry.path)\(entry.isFolder ? "/" : "")"
    }
  }
}

extension GitRepository {
  func programs() throws -> [RepositoryProgram] { try programs(settings()) }
  func status() throws -> GitStatus { try status(settings()) }
}

extension Address: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) { self.init(value) }
}
