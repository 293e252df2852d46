import Foundation
import RequestClient
import RequestModel
import RequestRunner
import RequestStore
import WorkbenchCore

/// Everything that reaches out of the program, put together once for a screen or for a command.
struct Services: Sendable {
  private(set) var collections: CollectionStore
  let folders: UserFolders
  let secrets: SecretStore
  let consents: ConsentStore
  /// Whether collections may read whatever they name, for this run.
  var allowsOutsideFiles = false
  let history: History
  let runner: RequestRunner
  /// What the program itself defines: `demo`, where the built-in server runs.
  let builtIn: [String: String]
  let processEnvironment: [String: String]

  init(
    root: String, builtIn: [String: String] = [:], environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(StoreError) {
    folders = try UserFolders(environment: environment)
    collections = CollectionStore(root: root, trash: folders.trash)
    secrets = SecretStore(folders)
    consents = ConsentStore(folders)
    history = History(path: folders.history, environment: environment)
    let cookies = WorkspaceCookies(root: root, folders)
    runner = RequestRunner(session: cookies.session, cookies: cookies) { [history] in
      try history.store().record($0)
    }
    self.builtIn = builtIn
    processEnvironment = environment
  }

  /// The same services for the collections below another folder: where an exchange of history came from.
  func rooted(at root: String) -> Services {
    guard root != collections.root else { return self }
    var services = self
    services.collections = CollectionStore(root: root, trash: folders.trash)
    return services
  }

  /// What the files around a request give to it.
  func scope(of address: Address) -> RequestContext {
    var scope = RequestContext(collection: collections.collectionRoot(of: address), builtIn: Array(builtIn.keys))
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

  private func environments(for address: Address) -> ([Environment], [WorkbenchCore.Problem]) {
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

  /// What a request without a file sees: what the program and the command line define.
  func surroundings(overrides: [String: String] = [:]) -> RequestRunner.Surroundings {
    RequestRunner.Surroundings(
      scope: VariableScope(builtIn: builtIn, overrides: overrides), baseFolder: collections.root, access: .unrestricted)
  }

  /// What a send needs to know of a request's surroundings.
  ///
  /// - Parameters:
  ///   - environment: The name of one of the collection's environments, or `nil` for none.
  ///   - allowed: What the request may read outside of its collection besides what is allowed for good.
  func surroundings(
    of address: Address, environment name: String?, overrides: [String: String] = [:],
    allowed: Set<OutsideSource> = []
  ) throws(Failure) -> RequestRunner.Surroundings {
    let folders = try unlessBroken { () throws(StoreError) in try collections.settings(for: address) }
    let environment = try name.map { (name) throws(Failure) in try self.environment(name, for: address) }
    let declared = folders.flatMap(\.variables) + (environment?.variables ?? [])
    let secrets = try secretValues(
      of: declared, environment: name, collection: collections.collectionRoot(of: address))
    let access = try access(of: address, allowed)
    let processEnvironment = processEnvironment
    var surroundings = RequestRunner.Surroundings(
      folders: folders,
      scope: VariableScope(builtIn: builtIn, folders: folders, environment: environment, overrides: overrides),
      baseFolder: collections.path(of: address.parent), access: access
    ) { variable in
      switch variable.source {
      case .value(let value): value
      case .secretFromEnvironment(let name): processEnvironment[name]
      case .secret: secrets[variable.name]
      }
    }
    // A file that cannot be read has nothing to give.
    surroundings.fileRequest = { [collections] in try? collections.open(address).request }
    return surroundings
  }

  private func access(of address: Address, _ allowed: Set<OutsideSource>) throws(Failure) -> ReadAccess {
    guard !allowsOutsideFiles else { return .unrestricted }
    let folder = collections.ownFolder(of: address)
    let kept = try unlessBroken { () throws(StoreError) in try consents.allowed(for: folder) }
    return .collection(folder: folder, allowed: kept.union(allowed))
  }

  /// Remembers what the collection of a request may read.
  func allow(_ sources: [OutsideSource], for address: Address) throws(StoreError) {
    try consents.allow(sources, for: collections.ownFolder(of: address))
  }

  /// The values kept for the secrets among `variables`; one of the environment wins over one of the collection.
  private func secretValues(
    of variables: [Variable], environment: String?, collection: String
  ) throws(Failure) -> [String: String] {
    var values: [String: String] = [:]
    do {
      for variable in variables where variable.source == .secret {
        for place in [nil, environment] {
          let key = SecretStore.Key(collection: collection, environment: place, name: variable.name)
          if let value = try secrets.value(key) { values[variable.name] = value }
        }
      }
    } catch {
      throw Failure(.unprepared, error.description)
    }
    return values
  }

  /// That other environments are broken is no matter.
  private func environment(_ name: String, for address: Address) throws(Failure) -> Environment {
    let files = try unlessBroken { () throws(StoreError) in try collections.environments(for: address) }
    if let file = files.first(where: { $0.name.isExactly(name) }) { return try unlessBroken(file.content.get) }
    let known = files.map { "\"\($0.name)\"" }.joined(separator: ", ")
    throw Failure(
      .unprepared,
      "There is no environment \"\(name)\" — \(known.isEmpty ? "this collection has none" : "choose one of \(known)")")
  }

  private func unlessBroken<Value>(_ read: () throws(StoreError) -> Value) throws(Failure) -> Value {
    do {
      return try read()
    } catch {
      throw Failure(.unprepared, error.description)
    }
  }
}
