internal import Foundation
internal import RequestModel

/// Secrets in a file that only the user may read.
struct SecretFile: Sendable {
  typealias Key = SecretStore.Key

  private let path: String

  init(_ folders: UserFolders) { path = folders.secrets }

  /// Returns the value of a secret.
  ///
  /// - Throws: `StoreError.open` if other users can read the file, `.notUnderstood` if it is broken.
  func value(_ key: Key) throws(StoreError) -> String? {
    try object(try load(), [key.collection, key.environment ?? ""])[key.name]?.string
  }

  /// Stores a value. Keeps concurrent changes of other processes.
  func set(_ value: String, for key: Key) throws(StoreError) {
    try change(key) { $0[key.name] = .string(value) }
  }

  /// - Returns: Whether there was a value.
  @discardableResult
  func remove(_ key: Key) throws(StoreError) -> Bool {
    guard try value(key) != nil else { return false }
    try change(key) { $0[key.name] = nil }
    return true
  }

  /// Returns the secrets of a collection, in file order.
  func keys(of collection: String) throws(StoreError) -> [Key] {
    guard let text = try load() else { return [] }
    var keys: [Key] = []
    for environment in try object(text, [collection]).keys {
      for name in try object(text, [collection, environment]).keys {
        keys.append(Key(collection: collection, environment: environment.isEmpty ? nil : environment, name: name))
      }
    }
    return keys
  }

  private func change(_ key: Key, _ edit: (inout JSONObject) -> Void) throws(StoreError) {
    try Disk.createFolder(Disk.folder(of: path), mode: 0o700)
    try FileLock.holding(path) { () throws(StoreError) in
      Leftover.removeAll(in: Disk.folder(of: path))
      let text = try load()
      let place = key.environment ?? ""
      var all = try object(text, [])
      var collection = try object(text, [key.collection])
      var environment = try object(text, [key.collection, place])
      edit(&environment)
      collection[place] = environment.members.isEmpty ? nil : .object(environment)
      all[key.collection] = collection.members.isEmpty ? nil : .object(collection)
      let bytes = text?.rewriting(to: .object(all)) ?? JSONValue.object(all).renderedFile
      try Disk.replace(path, with: bytes, mode: 0o600)
    }
  }

  /// Returns the object at `keys`; an empty one if it is missing.
  ///
  /// - Throws: `StoreError.notUnderstood` for a value of another type.
  private func object(_ text: JSONText?, _ keys: [String]) throws(StoreError) -> JSONObject {
    guard let text, var object = text.value.object else { return JSONObject() }
    var place = JSONLocation()
    for key in keys {
      guard let value = object[key] else { return JSONObject() }
      place = place.appending(key)
      guard let inner = value.object else {
        let problem = "expected an object in braces, not \(value.kindName)"
        throw .notUnderstood(path: path, text.position(of: place), problem: problem)
      }
      object = inner
    }
    return object
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
