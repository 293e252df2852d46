package import Foundation

/// Files of the project, wherever the test that reads them lies.
package enum ProjectFiles {
  /// The folder of `Package.swift`.
  package static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  package static let fixtures = root.appending(path: "Tests/Fixtures")

  /// Test data of others under licences of its own, in a folder beside the project's; it may be missing.
  package static let cases = root.appending(path: "../shared/cases").standardizedFileURL

  /// The texts of the Swift files in a folder of the project.
  package static func swift(in folder: String) -> [String] {
    let files = FileManager.default.enumerator(at: root.appending(path: folder), includingPropertiesForKeys: nil)
    return (files?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
      .compactMap { try? String(contentsOf: $0, encoding: .utf8) }
  }
}
