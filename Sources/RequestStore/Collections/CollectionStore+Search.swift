internal import Dispatch
internal import Synchronization

extension CollectionStore {
  package static let mostMatches = 10_000

  /// Searches the files below a folder, or one file: requests, settings of folders, environments and the workspace.
  ///
  /// Reads on all cores and blocks until done. Files that only a base has are not searched.
  /// - Parameters:
  ///   - scope: A folder or a file; the root if it is empty.
  ///   - edits: Files with unsaved edits, which are searched instead of the files on disk.
  /// - Throws: `StoreError.cancelled`, or an error if the root cannot be listed.
  package func search(
    _ search: FileSearch, _ matcher: any TextMatching, in scope: Address = Address(""),
    edits: [Address: SavedFile] = [:], _ reading: TreeReading = TreeReading()
  ) throws(StoreError) -> SearchResult {
    let (files, unlisted) = try searchedFiles(in: scope, edits, reading)
    var listed = SearchResult()
    listed.unread = unlisted
    listed.hasBases = hasBases(files, in: scope)
    let result = Mutex(listed)
    let share = 64
    DispatchQueue.concurrentPerform(iterations: (files.count + share - 1) / share) { part in
      var own = SearchResult()
      for address in files[part * share..<min((part + 1) * share, files.count)] where !reading.isCancelled {
        reading.countFile()
        do {
          let found =
            try edits[address].map { try Self.matches(search, in: $0, at: address) }
            ?? matches(search, matcher, in: address)
          own.searched += 1
          if let found { own.files.append(found) }
        } catch let problem as FileSearchProblem {
          own.unread.append(UnreadFile(address, "\(path(of: address)) — \(problem)"))
        } catch {
          own.unread.append(UnreadFile(address, "\(error)"))
        }
      }
      result.withLock { $0.add(own) }
    }
    try reading.checkCancelled()
    return result.withLock { $0.finished(limit: Self.mostMatches) }
  }

  private static func matches(
    _ search: FileSearch, in file: SavedFile, at address: Address
  ) throws(FileSearchProblem) -> FileMatches? {
    let found = try search.matches(in: file.document, role: file.role)
    return found.isEmpty ? nil : FileMatches(address: address, matches: found, version: nil)
  }

  private func matches(
    _ search: FileSearch, _ matcher: any TextMatching, in address: Address
  ) throws -> FileMatches? {
    let bytes = try Disk.read(path(of: address))
    guard matcher.mayMatch(file: bytes) else { return nil }
    let text = try JSONText.object(bytes, path(of: address))
    let document = text.value.object ?? JSONObject()
    let role = fileRole(of: address)
    let found = try search.matches(in: document, role: role, text: text)
    guard !found.isEmpty else { return nil }
    var matches = FileMatches(address: address, matches: found, version: Fingerprint(of: bytes).text)
    do throws(DocumentError) {
      _ = try SavedFile(document: document, role: role)
    } catch {
      matches.whyReadOnly =
        layers(of: address).bases.isEmpty ? error.problem : "it changes a request of the base"
    }
    if FileMode.isReadOnly(path(of: address)) { matches.whyReadOnly = "the file is read-only" }
    return matches
  }

  // MARK: Files

  /// The files below a folder, and the folders that cannot be listed.
  typealias Listing = (files: [Address], unlisted: [UnreadFile])

  func searchedFiles(
    in scope: Address, _ edits: [Address: SavedFile], _ reading: TreeReading
  ) throws(StoreError) -> Listing {
    if scope.name.endsExactly(with: ".json") { return ([scope], []) }
    let scan = try FolderWalk.scan(root, reading: reading, leavingOut: ownFolder)
    if let problem = scan.problem { throw problem }
    var listing: Listing = ([], [])
    addFiles(of: scan, in: scope, to: &listing)
    // Unsaved edits may have lost their file, or may not have one yet.
    let known = Set(listing.files)
    listing.files += edits.keys.filter { $0.isInside(scope) && !known.contains($0) }.sorted()
    return listing
  }

  private func addFiles(of scan: FolderScan, in scope: Address, to listing: inout Listing) {
    guard scan.address.isInside(scope) || scope.isInside(scan.address) else { return }
    switch scan.problem {
    // The folder is searched where it is listed.
    case nil, .linkLoop, .shownElsewhere: break
    case let problem?: listing.unlisted.append(UnreadFile(scan.address, "\(problem)"))
    }
    if scan.address.isInside(scope) {
      let shared = scan.address.appending(FolderScan.workspaceFile)
      listing.files += scan.settings.map { [scan.address.appending($0)] } ?? []
      if Disk.kind(path(of: shared)) == .file { listing.files.append(shared) }
      listing.files += scan.files.sorted().map(scan.address.appending)
      if scan.isCollection || scan.address.path.isEmpty { addEnvironments(of: scan.address, to: &listing) }
    } else if scan.address.appending(FolderScan.environments) == scope {
      addEnvironments(of: scan.address, to: &listing)
    }
    for folder in scan.folders.sorted(by: { $0.address < $1.address }) { addFiles(of: folder, in: scope, to: &listing) }
  }

  private func addEnvironments(of collection: Address, to listing: inout Listing) {
    let folder = collection.appending(FolderScan.environments)
    guard Disk.exists(path(of: folder)) else { return }
    do throws(StoreError) {
      listing.files += try FolderScan.list(path(of: folder)).filter {
        !$0.isFolder && $0.name.endsExactly(with: ".json")
      }.map(\.name).sorted().map(folder.appending)
    } catch {
      listing.unlisted.append(UnreadFile(folder, "\(error)"))
    }
  }

  /// Whether a collection in a folder, or the one around it, has a base.
  private func hasBases(_ files: [Address], in scope: Address) -> Bool {
    if scope.name.endsExactly(with: ".json") { return false }
    return ([scope] + files.filter { $0.name == FolderScan.collectionFile }).contains {
      let layers = layers(of: $0)
      return !layers.bases.isEmpty || layers.problem != nil
    }
  }
}

extension SearchResult {
  fileprivate mutating func add(_ other: SearchResult) {
    files += other.files
    searched += other.searched
    unread += other.unread
  }

  /// In the order of the paths, with the first matches up to a limit.
  fileprivate func finished(limit: Int) -> SearchResult {
    var result = self
    result.files.sort { $0.address < $1.address }
    result.unread.sort { $0.problem < $1.problem }
    var room = limit
    for index in result.files.indices {
      let matches = result.files[index].matches
      guard matches.count > room else {
        room -= matches.count
        continue
      }
      result.files[index].matches = Array(matches.prefix(room))
      result.files.removeSubrange((room > 0 ? index + 1 : index)...)
      result.isCut = true
      break
    }
    return result
  }
}
