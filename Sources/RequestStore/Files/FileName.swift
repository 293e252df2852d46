/// Derives file names from the names of requests and folders.
enum FileName {
  static func stem(for name: String) throws(StoreError) -> String {
    guard let stem = FileStem.of(name) else { throw .unusableName(name) }
    return stem
  }

  /// Returns `stem`, or `stem 2`, `stem 3` …, the first that is unused, ignoring case.
  static func free(_ stem: String, suffix: String, taken: some Sequence<String>) -> String {
    FileStem.free(stem, suffix: suffix, taken: taken)
  }

  static var reserved: Set<String> { FileStem.reserved }
}
