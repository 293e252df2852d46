import Foundation
import MockServer

/// The source of the mock server's requests: a folder, a request, or a document of another tool.
enum MockSource: Sendable {
  case files(CollectionStore, selection: Address?)
  /// The path of a document.
  case document(String)

  struct Content: Sendable {
    var operations: [MockOperation] = []
    /// The reasons why something is missing, as sentences.
    var problems: [String] = []
    /// The folders to watch.
    var folders: [String] = []
    /// The names of the environments in a document.
    var environments: [String] = []
  }

  init(_ path: String, _ folders: UserFolders) throws {
    if !CollectionStore.isFolder(path), FileManager.default.fileExists(atPath: path), !Self.isRequest(path) {
      self = .document(path)
      return
    }
    let place = try LaunchTarget(path, folders)
    self = .files(place.store, selection: place.selection)
  }

  /// Whether the path names a request. A broken file of a collection counts, so that it is reported as such.
  private static func isRequest(_ path: String) -> Bool {
    guard path.endsExactly(with: ".json"), let bytes = FileManager.default.contents(atPath: path) else { return false }
    guard let object = (try? JSONText([UInt8](bytes)))?.value.object else {
      return CollectionStore.collection(around: URL(fileURLWithPath: path).deletingLastPathComponent().path) != nil
    }
    return object["url"] != nil
  }

  /// The environments of the collections, those that can be listed.
  var environmentNames: [String] {
    guard case .files(let store, _) = self else { return [] }
    let nested = (try? store.load())?.nodes.filter { $0.kind == .folder(isCollection: true) } ?? []
    var names: [String] = []
    for address in [Address("")] + nested.map(\.address) {
      let found = (try? store.environments(for: address))?.map(\.name) ?? []
      names += found.filter { !names.contains($0) }
    }
    return names
  }

  /// - Parameter globals: Variables of all collections beyond those of the files.
  /// - Throws: `Problem` or `StoreError` if nothing can be read.
  func read(
    environment: String?, overrides: [String: String], globals: [Variable] = [], references: Bool
  ) async throws -> Content {
    switch self {
    case .files(let store, let selection):
      let files = MockFiles(store: store, environment: environment, overrides: overrides, globals: globals)
      return try files.read(selection)
    case .document(let path):
      let source = try ImportedSource(try await ImportLoader(allowsReferences: references).load(path), called: path)
      let document = MockDocument(environment: environment, overrides: overrides, globals: globals)
      var content = document.read(source.result)
      content.folders = [URL(fileURLWithPath: path).deletingLastPathComponent().path]
      return content
    }
  }
}

/// Reads the requests of a collection's files.
private struct MockFiles {
  let store: CollectionStore
  let environment: String?
  let overrides: [String: String]
  let globals: [Variable]
  var scopes: [Address: VariableScope] = [:]
  var documented = ImportedExamples()
  var content = MockSource.Content()

  func read(_ selection: Address?) throws -> MockSource.Content {
    var reading = self
    let tree = try store.load()
    reading.content.folders = [store.root]
    for node in tree.nodes {
      switch node.kind {
      case .folder: reading.content.folders.append(store.path(of: node.address))
      case .request where selection == nil || selection == node.address: try reading.addRequest(at: node.address)
      case .request: break
      case .broken(let problem): reading.content.problems.append(problem)
      }
    }
    return reading.content
  }

  /// Adds a request. A file that changes or disappears while it is read is a problem of its own.
  private mutating func addRequest(at address: Address) throws {
    do {
      let request = try store.open(address).request
      let files = request.examples.compactMap(\.bodyFile).map { ($0, store.bodyFile($0, of: address)) }
      let name = address.stemPath
      var scope = try scope(of: address)
      scope.add(request.variables, to: .request)
      let operation = MockOperation(
        name: name, address: address, request: request, scope: scope,
        bodyFiles: files.reduce(into: [:]) { $0[$1.0] = $1.1 }, folder: store.ownFolder(of: address))
      content.operations.append(documented.completing(operation, of: store.ownFolder(of: address)))
    } catch let error as StoreError {
      content.problems.append("\(error)")
    }
  }

  /// The variables of a request, cached per folder.
  private mutating func scope(of address: Address) throws -> VariableScope {
    if let scope = scopes[address.parent] { return scope }
    let files = try store.environments(for: address)
    let chosen =
      environment.flatMap { name in files.first { $0.name.isExactly(name) } } ?? files.only
    var scope = VariableScope(
      folders: try store.settings(for: address), environment: try chosen?.content.get(), environmentPath: chosen?.path,
      overrides: overrides)
    if let shared = try store.workspaceVariables(for: address) {
      scope.add(shared.variables, to: .workspace, from: shared.name)
    }
    scope.add(globals, to: .workspace)
    scopes[address.parent] = scope
    let bases = store.layers(of: address).bases.map(\.folder).filter { !content.folders.contains($0) }
    content.folders += bases
    if let folder = chosen.map({ Address($0.path).parent.path }), !content.folders.contains(folder) {
      content.folders.append(folder)
    }
    return scope
  }
}

/// Converts a document of another tool to requests.
private struct MockDocument {
  let environment: String?
  let overrides: [String: String]
  var globals: [Variable]

  func read(_ result: ImportResult) -> MockSource.Content {
    var reading = self
    // As in a run, those of the document are overridden.
    reading.globals = result.globals.compactMap { $0.object.map(Variable.init(document:)) } + globals
    return reading.read(collectionsOf: result)
  }

  private func read(collectionsOf result: ImportResult) -> MockSource.Content {
    var content = MockSource.Content()
    for collection in result.collections {
      let environments = (collection.environments + result.environments).compactMap { portable in
        try? Environment(name: portable.name, document: portable.document)  // Written by our readers.
      }
      let chosen = environments.first { $0.name == environment } ?? environments.first
      content.environments += environments.map(\.name).filter { !content.environments.contains($0) }
      addFolder(collection, path: [], settings: [], chosen, to: &content)
    }
    return content
  }

  private func addFolder(
    _ folder: PortableFolder, path: [String], settings: [FolderSettings], _ environment: Environment?,
    to content: inout MockSource.Content
  ) {
    var settings = settings
    do {
      settings.append(try FolderSettings(document: folder.settings))
    } catch {
      content.problems.append("\(folder.name): \(error.problem)")
    }
    for item in folder.items {
      switch item {
      case .folder(let inner):
        addFolder(inner, path: path + [inner.name], settings: settings, environment, to: &content)
      case .request(let request):
        do {
          let saved = try SavedRequest(document: request.document)
          var scope = VariableScope(folders: settings, environment: environment, overrides: overrides)
          scope.add(globals, to: .workspace)
          scope.add(saved.variables, to: .request)
          content.operations.append(
            MockOperation(name: (path + [request.name]).joined(separator: "/"), request: saved, scope: scope))
        } catch {
          content.problems.append("\(request.name): \(error.problem)")
        }
      }
    }
  }
}
