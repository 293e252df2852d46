internal import Synchronization

/// A cache of data that many files of a tree need, such as the API document in `collection.json`, which may have
/// megabytes.
final class SharedReading: Sendable {
  private let layers = Mutex<[String: CollectionLayers]>([:])
  private let settings = Mutex<[String: FolderSettings]>([:])

  func layers(of folder: String, _ bases: BaseAccess) -> CollectionLayers {
    if let known = layers.withLock({ $0[folder] }) { return known }
    let found = CollectionLayers(of: folder, bases)
    layers.withLock { $0[folder] = found }
    return found
  }

  func settings(at path: String) -> FolderSettings? { settings.withLock { $0[path] } }

  func note(_ found: FolderSettings, at path: String) { settings.withLock { $0[path] = found } }
}
