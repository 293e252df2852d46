/// Writes a zip archive whose bytes depend on the files alone: no times, no compression whose result varies.
struct ZipWriter {
  private var bytes: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0

  /// How many files an archive may have. One more would mean the longer form of the directory.
  static let most = 0xFFFE

  /// - Precondition: There are fewer than `most` files, and less than 4 GiB.
  mutating func add(_ path: String, _ contents: [UInt8]) {
    let name = Array(path.utf8)
    let offset = bytes.count
    // Version 2.0, names in UTF-8, stored, 1980-01-01.
    let common =
      Self.number(20, 2) + Self.number(0x0800, 2) + Self.number(0, 2) + Self.number(0, 2) + Self.number(0x21, 2)
      + Self.number(CRC32.of(contents), 4) + Self.number(contents.count, 4) + Self.number(contents.count, 4)
      + Self.number(name.count, 2) + Self.number(0, 2)
    bytes += Self.number(0x0403_4B50, 4) + common + name + contents
    // Written on unix, a plain file with the usual permissions.
    directory +=
      Self.number(0x0201_4B50, 4) + Self.number(0x0314, 2) + common + Self.number(0, 2) + Self.number(0, 2)
      + Self.number(0, 2) + Self.number(0o100644 << 16, 4) + Self.number(offset, 4) + name
    count += 1
  }

  var finished: [UInt8] {
    bytes + directory + Self.number(0x0605_4B50, 4) + Self.number(0, 4) + Self.number(count, 2)
      + Self.number(count, 2) + Self.number(directory.count, 4) + Self.number(bytes.count, 4) + Self.number(0, 2)
  }

  private static func number(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}

/// The checksum of zip files.
enum CRC32 {
  static func of(_ bytes: [UInt8]) -> Int {
    var value: UInt32 = 0xFFFF_FFFF
    for byte in bytes { value = table[Int((value ^ UInt32(byte)) & 0xFF)] ^ (value >> 8) }
    return Int(~value)
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
  }
}
