package import RequestModel

/// What was deleted, and how to get it back.
package struct Deletion: Equatable, Sendable {
  /// The absolute path of the folder that `address` is below.
  package let root: String
  package let address: Address
  /// Where it waits.
  package let trashed: String
  /// Microseconds since 1970: several may be deleted in one moment.
  let date: Int
  /// Its place in the folder's `order`.
  let orderIndex: Int?
}
