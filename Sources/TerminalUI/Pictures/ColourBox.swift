/// A contiguous range of bins.
struct ColourBox {
  let bins: Range<Int>
  /// The sum of squared distances from the mean in the channel with the largest sum.
  let spread: Int
  private let channel: Int
  /// The last value below the cut in that channel.
  private let middle: Int

  init(_ range: Range<Int>, of all: [ColourBin]) {
    bins = range
    var count = 0
    var (sum, squares) = (SIMD4<Int>.zero, SIMD4<Int>.zero)
    for bin in all[range] {
      let weighted = bin.colour &* SIMD4(repeating: bin.count)
      count += bin.count
      sum &+= weighted
      squares &+= weighted &* bin.colour
    }
    // With some millions of pixels, the square of the sum fits in 60 bits.
    let spreads = squares &- sum &* sum / SIMD4(repeating: count)
    // The eye is most sensitive to green and least to blue.
    let seen = spreads &* SIMD4(3, 6, 2, 0)
    channel = (0..<3).max { seen[$0] < seen[$1] } ?? 0
    spread = range.count > 1 ? seen[channel] : 0
    middle = sum[channel] / count
  }

  /// Partitions the bins at the cut. Neither half is empty unless `spread` is 0.
  func cut(_ all: inout [ColourBin]) -> (ColourBox, ColourBox) {
    let border = all[bins].partition { $0.colour[channel] > middle }
    return (ColourBox(bins.lowerBound..<border, of: all), ColourBox(border..<bins.upperBound, of: all))
  }

  func mean(of all: [ColourBin]) -> RGB {
    let bins = all[bins]
    let count = bins.reduce(0) { $0 + $1.count }
    let sums = bins.reduce(SIMD4<Int>.zero) { $0 &+ $1.sums }
    func mean(_ channel: Int) -> UInt8 { UInt8((sums[channel] + count / 2) / count) }
    return RGB(red: mean(0), green: mean(1), blue: mean(2))
  }
}
