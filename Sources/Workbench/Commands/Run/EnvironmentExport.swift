import ArgumentParser
import Foundation
import RequestModel
import RequestRunner
import RequestStore

/// An environment as it is now, written to a file of its own.
struct EnvironmentExport {
  private let environment: RequestModel.Environment

  /// - Parameter name: `nil` for the only one of the request's collection.
  init(_ workspace: RequestWorkspace, _ name: String?, for address: Address) throws {
    guard let name = name ?? workspace.onlyEnvironment(for: address),
      let file = try workspace.collections.environments(for: address).first(where: { $0.name.isExactly(name) })
    else {
      throw CommandExit.fail("There is no environment to export — choose one with --env", CommandExit.usage)
    }
    environment = try file.content.get()
  }

  /// Secrets are declared in it, and have no values.
  func write(to path: String) throws {
    let document: JSONObject = ["variables": .array(environment.variables.map { .object($0.document) })]
    do {
      try Data(JSONValue.object(document).renderedFile).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw CommandExit.fail("Cannot write \(path): \(FileProblem.reason(error))", CommandExit.unfinished)
    }
  }
}

/// The reason of a failure with files, as a clause.
enum FileProblem {
  static func reason(_ error: any Error) -> String {
    let error = error as NSError
    let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    guard cause.domain == NSPOSIXErrorDomain else { return error.localizedDescription }
    return String(cString: strerror(Int32(cause.code)))
  }
}
