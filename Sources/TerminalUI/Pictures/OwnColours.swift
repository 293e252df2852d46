/// The colours of a picture with few of them. Colours equal in percent count once.
struct OwnColours {
  private(set) var palette: [RGB] = []
  private(set) var indices: [UInt16] = []

  /// Returns `nil` if there are too many colours.
  init?(_ packed: [UInt32], atMost limit: Int) {
    let percents = (0...255).map { UInt32(UInt8($0).percent) }
    // 0 for a colour not seen yet. Three percentages take 21 bits.
    var numbers = [UInt16](repeating: 0, count: 1 << 21)
    indices.reserveCapacity(packed.count)
    for pixel in packed {
      guard pixel != IndexedPixels.nothing else {
        indices.append(IndexedPixels.clear)
        continue
      }
      let (red, green, blue) = (Int(pixel >> 16), Int(pixel >> 8 & 0xFF), Int(pixel & 0xFF))
      let place = Int(percents[red] << 14 | percents[green] << 7 | percents[blue])
      if numbers[place] == 0 {
        guard palette.count < limit else { return nil }
        palette.append(RGB(packed: pixel))
        numbers[place] = UInt16(palette.count)
      }
      indices.append(numbers[place] - 1)
    }
  }
}
