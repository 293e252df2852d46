/// Which bases collections may use, and where fetched ones are.
package struct BaseAccess: Sendable {
  /// The folder of fetched bases; `nil` for none.
  private let cache: String?
  private let consents: ConsentStore?
  /// Whether collections may use any base without permission.
  package var allowsAll = false
  /// The sources that the user allows for now.
  package var allowed: Set<OutsideSource> = []

  /// Only the folders in a collection can be its base.
  package init() { (cache, consents) = (nil, nil) }

  package init(_ folders: UserFolders) { (cache, consents) = (folders.bases, ConsentStore(folders)) }

  /// - Parameter collection: The absolute path of the collection that is opened, links resolved.
  func allows(_ source: OutsideSource, for collection: String) -> Bool {
    if allowsAll || allowed.contains(source) { return true }
    // A file of permissions that cannot be read permits nothing; sending reports it.
    return (try? consents?.allowed(for: collection))?.contains(source) == true
  }

  func place(of base: RepositoryBase) -> FetchedBase? { cache.map { FetchedBase(base, cache: $0) } }
}

/// Where a revision of a repository is kept once it was fetched.
package struct FetchedBase: Equatable, Sendable {
  /// The bare repository that it is fetched into.
  package let repository: String
  /// The folder of the revision.
  package let folder: String

  package init(_ base: RepositoryBase, cache: String) {
    let place = cache + "/" + SHA256.hex(Array(base.url.utf8)).prefix(32)
    repository = place + "/repository.git"
    folder = place + "/" + (base.isCommit ? base.revision : "tag-" + SHA256.hex(Array(base.revision.utf8)).prefix(32))
  }

  /// The files of the revision. The folder is put in place when it is complete.
  package var files: String { folder + "/files" }
  /// A file with the full name of the commit.
  package var commit: String { folder + "/commit" }
}
