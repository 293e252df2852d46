/// Secrets in a file that only the user may read.
struct SecretFile: Sendable {
  typealias Key = SecretStore.Key

  private let file: UserFile

  init(_ folders: UserFolders) { file = UserFile(path: folders.secrets, isPrivate: true) }

  /// Returns the value of a secret.
  ///
  /// - Throws: `StoreError.open` if other users can read the file, `.notUnderstood` if it is broken.
  func value(_ key: Key) throws(StoreError) -> String? {
    try file.read().string(at: [key.collection, key.environment ?? "", key.name])
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
    let kept = try file.read()
    var keys: [Key] = []
    for environment in try kept.object(at: [collection]).keys {
      for name in try kept.object(at: [collection, environment]).keys {
        keys.append(Key(collection: collection, environment: environment.isEmpty ? nil : environment, name: name))
      }
    }
    return keys
  }

  private func change(_ key: Key, _ edit: (inout JSONObject) -> Void) throws(StoreError) {
    try file.change { (kept) throws(StoreError) in
      Leftover.removeAll(in: Disk.folder(of: file.path))
      let place = key.environment ?? ""
      var all = kept.object
      var collection = try kept.object(at: [key.collection])
      var environment = try kept.object(at: [key.collection, place])
      edit(&environment)
      collection[place] = environment.members.isEmpty ? nil : .object(environment)
      all[key.collection] = collection.members.isEmpty ? nil : .object(collection)
      return kept.rewritten(to: all)
    }
  }
}
