/// Derives file names from the names of requests and folders.
enum FileName {
  static func stem(for name: String) throws(StoreError) -> String {
    guard let stem = FileStem.of(name) else { throw .unusableName(name) }
    return stem
  }
}
