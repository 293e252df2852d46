/// A palette found by splitting the colour space into boxes (median cut).
///
/// Splits the box with the largest variance at its mean until there are enough boxes. Each box becomes the mean of its
/// pixels. Only the upper five bits of each channel count.
struct ColourBoxes {
  private(set) var palette: [RGB] = []
  /// The index in `palette` of each 15-bit colour.
  private var numbers = [UInt16](repeating: 0, count: 1 << 15)

  init(_ packed: [UInt32], atMost limit: Int) {
    var bins = Self.bins(of: packed)
    guard !bins.isEmpty else { return }
    var boxes = [ColourBox(0..<bins.count, of: bins)]
    while boxes.count < limit, let widest = boxes.indices.max(by: { boxes[$0].spread < boxes[$1].spread }),
      boxes[widest].spread > 0
    {
      let (low, high) = boxes[widest].cut(&bins)
      boxes[widest] = low
      boxes.append(high)
    }
    for (number, box) in boxes.enumerated() {
      palette.append(box.mean(of: bins))
      for bin in bins[box.bins] { numbers[bin.place] = UInt16(number) }
    }
  }

  private static func bins(of packed: [UInt32]) -> [ColourBin] {
    var all = (0..<1 << 15).map { ColourBin(place: $0) }
    for pixel in packed where pixel != IndexedPixels.nothing { all[place(of: pixel)].add(pixel) }
    return all.filter { $0.count > 0 }
  }

  private static func place(of pixel: UInt32) -> Int {
    let (red, green, blue) = (pixel >> 19, pixel >> 11 & 0x1F, pixel >> 3 & 0x1F)
    return Int(red << 10 | green << 5 | blue)
  }

  func indices(of packed: [UInt32]) -> [UInt16] {
    packed.map { $0 == IndexedPixels.nothing ? IndexedPixels.clear : numbers[Self.place(of: $0)] }
  }
}
