import Foundation
import Glibc

/// The folder or file that the workbench opens.
struct LaunchTarget {
  /// An absolute path.
  let root: String
  /// The item to select.
  let selection: Address?
  /// The reason why this folder was chosen, unless it was named or is `./collections`.
  private(set) var reason: String?
  let folders: UserFolders

  /// The target of a command.
  ///
  /// - Parameters:
  ///   - path: `nil` for the default one.
  ///   - folders: `nil` for those of the user who runs the program.
  init(_ path: String?, _ folders: UserFolders? = nil) throws {
    let folders = try folders ?? HistoryAccess.folders()
    let (chosen, reason) = path.map { ($0, nil) } ?? Self.defaultPath(folders)
    do {
      self = try LaunchTarget(at: chosen, folders)
    } catch {
      throw CommandExit.usageError("\(error.sentence) — \(Self.advice(chosen))")
    }
    self.reason = reason
  }

  init(at path: String, _ folders: UserFolders) throws(Problem) {
    self.folders = folders
    // realpath(3) is faster than Foundation's URL, and the first frame waits for it.
    guard let full = path.realPath else {
      guard let (root, selection) = Self.inherited(path, folders) else {
        throw Problem("There is no file or folder \"\(path)\"")
      }
      (self.root, self.selection) = (root, selection)
      return
    }
    var facts = stat()
    guard stat(full, &facts) == 0, facts.st_mode & S_IFMT != S_IFDIR else {
      (root, selection) = (full, nil)
      return
    }
    // Open the collection around a request.
    let file = Address(full)
    let store = CollectionStore(root: file.parent.path, folders)
    root = store.collectionRoot(of: Address(file.name))
    selection = Address(String(full.utf8.dropFirst(root.utf8.count + 1)) ?? "")
  }

  /// The item to select, else the root.
  var address: Address { selection ?? Address("") }

  var store: CollectionStore { CollectionStore(root: root, folders) }

  /// A request or folder that only the base of a collection has. Whether the base may be used is decided later.
  private static func inherited(_ path: String, _ folders: UserFolders) -> (root: String, selection: Address?)? {
    let full = URL(filePath: path).standardizedFileURL.path
    guard let collection = CollectionStore.collection(around: Address(full).parent.path) else { return nil }
    var store = CollectionStore(root: collection, folders)
    store.bases.allowsAll = true
    let address = Address(String(full.utf8.dropFirst(collection.utf8.count + 1)) ?? "")
    let layers = store.layers(of: address)
    let isRequest = address.name.endsExactly(with: ".json")
    guard layers.problem == nil ? store.isKnown(address) : isRequest else { return nil }
    return isRequest ? (store.root, address) : (full, nil)
  }

  /// The path of a file for the user and other programs: relative to the current folder if it is in it, else absolute.
  func shownPath(of address: Address) -> String {
    let path = address.path.isEmpty ? root : "\(root)/\(address.path)"
    guard let current = ".".realPath else { return path }
    return path.removingExactly(prefix: current + "/") ?? path
  }

  /// Suggests a command with a similar name.
  private static func advice(_ path: String) -> String {
    let commands = WorkbenchCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
    let near = commands.first { isTypo(path, for: $0) }
    return near.map { "did you mean the command \"\($0)\"?" } ?? "check the path"
  }

  /// Whether `typed` differs from `command` by one missing, extra, wrong or swapped letter.
  private static func isTypo(_ typed: String, for command: String) -> Bool {
    let (a, b) = (Array(typed), Array(command))
    let (longer, shorter) = a.count >= b.count ? (a, b) : (b, a)
    if longer.count == shorter.count + 1 {
      return longer.indices.contains { longer[..<$0] + longer[($0 + 1)...] == shorter[...] }
    }
    guard a.count == b.count else { return false }
    let different = a.indices.filter { a[$0] != b[$0] }
    if different.count == 2, let first = different.first, different[1] == first + 1 {
      return a[first] == b[first + 1] && a[first + 1] == b[first]
    }
    return different.count == 1
  }

  private static func defaultPath(_ folders: UserFolders) -> (path: String, reason: String?) {
    if FileManager.default.fileExists(atPath: "collections") { return ("collections", nil) }
    let current = FileManager.default.currentDirectoryPath
    if CollectionStore.collection(around: current) != nil { return (".", "Opened the current folder, \(current)") }
    let own = folders.data + "/collections"
    // If it cannot be created, opening it reports the error.
    try? FileManager.default.createDirectory(
      atPath: own, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return (own, "There is no ./collections here — opened your own collections, \(own)")
  }
}
