internal import Foundation
internal import RequestModel

/// The values of secret variables, outside of every collection, in a file that only the user may read.
package struct SecretStore: Sendable {
  private let path: String

  package init(_ folders: UserFolders) { path = folders.secrets }

  /// Names one secret: the same variable may have another value in each collection and environment.
  package struct Key: Hashable, Sendable {
    /// The absolute path of the collection's folder.
    package var collection: String
    /// `nil` for a secret that a `collection.json` or `folder.json` declares.
    package var environment: String?
    package var name: String

    package init(collection: String, environment: String?, name: String) {
      self.collection = collection
      self.environment = environment
      self.name = name
    }
  }

  /// The value kept for `key`.
  ///
  /// - Throws: `StoreError.open` where others may read the file.
  package func value(_ key: Key) throws(StoreError) -> String? {
    try load()?.value.object?[key.collection]?.object?[key.environment ?? ""]?.object?[key.name]?.string
  }

  package func set(_ value: String, for key: Key) throws(StoreError) {
    try change(key) { $0[key.name] = .string(value) }
  }

  package func remove(_ key: Key) throws(StoreError) {
    guard try value(key) != nil else { return }
    try change(key) { $0[key.name] = nil }
  }

  private func change(_ key: Key, _ edit: (inout JSONObject) -> Void) throws(StoreError) {
    let text = try load()
    var all = text?.value.object ?? JSONObject()
    var collection = all[key.collection]?.object ?? JSONObject()
    var environment = collection[key.environment ?? ""]?.object ?? JSONObject()
    edit(&environment)
    collection[key.environment ?? ""] = environment.members.isEmpty ? nil : .object(environment)
    all[key.collection] = collection.members.isEmpty ? nil : .object(collection)
    let bytes = text?.rewriting(to: .object(all)) ?? Array((JSONValue.object(all).rendered() + "\n").utf8)
    try Disk.createFolder(Disk.folder(of: path), mode: 0o700)
    try Disk.replace(path, with: bytes, mode: 0o600)
  }

  private func load() throws(StoreError) -> JSONText? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT else { throw .system(.read, path: path, code: errno) }
      return nil
    }
    guard status.st_mode & 0o077 == 0 else { throw .open(path: path, mode: status.st_mode & 0o777) }
    return try JSONText.object(at: path)
  }
}
