internal import Foundation
internal import Synchronization

/// The URL of a stored request, with its variables.
package struct StoredURL: Equatable, Sendable {
  package let title: String
  package let url: String
}

extension CollectionStore {
  /// Returns the URLs of the requests below the root, in the order of their paths. Unreadable files are left out.
  ///
  /// Reads on all cores and blocks until done.
  /// - Parameter limit: The largest number of files that are read.
  package func requestURLs(limit: Int) throws(StoreError) -> [StoredURL] {
    let scan = try FolderWalk.scan(root, reading: TreeReading(), leavingOut: ownFolder)
    var files: [Address] = []
    scan.forEachFile { if files.count < limit { files.append($0) } }
    let found = Mutex<[Address: StoredURL]>([:])
    let (addresses, share) = (files, 128)
    DispatchQueue.concurrentPerform(iterations: (addresses.count + share - 1) / share) { part in
      let some = addresses[part * share..<min((part + 1) * share, addresses.count)].compactMap { address in
        url(of: address).map { (address, $0) }
      }
      found.withLock { $0.merge(some) { $1 } }
    }
    let urls = found.withLock { $0 }
    return addresses.compactMap { urls[$0] }
  }

  private func url(of address: Address) -> StoredURL? {
    // A broken file has a row with its error in the tree.
    guard let request = try? read(path(of: address), as: SavedRequest.init).value, !request.url.isEmpty else {
      return nil
    }
    return StoredURL(title: request.name ?? address.stem, url: request.url)
  }
}
