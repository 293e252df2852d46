/// The version of the format of JSON files: of collections, and those of the user.
///
/// Files of version 1 do not name it. Later ones do, in `$format`, so that earlier programs leave them alone.
enum FileFormat {
  private static let member = "$format"
  private static let newest = 1

  /// - Throws: `StoreError.newer` for a later version.
  static func check(_ text: JSONText, _ path: String) throws(StoreError) {
    // Most files do not have it, and reading all values takes longer than the search.
    guard text.firstPosition(of: member) != nil, let value = text.value.object?[member] else { return }
    guard let format = value.number?.int, format > 0 else {
      throw .notUnderstood(
        path: path, text.position(of: [.key(member)]), problem: "\"\(member)\" is not the version of a format: 1")
    }
    if format > newest { throw .newer(path: path, format: format) }
  }
}
