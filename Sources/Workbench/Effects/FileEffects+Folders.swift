import Foundation

// Lists of folders, for choosing a file.
extension FileEffects {
  private static let limit = 10_000

  func list(_ query: FolderQuery) -> FolderListing {
    let folder = folder(of: query)
    do {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted(by: Self.isBefore)
      let entries = names.prefix(Self.limit).map { Self.entry($0, in: folder) }
      return FolderListing(query, folder: folder, entries: entries.filter(\.isFolder) + entries.filter { !$0.isFolder })
    } catch {
      let reason = FileManager.default.fileExists(atPath: folder) ? "it is not readable" : "there is no such folder"
      return FolderListing(query, folder: folder, entries: [], problem: "Cannot list \(folder): \(reason)")
    }
  }

  /// Resolves a path, which is relative to the file that contains it; in an environment, to the collection.
  private func folder(of query: FolderQuery) -> String {
    let isWhole = query.path.hasPrefix("/") || query.path.hasPrefix("~")
    var base = query.file.parent
    if base.name == "environments" { base = base.parent }
    let folder = isWhole ? HomeFolder.expandingTyped(query.path) : path(of: base) + "/" + query.path
    return URL(filePath: folder).standardizedFileURL.path(percentEncoded: false).withoutSlash
  }

  private static func isBefore(_ a: String, _ b: String) -> Bool {
    let (first, second) = (a.lowercased(), b.lowercased())
    return first == second ? a < b : first < second
  }

  private static func entry(_ name: String, in folder: String) -> FolderListing.Entry {
    let path = folder + "/" + name
    if CollectionStore.isFolder(path) { return FolderListing.Entry(name, isFolder: true) }
    // Links show the size of their target; unreadable entries have no size.
    let target = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
    let size = try? FileManager.default.attributesOfItem(atPath: target)[.size] as? Int
    return FolderListing.Entry(name, size: size)
  }
}

extension String {
  fileprivate var withoutSlash: String { count > 1 && hasSuffix("/") ? String(dropLast()) : self }
}
