internal import Foundation

/// The JavaScript libraries that the program embeds when `make` builds it.
package enum EmbeddedLibraries {
  /// Whether they were there at build time. Tests that need them are skipped elsewhere.
  package static let areThere = FileManager.default.fileExists(
    atPath: ProjectFiles.root.appending(path: ".build/javascript/libraries").path)

  /// Whether they must be there.
  package static let areExpected = ProcessInfo.processInfo.environment["CI"] != nil
}
