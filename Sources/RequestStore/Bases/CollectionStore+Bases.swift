extension CollectionStore {
  /// Returns the folders that the collection of `address` consists of.
  package func layers(of address: Address) -> CollectionLayers {
    let folder = collectionRoot(of: address)
    return shared?.layers(of: folder, bases) ?? CollectionLayers(of: folder, bases)
  }

  /// Whether a base has the file or folder.
  func has(_ address: Address, _ layers: CollectionLayers) -> Bool { !inheritedPaths(address, layers).isEmpty }

  func inheritedPaths(_ address: Address, _ layers: CollectionLayers) -> [String] {
    guard !layers.bases.isEmpty else { return [] }
    return layers.inherited(layers.relative(path(of: address)))
  }

  /// Whether `address` is a folder, of the collection or of a base.
  func isFolder(_ address: Address, _ layers: CollectionLayers) -> Bool {
    ([path(of: address)] + inheritedPaths(address, layers)).first { Disk.exists($0) }.map(Self.isFolder) ?? false
  }

  /// The folders of bases that the collections of a tree are based on, which may change on disk.
  package func baseFolders(of tree: CollectionTree) -> [String] {
    let nested = tree.nodes.filter { $0.kind == .folder(isCollection: true) }.map(\.address)
    let own = layers(of: Address(""))
    var folders = folders(of: own, in: own.relative(root), tree.nodes)
    for collection in nested { folders += self.folders(of: layers(of: collection), in: "", tree.nodes) }
    return folders
  }

  private func folders(of layers: CollectionLayers, in place: String, _ nodes: [CollectionNode]) -> [String] {
    guard !layers.bases.isEmpty else { return [] }
    let places = nodes.filter(\.isFolder).map { layers.relative(path(of: $0.address)) }
    let names = Set([place, "", FolderScan.environments] + places.filter { !$0.startsExactly(with: "/") })
    return names.sorted().flatMap(layers.inherited).filter(Self.isFolder)
  }

  /// The settings files of a folder, the farthest base first.
  func settingsDocuments(of folder: Address) throws(StoreError) -> [JSONObject] {
    var documents: [JSONObject] = []
    for folder in inheritedPaths(folder, layers(of: folder)).reversed() + [path(of: folder)] {
      guard let path = settingsPath(of: folder) else { continue }
      documents.append(try JSONText.object(at: path).value.object ?? JSONObject())
    }
    return documents
  }

  // MARK: Requests

  /// Returns the request as inherited from the bases; `nil` if no base has it.
  func inherited(_ address: Address, _ layers: CollectionLayers) throws(StoreError) -> InheritedRequest? {
    let paths = inheritedPaths(address, layers).filter { Disk.kind($0) == .file }
    guard let nearest = paths.first, let last = paths.last else { return nil }
    var document = try JSONText.object(at: last).value.object ?? JSONObject()
    for path in paths.dropLast().reversed() {
      document = RequestOverride.merged(document, try JSONText.object(at: path).value.object ?? JSONObject())
    }
    do {
      _ = try SavedRequest(document: document)
    } catch {
      throw .notUnderstood(
        path: nearest, try JSONText.object(at: nearest).position(of: error.path), problem: error.problem)
    }
    return InheritedRequest(document: document, path: nearest, isChanged: exists(address))
  }

  /// Opens an inherited request with the changes of its own file, if it has one.
  func opened(_ address: Address, changing inherited: InheritedRequest) throws(StoreError) -> RequestFile {
    let bytes = inherited.isChanged ? try Disk.read(path(of: address)) : Self.noChanges
    return try opened(address, bytes, changing: inherited, as: SavedRequest.init)
  }

  private static let noChanges = Array("{}\n".utf8)

  private func opened<Content: FileContent>(
    _ address: Address, _ bytes: [UInt8], changing inherited: InheritedRequest,
    as content: (JSONObject) throws(DocumentError) -> Content
  ) throws(StoreError) -> OpenedFile<Content> {
    let (text, request) = try parse(bytes, path(of: address)) { (changes) throws(DocumentError) in
      try MemberShape.request.checkDuplicates(in: changes)
      return try content(RequestOverride.merged(inherited.document, changes))
    }
    return OpenedFile(address: address, text: text, content: request, inherited: inherited)
  }

  // MARK: Saving

  /// Writes a request's changes to its base into its own file. Without changes, creates no file.
  func save<Content>(
    _ content: Content, changing inherited: InheritedRequest, _ file: OpenedFile<Content>, overwriting: Bool,
    evenReadOnly: Bool
  ) throws(StoreError) -> OpenedFile<Content> {
    let path = path(of: file.address)
    let own = try ownChanges(of: file, inherited, overwriting: overwriting)
    let old = own?.value.object ?? JSONObject()
    if own == nil, RequestOverride.changes(inherited.document, old, to: content.document).members.isEmpty {
      return file
    }
    let content = with(content) { $0.identify() }
    let changes = JSONValue.object(RequestOverride.changes(inherited.document, old, to: content.document))
    let bytes = own?.rewriting(to: changes) ?? changes.renderedFile
    let now = InheritedRequest(document: inherited.document, path: inherited.path, isChanged: true)
    let written = try opened(file.address, bytes, changing: now, as: content.reading)
    try Disk.createFolder(Disk.folder(of: path))
    if bytes != own?.bytes { try Disk.replace(path, with: bytes, evenReadOnly: evenReadOnly) }
    return written
  }

  /// The collection's own file, unless another program has changed it.
  private func ownChanges<Content>(
    of file: OpenedFile<Content>, _ inherited: InheritedRequest, overwriting: Bool
  ) throws(StoreError) -> JSONText? {
    let path = path(of: file.address)
    guard Disk.exists(path) else {
      if inherited.isChanged, !overwriting { throw .gone(path: path) }
      return inherited.isChanged ? file.text : nil
    }
    let text = try JSONText.object(at: path)
    let isSame = inherited.isChanged && text.bytes == file.text.bytes
    guard isSame || overwriting else { throw .changedOnDisk(path: path) }
    return text
  }

  func isCurrent<Content>(_ file: OpenedFile<Content>, _ inherited: InheritedRequest) -> Bool {
    // A base that cannot be read any more has changed.
    guard let now = try? self.inherited(file.address, layers(of: file.address)) else { return false }
    let isSameFile = !inherited.isChanged || (try? Disk.read(path(of: file.address))) == file.text.bytes
    return now.document == inherited.document && now.isChanged == inherited.isChanged && isSameFile
  }

  // MARK: Files that stay in the base

  /// - Throws: `StoreError.inherited` for files that only the base has, and for changes to a request of the base.
  func checkIsOwn(_ address: Address) throws(StoreError) {
    let isInherited = has(address, layers(of: address))
    let isFolder = Self.isFolder(path(of: address))
    guard isInherited, !(isFolder && exists(address)) else { return }
    throw .inherited(path: path(of: address), isChange: exists(address))
  }

  /// - Throws: `StoreError.inherited` for files that only the base has.
  func checkHasFile(_ address: Address) throws(StoreError) {
    guard !exists(address), has(address, layers(of: address)) else { return }
    throw .inherited(path: path(of: address), isChange: false)
  }
}
