/// A collection, or one item of it with the folders above it, as other formats take it.
package struct PortableReading: Sendable {
  package private(set) var collection: PortableFolder
  /// The files of the requests, in the order of the collection.
  package private(set) var requests: [Address] = []
  /// The folders of the collection, itself the first, in its order.
  private(set) var folders = [Address("")]
  /// Files that could not be read.
  package private(set) var notes: [InterchangeNote] = []

  private let store: CollectionStore
  private let item: Address
  private var rows: ArraySlice<CollectionNode>

  /// Reads the items in the store's root, which is the collection.
  ///
  /// - Parameter item: A request, a folder, or the root.
  /// - Throws: `StoreError` if the settings of a folder cannot be read. Broken requests are notes.
  package init(_ store: CollectionStore, _ item: Address) throws(StoreError) {
    let store = store.forReadingOnce
    let tree = try store.load(TreeReading())
    (self.store, self.item) = (store, item)
    rows = tree.nodes[...]
    collection = PortableFolder(name: "")
    collection = try folder(Address(""), name: Address(store.root).name)
    collection.items = try items(depth: 0, path: [])
    // Those of the workspace belong to its other collections, too.
    for file in try store.environments(for: Address("")) where !file.isShared { try addEnvironment(file) }
  }

  private mutating func addEnvironment(_ file: EnvironmentFile) throws(StoreError) {
    do {
      _ = try file.content.get()
      var documents: [JSONObject] = []
      for path in file.paths { documents.append(try JSONText.object(at: path).value.object ?? [:]) }
      let document = JoinedSettings.environment(documents)
      collection.environments.append(PortableEnvironment(name: file.name, document: Self.plain(document)))
    } catch {
      notes.append(InterchangeNote(.failed, [file.name], "\(error)"))
    }
  }

  private mutating func items(depth: Int, path: [String]) throws(StoreError) -> [PortableItem] {
    var items: [PortableItem] = []
    while let row = rows.first, row.depth == depth {
      rows.removeFirst()
      let isInside = row.address.isInside(item)
      guard isInside || item.isInside(row.address) else {
        rows = rows.drop { $0.depth > depth }
        continue
      }
      switch row.kind {
      case .folder:
        let (folderCount, noteCount) = (folders.count, notes.count)
        folders.append(row.address)
        var own = try folder(row.address, name: row.address.name)
        own.items = try self.items(depth: depth + 1, path: path + [own.name])
        if isInside, own.items.isEmpty, notes.count == noteCount, holdsData(row.address) {
          folders.removeLast(folders.count - folderCount)
        } else {
          items.append(.folder(own))
        }
      case .request:
        items.append(.request(try request(row)))
        requests.append(row.address)
      case .broken(let problem):
        if isInside { notes.append(InterchangeNote(.failed, path + [row.title], problem)) }
      }
    }
    return items
  }

  /// Whether a folder without items has files, none of which are its settings, such as the files that requests send.
  private func holdsData(_ folder: Address) -> Bool {
    let places = [store.path(of: folder)] + store.inheritedPaths(folder, store.layers(of: folder))
    return places.allSatisfy { store.settingsPath(of: $0) == nil } && places.contains { Self.hasFiles($0) }
  }

  private static func hasFiles(_ path: String) -> Bool {
    guard let entries = try? FolderScan.list(path) else { return false }
    // A link may lead back to a folder around it.
    return entries.contains { !$0.isFolder || !$0.isLink && hasFiles(path + "/" + $0.name) }
  }

  private func folder(_ address: Address, name: String) throws(StoreError) -> PortableFolder {
    let document = JoinedSettings.folder(try store.settingsDocuments(of: address))
    return PortableFolder(name: document["name"]?.string ?? name, settings: Self.plain(document))
  }

  private func request(_ row: CollectionNode) throws(StoreError) -> PortableRequest {
    let document = try store.open(row.address).request.document
    let request = PortableRequest(name: row.title, document: Self.plain(document))
    return with(request) { $0.sourceID = document["id"]?.string }
  }

  /// A collection of this reading with the document that its import recorded, where that is too large for its file.
  package func withRecordedDocument(_ collection: PortableFolder) -> PortableFolder {
    guard KeptDocument.isElsewhere(collection.settings) else { return collection }
    let address = Address(FolderScan.collectionFile)
    let paths = [store.path(of: address)] + store.inheritedPaths(address, store.layers(of: address))
    for path in paths {
      // Without a readable record, exports note the missing document.
      guard let record = try? ImportRecord(of: Disk.folder(of: path)),
        let item = record.items.first(where: { $0.id == ImportedFiles.collectionID })
      else { continue }
      return with(collection) { $0.settings = KeptDocument.adding(documentOf: item.document, to: $0.settings) }
    }
    return collection
  }

  /// Without the members that only files have.
  private static func plain(_ document: JSONObject) -> JSONObject {
    JSONObject(members: document.members.filter { !["name", "order", "id", "$schema"].contains($0.key.value) })
  }
}
