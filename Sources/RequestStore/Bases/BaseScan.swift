/// Adds the folders and files of bases to the scans of the collections that are based on them.
struct BaseScan {
  private let store: CollectionStore
  private let reading: TreeReading
  /// The layers of the collections with a base, by the requests that a base has.
  private(set) var layers: [Address: CollectionLayers] = [:]
  /// Why bases are missing, by collection.
  private(set) var problems: [Address: BaseProblem] = [:]

  init(_ store: CollectionStore, _ reading: TreeReading) { (self.store, self.reading) = (store, reading) }

  /// - Parameter scan: The root, or a folder below it.
  mutating func addInherited(to scan: inout FolderScan) throws(StoreError) {
    if scan.isCollection || scan.address.path.isEmpty { try addBases(of: &scan) }
    for index in scan.folders.indices { try addInherited(to: &scan.folders[index]) }
  }

  private mutating func addBases(of scan: inout FolderScan) throws(StoreError) {
    let layers = store.layers(of: scan.address)
    problems[scan.address] = layers.problem
    for folder in layers.inherited(layers.relative(store.path(of: scan.address))) where CollectionStore.isFolder(folder)
    {
      merge(try FolderWalk.scan(folder, reading: reading, followsLinks: false), folder, into: &scan, layers)
    }
  }

  /// - Parameter folder: The absolute path of the base's scan.
  private mutating func merge(
    _ base: FolderScan, _ folder: String, into scan: inout FolderScan, _ layers: CollectionLayers
  ) {
    scan.baseFolders.append(folder)
    let own = Set(scan.files)
    for file in base.files where !scan.folderNames.contains(file) {
      if !own.contains(file) { scan.files.append(file) }
      scan.inherited.insert(file)
      self.layers[scan.address.appending(file)] = layers
    }
    for inner in base.folders
    where !inner.isCollection && inner.problem == nil && !scan.files.contains(inner.address.name) {
      let name = inner.address.name
      let path = folder + "/" + name
      if let index = scan.folderNames.firstIndex(of: name) {
        // A collection of its own inherits nothing.
        if !scan.folders[index].isCollection { merge(inner, path, into: &scan.folders[index], layers) }
      } else {
        var new = FolderScan(address: scan.address.appending(name))
        new.isInherited = true
        merge(inner, path, into: &new, layers)
        scan.folders.append(new)
        scan.folderNames.append(name)
      }
    }
  }
}

extension CollectionTree {
  /// Adds a row for each base that cannot be used, at the top of its collection.
  mutating func addProblems(_ problems: [Address: BaseProblem]) {
    for (collection, problem) in problems.sorted(by: { $1.key < $0.key }) {
      let parent = nodes.firstIndex { $0.address == collection && $0.isFolder }
      let depth = parent.map { nodes[$0].depth + 1 } ?? 0
      let row = CollectionNode(
        address: collection.appending(FolderScan.collectionFile), depth: depth, kind: .broken(problem.description),
        title: "base")
      nodes.insert(row, at: parent.map { $0 + 1 } ?? 0)
      remark = remark ?? problem.description
      if let base = problem.pending { pendingBases.insert(PendingBase(collection: collection, base: base), at: 0) }
    }
  }
}
