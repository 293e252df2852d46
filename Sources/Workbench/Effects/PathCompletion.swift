import Foundation

/// The path of a file, completed to the longest unique prefix.
struct PathCompletion {
  private(set) var text: String
  /// The matching names. Folders end with a slash.
  private(set) var names: [String] = []
  /// The typed path up to its last slash.
  private let folder: String

  private static let limit = 1000

  /// - Parameter onlyFolders: Whether files are left out.
  init(_ text: String, onlyFolders: Bool = false) {
    self.text = text
    let slash = text.lastIndex(of: "/")
    folder = slash.map { String(text[...$0]) } ?? ""
    let start = slash.map { String(text[text.index(after: $0)...]) } ?? text
    let path = folder.isEmpty ? "." : HomeFolder.expandingTyped(folder)
    // A folder that cannot be listed has nothing to offer.
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let fitting = entries.filter { $0.hasPrefix(start) && (start.hasPrefix(".") || !$0.hasPrefix(".")) }
    names = fitting.sorted().prefix(Self.limit).compactMap { name in
      let isFolder = CollectionStore.isFolder(path + "/" + name)
      return onlyFolders && !isFolder ? nil : name + (isFolder ? "/" : "")
    }
    guard let first = names.first else { return }
    self.text = folder + names.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
  }

  /// The completed paths, folders without their slash.
  var paths: [String] { names.map { folder + ($0.hasSuffix("/") ? String($0.dropLast()) : $0) } }
}
