internal import Foundation
internal import RequestModel

/// The last answers to the prompts of each collection, in a file that only the user may read. Answers that are secret are
/// not kept.
package struct PromptStore: Sendable {
  private let path: String

  package init(_ folders: UserFolders) { path = folders.prompts }

  /// The answers by the names of their variables.
  ///
  /// - Parameter collection: An absolute path, links resolved.
  package func answers(for collection: String) throws(StoreError) -> [String: String] {
    guard let entry = try load()?.value.object?[collection]?.object else { return [:] }
    return entry.members.reduce(into: [:]) { answers, member in answers[member.key.value] = member.value.string }
  }

  package func keep(_ answer: String, to name: String, for collection: String) throws(StoreError) {
    try Disk.createFolder(Disk.folder(of: path), mode: 0o700)
    try FileLock.holding(path) { () throws(StoreError) in
      let text = try load()
      var all = text?.value.object ?? JSONObject()
      var entry = all[collection]?.object ?? JSONObject()
      entry[name] = .string(answer)
      all[collection] = .object(entry)
      let bytes = text?.rewriting(to: .object(all)) ?? JSONValue.object(all).renderedFile
      try Disk.replace(path, with: bytes, mode: 0o600)
    }
  }

  /// Follows the collections of a folder that was renamed.
  package func move(from old: String, to new: String) throws(StoreError) {
    guard Disk.exists(path) else { return }
    try FileLock.holding(path) { () throws(StoreError) in try MovedMembers.write(path, try load(), from: old, to: new) }
  }

  private func load() throws(StoreError) -> JSONText? {
    Disk.exists(path) ? try JSONText.object(at: path) : nil
  }
}
