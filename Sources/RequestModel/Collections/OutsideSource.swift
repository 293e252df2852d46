/// Something outside of a collection that one of its requests reads: the user has to allow it.
package enum OutsideSource: Hashable, Sendable {
  /// A file, by the absolute path that the system knows it by, links resolved.
  case file(String)
  /// A variable of the operating system's environment.
  case environmentVariable(String)
}

extension OutsideSource: CustomStringConvertible {
  package var description: String {
    switch self {
    case .file(let path): path
    case .environmentVariable(let name): "the environment variable \(name)"
    }
  }
}
