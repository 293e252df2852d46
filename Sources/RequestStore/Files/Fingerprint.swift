/// Identifies the contents of a file, independent of its date.
package struct Fingerprint: Hashable, Sendable {
  /// The size and an FNV-1a hash, in hexadecimal.
  package let text: String

  package init(text: String) { self.text = text }

  package init(of bytes: [UInt8]) {
    let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    text = String(bytes.count, radix: 16) + "-" + String(hash, radix: 16)
  }
}
