internal import Foundation

/// A path in the temporary folder. What a test makes there is removed with this value.
///
/// `scripts/run-tests` gives each process a temporary folder of its own, which it removes: for what outlives its test.
package final class TemporaryPath: Sendable {
  package let path: String

  package init(_ name: String) {
    path = FileManager.default.temporaryDirectory.appending(path: "\(name)-\(UUID().uuidString)").path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)  // Nothing may have been made there.
  }
}
