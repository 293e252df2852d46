import Foundation
import RequestModel

@testable import RequestStore

/// A folder that is removed at the end of a test.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/workbench-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path + "/root", withIntermediateDirectories: true)
  }

  deinit {
    chmod(path + "/root", 0o700)
    try? FileManager.default.removeItem(atPath: path)  // A test that cannot clean up has not failed.
  }

  var root: String { path + "/root" }
  var store: CollectionStore { CollectionStore(root: root, trash: path + "/data/trash") }
  var user: UserFolders { UserFolders(data: path + "/data") }

  func write(_ name: String, _ text: String) throws {
    let file = URL(filePath: root + "/" + name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: root + "/" + name)), as: UTF8.self)
  }

  /// Returns the bytes of all files below a folder.
  func allBytes(_ name: String) throws -> Data {
    let base = path + "/" + name
    return try FileManager.default.subpathsOfDirectory(atPath: base).sorted().reduce(into: Data()) { bytes, path in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: base + "/" + path, isDirectory: &isFolder)
      if !isFolder.boolValue { bytes += try Data(contentsOf: URL(filePath: base + "/" + path)) }
    }
  }

  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: root).sorted()) ?? [] }
}

extension CollectionTree {
  /// One line per row: `  GET  create` or `▸ orders`.
  var drawn: [String] {
    nodes.map { node in
      let indent = String(repeating: "  ", count: node.depth)
      switch node.kind {
      case .folder(let isCollection): return indent + (isCollection ? "◆ " : "▸ ") + node.title
      case .request(let method, _): return indent + method + " " + node.title
      case .broken(let sentence): return indent + "! " + sentence
      }
    }
  }
}

extension CollectionStore {
  /// Writes a request to a new file of `folder`, as saving a new request does.
  func create(_ request: SavedRequest, named name: String, in folder: Address) throws(StoreError) -> RequestFile {
    var request = request
    let address = try freeAddress(named: name, in: folder)
    let title = try title(named: name, at: address.stem)
    request.name = address.stem == title ? nil : title
    return try write(request, at: address)
  }
}
