package import Foundation

/// Small image files.
package enum ImageFile {
  package typealias Pixel = SIMD4<UInt8>

  package static let red = Pixel(255, 0, 0, 255)
  package static let blue = Pixel(0, 0, 255, 255)
  package static let clear = Pixel(0, 0, 0, 0)

  /// RGBA, eight bits per channel, in stored deflate blocks.
  package static func png(_ width: Int, _ height: Int, pixel: (Int, Int) -> Pixel) -> Data {
    var rows: [UInt8] = []
    for y in 0..<height {
      rows.append(0)
      for x in 0..<width {
        let pixel = pixel(x, y)
        rows += (0..<4).map { pixel[$0] }
      }
    }
    let header = bytes(big(width, 4), big(height, 4), [8, 6, 0, 0, 0])
    return Data(
      bytes(pngSignature, chunk("IHDR", header), chunk("IDAT", zlib(rows)), chunk("IEND", [])))
  }

  package static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  package static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = bytes(Array(name.utf8), data)
    return bytes(big(data.count, 4), body, big(Int(crc(body)), 4))
  }

  package static func bytes(_ parts: [UInt8]...) -> [UInt8] { Array(parts.joined()) }

  private static func zlib(_ content: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    var rest = content[...]
    repeat {
      let piece = rest.prefix(0xFFFF)
      rest = rest.dropFirst(piece.count)
      result += bytes(
        [rest.isEmpty ? 1 : 0], little(piece.count, 2), little(piece.count ^ 0xFFFF, 2), Array(piece))
    } while !rest.isEmpty
    var (a, b) = (1, 0)
    for byte in content {
      a = (a + Int(byte)) % 65521
      b = (b + a) % 65521
    }
    return bytes(result, big(b << 16 | a, 4))
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    var sum = ~UInt32(0)
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
    }
    return ~sum
  }

  /// Four colours: red, blue, black and transparent. Clear codes keep the LZW codes three bits wide.
  package static func gif(
    _ width: Int, _ height: Int, screen: (Int, Int)? = nil, at place: (Int, Int) = (0, 0), interlaced: Bool = false,
    pixel: (Int, Int) -> Int
  ) -> Data {
    var rows = Array(0..<height)
    if interlaced {
      rows = [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
    }
    var codes: [Int] = []
    for (index, code) in rows.flatMap({ y in (0..<width).map { pixel($0, y) } }).enumerated() {
      if index % 2 == 0 { codes.append(4) }
      codes.append(code)
    }
    codes.append(5)
    var bits = codes.flatMap { code in (0..<3).map { code >> $0 & 1 } }
    while bits.count % 8 != 0 { bits.append(0) }
    let packed = stride(from: 0, to: bits.count, by: 8).map { start in
      (0..<8).reduce(UInt8(0)) { $0 | UInt8(bits[start + $1] << $1) }
    }
    let size = screen ?? (width, height)
    var file = bytes(
      Array("GIF89a".utf8), little(size.0, 2), little(size.1, 2), [0x81, 0, 0],
      [255, 0, 0, 0, 0, 255, 0, 0, 0, 9, 9, 9], [0x21, 0xF9, 4, 1, 0, 0, 3, 0], [0x2C], little(place.0, 2),
      little(place.1, 2), little(width, 2), little(height, 2), [interlaced ? 0x40 : 0, 2])
    for start in stride(from: 0, to: packed.count, by: 255) {
      let block = Array(packed[start..<min(start + 255, packed.count)])
      file += bytes([UInt8(block.count)], block)
    }
    return Data(bytes(file, [0, 0x3B]))
  }

  package static func big(_ number: Int, _ width: Int) -> [UInt8] { little(number, width).reversed() }

  package static func little(_ number: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// 16×16, progressive: red and blue above green and black.
  package static let jpeg = base64(
    """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19i
    Z2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2Nj
    Y2NjY2NjY2P/wgARCAAQABADAREAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAABAUG/8QAFgEBAQEAAAAAAAAAAAAAAAAABQYE
    /9oADAMBAAIQAxAAAAEWV4dROXo0vNKM/wD/xAAUEAEAAAAAAAAAAAAAAAAAAAAg/9oACAEBAAEFAh//xAAUEQEAAAAAAAAAAAAA
    AAAAAAAg/9oACAEDAQE/AR//xAAUEQEAAAAAAAAAAAAAAAAAAAAg/9oACAECAQE/AR//xAAUEAEAAAAAAAAAAAAAAAAAAAAg/9oA
    CAEBAAY/Ah//xAAUEAEAAAAAAAAAAAAAAAAAAAAg/9oACAEBAAE/IR//2gAMAwEAAgADAAAAEAIP/8QAFBEBAAAAAAAAAAAAAAAA
    AAAAIP/aAAgBAwEBPxAf/8QAFBEBAAAAAAAAAAAAAAAAAAAAIP/aAAgBAgEBPxAf/8QAFBABAAAAAAAAAAAAAAAAAAAAIP/aAAgB
    AQABPxAf/9k=
    """)

  /// 8×8, inverted CMYK: dark red.
  package static let jpegInInks = base64(
    """
    /9j/7gAOQWRvYmUAZAAAAAAC/9sAQwAQCwwODAoQDg0OEhEQExgoGhgWFhgxIyUdKDozPTw5Mzg3QEhcTkBEV0U3OFBtUVdfYmdo
    Zz5NcXlwZHhcZWdj/9sAQwEREhIYFRgvGhovY0I4QmNjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2Nj
    Y2NjY2Nj/8IAFAgACAAIBAERAAIRAQMRAQQRAP/EABUAAQEAAAAAAAAAAAAAAAAAAAAE/8QAFQEBAQAAAAAAAAAAAAAAAAAABAX/
    2gAOBAEAAhADEAQAAAABtVBf/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABBQJ//8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/a
    AAgBAgEBBQJ//8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAgBAwEBBQJ//8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBBAABBQJ/
    /8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQAGPwJ//8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAgBAgEGPwJ//8QAFBEBAAAA
    AAAAAAAAAAAAAAAAAP/aAAgBAwEGPwJ//8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBBAAGPwJ//8QAFBABAAAAAAAAAAAAAAAA
    AAAAAP/aAAgBAQABPyF//8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAgBAgEBPyF//8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAgB
    AwEBPyF//8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBBAABPyF//9oADgQBAAIAAwAEAAAAEA//xAAUEAEAAAAAAAAAAAAAAAAA
    AAAA/9oACAEBAAE/EH//xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oACAECAQE/EH//xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oACAED
    AQE/EH//xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oACAEEAAE/EH//2Q==
    """)

  /// 4×2, lossless: green on the left, transparent on the right.
  package static let webP = base64("UklGRiIAAABXRUJQVlA4TBUAAAAvA0AAEA8w/xHzHwyFAAKgoInofzwA")

  /// 16×8, lossy: red on the left, blue on the right.
  package static let lossyWebP = base64(
    "UklGRjwAAABXRUJQVlA4IDAAAABwAQCdASoQAAgAAsBMJaACdAFAAAD+8Ms//o+//rb//Wh/rb+tt/9tD03//rQTQAA=")

  /// An animation with `webP` as its only frame.
  package static var animatedWebP: Data {
    let frame = bytes(
      [UInt8](repeating: 0, count: 6), little(3, 3), little(1, 3), little(100, 3), [0], Array(webP.dropFirst(12)))
    let chunks = bytes(
      Array("WEBPVP8X".utf8), little(10, 4), [0x12, 0, 0, 0], little(3, 3), little(1, 3), Array("ANIM".utf8),
      little(6, 4), [0, 0, 0, 0, 0, 0], Array("ANMF".utf8), little(frame.count, 4), frame)
    return Data(bytes(Array("RIFF".utf8), little(chunks.count, 4), chunks))
  }

  private static func base64(_ text: String) -> Data {
    Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data()
  }
}
