/// The pixels of one 15-bit colour.
struct ColourBin {
  let place: Int
  private(set) var count = 0
  /// Sums of red, green and blue.
  private(set) var sums = SIMD4<Int>.zero

  mutating func add(_ pixel: UInt32) {
    count += 1
    sums &+= SIMD4(Int(pixel >> 16), Int(pixel >> 8 & 0xFF), Int(pixel & 0xFF), 0)
  }

  /// Five bits of each channel.
  var colour: SIMD4<Int> { SIMD4(place >> 10, place >> 5 & 0x1F, place & 0x1F, 0) }
}
