/// Values that the command line or the environment supplies for variables not declared secret.
package enum SuppliedCredential {
  /// Whether to mask a value, by the names that it has and by its shape.
  package static func isLikely(_ names: [String], _ value: String) -> Bool {
    guard value.utf8.count >= NamedCredential.shortest, Template(value).isPlainText else { return false }
    return names.contains { SecretParameter.isLikely($0, value) }
  }
}
