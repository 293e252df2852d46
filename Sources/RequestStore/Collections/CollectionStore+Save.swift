package import RequestModel

extension CollectionStore {
  package func open(_ address: Address) throws(StoreError) -> RequestFile {
    let (text, request) = try read(path(of: address), as: SavedRequest.init)
    return RequestFile(address: address, text: text, request: request)
  }

  /// Writes `request` to its file, rewriting only the bytes that changed.
  ///
  /// A request without an id gets one. If anything fails, the old file is kept.
  /// - Parameters:
  ///   - overwriting: Writes even if another program changed or removed the file, whose other changes are lost. A file
  ///     that is no longer a request is never overwritten.
  ///   - evenReadOnly: Writes even if the file is read-only.
  /// - Returns: The new file, to be passed to the next save.
  /// - Throws: `StoreError.changedOnDisk`, `.gone` or `.readOnly` if the user has to decide.
  package func save(
    _ request: SavedRequest, over file: RequestFile, overwriting: Bool = false, evenReadOnly: Bool = false
  ) throws(StoreError) -> RequestFile {
    let base = try current(file, overwriting: overwriting)
    var request = request
    if request.id == nil { request.id = .random() }
    let bytes = base.rewriting(to: .object(request.document))
    let written = try understood(bytes, file.address)
    let path = path(of: file.address)
    if Disk.kind(path) == nil { try Disk.createFolder(Disk.folder(of: path)) }
    if bytes != base.bytes || Disk.kind(path) == nil { try Disk.replace(path, with: bytes, evenReadOnly: evenReadOnly) }
    return written
  }

  /// Writes a request to a new file and creates the folders above it.
  package func write(_ request: SavedRequest, at address: Address) throws(StoreError) -> RequestFile {
    var request = request
    if request.id == nil { request.id = .random() }
    let file = try understood(Array((JSONValue.object(request.document).rendered() + "\n").utf8), address)
    try Disk.createFolder(path(of: address.parent))
    try Disk.create(path(of: address), with: file.text.bytes)
    return file
  }

  /// Returns whether the file on disk is unchanged since it was read.
  package func isCurrent(_ file: RequestFile) -> Bool {
    // An unreadable file has changed.
    (try? Disk.read(path(of: file.address))) == file.text.bytes
  }

  package func exists(_ address: Address) -> Bool { Disk.exists(path(of: address)) }

  /// Returns the text to rewrite: that of the file unless another program changed it.
  private func current(_ file: RequestFile, overwriting: Bool) throws(StoreError) -> JSONText {
    let path = path(of: file.address)
    guard Disk.exists(path) else {
      guard overwriting else { throw .gone(path: path) }
      return file.text
    }
    let bytes = try Disk.read(path)
    if bytes == file.text.bytes { return file.text }
    guard overwriting else { throw .changedOnDisk(path: path) }
    return try open(file.address).text
  }

  /// Parses bytes before they are written, so that no broken request is saved.
  func understood(_ bytes: [UInt8], _ address: Address) throws(StoreError) -> RequestFile {
    let (text, request) = try parse(bytes, path(of: address), as: SavedRequest.init)
    return RequestFile(address: address, text: text, request: request)
  }
}
