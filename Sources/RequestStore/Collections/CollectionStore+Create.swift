extension CollectionStore {
  /// Returns the address that a new request of that name would get.
  package func freeAddress(named name: String, in folder: Address) throws(StoreError) -> Address {
    let stem = try FileName.stem(for: name)
    let taken = isKnown(folder) ? try taken(in: folder, files: true) : []
    return folder.appending(FileStem.free(stem, suffix: ".json", taken: taken))
  }

  /// Returns the title of a new file or folder: the name, with the number that tells it from another one of that name.
  ///
  /// - Parameter own: The name that it got on the disk, without `.json`.
  package func title(named name: String, at own: String) throws(StoreError) -> String {
    let stem = try FileName.stem(for: name)
    // No other file can have a reserved name.
    return FileStem.reserved.contains(stem.lowercased()) ? name : name + own.dropFirst(stem.count)
  }

  /// Creates an environment without variables, and the environments folder if it is missing.
  package func createEnvironment(named name: String, in folder: Address) throws(StoreError) -> Address {
    let stem = try FileName.stem(for: name)
    if Disk.kind(path(of: folder)) == nil { try Disk.createFolder(path(of: folder)) }
    let address = folder.appending(FileStem.free(stem, suffix: ".json", taken: try taken(in: folder, files: true)))
    let document: JSONValue = ["variables": []]
    try Disk.create(path(of: address), with: document.renderedFile)
    return address
  }

  package func createFolder(named name: String, in folder: Address) throws(StoreError) -> Address {
    let stem = try FileName.stem(for: name)
    let address = folder.appending(FileStem.free(stem, suffix: "", taken: try taken(in: folder, files: false)))
    try Disk.createFolder(path(of: address))
    let title = try title(named: name, at: address.name)
    if address.name != title { try writeName(title, into: address, FolderScan.folderFile) }
    return address
  }

  /// Creates a folder with a `collection.json` and an `environments` folder.
  package func createCollection(named name: String, in folder: Address) throws(StoreError) -> Address {
    let stem = try FileName.stem(for: name)
    let address = folder.appending(FileStem.free(stem, suffix: "", taken: try taken(in: folder, files: false)))
    try Disk.createFolder(path(of: address.appending(FolderScan.environments)))
    try writeName(try title(named: name, at: address.name), into: address, FolderScan.collectionFile)
    return address
  }

  /// Copies a request, an environment or a folder and its contents in place. Each copied request gets a new id.
  ///
  /// - Parameter edits: The unsaved edits of the file, which the copy gets in place of its saved version.
  package func duplicate(_ address: Address, edits: SavedFile? = nil) throws(StoreError) -> Address {
    let isFolder = Disk.kind(path(of: address)) == .folder
    let own = isFolder ? address.name : address.stem
    try checkOrder(of: address.parent, naming: own)
    let copy = try isFolder ? duplicateFolder(address, into: address.parent) : duplicateFile(address, edits)
    try editOrder(of: address.parent) { order in
      guard let index = order.firstIndex(of: own) else { return }
      order.insert(isFolder ? copy.name : copy.stem, at: index + 1)
    }
    return copy
  }

  private func duplicateFile(_ address: Address, _ edits: SavedFile?) throws(StoreError) -> Address {
    if isFolder(address, layers(of: address)) { throw .inherited(path: path(of: address), isChange: false) }
    let stem = try FileName.stem(for: address.stem)
    let taken = try taken(in: address.parent, files: true)
    let copy = address.parent.appending(FileStem.free(stem, suffix: ".json", taken: taken))
    if role(of: address) == .environment {
      try checkHasFile(address)
      let bytes = try Disk.read(path(of: address))
      try Disk.create(path(of: copy), with: edits.map { Self.rewriting(bytes, to: $0) } ?? bytes)
      return copy
    }
    let file = try open(address)
    var request = edits?.request ?? file.request
    request.id = .random()
    if let name = request.name { request.name = name + copy.stem.dropFirst(stem.count) }
    let document = JSONValue.object(request.document)
    // The copy of an inherited request is complete and inherits nothing.
    let bytes = file.inherited == nil ? file.text.rewriting(to: document) : document.renderedFile
    try Disk.createFolder(path(of: copy.parent))
    try Disk.create(path(of: copy), with: bytes)
    return copy
  }

  /// Returns the bytes of a file with its edits; a broken one is written anew.
  private static func rewriting(_ bytes: [UInt8], to edits: SavedFile) -> [UInt8] {
    let document = JSONValue.object(edits.document)
    return (try? JSONText(bytes))?.rewriting(to: document) ?? document.renderedFile
  }

  private func duplicateFolder(_ address: Address, into parent: Address) throws(StoreError) -> Address {
    let copy = parent.appending(FileStem.free(address.name, suffix: "", taken: try taken(in: parent, files: false)))
    try copyContents(of: address, to: copy)
    if let name = storedTitle(of: copy)?.string, let file = titleFile(of: copy) {
      try edit(file) { $0["name"] = .string(name + copy.name.dropFirst(address.name.count)) }
    }
    return copy
  }

  private func copyContents(of folder: Address, to copy: Address) throws(StoreError) {
    let entries = try FolderScan.list(path(of: folder))
    try Disk.createFolder(path(of: copy))
    for entry in entries {
      let (source, target) = (folder.appending(entry.name), copy.appending(entry.name))
      if entry.isFolder {
        try copyContents(of: source, to: target)
      } else {
        try Disk.create(path(of: target), with: try copied(source))
      }
    }
  }

  /// Returns the bytes of a file, with a new id if it is a request that has one.
  private func copied(_ address: Address) throws(StoreError) -> [UInt8] {
    let bytes = try Disk.read(path(of: address))
    // Settings, environments, broken files and other files are copied unchanged.
    guard address.name.endsExactly(with: ".json"), !isSettings(address), let text = try? JSONText(bytes),
      let object = text.value.object, var request = try? SavedRequest(document: object), request.id != nil
    else { return bytes }
    request.id = .random()
    return text.rewriting(to: .object(request.document))
  }

  private func isSettings(_ address: Address) -> Bool {
    address.name == FolderScan.collectionFile || address.name == FolderScan.folderFile
  }

  /// Returns the names that are taken in `folder`.
  func taken(in folder: Address, files: Bool) throws(StoreError) -> [String] {
    // Without hidden entries: new names never begin with a dot.
    let suffix = files ? ".json" : ""
    var names = FileStem.reserved.map { $0 + suffix }
    let inherited = inheritedPaths(folder, layers(of: folder)).filter(Self.isFolder)
    for path in inherited { names += try FolderScan.list(path).map(\.name) }
    let own = path(of: folder)
    return Disk.exists(own) ? names + (try FolderScan.list(own).map(\.name)) : names
  }

  /// Writes the settings of a collection whose requests are below a URL, `{{base}}`.
  package func createSettings(at address: Address, base url: String) throws(StoreError) {
    let document: JSONValue = ["variables": [["name": "base", "value": .string(Template.escaping(url))]]]
    try Disk.create(path(of: address), with: Array((document.rendered() + "\n").utf8))
  }

  private func writeName(_ name: String, into folder: Address, _ file: String) throws(StoreError) {
    let document: JSONValue = ["name": .string(name)]
    try Disk.create(path(of: folder.appending(file)), with: document.renderedFile)
  }
}
