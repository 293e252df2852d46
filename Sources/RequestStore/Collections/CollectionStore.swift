internal import Foundation
package import RequestModel

/// The collections below one folder, as files: reads, writes and rearranges them.
///
/// Every call goes to the disk; nothing is remembered between two calls, so that what other programs do is always seen.
package struct CollectionStore: Sendable {
  /// An absolute path, links resolved.
  package let root: String
  /// Where deleted files wait to be restored.
  let trash: String

  /// - Parameters:
  ///   - root: A folder of collections, a collection, or any folder.
  ///   - trash: A folder of the user's own; made when it is first needed.
  package init(root: String, trash: String) {
    self.root = Disk.resolved(root)
    self.trash = trash
  }

  package func path(of address: Address) -> String {
    address.path.isEmpty ? root : root + "/" + address.path
  }

  /// Reads a file as a JSON object of a certain shape.
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

  /// A file's text, which must be an object.
  static func object(_ bytes: [UInt8], _ path: String) throws(StoreError) -> JSONText {
    let text: JSONText
    do {
      text = try JSONText(bytes)
    } catch {
      throw .notUnderstood(path: path, error.position, problem: error.problem.description)
    }
    guard text.isObject else {
      let problem = "expected an object in braces, not \(text.value.kindName)"
      throw .notUnderstood(path: path, text.position(of: []), problem: problem)
    }
    return text
  }
}
