import Foundation
import RequestClient
import RequestModel
import RequestRunner
import RequestStore
import WorkbenchCore

/// Everything that reaches out of the program, put together once for a screen or for a command.
struct Services: Sendable {
  let collections: CollectionStore
  let folders: UserFolders
  let secrets: SecretStore
  let history: HistoryStore?
  /// Why there is no history; the program goes on without it.
  let historyProblem: String?
  let runner: RequestRunner
  /// What the program itself defines: `demo`, where the built-in server runs.
  let builtIn: [String: String]
  let processEnvironment: [String: String]

  init(
    root: String, builtIn: [String: String] = [:], environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    folders = UserFolders(environment: environment)
    collections = CollectionStore(root: root, trash: folders.trash)
    secrets = SecretStore(folders)
    let opened = Result { [folders] in try HistoryStore(path: folders.history) }
    history = try? opened.get()  // The reason is kept in `historyProblem`.
    historyProblem = if case .failure(let error) = opened { String(describing: error) } else { nil }
    runner = RequestRunner(session: Session()) { try opened.get().record($0) }
    self.builtIn = builtIn
    processEnvironment = environment
  }

  /// What the files around a request give to it.
  func scope(of address: Address) -> RequestScope {
    var scope = RequestScope(builtIn: Array(builtIn.keys))
    do {
      scope.folders = try collections.settings(for: address)
    } catch {
      scope.problems.append(WorkbenchCore.Problem(String(describing: error)))
    }
    let (environments, problems) = environments(for: address)
    scope.environments = environments
    scope.problems += problems
    return scope
  }

  func environments(for address: Address) -> ([Environment], [WorkbenchCore.Problem]) {
    do {
      var found: [Environment] = []
      var problems: [WorkbenchCore.Problem] = []
      for file in try collections.environments(for: address) {
        switch file.content {
        case .success(let environment): found.append(environment)
        case .failure(let error): problems.append(WorkbenchCore.Problem(String(describing: error)))
        }
      }
      return (found, problems)
    } catch {
      return ([], [WorkbenchCore.Problem(String(describing: error))])
    }
  }

  /// What a send needs to know of a request's surroundings.
  ///
  /// - Parameter environment: The name of one of the collection's environments, or `nil` for none.
  func surroundings(
    of address: Address, environment name: String?, overrides: [String: String] = [:]
  ) throws(Failure) -> RequestRunner.Surroundings {
    let scope = scope(of: address)
    if let problem = scope.problems.first { throw Failure(.unprepared, problem.sentence) }
    let environment = try name.map { (name) throws(Failure) in try chosen(name, of: scope.environments) }
    let collection = collections.collectionRoot(of: address)
    let (secrets, processEnvironment) = (secrets, processEnvironment)
    return RequestRunner.Surroundings(
      folders: scope.folders,
      scope: VariableScope(builtIn: builtIn, folders: scope.folders, environment: environment, overrides: overrides),
      baseFolder: collections.path(of: address.parent)
    ) { variable in
      switch variable.source {
      case .value(let value): value
      case .secretFromEnvironment(let name): processEnvironment[name]
      case .secret:
        // A secrets file that cannot be read is told where it is written; here the variable has no value.
        [name, nil].lazy.compactMap { environment in
          try? secrets.value(.init(collection: collection, environment: environment, name: variable.name))
        }.first
      }
    }
  }

  private func chosen(_ name: String, of environments: [Environment]) throws(Failure) -> Environment {
    if let environment = environments.first(where: { $0.name == name }) { return environment }
    let known = environments.map { "\"\($0.name)\"" }.joined(separator: ", ")
    throw Failure(
      .unprepared,
      "There is no environment \"\(name)\" — \(known.isEmpty ? "this collection has none" : "choose one of \(known)")")
  }
}
