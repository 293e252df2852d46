internal import Foundation

/// Reads files that contain a bare public key.
enum PublicKeyFile {
  /// The key (SubjectPublicKeyInfo in DER); `nil` for a file that is neither PEM with a public key nor DER.
  static func key(in bytes: Data) -> Data? {
    if let text = String(validating: bytes, as: UTF8.self), let start = text.firstRangeExactly(of: header),
      let end = text[start.upperBound...].firstRangeExactly(of: footer)
    {
      let key = Data(base64Encoded: String(text[start.upperBound..<end.lowerBound]), options: .ignoreUnknownCharacters)
      return key.flatMap { isSequence($0) ? $0 : nil }
    }
    return isSequence(bytes) ? bytes : nil
  }

  private static let header = "-----BEGIN PUBLIC KEY-----"
  private static let footer = "-----END PUBLIC KEY-----"

  /// Whether the bytes are exactly one DER sequence.
  private static func isSequence(_ bytes: Data) -> Bool {
    let head = [UInt8](bytes.prefix(6))
    guard head.count > 2, head[0] == 0x30 else { return false }
    let count = head[1] < 0x80 ? 0 : Int(head[1] & 0x7F)
    guard count <= 4, head.count >= 2 + count else { return false }
    let length = count == 0 ? Int(head[1]) : head[2..<(2 + count)].reduce(0) { $0 << 8 | Int($1) }
    return length == bytes.count - 2 - count
  }
}
