internal import CCrypto
package import Foundation

/// A private key signature scheme of libcrypto. Calls share no state between threads.
package enum SigningScheme: Hashable, Sendable {
  /// RSASSA-PKCS1-v1_5.
  case rsa(HashAlgorithm)
  /// RSASSA-PSS; the salt has the length of the digest.
  case rsaPSS(HashAlgorithm)
  /// `curve` is OpenSSL's name. The signature is r followed by s as in JOSE, not DER as in X.509.
  case ecdsa(HashAlgorithm, curve: String)
  case ed25519

  /// The reason a key cannot be used.
  package enum Problem: Error, Hashable, Sendable {
    /// The text has no private key, or the key has a passphrase.
    case noKey
    /// The text is JSON, but not a private key that can be used; the reason is the second half of a sentence.
    case unusableJWK(String)
    /// The scheme needs another kind of key.
    case otherKind(needed: String)
    case refused
  }

  /// Signs `message` with a private key: PKCS #8, PKCS #1 or SEC 1 in any form that `PrivateKeyText` reads, or a JWK.
  package func sign(_ message: Data, key text: String) throws(Problem) -> Data {
    let pem = try PrivateKeyText(text).pem
    // Errors queued by libcrypto must not be reported elsewhere.
    defer { ERR_clear_error() }
    guard let key = Self.privateKey(pem) else { throw .noKey }
    defer { EVP_PKEY_free(key) }
    guard fits(key) else { throw .otherKind(needed: neededKey) }
    guard let signature = signature(of: message, key) else { throw .refused }
    guard case .ecdsa = self else { return signature }
    return try Self.flat(signature, size: coordinateSize)
  }

  private static func privateKey(_ pem: String) -> OpaquePointer? {
    Array(pem.utf8).withUnsafeBytes { bytes in
      guard let source = crypto_memory_source(bytes.baseAddress, Int32(bytes.count)) else { return nil }
      defer { BIO_free(source) }
      return crypto_read_private_key(source)
    }
  }

  // MARK: Keys

  private func fits(_ key: OpaquePointer) -> Bool {
    switch self {
    case .rsa: EVP_PKEY_is_a(key, "RSA") == 1
    case .rsaPSS: EVP_PKEY_is_a(key, "RSA") == 1 || EVP_PKEY_is_a(key, "RSA-PSS") == 1
    case .ecdsa(_, let curve): EVP_PKEY_is_a(key, "EC") == 1 && Self.curve(of: key) == curve
    case .ed25519: EVP_PKEY_is_a(key, "ED25519") == 1
    }
  }

  private static func curve(of key: OpaquePointer) -> String {
    var name = [CChar](repeating: 0, count: 64)
    var count = 0
    guard EVP_PKEY_get_group_name(key, &name, name.count, &count) == 1 else { return "" }
    return String(decoding: name.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private var neededKey: String {
    switch self {
    case .rsa, .rsaPSS: "RSA"
    case .ecdsa(_, let curve): Self.curveNames[curve].map { "EC " + $0 } ?? curve
    case .ed25519: "Ed25519"
    }
  }

  private static let curveNames = ["prime256v1": "P-256", "secp384r1": "P-384", "secp521r1": "P-521"]

  // MARK: Signatures

  private func signature(of message: Data, _ key: OpaquePointer) -> Data? {
    guard let context = EVP_MD_CTX_new() else { return nil }
    defer { EVP_MD_CTX_free(context) }
    var options: OpaquePointer?
    guard EVP_DigestSignInit(context, &options, digest, nil, key) == 1, configure(options) else { return nil }
    return message.withUnsafeBytes { bytes in
      let start = bytes.bindMemory(to: UInt8.self).baseAddress
      var count = 0
      guard EVP_DigestSign(context, nil, &count, start, bytes.count) == 1 else { return nil }
      var signature = [UInt8](repeating: 0, count: count)
      guard EVP_DigestSign(context, &signature, &count, start, bytes.count) == 1 else { return nil }
      return Data(signature.prefix(count))
    }
  }

  private var digest: OpaquePointer? {
    switch self {
    case .rsa(let hash), .rsaPSS(let hash), .ecdsa(let hash, _): hash.type
    case .ed25519: nil
    }
  }

  private func configure(_ options: OpaquePointer?) -> Bool {
    guard case .rsaPSS = self else { return true }
    return EVP_PKEY_CTX_ctrl_str(options, "rsa_padding_mode", "pss") == 1
      && EVP_PKEY_CTX_ctrl_str(options, "rsa_pss_saltlen", "digest") == 1
  }

  private var coordinateSize: Int {
    guard case .ecdsa(_, let curve) = self else { return 0 }
    return switch curve {
    case "prime256v1": 32
    case "secp384r1": 48
    default: 66
    }
  }

  /// Converts a DER sequence of two integers to `size` bytes each.
  private static func flat(_ der: Data, size: Int) throws(Problem) -> Data {
    var bytes = Array(der)[...]
    guard let sequence = DER.element(&bytes), sequence.tag == 0x30 else { throw .refused }
    var rest = sequence.content
    var flat = Data()
    for _ in 0..<2 {
      guard let integer = DER.element(&rest), integer.tag == 0x02 else { throw .refused }
      let number = integer.content.drop { $0 == 0 }
      guard number.count <= size else { throw .refused }
      flat += Data(count: size - number.count) + Data(number)
    }
    return flat
  }
}
