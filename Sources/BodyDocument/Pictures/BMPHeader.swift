import Foundation

/// The two headers of a bitmap file, from OS/2's of 12 bytes to the fifth of Windows.
struct BMPHeader {
  let width: Int
  let height: Int
  /// The first row is the top one; mostly it is the bottom one.
  let isTopDown: Bool
  let bitsPerPixel: Int
  /// 0 none, 1 and 2 runs, 3 and 6 with masks.
  let compression: Int
  /// Where the pixels begin.
  let pixels: Int
  /// Where the palette begins, how many bytes a colour has in it, and how many it has.
  let palette: (offset: Int, stride: Int, count: Int)
  let masksOffset: Int

  /// `nil` where the bytes only begin with the letters `BM`, as a text may.
  init?(_ body: Data) {
    guard body.starts(with: [0x42, 0x4D]), let pixels = body.number(at: 10, 4, .little),
      let length = body.number(at: 14, 4, .little), [12, 40, 52, 56, 64, 108, 124].contains(length)
    else { return nil }
    let isOld = length == 12
    let field = isOld ? 2 : 4
    guard let width = body.number(at: 18, field, .little), let height = body.number(at: 18 + field, field, .little),
      let planes = body.number(at: 18 + 2 * field, 2, .little), planes == 1,
      let bits = body.number(at: 20 + 2 * field, 2, .little)
    else { return nil }
    self.width = width
    isTopDown = !isOld && height > Int(Int32.max)
    self.height = isTopDown ? 0x1_0000_0000 - height : height
    self.pixels = pixels
    bitsPerPixel = bits
    compression = isOld ? 0 : body.number(at: 30, 4, .little) ?? 0
    let named = isOld ? 0 : body.number(at: 46, 4, .little) ?? 0
    let most = bits <= 8 ? 1 << bits : 0
    palette = (14 + length, isOld ? 3 : 4, named == 0 ? most : min(named, most))
    masksOffset = 14 + 40
  }
}
