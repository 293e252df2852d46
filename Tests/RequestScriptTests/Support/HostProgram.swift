import Foundation
import Glibc

@testable import RequestScript

/// The script host of this build, which is in the program beside the test bundle.
enum HostProgram {
  static let path: String = {
    let bundle =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: bundle).deletingLastPathComponent().appending(path: "workbench").path
  }()

  static var options: ScriptHost.Options { options() }

  /// - Parameter flags: Further arguments of the host.
  static func options(_ flags: String...) -> ScriptHost.Options {
    var options = ScriptHost.Options()
    options.command = [path, "__script-host", "--test"] + flags
    return options
  }

  /// A host that a shell plays.
  static func played(by script: String) -> ScriptHost.Options {
    var options = ScriptHost.Options()
    options.command = ["/bin/sh", "-c", script]
    return options
  }
}
