internal import CPsl

/// The domains below which anybody can register one, as libpsl was built with them: `com`, `co.uk`, `github.io`.
enum PublicSuffixes {
  /// Whether no cookie may be for all of `domain`; a single label always is one.
  ///
  /// - Parameter domain: In lower case, in its ASCII form.
  static func contains(_ domain: String) -> Bool {
    // Built-in data never change, so libpsl lets every thread read them.
    guard let list = psl_builtin() else { return !domain.contains(".") }
    return psl_is_public_suffix(list, domain) == 1
  }
}
