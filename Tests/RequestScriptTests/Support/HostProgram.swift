import Foundation
import Glibc
import TestSupport

@testable import RequestScript

/// The script host, which is in the program.
enum HostProgram {
  static let path = TestedProgram.path

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
