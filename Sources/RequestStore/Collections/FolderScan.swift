internal import Foundation
internal import RequestModel

/// What stands in one folder, by name only: nothing was opened yet.
struct FolderScan {
  var address: Address
  var folders: [FolderScan] = []
  /// The names of `*.json` files that are not the folder's own settings.
  var files: [String] = []
  /// `collection.json` or `folder.json`.
  var settings: String?
  var problem: StoreError?

  var isCollection: Bool { settings == FolderScan.collectionFile }

  static let collectionFile = "collection.json"
  static let folderFile = "folder.json"
  static let environments = "environments"

  /// Lists `address` and all below it.
  ///
  /// - Parameter ancestors: The folders that lead here, so that a link back to one of them ends.
  static func scan(_ root: String, _ address: Address, ancestors: [FileIdentity] = []) -> FolderScan {
    var scan = FolderScan(address: address)
    let path = address.path.isEmpty ? root : root + "/" + address.path
    guard let identity = FileIdentity(path) else {
      scan.problem = .system(.list, path: path, code: errno)
      return scan
    }
    guard !ancestors.contains(identity) else {
      scan.problem = .linkLoop(path: path)
      return scan
    }
    do {
      let entries = try list(path)
      scan.settings = [collectionFile, folderFile].first { name in entries.contains { $0.name == name } }
      scan.files = entries.compactMap { !$0.isFolder && $0.name.hasSuffix(".json") ? $0.name : nil }
      scan.files.removeAll { $0 == collectionFile || $0 == folderFile }
      // A root without a `collection.json` is a collection all the same: there is no other to hold its environments.
      let hidden = scan.isCollection || address.path.isEmpty ? environments : nil
      scan.folders = entries.filter { $0.isFolder && $0.name != hidden }.map {
        FolderScan.scan(root, address.appending($0.name), ancestors: ancestors + [identity])
      }
    } catch {
      scan.problem = error
    }
    return scan
  }

  struct Entry {
    var name: String
    var isFolder: Bool
  }

  /// The entries of a folder that are not hidden, links followed.
  static func list(_ path: String) throws(StoreError) -> [Entry] {
    guard let folder = opendir(path) else { throw .system(.list, path: path, code: errno) }
    defer { closedir(folder) }
    var entries: [Entry] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard !name.hasPrefix(".") else { continue }
      let type = Int32(entry.pointee.d_type)
      let isKnown = type == Int32(DT_DIR) || type == Int32(DT_REG)
      let isFolder = isKnown ? type == Int32(DT_DIR) : Disk.kind(path + "/" + name) == .folder
      entries.append(Entry(name: name, isFolder: isFolder))
    }
    return entries
  }
}

/// One file or folder, by whatever name.
struct FileIdentity: Equatable {
  private let device: dev_t
  private let number: ino_t

  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = status.st_dev
    number = status.st_ino
  }
}
