import Foundation
import Glibc

/// The requests named by the arguments of `run`.
struct RunPaths {
  /// The requests named by one argument.
  struct Source {
    var services: Services
    var items: [RunItem]
    /// The file of another program that contains them.
    var foreign: ForeignCollections?
    /// The environment; `nil` selects the only one of the collection.
    var environment: String?
    /// The environment file named on the command line.
    var environmentFile: VariablesFile?
    /// The globals file named on the command line.
    var globalsFile: VariablesFile?

    /// Whether its variables are exported in Postman's format.
    var hasPostmanVariables: Bool { environmentFile?.isPostman ?? foreign?.format.sendsAsPostman ?? false }

    /// Whether the variables of all collections are exported in Postman's format.
    var hasPostmanGlobals: Bool { globalsFile?.isPostman ?? foreign?.format.sendsAsPostman ?? false }
  }

  private(set) var sources: [Source] = []
  private var opened: [String: Services] = [:]
  private let supplied: SuppliedVariables
  private let builtIn: [String: String]
  private let cookies: CookieJar?
  /// Whether reports name the file of each request.
  private var namesFiles: Bool

  /// - Parameters:
  ///   - supplied: Variables for the requests of all paths.
  ///   - allowsFiles: Whether files of other programs may name files with scripts and parts of bodies.
  init(
    _ paths: [String], _ supplied: SuppliedVariables, builtIn: [String: String], cookies: CookieJar?,
    allowsFiles: Bool, _ interruption: Interruption
  ) async throws {
    (self.supplied, self.builtIn, self.cookies) = (supplied, builtIn, cookies)
    namesFiles = paths.count > 1
    for path in paths {
      if let foreign = try await ForeignCollections(path, allowsFiles: allowsFiles) {
        try addCollections(foreign, interruption)
        continue
      }
      let (root, address) = try Self.place(path)
      let services = try services(root, cookies)
      let items = try Self.items(at: address, services, interruption)
      // Without a collection, files of JSON are bodies and data of the others.
      let hasOwn = items.contains { $0.request != nil || CollectionStore.collection(around: root) != nil }
      let files = hasOwn ? [] : Self.foreignFiles(in: path)
      if files.isEmpty { sources.append(Source(services: services, items: items.map(Self.named))) }
      if files.count > 1 { namesFiles = true }
      for file in files {
        if let foreign = try await ForeignCollections(file, allowsFiles: allowsFiles) {
          try addCollections(foreign, interruption)
        }
      }
    }
  }

  /// The files of requests of other programs in a folder, in the order of their names.
  private static func foreignFiles(in path: String) -> [String] {
    // A path that is a file or cannot be listed has none.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let folder = path.endsExactly(with: "/") ? path : path + "/"
    let files = names.sorted().filter { name in
      !name.startsExactly(with: ".") && [".hurl", ".http", ".rest"].contains { name.endsExactly(with: $0) }
    }
    return files.map { folder + $0 }.filter { !CollectionStore.isFolder($0) }
  }

  /// Adds the requests of a file. Its cookies are dropped at the end of the run.
  private mutating func addCollections(_ foreign: ForeignCollections, _ interruption: Interruption) throws {
    let jar = cookies ?? CookieJar()
    for root in foreign.roots {
      var services = try services(root, jar)
      services.workspace.supplied.globals = foreign.globals + supplied.globals
      services.workspace.supplied.secrets = foreign.secrets.merging(supplied.secrets) { $1 }
      var counts: [Address: Int] = [:]
      let items = try Self.items(at: Address(""), services, interruption).map { item in
        var item = item
        if let problem = item.request?.unreadable { (item.request, item.problem) = (nil, problem) }
        item.file = foreign.name
        item.sourceName = namesFiles ? foreign.shownName : nil
        item.folderIDs = foreign.folderIDs(around: item.path)
        item.place = Address((item.folders + [item.title]).joined(separator: "/"))
        item.ordinal = counts[item.place, default: 0]
        counts[item.place] = item.ordinal + 1
        return item
      }
      sources.append(Source(services: services, items: items, foreign: foreign))
    }
    addBroken(of: foreign)
  }

  /// Adds unreadable entries without a position among the requests of the file, after those.
  private mutating func addBroken(of foreign: ForeignCollections) {
    guard !foreign.broken.isEmpty, !foreign.roots.isEmpty, var source = sources.popLast() else { return }
    source.items += foreign.broken.map { note in
      let place = Address((note.path.isEmpty ? [Address(foreign.name).name] : note.path).joined(separator: "/"))
      var item = RunItem(root: source.services.collections.root, address: place, problem: note.text)
      item.title = note.path.last ?? place.name
      item.folders = Array(note.path.dropLast())
      item.file = foreign.name
      item.place = place
      // The place of a problem of the whole file is the file.
      item.sourceName = namesFiles && !note.path.isEmpty ? foreign.shownName : nil
      return item
    }
    sources.append(source)
  }

  /// The services of a root. Several workspaces share their history.
  private mutating func services(_ root: String, _ jar: CookieJar?) throws -> Services {
    if let services = opened[root] { return services }
    var services =
      try opened.values.first?.beside(root: root, cookies: jar)
      ?? Services(root: root, builtIn: builtIn, cookies: jar)
    services.workspace.supplied = supplied
    opened[root] = services
    return services
  }

  /// The workspace of a path: the collection around it, so that all paths in a collection share cookies.
  private static func place(_ path: String) throws -> (root: String, Address) {
    let target = try LaunchTarget(path)
    guard let collection = CollectionStore.collection(around: target.root), collection != target.root,
      let inner = target.root.removingExactly(prefix: collection + "/")
    else { return (target.root, target.address) }
    let rest = target.address.path
    return (collection, rest.isEmpty ? Address(inner) : Address(inner).appending(rest))
  }

  private static func items(
    at address: Address, _ services: Services, _ interruption: Interruption
  ) throws -> [RunItem] {
    let collections = services.collections
    if !address.path.isEmpty, address.name.endsExactly(with: ".json") {
      guard collections.role(of: address) == .request else {
        throw CommandExit.usageError(
          "\(address.name) is not a request — run the folder: workbench run \(collections.path(of: address.parent))")
      }
      return [collections.runItem(address)]
    }
    let tree = try LongReading.run(interruption) { (reading) throws(StoreError) in try collections.load(reading) }
    if let remark = tree.remark { StandardError.write(remark) }
    return tree.runItems(in: address, collections)
  }

  /// The item with a path relative to the current folder, for reports.
  private static func named(_ item: RunItem) -> RunItem {
    var item = item
    let current = FileManager.default.currentDirectoryPath + "/"
    item.file = item.path.removingExactly(prefix: current) ?? item.path
    return item
  }

  /// The absolute path with links resolved.
  static func resolved(_ path: String) -> String { path.realPath ?? path }
}
