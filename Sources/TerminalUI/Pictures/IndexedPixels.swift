internal import Foundation

/// A picture with a palette.
struct IndexedPixels {
  let width: Int
  let height: Int
  let palette: [RGB]
  /// Palette indexes in row-major order, or `clear`.
  let indices: [UInt16]

  /// The index of a transparent pixel.
  static let clear = UInt16.max

  /// - Parameter colours: The maximum number of colours. Pictures with fewer keep their own.
  init(_ pixels: RGBAPixels, colours: Int) {
    width = pixels.width
    height = pixels.height
    let packed = Self.pack(pixels)
    if let own = OwnColours(packed, atMost: colours) {
      palette = own.palette
      indices = own.indices
    } else {
      let boxes = ColourBoxes(packed, atMost: colours)
      palette = boxes.palette
      indices = boxes.indices(of: packed)
    }
  }

  /// The value of a transparent packed pixel. All others have 24 bits.
  static let nothing = UInt32.max

  /// The background of translucent pixels: the mean of the checkerboard used with half blocks.
  private static let ground: UInt32 = 0x77

  private static func pack(_ pixels: RGBAPixels) -> [UInt32] {
    let bytes = [UInt8](pixels.bytes)
    return stride(from: 0, to: bytes.count, by: 4).map { index in
      pack(bytes[index], bytes[index + 1], bytes[index + 2], bytes[index + 3])
    }
  }

  private static func pack(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8) -> UInt32 {
    guard alpha >= 128 else { return nothing }
    func over(_ channel: UInt8) -> UInt32 {
      alpha == 255 ? UInt32(channel) : (UInt32(channel) * UInt32(alpha) + ground * (255 - UInt32(alpha)) + 127) / 255
    }
    return over(red) << 16 | over(green) << 8 | over(blue)
  }
}

extension RGB {
  package init(packed: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: packed >> 16), green: UInt8(truncatingIfNeeded: packed >> 8),
      blue: UInt8(truncatingIfNeeded: packed))
  }
}
