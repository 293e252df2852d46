internal import Glibc

extension String {
  /// The absolute path with links resolved. `nil`, with the reason in `errno`, if it leads to no file.
  package var realPath: String? {
    guard let real = realpath(self, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
