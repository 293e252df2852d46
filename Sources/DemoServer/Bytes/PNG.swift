/// A PNG image that is painted when it is asked for.
enum PNG {
  /// A square with a colour that changes from corner to corner.
  static func gradient(side: Int) -> [UInt8] {
    let scale = { UInt8($0 * 255 / max(side - 1, 1)) }
    var pixels: [UInt8] = []
    for row in 0..<side {
      pixels.append(0)  // Each row begins with its filter: none.
      for column in 0..<side { pixels += [scale(column), scale(row), 160] }
    }
    let eightBitRGB: [UInt8] = [8, 2, 0, 0, 0]
    let size = UInt32(side).bigEndianBytes
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", size + size + eightBitRGB)
      + chunk("IDAT", Compression.zlib(pixels)) + chunk("IEND", [])
  }

  private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let summed = Array(type.utf8) + content
    return UInt32(content.count).bigEndianBytes + summed + Checksums.crc32(summed).bigEndianBytes
  }
}
