import Foundation

/// Uncompressed bitmaps. No library for them alone is worth its loading; run lengths, which nobody writes, are refused.
enum BMPDecoder {
  static func decode(_ body: Data, _ limits: PictureLimits) throws(PictureProblem) -> DecodedPicture {
    guard let header = BMPHeader(body) else { throw .damaged(.bmp) }
    try limits.check(.bmp, header.width, header.height)
    guard let masks = masks(of: header, in: body) else { throw .unsupported(.bmp) }
    let palette = palette(of: header, in: body)
    let stride = (header.width * header.bitsPerPixel + 31) / 32 * 4
    guard header.pixels + stride <= body.count else { throw .damaged(.bmp) }
    var rows = [UInt8](repeating: 0, count: header.width * header.height * 4)
    var isPartial = false
    for row in 0..<header.height {
      let start = header.pixels + row * stride
      guard start + stride <= body.count else {
        isPartial = true
        break
      }
      let line = body[(body.startIndex + start)..<(body.startIndex + start + stride)]
      var index = (header.isTopDown ? row : header.height - 1 - row) * header.width * 4
      line.withUnsafeBytes { line in
        for column in 0..<header.width {
          let value = value(column, in: line, header.bitsPerPixel)
          let colour = header.bitsPerPixel <= 8 ? palette[value] : masks.colour(of: UInt32(value))
          for channel in 0..<4 { rows[index + channel] = colour[channel] }
          index += 4
        }
      }
    }
    rows.premultiply()
    let pixels = Pixels(width: header.width, height: header.height, bytes: rows)
    return DecodedPicture(width: header.width, height: header.height, pixels: pixels, isPartial: isPartial)
  }

  /// The number of one pixel: an index of the palette or the colour itself. Several share a byte, the left one highest.
  private static func value(_ column: Int, in line: UnsafeRawBufferPointer, _ bits: Int) -> Int {
    guard bits < 8 else {
      let width = bits / 8
      return (0..<width).reduce(0) { $0 | Int(line[column * width + $1]) << (8 * $1) }
    }
    let shift = 8 - bits - column * bits % 8
    return Int(line[column * bits / 8]) >> shift & (1 << bits - 1)
  }

  /// 256 colours whatever the file has: an index beyond them is black.
  private static func palette(of header: BMPHeader, in body: Data) -> [SIMD4<UInt8>] {
    (0..<256).map { index in
      guard index < header.palette.count,
        let colour = body.number(at: header.palette.offset + index * header.palette.stride, 3, .little)
      else { return SIMD4(0, 0, 0, 255) }
      return SIMD4(UInt8(colour >> 16), UInt8(colour >> 8 & 0xFF), UInt8(colour & 0xFF), 255)
    }
  }

  /// `nil` for what is not read here.
  private static func masks(of header: BMPHeader, in body: Data) -> BMPMasks? {
    switch (header.compression, header.bitsPerPixel) {
    case (0, 1), (0, 2), (0, 4), (0, 8), (0, 24), (0, 32): BMPMasks(red: 0xFF0000, green: 0xFF00, blue: 0xFF, alpha: 0)
    case (0, 16): BMPMasks(red: 0x7C00, green: 0x3E0, blue: 0x1F, alpha: 0)
    case (3, 16), (3, 32), (6, 16), (6, 32): BMPMasks(of: header, in: body)
    default: nil
    }
  }
}
