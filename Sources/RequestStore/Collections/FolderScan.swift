internal import Foundation

/// The names of the files and folders in a folder.
struct FolderScan {
  var address: Address
  var folders: [FolderScan] = []
  var folderNames: [String] = []
  /// The names of `*.json` files, except the folder's settings.
  var files: [String] = []
  /// `collection.json` or `folder.json`.
  var settings: String?
  var problem: StoreError?
  /// Whether the limits were exceeded; set for the root only.
  var isCut = false
  /// The names of files that a base has.
  var inherited: Set<String> = []
  /// The same folder of the bases, the nearest first.
  var baseFolders: [String] = []
  /// Whether only a base has the folder.
  var isInherited = false

  var isCollection: Bool { settings == FolderScan.collectionFile }

  static let collectionFile = "collection.json"
  static let folderFile = "folder.json"
  /// The variables of all collections in a folder and below it.
  static let workspaceFile = "workspace.json"
  static let environments = "environments"

  static func isRequest(_ name: String) -> Bool { RequestPlaces.isRequest(name) }

  static func isSettings(_ name: String) -> Bool { RequestPlaces.isSettings(name) }

  struct Entry {
    var name: String
    var isFolder: Bool
    var isLink: Bool
  }

  /// Lists the visible entries of a folder, following links.
  static func list(_ path: String) throws(StoreError) -> [Entry] {
    guard let folder = opendir(path) else { throw .system(.list, path: path, code: errno) }
    defer { closedir(folder) }
    var entries: [Entry] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name.utf8.first != UInt8(ascii: ".") else { continue }
      let type = Int32(entry.pointee.d_type)
      let isKnown = type == Int32(DT_DIR) || type == Int32(DT_REG)
      let isFolder = isKnown ? type == Int32(DT_DIR) : Disk.kind(path + "/" + name) == .folder
      entries.append(Entry(name: name, isFolder: isFolder, isLink: type == Int32(DT_LNK)))
    }
    return entries
  }
}

/// A file or folder of any name.
struct FileIdentity: Hashable {
  private let device: dev_t
  private let number: ino_t

  init?(_ path: String) {
    guard let status = Disk.status(path) else { return nil }
    device = status.st_dev
    number = status.st_ino
  }
}
