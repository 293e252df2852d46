internal import RequestModel
internal import Synchronization

/// What the files of a tree share, read once while many of them are read: the document of an API in `collection.json`
/// may have megabytes.
final class SharedReading: Sendable {
  private let layers = Mutex<[String: CollectionLayers]>([:])
  private let settings = Mutex<[String: FolderSettings]>([:])

  /// The layers of the collection in a folder.
  func layers(of folder: String, _ bases: BaseAccess) -> CollectionLayers {
    if let known = layers.withLock({ $0[folder] }) { return known }
    let found = CollectionLayers(of: folder, bases)
    layers.withLock { $0[folder] = found }
    return found
  }

  func settings(at path: String) -> FolderSettings? { settings.withLock { $0[path] } }

  func note(_ found: FolderSettings, at path: String) { settings.withLock { $0[path] = found } }
}
