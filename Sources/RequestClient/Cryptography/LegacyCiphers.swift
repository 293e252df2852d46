internal import CCrypto

/// The ciphers of OpenSSL's legacy provider. Loaded with the first PKCS #12 file: those of older programs need them.
enum LegacyCiphers {
  private static let areLoaded: Bool = {
    // Errors queued by libcrypto must not be reported elsewhere.
    defer { ERR_clear_error() }
    return crypto_load_legacy_ciphers() == 1
  }()

  /// Loads them once. Where they are not installed, a file that needs them is refused by libcurl.
  static func load() { _ = areLoaded }
}
