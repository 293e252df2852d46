internal import CCrypto
package import Foundation

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
