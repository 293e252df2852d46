internal import Foundation
package import Testing

extension Trait where Self == ConditionTrait {
  /// Skips tests if test data of others is missing: a file or folder in `../shared/cases`.
  ///
  /// The summary of `scripts/run-tests` counts and names these tests.
  package static func needsCases(_ name: String) -> Self {
    .enabled("needs ../shared/cases/\(name)") {
      FileManager.default.fileExists(atPath: ProjectFiles.cases.appending(path: name).path)
    }
  }
}
