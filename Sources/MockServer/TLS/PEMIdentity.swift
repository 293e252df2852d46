internal import CTls

/// A certificate followed by those of its issuers, and its private key, as PEM texts.
package struct PEMIdentity: Equatable, Sendable {
  package let certificates: [UInt8]
  package let key: [UInt8]

  package init(certificates: [UInt8], key: [UInt8]) {
    self.certificates = certificates
    self.key = key
  }
}

/// A certificate in memory.
final class Certificate {
  let pointer: OpaquePointer

  /// Takes ownership.
  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { X509_free(pointer) }

  static func all(in text: [UInt8]) -> [Certificate] {
    text.withUnsafeBytes { bytes in
      guard let source = tls_memory_source(bytes.baseAddress, Int32(clamping: bytes.count)) else { return [] }
      defer { BIO_free(source) }
      var found: [Certificate] = []
      while let next = tls_read_certificate(source) { found.append(Certificate(next)) }
      ERR_clear_error()  // The end of the text is reported as an error.
      return found
    }
  }

  var pem: [UInt8] { PEMText.written { PEM_write_bio_X509($0, pointer) } }
}

/// A private key in memory.
final class PrivateKey {
  let pointer: OpaquePointer

  private init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { EVP_PKEY_free(pointer) }

  /// - Returns: `nil` if the text contains no key, or an encrypted one.
  init?(pem text: [UInt8]) {
    let found = text.withUnsafeBytes { bytes -> OpaquePointer? in
      guard let source = tls_memory_source(bytes.baseAddress, Int32(clamping: bytes.count)) else { return nil }
      defer { BIO_free(source) }
      return tls_read_key(source)
    }
    guard let found else { return nil }
    pointer = found
  }

  /// A new key on the curve P-256.
  static func make() throws(TLSError) -> PrivateKey {
    guard let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil) else { throw .cannot("make a key") }
    defer { EVP_PKEY_CTX_free(context) }
    var key: OpaquePointer?
    guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_CTX_set_group_name(context, "P-256") == 1,
      EVP_PKEY_generate(context, &key) == 1, let key
    else { throw .cannot("make a key") }
    return PrivateKey(key)
  }

  var pem: [UInt8] { PEMText.written { PEM_write_bio_PrivateKey($0, pointer, nil, nil, 0, nil, nil) } }
}

private enum PEMText {
  static func written(_ write: (OpaquePointer) -> Int32) -> [UInt8] {
    guard let buffer = tls_buffer() else { return [] }
    defer { BIO_free(buffer) }
    return write(buffer) == 1 ? buffer.takePending() : []
  }
}

extension OpaquePointer {
  /// Takes all bytes from a memory buffer of OpenSSL.
  func takePending() -> [UInt8] {
    let count = BIO_ctrl_pending(self)
    guard count > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { bytes, used in
      used = max(0, Int(BIO_read(self, bytes.baseAddress, Int32(clamping: count))))
    }
  }
}
