internal import Foundation

/// The program that tests start.
package enum TestedProgram {
  /// The program that `WORKBENCH_UNDER_TEST` names, such as the release build; else the `workbench` of this build,
  /// which is beside the test bundle.
  package static let path: String = {
    if let other = ProcessInfo.processInfo.environment["WORKBENCH_UNDER_TEST"] { return other }
    let bundle =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: bundle).deletingLastPathComponent().appending(path: "workbench").path
  }()
}
