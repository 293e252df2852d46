internal import Foundation

extension RequestWorkspace {
  /// Permanently allows a collection to read a file outside of it that the user chose for a field.
  ///
  /// Does nothing if the file is missing: sending the request reports that.
  ///
  /// - Parameters:
  ///   - path: The path in the field, relative to the file that contains it; in an environment, to the collection.
  ///   - address: The file that contains the field.
  package func allow(chosen path: String, for address: Address) throws(StoreError) {
    let expanded = HomeFolder.expanding(path, ProcessInfo.processInfo.environment)
    let folder = address.parent.name.isExactly("environments") ? address.parent.parent : address.parent
    let top = collections.path(of: folder).realPath ?? collections.path(of: folder)
    let whole = expanded.startsExactly(with: "/") ? expanded : top + "/" + expanded
    guard let real = whole.realPath else { return }
    let access = ReadAccess.collection(folder: collections.ownFolder(of: address), allowed: [])
    // The target of a link in the collection was not chosen: sending asks.
    let written = OutsideSource.file(URL(filePath: whole).standardized.path(percentEncoded: false))
    let file = OutsideSource.file(real)
    if !access.allows(written), !access.allows(file) { try allow([file], for: address) }
  }
}
