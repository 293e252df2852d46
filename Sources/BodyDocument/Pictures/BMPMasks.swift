import Foundation

/// Which bits of a pixel are which colour.
struct BMPMasks {
  let red, green, blue, alpha: UInt32

  init(red: UInt32, green: UInt32, blue: UInt32, alpha: UInt32) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// They follow the first header of Windows, or are the first fields of what later ones add to it; alpha came last.
  init?(of header: BMPHeader, in body: Data) {
    let masks = (0..<4).map { body.number(at: header.masksOffset + 4 * $0, 4, .little) }
    guard let red = masks[0], let green = masks[1], let blue = masks[2] else { return nil }
    let hasAlpha = header.compression == 6 || header.palette.offset >= header.masksOffset + 16
    self.init(
      red: UInt32(red), green: UInt32(green), blue: UInt32(blue), alpha: hasAlpha ? UInt32(masks[3] ?? 0) : 0)
  }

  func colour(of pixel: UInt32) -> SIMD4<UInt8> {
    SIMD4(
      Self.channel(pixel, red), Self.channel(pixel, green), Self.channel(pixel, blue),
      alpha == 0 ? 255 : Self.channel(pixel, alpha))
  }

  /// The masked bits, stretched to a byte.
  private static func channel(_ pixel: UInt32, _ mask: UInt32) -> UInt8 {
    guard mask != 0 else { return 0 }
    let shift = mask.trailingZeroBitCount
    let most = UInt64(mask >> shift)
    return UInt8(UInt64(pixel & mask) >> shift * 255 / most)
  }
}
