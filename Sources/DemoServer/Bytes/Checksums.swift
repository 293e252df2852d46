/// The sums that gzip, zlib and PNG put behind their bytes.
enum Checksums {
  /// CRC-32 of IEEE 802.3, as in RFC 1952.
  static func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in crcTable[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8) }
  }

  /// Adler-32 of RFC 1950.
  static func adler32(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var low: UInt32 = 1
    var high: UInt32 = 0
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }

  private static let crcTable: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
  }
}

extension UInt32 {
  var bigEndianBytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: self >> (24 - 8 * $0)) } }
  var littleEndianBytes: [UInt8] { bigEndianBytes.reversed() }
}
