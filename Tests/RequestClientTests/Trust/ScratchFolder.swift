import Foundation

/// A temporary folder for one test.
final class ScratchFolder: Sendable {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "request-client-\(UUID().uuidString)")

  deinit { try? FileManager.default.removeItem(at: folder) }  // Nothing depends on its being gone.

  func url(_ name: String) -> URL { folder.appending(path: name) }

  func write(_ text: String, _ name: String) throws -> URL { try write(Data(text.utf8), name) }

  func write(_ content: Data, _ name: String) throws -> URL {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try content.write(to: url(name))
    return url(name)
  }

  /// Everything in the folder, hidden files too.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }
}
