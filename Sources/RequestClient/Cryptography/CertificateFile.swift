internal import CCrypto
internal import Foundation

/// Reads public keys from certificate files.
enum CertificateFile {
  /// The public key (SubjectPublicKeyInfo in DER) of each certificate, in order. The file is either PEM with any number
  /// of certificates among other blocks, or DER with one certificate.
  static func publicKeys(in bytes: Data) -> [Data] {
    let keys = publicKeysOfPEM(bytes)
    // Errors queued by libcrypto must not be reported elsewhere.
    defer { ERR_clear_error() }
    return keys.isEmpty ? publicKeyOfDER(bytes).map { [$0] } ?? [] : keys
  }

  private static func publicKeysOfPEM(_ bytes: Data) -> [Data] {
    bytes.withUnsafeBytes { bytes in
      guard let count = Int32(exactly: bytes.count), let source = crypto_memory_source(bytes.baseAddress, count) else {
        return []
      }
      defer { BIO_free(source) }
      var keys: [Data] = []
      while let certificate = PEM_read_bio_X509(source, nil, nil, nil) {
        defer { X509_free(certificate) }
        if let key = publicKey(of: certificate) { keys.append(key) }
      }
      return keys
    }
  }

  private static func publicKeyOfDER(_ bytes: Data) -> Data? {
    bytes.withUnsafeBytes { bytes in
      var position = bytes.bindMemory(to: UInt8.self).baseAddress
      guard let certificate = d2i_X509(nil, &position, bytes.count) else { return nil }
      defer { X509_free(certificate) }
      return publicKey(of: certificate)
    }
  }

  private static func publicKey(of certificate: OpaquePointer) -> Data? {
    let key = X509_get_X509_PUBKEY(certificate)
    let size = i2d_X509_PUBKEY(key, nil)
    guard size > 0 else { return nil }
    var der = [UInt8](repeating: 0, count: Int(size))
    return der.withUnsafeMutableBufferPointer { buffer in
      var position = buffer.baseAddress
      return i2d_X509_PUBKEY(key, &position) == size ? Data(buffer) : nil
    }
  }
}
