import Foundation
import RequestModel
import Testing

@testable import RequestRunner

/// Packages that `require` finds in a folder.
final class ScriptLibraryTests {
  private let folder =
    FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
    + "/workbench-packages-" + UUID().uuidString

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func write(_ files: [String: String]) throws {
    for (path, text) in files {
      let url = URL(filePath: folder + "/" + path)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
  }

  private func module(_ name: String, from: String = "") -> JSONObject {
    ScriptLibraries(packages: folder + "/").module(name, from: from)
  }

  private func found(_ path: String, _ source: String) -> JSONObject {
    ["source": .string(source), "name": .string("library:\(folder)/\(path)")]
  }

  @Test func aPackageIsItsMainFile() throws {
    try write([
      "node_modules/a/package.json": #"{"main": "lib"}"#, "node_modules/a/lib/index.js": "a",
      "node_modules/b/index.js": "b", "c.js": "c", "node_modules/@s/d/package.json": #"{"main": "./d.js"}"#,
      "node_modules/@s/d/d.js": "d", "node_modules/a/more.json": "{}",
    ])
    #expect(module("a") == found("node_modules/a/lib/index.js", "a"))
    #expect(module("b") == found("node_modules/b/index.js", "b"))
    #expect(module("c") == found("c.js", "c"))
    #expect(module("@s/d") == found("node_modules/@s/d/d.js", "d"))
    #expect(module("a/more") == found("node_modules/a/more.json", "{}"))
  }

  @Test func exportsNameTheFileForRequire() throws {
    try write([
      "a/package.json":
        #"{"type": "module", "exports": {".": {"import": "./a.mjs", "require": {"default": "./a.cjs"}}}}"#,
      "a/a.cjs": "a", "a/a.mjs": "export {}",
      "b/package.json": #"{"type": "module", "main": "b.js"}"#, "b/b.js": "export {}",
    ])
    #expect(module("a") == found("a/a.cjs", "a"))
    #expect(module("b") == ["error": .string("\(folder)/b/b.js is an ES module, which require cannot load")])
  }

  @Test func aPackageFindsItsOwnFilesAndTheNearestPackages() throws {
    try write([
      "node_modules/a/index.js": "a", "node_modules/a/part.js": "part",
      "node_modules/a/node_modules/b/index.js": "near", "node_modules/b/index.js": "far",
    ])
    let from = "library:\(folder)/node_modules/a/index.js"
    #expect(module("./part", from: from) == found("node_modules/a/part.js", "part"))
    #expect(module("b", from: from) == found("node_modules/a/node_modules/b/index.js", "near"))
    #expect(module("b") == found("node_modules/b/index.js", "far"))
    #expect(module("./none", from: from) == ["error": "the library has no such file"])
  }

  @Test func aLinkOutOfTheFolderIsNotFollowed() throws {
    try write(["a/index.js": "a"])
    try FileManager.default.createSymbolicLink(atPath: folder + "/b.js", withDestinationPath: "/etc/hostname")
    #expect(module("b")["error"]?.string?.hasPrefix("no Debian package with it is installed") == true)
    #expect(module("a/../../x") == ["error": "a name of a library has no .."])
  }

  @Test func whatIsNotThereIsNamed() throws {
    try write(["a/index.js": "a"])
    #expect(
      module("left-pad") == [
        "error":
          "no Debian package with it is installed; put its file into the collection and load it by its path, as in require('./left-pad.js'), or name a folder of packages in the settings (scripts.packages)"
      ])
    let missing = ScriptLibraries(packages: "/nowhere").module("a", from: "")
    #expect(missing == ["error": "scripts.packages of the settings is not a folder: /nowhere"])
    let relative = ScriptLibraries(packages: "lib").module("a", from: "")
    #expect(relative == ["error": "scripts.packages of the settings is not an absolute path: lib"])
  }
}
