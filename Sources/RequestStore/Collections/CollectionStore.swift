internal import Foundation

/// Reads, writes and rearranges the files of the collections below a folder.
///
/// Every call accesses the disk, so changes of other programs are always seen. Only a copy that reads a whole tree
/// caches the data that its files share.
package struct CollectionStore: Sendable {
  /// An absolute path, links resolved.
  package let root: String
  /// The folder of deleted files.
  let trash: String
  /// Which bases its collections may use.
  package var bases: BaseAccess
  private(set) var shared: SharedReading?

  /// - Parameters:
  ///   - root: A folder of collections, a collection, or any other folder.
  ///   - trash: The folder for deleted files, created when first needed.
  package init(root: String, trash: String, bases: BaseAccess = BaseAccess()) {
    self.root = Disk.resolved(root)
    self.trash = trash
    self.bases = bases
  }

  /// - Parameter folders: Those of the user whose permissions hold.
  package init(root: String, _ folders: UserFolders) {
    self.init(root: root, trash: folders.trash, bases: BaseAccess(folders))
  }

  /// A store for reading a whole tree once.
  var forReadingOnce: CollectionStore { with(self) { $0.shared = SharedReading() } }

  /// The folder of the user's own data, which are not a collection, if it is below the root.
  var ownFolder: Address? {
    Disk.folder(of: trash).removingExactly(prefix: root + "/").map { Address($0) }
  }

  package func path(of address: Address) -> String {
    address.path.isEmpty ? root : root + "/" + address.path
  }

  /// Reads a JSON object from a file and converts it.
  func read<Value>(
    _ path: String, as shape: (JSONObject) throws(DocumentError) -> Value
  ) throws(StoreError) -> (text: JSONText, value: Value) {
    try parse(try Disk.read(path), path, as: shape)
  }

  func parse<Value>(
    _ bytes: [UInt8], _ path: String, as shape: (JSONObject) throws(DocumentError) -> Value
  ) throws(StoreError) -> (text: JSONText, value: Value) {
    let text = try JSONText.object(bytes, path)
    do {
      return (text, try shape(text.value.object ?? JSONObject()))
    } catch {
      throw .notUnderstood(path: path, text.position(of: error.path), problem: error.problem)
    }
  }
}

extension JSONText {
  static func object(at path: String) throws(StoreError) -> JSONText { try object(try Disk.read(path), path) }

  /// Reads a file that must contain a JSON object.
  static func object(
    _ bytes: [UInt8], _ path: String, allowsComments: Bool = false
  ) throws(StoreError) -> JSONText {
    let text: JSONText
    do {
      text = allowsComments ? try JSONText(commented: bytes) : try JSONText(bytes)
    } catch {
      throw .notUnderstood(path: path, error.position, problem: error.problem.description)
    }
    guard text.isObject else {
      let problem = "expected an object in braces, not \(text.value.kindName)"
      throw .notUnderstood(path: path, text.position(of: []), problem: problem)
    }
    try FileFormat.check(text, path)
    return text
  }
}
