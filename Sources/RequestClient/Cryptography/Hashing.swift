internal import CCrypto
package import Foundation

/// A digest of libcrypto. Every call is whole in itself, so nothing of it crosses threads.
package enum HashAlgorithm: Hashable, Sendable {
  case md5, sha256
  /// SHA-512 with its own initial values, cut to 256 bits; no cut of an ordinary SHA-512.
  case sha512To256

  /// Whether this machine's libcrypto has it: a FIPS configuration refuses MD5.
  package var isAvailable: Bool { digest(Data()) != nil }

  /// The digest of `bytes`. Ask `isAvailable` before: what libcrypto refuses ends the program.
  package func hash(_ bytes: Data) -> Data {
    guard let digest = digest(bytes) else { fatalError("libcrypto refuses \(self)") }
    return digest
  }

  private var type: OpaquePointer? {
    switch self {
    case .md5: EVP_md5()
    case .sha256: EVP_sha256()
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

/// HMAC (RFC 2104) on libcrypto.
package enum MessageAuthentication {
  /// The 32 bytes that only a holder of `key` can make of `message`.
  package static func hmacSHA256(key: Data, message: Data) -> Data {
    var code = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    let isDone = key.withUnsafeBytes { key in
      message.withUnsafeBytes { message in
        // libcrypto takes a null key for the one of the call before, so an empty key needs an address too.
        withUnsafeBytes(of: 0 as UInt8) { empty in
          HMAC(
            EVP_sha256(), key.baseAddress ?? empty.baseAddress, Int32(key.count),
            message.bindMemory(to: UInt8.self).baseAddress, message.count, &code, &count) != nil
        }
      }
    }
    guard isDone else { fatalError("libcrypto refuses HMAC-SHA256") }
    return Data(code.prefix(Int(count)))
  }
}

extension Data {
  /// Two lower-case digits for each byte.
  var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Cryptographically secure random bytes.
  static func random(count: Int) -> Data {
    var generator = SystemRandomNumberGenerator()
    return Data((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }
}
