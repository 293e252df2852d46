/// Valid gzip and zlib streams that do not get smaller: their deflate blocks are stored, not compressed.
///
/// A client has to unpack them all the same, and the demo server needs no compression library.
enum Compression {
  /// RFC 1952: a head without name or time, the blocks, and the sum and size of the content.
  static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    let unknownSystem: UInt8 = 255
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, unknownSystem] + storedBlocks(bytes)
      + Checksums.crc32(bytes).littleEndianBytes + UInt32(truncatingIfNeeded: bytes.count).littleEndianBytes
  }

  /// RFC 1950, which is what HTTP means by `deflate`.
  static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    [0x78, 0x01] + storedBlocks(bytes) + Checksums.adler32(bytes).bigEndianBytes
  }

  /// RFC 1951, 3.2.4: a block holds up to 65,535 bytes; the last one is marked.
  private static func storedBlocks(_ bytes: [UInt8]) -> [UInt8] {
    let longest = 65_535
    var blocks: [UInt8] = []
    var start = 0
    repeat {
      let content = bytes[start...].prefix(longest)
      start += content.count
      let size = UInt16(content.count)
      blocks.append(start == bytes.count ? 1 : 0)
      blocks += [UInt8(truncatingIfNeeded: size), UInt8(size >> 8)]
      blocks += [UInt8(truncatingIfNeeded: ~size), UInt8(~size >> 8)]
      blocks += content
    } while start < bytes.count
    return blocks
  }
}
