import Git

/// Allows and fetches the bases of a collection, one after another: each may name the next.
struct BasePreparation: Sendable {
  /// The absolute path of the collection, links resolved.
  let collection: String
  let folders: UserFolders
  let environment: [String: String]

  init(_ store: CollectionStore, _ address: Address, _ folders: UserFolders, _ environment: [String: String]) {
    collection = CollectionStore(root: store.collectionRoot(of: address), folders).root
    (self.folders, self.environment) = (folders, environment)
  }

  private var store: CollectionStore { CollectionStore(root: collection, folders) }

  var layers: CollectionLayers { store.layers(of: Address("")) }

  /// Allows the next base, if it needs permission.
  ///
  /// - Returns: The allowed source.
  func allow() throws -> OutsideSource? {
    guard case .notAllowed(_, let source)? = layers.problem else { return nil }
    try ConsentStore(folders).allow([source], for: collection)
    return source
  }

  /// Allows and fetches all bases.
  ///
  /// - Throws: `GitProblem`, `StoreError`, or a remaining problem of a base as `BaseProblem`.
  func run(_ control: ProgramControl = ProgramControl(), progress: @escaping (String) -> Void = { _ in }) throws {
    while let problem = layers.problem {
      switch problem {
      case .notAllowed: _ = try allow()
      case .notFetched(let base): _ = try fetch(base).run(control, progress: progress)
      default: throw problem
      }
    }
  }

  /// The paths of fetched files that are left out, since git would take their folders for repositories.
  func leftOut() throws -> [String] {
    var paths: [String] = []
    for case .git(let git) in layers.bases.map(\.name) { paths += try fetch(git).leftOut() }
    return paths
  }

  func fetch(_ base: RepositoryBase) -> RevisionFetch {
    let place = FetchedBase(base, cache: folders.bases)
    return RevisionFetch(base, repository: place.repository, folder: place.folder, environment: environment)
  }
}
