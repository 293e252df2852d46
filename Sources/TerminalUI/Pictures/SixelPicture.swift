/// A sixel picture (DEC VT340): columns of six pixels in palette colours. It is sent each time it is shown, and text
/// written over it removes it.
///
/// The output consists of numbers and the characters `?` to `~`, so no file content reaches the terminal unencoded.
package enum SixelPicture {
  /// The device control string that shows `pixels` at the cursor, stretched to `size`.
  ///
  /// Colours are exact to one percent if there are at most `registers`. Pixels that are more than half transparent are
  /// left out. Takes 30 to 90 ns per pixel, and up to two bytes per pixel for photographs, a tenth of a byte for drawings.
  ///
  /// - Parameter registers: The number of colour registers, at least 2. At most 256 are used.
  package static func sequence(_ pixels: RGBAPixels, size: PixelSize, registers: Int = 256) -> String {
    guard size.width > 0, size.height > 0 else { return "" }
    let pixels = IndexedPixels(pixels, colours: min(max(registers, 2), 256))
    var writer = SixelWriter()
    // Square pixels (1:1); undrawn pixels keep the background (P2 = 1).
    writer.write("\u{1B}P0;1;0q\"1;1;")
    writer.write(size.width)
    writer.write(";")
    writer.write(size.height)
    for (number, colour) in pixels.palette.enumerated() { writer.define(number, colour) }
    writeBands(of: pixels, size, &writer)
    writer.write("\u{1B}\\")
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private static func writeBands(of pixels: IndexedPixels, _ size: PixelSize, _ writer: inout SixelWriter) {
    let columns = (0..<size.width).map { $0 * pixels.width / size.width }
    var band = SixelBand(width: size.width, colours: pixels.palette.count)
    for top in stride(from: 0, to: size.height, by: 6) {
      if top > 0 { writer.write(UInt8(ascii: "-")) }
      let rows = (top..<min(top + 6, size.height)).map { $0 * pixels.height / size.height * pixels.width }
      band.fill(pixels.indices, rows: rows, columns: columns)
      band.write(into: &writer)
    }
  }
}
