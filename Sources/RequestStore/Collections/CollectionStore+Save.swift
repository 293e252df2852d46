extension CollectionStore {
  package func open(_ address: Address) throws(StoreError) -> RequestFile {
    try open(address, layers(of: address))
  }

  func open(_ address: Address, _ layers: CollectionLayers) throws(StoreError) -> RequestFile {
    if let inherited = try inherited(address, layers) { return try opened(address, changing: inherited) }
    try checkBase(layers, of: address)
    let (text, request) = try read(path(of: address), as: SavedRequest.init)
    return RequestFile(address: address, text: text, content: request)
  }

  /// - Throws: Why the base is missing, if the collection itself does not have the file.
  private func checkBase(_ layers: CollectionLayers, of address: Address) throws(StoreError) {
    if let problem = layers.problem, !exists(address) { throw .base(problem) }
  }

  /// Reads a file according to its role, which depends on its name and place.
  ///
  /// - Returns: `nil` for a folder without a settings file, for a workspace without one, and for an environment that only
  ///   the base has.
  package func openFile(_ address: Address) throws(StoreError) -> OpenedFile<SavedFile>? {
    let role = fileRole(of: address)
    let layers = layers(of: address)
    if !exists(address), role == .folder || role == .workspace || role == .environment && has(address, layers) {
      return nil
    }
    if role == .request, let inherited = try inherited(address, layers) {
      let file = try opened(address, changing: inherited)
      return OpenedFile(
        address: address, text: file.text, content: .request(file.request), inherited: file.inherited)
    }
    if role == .request { try checkBase(layers, of: address) }
    let (text, file) = try read(
      path(of: address), as: { (object) throws(DocumentError) in try SavedFile(document: object, role: role) })
    return OpenedFile(address: address, text: text, content: file)
  }

  package func fileRole(of file: Address) -> FileRole {
    switch role(of: file) {
    case .request: .request
    case .settings: file.name == FolderScan.collectionFile ? .collection : .folder
    case .environment: isWorkspaceFile(file) ? .workspace : .environment
    }
  }

  /// An environment may have that name too.
  private func isWorkspaceFile(_ file: Address) -> Bool {
    file.name == FolderScan.workspaceFile && Address(path(of: file.parent)).name != FolderScan.environments
  }

  /// Writes `content` to its file, rewriting only the bytes that changed.
  ///
  /// A request without an id gets one. If anything fails, the old file is kept.
  /// - Parameters:
  ///   - overwriting: Writes even if another program changed or removed the file, whose other changes are lost. A file
  ///     whose role has changed is never overwritten.
  ///   - evenReadOnly: Writes even if the file is read-only.
  /// - Returns: The new file, to be passed to the next save.
  /// - Throws: `StoreError.changedOnDisk`, `.gone` or `.readOnly` if the user has to decide.
  package func save<Content>(
    _ content: Content, over file: OpenedFile<Content>, overwriting: Bool = false, evenReadOnly: Bool = false
  ) throws(StoreError) -> OpenedFile<Content> {
    if let inherited = file.inherited {
      return try save(content, changing: inherited, file, overwriting: overwriting, evenReadOnly: evenReadOnly)
    }
    let base = try current(file, overwriting: overwriting)
    let content = with(content) { $0.identify() }
    let bytes = base.rewriting(to: .object(content.document))
    let written = try understood(bytes, file.address, like: content)
    let path = path(of: file.address)
    if Disk.kind(path) == nil { try Disk.createFolder(Disk.folder(of: path)) }
    if bytes != base.bytes || Disk.kind(path) == nil { try Disk.replace(path, with: bytes, evenReadOnly: evenReadOnly) }
    return written
  }

  /// Writes a new file and creates the folders above it.
  package func write<Content>(_ content: Content, at address: Address) throws(StoreError) -> OpenedFile<Content> {
    let content = with(content) { $0.identify() }
    let bytes = JSONValue.object(content.document).renderedFile
    let file = try understood(bytes, address, like: content)
    try Disk.createFolder(path(of: address.parent))
    try Disk.create(path(of: address), with: file.text.bytes)
    return file
  }

  /// Returns whether the file on disk is unchanged since it was read.
  package func isCurrent<Content>(_ file: OpenedFile<Content>) -> Bool {
    if let inherited = file.inherited { return isCurrent(file, inherited) }
    // An unreadable file has changed.
    return (try? Disk.read(path(of: file.address))) == file.text.bytes
  }

  /// Whether a file has the content that another one had when it was read.
  package func isCurrent<Content>(_ file: OpenedFile<Content>, at address: Address) -> Bool {
    (try? Disk.read(path(of: address))) == file.text.bytes  // A file that cannot be read has another content.
  }

  package func exists(_ address: Address) -> Bool { Disk.exists(path(of: address)) }

  /// Whether a file of this absolute path is read as a request: it is in a collection, or below one.
  package func readsAsRequest(_ path: String) -> Bool {
    let places = RequestPlaces(root: root) { folder in
      Disk.kind(self.path(of: folder.appending(FolderScan.collectionFile))) == .file
    }
    return places.contain(Disk.resolvedStart(path))
  }

  /// Whether the collection has the file, or inherits it.
  package func isKnown(_ address: Address) -> Bool { exists(address) || has(address, layers(of: address)) }

  /// Returns the text to rewrite: the file's current text.
  ///
  /// - Throws: `StoreError.gone` or `.changedOnDisk` if another program changed the file, unless `overwriting`.
  private func current<Content>(
    _ file: OpenedFile<Content>, overwriting: Bool
  ) throws(StoreError) -> JSONText {
    let path = path(of: file.address)
    guard Disk.exists(path) else {
      guard overwriting else { throw .gone(path: path) }
      return file.text
    }
    let bytes = try Disk.read(path)
    if bytes == file.text.bytes { return file.text }
    guard overwriting else { throw .changedOnDisk(path: path) }
    return try understood(bytes, file.address, like: file.content).text
  }

  /// Parses bytes before they are written, so that no broken file is saved.
  private func understood<Content: FileContent>(
    _ bytes: [UInt8], _ address: Address, like content: Content
  ) throws(StoreError) -> OpenedFile<Content> {
    let (text, content) = try parse(bytes, path(of: address), as: content.reading)
    return OpenedFile(address: address, text: text, content: content)
  }
}
