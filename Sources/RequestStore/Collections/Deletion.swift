/// A deleted file or folder, with the data needed to restore it.
package struct Deletion: Equatable, Sendable {
  /// The absolute path that `address` is relative to.
  package let root: String
  package let address: Address
  /// Its absolute path in the trash.
  package let trashed: String
  /// In microseconds since 1970.
  package let date: Int
  /// Its index in the folder's `order`.
  let orderIndex: Int?
}
