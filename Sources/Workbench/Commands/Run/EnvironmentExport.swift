import ArgumentParser
import Foundation
import Interchange
import RequestModel
import RequestRunner
import RequestStore

/// An environment as the scripts of a run left it, written to a file of its own.
struct EnvironmentExport {
  private let name: String
  private let variables: [Variable]
  private let isPostman: Bool

  /// The environment of a request, as it is now.
  init(_ source: RunPaths.Source, for address: Address) throws {
    let workspace = source.services.workspace
    let selected = source.environment ?? workspace.onlyEnvironment(for: address)
    let environment = try Self.environment(selected, workspace, address)
    let owner = SessionValues.owner(
      ofEnvironment: selected, in: workspace.collections.collectionRoot(of: address))
    name = environment.name
    variables = source.services.engine.session.scopes.applied(to: environment.variables, of: .environment, owner: owner)
    isPostman = source.hasPostmanVariables
  }

  /// Without any environment, scripts may have made variables of one.
  private static func environment(
    _ name: String?, _ workspace: RequestWorkspace, _ address: Address
  ) throws -> RequestModel.Environment {
    let supplied = workspace.supplied.environment
    if let supplied, supplied.name == name { return supplied }
    let files = try workspace.collections.environments(for: address)
    if let name, let file = files.first(where: { $0.name.isExactly(name) }) { return try file.content.get() }
    guard name == nil, files.isEmpty else {
      throw CommandExit.fail("There is no environment to export — choose one with --env", CommandExit.usage)
    }
    return Environment(name: "environment")
  }

  /// Secrets are declared in it, and have no values.
  func write(to path: String) throws {
    let document: JSONObject = ["variables": .array(variables.map { .object($0.document) })]
    let json =
      isPostman
      ? ExportFormat.postmanEnvironment(PortableEnvironment(name: name, document: document)) : .object(document)
    do {
      try NamedFile.write(Data(json.renderedFile), to: path)
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
