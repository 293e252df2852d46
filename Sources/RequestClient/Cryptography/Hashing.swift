internal import CCrypto
package import Foundation

/// A hash algorithm of libcrypto. Calls share no state between threads.
package enum HashAlgorithm: Hashable, Sendable {
  case md5, sha1, sha256, sha384, sha512
  /// SHA-512/256, which is not a truncated SHA-512: its initial values differ.
  case sha512To256

  /// Whether libcrypto supports it: a FIPS configuration has no MD5.
  package var isAvailable: Bool { digest(Data()) != nil }

  /// Returns the digest of `bytes`.
  ///
  /// - Precondition: `isAvailable`
  package func hash(_ bytes: Data) -> Data {
    guard let digest = digest(bytes) else { fatalError("libcrypto refuses \(self)") }
    return digest
  }

  var type: OpaquePointer? {
    switch self {
    case .md5: EVP_md5()
    case .sha1: EVP_sha1()
    case .sha256: EVP_sha256()
    case .sha384: EVP_sha384()
    case .sha512: EVP_sha512()
    case .sha512To256: EVP_sha512_256()
    }
  }

  private func digest(_ bytes: Data) -> Data? {
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    let isDone = bytes.withUnsafeBytes { EVP_Digest($0.baseAddress, $0.count, &digest, &count, type, nil) == 1 }
    if isDone { return Data(digest.prefix(Int(count))) }
    ERR_clear_error()
    return nil
  }
}

/// Computes a digest incrementally. Not thread-safe.
package final class StreamingHash {
  private let context: OpaquePointer

  /// Returns `nil` if libcrypto does not support the algorithm.
  package init?(_ algorithm: HashAlgorithm) {
    guard let context = EVP_MD_CTX_new() else { return nil }
    self.context = context
    guard EVP_DigestInit_ex(context, algorithm.type, nil) == 1 else {
      ERR_clear_error()
      return nil
    }
  }

  deinit { EVP_MD_CTX_free(context) }

  package func update(_ bytes: UnsafeRawBufferPointer) { EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) }

  package func update(_ data: Data) { data.withUnsafeBytes { update($0) } }

  /// Returns the digest of all bytes. Do not add more afterwards.
  package func finish() -> Data {
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    EVP_DigestFinal_ex(context, &digest, &count)
    return Data(digest.prefix(Int(count)))
  }
}

/// HMAC (RFC 2104) with libcrypto.
package enum MessageAuthentication {
  /// Returns the authentication code of `message`.
  ///
  /// - Precondition: `algorithm.isAvailable`
  package static func hmac(_ algorithm: HashAlgorithm, key: Data, message: Data) -> Data {
    var code = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    let isDone = key.withUnsafeBytes { key in
      message.withUnsafeBytes { message in
        // libcrypto reuses the previous key if the pointer is null, so an empty key needs an address too.
        withUnsafeBytes(of: 0 as UInt8) { empty in
          HMAC(
            algorithm.type, key.baseAddress ?? empty.baseAddress, Int32(key.count),
            message.bindMemory(to: UInt8.self).baseAddress, message.count, &code, &count) != nil
        }
      }
    }
    guard isDone else { fatalError("libcrypto refuses HMAC with \(algorithm)") }
    return Data(code.prefix(Int(count)))
  }

  package static func hmacSHA256(key: Data, message: Data) -> Data { hmac(.sha256, key: key, message: message) }
}

extension Data {
  /// Cryptographically secure random bytes.
  package static func random(count: Int) -> Data {
    var generator = SystemRandomNumberGenerator()
    return Data((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }
}
