package import RequestModel

extension CollectionStore {
  package func open(_ address: Address) throws(StoreError) -> RequestFile {
    let (text, request) = try read(path(of: address), as: SavedRequest.init)
    return RequestFile(address: address, text: text, request: request)
  }

  /// Writes `request` into the file that it came from, changing only the bytes of what changed.
  ///
  /// A request without an id gets one now. The old file stays whole where anything fails.
  /// - Parameters:
  ///   - overwriting: Writes also where another program changed or removed the file; what it added elsewhere in the
  ///     file is lost then. A file that is no longer a request is never overwritten.
  ///   - evenReadOnly: Writes also where the file's mode lets nobody write it.
  /// - Returns: The file as it is now, to be passed to the next save.
  /// - Throws: `StoreError.changedOnDisk` and `.gone` and `.readOnly` where the user has to choose first.
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

  /// Writes a request into a file that is not there, and makes the folders above it.
  package func write(_ request: SavedRequest, at address: Address) throws(StoreError) -> RequestFile {
    var request = request
    if request.id == nil { request.id = .random() }
    let file = try understood(Array((JSONValue.object(request.document).rendered() + "\n").utf8), address)
    try Disk.createFolder(path(of: address.parent))
    try Disk.create(path(of: address), with: file.text.bytes)
    return file
  }

  /// Whether the file on the disk is the one that was read.
  package func isCurrent(_ file: RequestFile) -> Bool {
    // A file that cannot be read is not the one that could be.
    (try? Disk.read(path(of: file.address))) == file.text.bytes
  }

  package func exists(_ address: Address) -> Bool { Disk.exists(path(of: address)) }

  /// The text to write into: the file's own as long as nobody else wrote it.
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

  /// What is about to be written, read as it will be read again: a request that would come back broken is not written.
  func understood(_ bytes: [UInt8], _ address: Address) throws(StoreError) -> RequestFile {
    let (text, request) = try parse(bytes, path(of: address), as: SavedRequest.init)
    return RequestFile(address: address, text: text, request: request)
  }
}
