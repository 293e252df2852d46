/// Values that the command line or the environment supplies for variables not declared secret.
package enum SuppliedCredential {
  /// Masking a shorter one would hide half of a report.
  private static let shortest = 6

  /// Whether to mask a value, by the names that it has and by its shape.
  package static func isLikely(_ names: [String], _ value: String) -> Bool {
    guard value.utf8.count >= shortest, Template(value).isPlainText else { return false }
    return names.contains { SecretParameter.isLikely($0, value) }
  }
}
