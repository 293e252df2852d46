package import RequestModel

extension CollectionStore {
  package func open(_ address: Address) throws(StoreError) -> RequestFile {
    let (text, request) = try read(path(of: address), as: SavedRequest.init)
    return RequestFile(address: address, text: text, content: request)
  }

  /// Reads a file as what it is by its name and place.
  ///
  /// - Returns: `nil` for a folder without a settings file.
  package func openFile(_ address: Address) throws(StoreError) -> OpenedFile<SavedFile>? {
    let role = fileRole(of: address)
    if role == .folder, !exists(address) { return nil }
    let (text, file) = try read(
      path(of: address), as: { (object) throws(DocumentError) in try SavedFile(document: object, role: role) })
    return OpenedFile(address: address, text: text, content: file)
  }

  package func fileRole(of file: Address) -> FileRole {
    switch role(of: file) {
    case .request: .request
    case .settings: file.name == FolderScan.collectionFile ? .collection : .folder
    case .environment: .environment
    }
  }

  /// Writes `content` into the file that it came from, changing only the bytes of what changed.
  ///
  /// A request without an id gets one now. The old file stays whole where anything fails.
  /// - Parameters:
  ///   - overwriting: Writes also where another program changed or removed the file; what it added elsewhere in the
  ///     file is lost then. A file that is no longer what it was is never overwritten.
  ///   - evenReadOnly: Writes also where the file's mode lets nobody write it.
  /// - Returns: The file as it is now, to be passed to the next save.
  /// - Throws: `StoreError.changedOnDisk` and `.gone` and `.readOnly` where the user has to choose first.
  package func save<Content>(
    _ content: Content, over file: OpenedFile<Content>, overwriting: Bool = false, evenReadOnly: Bool = false
  ) throws(StoreError) -> OpenedFile<Content> {
    let base = try current(file, overwriting: overwriting)
    var content = content
    content.identify()
    let bytes = base.rewriting(to: .object(content.document))
    let written = try understood(bytes, file.address, like: content)
    let path = path(of: file.address)
    if Disk.kind(path) == nil { try Disk.createFolder(Disk.folder(of: path)) }
    if bytes != base.bytes || Disk.kind(path) == nil { try Disk.replace(path, with: bytes, evenReadOnly: evenReadOnly) }
    return written
  }

  /// Writes a file that is not there, and makes the folders above it.
  package func write<Content>(_ content: Content, at address: Address) throws(StoreError) -> OpenedFile<Content> {
    var content = content
    content.identify()
    let bytes = Array((JSONValue.object(content.document).rendered() + "\n").utf8)
    let file = try understood(bytes, address, like: content)
    try Disk.createFolder(path(of: address.parent))
    try Disk.create(path(of: address), with: file.text.bytes)
    return file
  }

  /// Whether the file on the disk is the one that was read.
  package func isCurrent<Content>(_ file: OpenedFile<Content>) -> Bool {
    // A file that cannot be read is not the one that could be.
    (try? Disk.read(path(of: file.address))) == file.text.bytes
  }

  package func exists(_ address: Address) -> Bool { Disk.exists(path(of: address)) }

  /// The text to write into: the file's own as long as nobody else wrote it.
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

  /// What is about to be written, read as it will be read again: what would come back broken is not written.
  func understood<Content: FileContent>(
    _ bytes: [UInt8], _ address: Address, like content: Content
  ) throws(StoreError) -> OpenedFile<Content> {
    let (text, content) = try parse(bytes, path(of: address), as: content.reading)
    return OpenedFile(address: address, text: text, content: content)
  }
}
