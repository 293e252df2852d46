import Glibc

enum OptionFile {
  /// Refuses a file that cannot be read, and says which option names it.
  ///
  /// - Parameter mode: The access that is needed, as for `access`.
  static func check(_ path: String?, of option: String, mode: Int32 = R_OK) throws {
    guard let path, access(path, mode) != 0 else { return }
    let reason = String(cString: strerror(errno))
    throw CommandExit.fail("\(option) \(path): \(reason)", CommandExit.reading(path))
  }
}
