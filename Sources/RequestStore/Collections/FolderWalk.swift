internal import Foundation

/// Lists a folder and everything below it, up to `limits`. Folders reachable by several links are listed once.
///
/// Real folders are listed before links, so a link to a folder of the tree shows nothing twice.
struct FolderWalk {
  struct Limits {
    var folders = 20_000
    var files = 50_000
    var depth = 64
  }

  private let root: String
  private let limits: Limits
  private let reading: TreeReading
  private var scans: [Address: FolderScan] = [:]
  private var seen: [FileIdentity: Address] = [:]
  /// The folders above the root. A link to one of them is a loop.
  private var above: Set<FileIdentity> = []
  /// The folders found so far, including the root.
  private var folderCount = 1
  private var fileCount = 0
  private var isCut = false

  private let followsLinks: Bool
  private let leftOut: Address?

  private init(_ root: String, _ limits: Limits, _ reading: TreeReading, _ followsLinks: Bool, _ leftOut: Address?) {
    (self.root, self.limits, self.reading, self.followsLinks) = (root, limits, reading, followsLinks)
    self.leftOut = leftOut
    var folder = root
    while folder != "/" {
      folder = Disk.folder(of: folder)
      if let identity = FileIdentity(folder) { above.insert(identity) }
    }
  }

  /// - Throws: `StoreError.cancelled` only. A folder that cannot be listed has the error in its scan.
  static func scan(
    _ root: String, limits: Limits = Limits(), reading: TreeReading = TreeReading(), followsLinks: Bool = true,
    leavingOut leftOut: Address? = nil
  ) throws(StoreError) -> FolderScan {
    var walk = FolderWalk(root, limits, reading, followsLinks, leftOut)
    try walk.visitAll()
    return with(walk.assembled(Address(""))) { $0.isCut = walk.isCut }
  }

  private struct Folder {
    var address: Address
    var depth: Int
    var isLink = false
  }

  private mutating func visitAll() throws(StoreError) {
    var next = 0
    var folders = [Folder(address: Address(""), depth: 0)]
    var links: [Folder] = []
    while next < folders.count || !links.isEmpty {
      if next == folders.count {
        folders = links.sorted { $0.address < $1.address }
        (links, next) = ([], 0)
      }
      let folder = folders[next]
      next += 1
      try reading.checkCancelled()
      for child in visit(folder) {
        if child.isLink { links.append(child) } else { folders.append(child) }
      }
    }
  }

  /// Lists a folder and returns its subfolders.
  private mutating func visit(_ folder: Folder) -> [Folder] {
    var scan = FolderScan(address: folder.address)
    defer { scans[folder.address] = scan }
    let path = folder.address.path.isEmpty ? root : root + "/" + folder.address.path
    guard let identity = FileIdentity(path) else {
      scan.problem = .system(.list, path: path, code: errno)
      return []
    }
    if let problem = whyNotListed(folder, identity, path) {
      scan.problem = problem
      return []
    }
    seen[identity] = folder.address
    reading.countFolder()
    do {
      return sortEntries(try FolderScan.list(path), of: folder, into: &scan)
    } catch {
      scan.problem = error
      return []
    }
  }

  private func whyNotListed(_ folder: Folder, _ identity: FileIdentity, _ path: String) -> StoreError? {
    if above.contains(identity) { return .linkLoop(path: path) }
    if let first = seen[identity] {
      return folder.address.isInside(first) ? .linkLoop(path: path) : .shownElsewhere(path: path, place: first.path)
    }
    return folder.depth > limits.depth ? .tooDeep(path: path, limit: limits.depth) : nil
  }

  private mutating func sortEntries(
    _ entries: [FolderScan.Entry], of folder: Folder, into scan: inout FolderScan
  ) -> [Folder] {
    scan.settings = [FolderScan.collectionFile, FolderScan.folderFile].first { name in
      entries.contains { $0.name == name }
    }
    // A root without a `collection.json` is a collection too and may have environments.
    let environments = scan.isCollection || folder.address.path.isEmpty ? FolderScan.environments : nil
    var folders: [Folder] = []
    for entry in entries where followsLinks || !entry.isLink {
      if entry.isFolder {
        let address = folder.address.appending(entry.name)
        guard entry.name != environments, address != leftOut else { continue }
        guard folderCount < limits.folders else {
          isCut = true
          continue
        }
        folderCount += 1
        folders.append(Folder(address: address, depth: folder.depth + 1, isLink: entry.isLink))
      } else if FolderScan.isRequest(entry.name) {
        guard fileCount < limits.files else {
          isCut = true
          continue
        }
        fileCount += 1
        scan.files.append(entry.name)
      }
    }
    scan.folderNames = folders.map(\.address.name)
    return folders
  }

  private func assembled(_ address: Address) -> FolderScan {
    var scan = scans[address] ?? FolderScan(address: address)
    scan.folders = scan.folderNames.map { assembled(address.appending($0)) }
    return scan
  }
}
