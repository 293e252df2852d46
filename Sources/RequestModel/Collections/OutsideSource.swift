/// Something outside a collection that one of its requests reads. The user has to allow it.
package enum OutsideSource: Hashable, Sendable {
  /// A file, by its absolute path with links resolved.
  case file(String)
  /// A variable of the process environment.
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

extension VariableSource {
  /// What has to be allowed before the value is read.
  package var outsideSource: OutsideSource? {
    if case .environmentVariable(let name) = self { .environmentVariable(name) } else { nil }
  }
}
