extension StringProtocol {
  /// Replaces by Unicode scalars: by `Character`, a quote before a combining mark would stay as it is.
  func replacingScalars(_ part: String, with other: String) -> String {
    String(String(self).unicodeScalars.replacing(part.unicodeScalars, with: other.unicodeScalars))
  }
}
