internal import Foundation

/// The record of a temporary folder, in the user's trash. A folder of a temporary name may also have come with a
/// repository: without a record, it is not removed.
enum StagingRecord {
  private static let suffix = ".json"

  /// Writes the record, before the folder is made. Failures are ignored: a killed program then leaves its folder.
  static func write(for folder: String, in trash: String?) {
    guard let trash, (try? Disk.createFolder(trash, mode: 0o700)) != nil else { return }
    let document: JSONValue = ["folder": .string(place(of: folder))]
    try? Disk.create(path(for: folder, in: trash), with: document.renderedFile, mode: 0o600)
  }

  /// Whether the trash has a record of the folder at this place.
  static func exists(for folder: String, in trash: String?) -> Bool {
    guard let trash, let recorded = read(path(for: folder, in: trash)) else { return false }
    return recorded.isExactly(place(of: folder))
  }

  /// Removes the record, after the folder.
  static func remove(for folder: String, in trash: String?) {
    if let trash { unlink(path(for: folder, in: trash)) }
  }

  /// Removes the records of killed programs whose folders are gone. A folder on a disk that is not mounted may come
  /// back.
  static func removeStale(in trash: String) {
    for name in Disk.names(in: trash).names where name.hasSuffix(suffix) {
      guard Leftover.isStale(String(name.dropLast(suffix.count))), let folder = read(trash + "/" + name),
        !Disk.exists(folder), Disk.exists(Disk.folder(of: folder))
      else { continue }
      unlink(trash + "/" + name)
    }
  }

  private static func path(for folder: String, in trash: String) -> String {
    trash + "/" + Address(folder).name + suffix
  }

  /// The path of the folder without links above it.
  private static func place(of folder: String) -> String {
    Disk.resolved(Disk.folder(of: folder)) + "/" + Address(folder).name
  }

  private static func read(_ path: String) -> String? {
    (try? JSONText.object(at: path))?.value.object?["folder"]?.string
  }
}
