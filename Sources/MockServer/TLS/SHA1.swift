internal import CTls

/// The hash that handshakes of WebSockets are answered with.
enum SHA1 {
  static func digest(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 20)
    var size: UInt32 = 0
    EVP_Digest(bytes, bytes.count, &digest, &size, EVP_sha1(), nil)
    return digest
  }
}
