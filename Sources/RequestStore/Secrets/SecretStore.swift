/// A place that keeps secrets.
protocol SecretKeeper: Sendable {
  func value(_ key: SecretStore.Key) throws(StoreError) -> String?
  func set(_ value: String, for key: SecretStore.Key) throws(StoreError)
  /// - Returns: Whether there was a value.
  func remove(_ key: SecretStore.Key) throws(StoreError) -> Bool
  func keys(of collection: String) throws(StoreError) -> [SecretStore.Key]
}

/// The values of secrets and tokens, which are kept outside of every collection.
///
/// Searches three places, in this order: the desktop's Secret Service, a file that only the user can read, and the
/// output of a command chosen by the user. Opens none of them before the first value is needed.
package struct SecretStore: Sendable {
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

  /// The place of a value. The raw value is the text that the user types.
  package enum Place: String, CaseIterable, Sendable {
    case secretService = "secret-service"
    case file

    package var description: String {
      switch self {
      case .secretService: "Secret Service"
      case .file: "secrets file"
      }
    }
  }

  private let file: SecretFile
  /// The desktop's Secret Service, if available.
  private let desktop: @Sendable () -> (any SecretKeeper)?
  private let folders: UserFolders

  /// - Parameter environment: The process's environment variables; without a session bus in them there is no Secret Service.
  package init(_ folders: UserFolders, environment: [String: String] = [:]) {
    let service = SecretService(environment)
    self.init(folders) { service.ifAvailable }
  }

  init(_ folders: UserFolders, desktop: @escaping @Sendable () -> (any SecretKeeper)?) {
    self.folders = folders
    self.desktop = desktop
    file = SecretFile(folders)
  }

  /// The value for `key`.
  ///
  /// - Parameter isAllowed: Whether the user's command may run, by its command line. Not called for a command that
  ///   separates collections.
  /// - Parameter failed: Called with what the command did instead of printing a value.
  /// - Throws: `StoreError` where a place cannot be read, and no other has the value.
  package func value(
    _ key: Key, ifAllowed isAllowed: (_ line: String) -> Bool = { _ in true },
    failed: (_ end: String) -> Void = { _ in }
  ) throws(StoreError) -> String? {
    let settings = try settings()
    var problem: StoreError?
    if let service = service(settings) {
      do throws(StoreError) {
        if let value = try service.value(key) { return value }
      } catch {
        problem = error
      }
    }
    if let value = try file.value(key) { return value }
    if let command = settings.command, !key.isToken {
      let line = try command.separatesCollections ? nil : command.line(for: key)
      if line.map(isAllowed) ?? true, let value = try command.value(key, failed: failed) { return value }
    }
    if let problem { throw problem }
    return nil
  }

  /// Keeps `value` in the Secret Service; in the file where there is none, or where the file has the secret already.
  package func set(_ value: String, for key: Key) throws(StoreError) {
    let old = try file.value(key)
    let service = service(try settings())
    // The service's values end at a NUL.
    if old == nil, !value.utf8.contains(0), let service { return try service.set(value, for: key) }
    try file.set(value, for: key)
    do throws(StoreError) {
      _ = try service?.remove(key)
    } catch {
      // The service is asked first: its old value would hide the new one.
      if let old { try file.set(old, for: key) } else { try file.remove(key) }
      throw error
    }
  }

  /// Removes the value from every place. If that fails, the value in the Secret Service stays.
  ///
  /// - Returns: Whether there was a value to remove.
  @discardableResult
  package func remove(_ key: Key) throws(StoreError) -> Bool {
    let service = service(try settings())
    let wasInFile = try file.remove(key)
    return try service?.remove(key) ?? false || wasInFile
  }

  /// Moves a value into a place.
  ///
  /// - Returns: Whether there was a value elsewhere to move.
  /// - Throws: `StoreError.secretStays` if it would be cut, not be asked for, or replace another one that is used.
  package func move(_ key: Key, to place: Place) throws(StoreError) -> Bool {
    guard let service = desktop() else {
      // Only the file can have a value.
      guard place == .secretService, try file.value(key) != nil else { return false }
      throw .secretService("none is running in this session")
    }
    let isServiceUsed = try settings().place != .file
    switch place {
    case .secretService:
      guard let value = try file.value(key) else { return false }
      guard isServiceUsed else { throw .secretStays(key.name, .serviceIsUnused) }
      guard !value.utf8.contains(0) else { throw .secretStays(key.name, .hasNUL) }
      if let other = try service.value(key), !other.utf8.elementsEqual(value.utf8) {
        throw .secretStays(key.name, .otherIsUsed(.secretService))
      }
      try service.set(value, for: key)
      try file.remove(key)
    case .file:
      guard let value = try service.value(key) else { return false }
      if !isServiceUsed, let other = try file.value(key), !other.utf8.elementsEqual(value.utf8) {
        throw .secretStays(key.name, .otherIsUsed(.file))
      }
      try file.set(value, for: key)
      _ = try service.remove(key)
    }
    return true
  }

  /// Moves the secrets of a collection that was renamed. Each stays in its place.
  package func move(collection old: String, to new: String) throws(StoreError) {
    let service = service(try settings())
    // The file comes first: of a secret in both places, the value of the service is used.
    for (key, place) in try keys(of: old).reversed() {
      var moved = key
      moved.collection = new
      switch place {
      case .file:
        guard let value = try file.value(key) else { continue }
        // The service is asked first: a value of an earlier collection would hide this one.
        _ = try service?.remove(moved)
        try file.set(value, for: moved)
        try file.remove(key)
      case .secretService:
        guard let service, let value = try service.value(key) else { continue }
        try service.set(value, for: moved)
        _ = try file.remove(moved)
        _ = try service.remove(key)
      }
    }
  }

  /// The stored keys of a collection, and their places. Values of the user's command are not listed.
  package func keys(of collection: String) throws(StoreError) -> [(key: Key, place: Place)] {
    let listed = try service(try settings())?.keys(of: collection) ?? []
    return listed.map { ($0, .secretService) } + (try file.keys(of: collection)).map { ($0, .file) }
  }

  /// Locks a token while it is requested; returns `nil` if another program holds the lock.
  package func lockToken(_ key: Key) throws(StoreError) -> TokenLock? {
    try TokenLock.acquire(folders.tokenLocks, for: key)
  }

  private func settings() throws(StoreError) -> SecretSettings { try SecretSettings(folders) }

  private func service(_ settings: SecretSettings) -> (any SecretKeeper)? {
    settings.place == .file ? nil : desktop()
  }
}

extension SecretStore.Key {
  /// Whether it is the token of an OAuth login.
  package var isToken: Bool { name.hasPrefix(AccessToken.namePrefix) }
}
