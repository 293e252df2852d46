/// A picture in sixels, DEC's for the VT340: columns of six pixels in colours of a palette. It is sent anew each time
/// it is shown; text that is written over it removes it.
///
/// What is sent is made of numbers and of the characters from `?` to `~`: nothing in a file can reach a terminal.
package enum SixelPicture {
  /// The device control string that shows `pixels` with the corner at the cursor, stretched to `size`.
  ///
  /// Colours are exact, as far as percents are, where there are at most `registers`. What is more than half
  /// transparent is left out: what was there is still seen. The cost is 30 to 90 ns for each pixel,
  /// and up to two bytes of a photograph's, a tenth of one of a drawing's.
  ///
  /// - Parameter registers: The terminal's colours, from 2 on; more than 256 are not used.
  package static func sequence(_ pixels: RGBAPixels, size: PixelSize, registers: Int = 256) -> String {
    guard size.width > 0, size.height > 0 else { return "" }
    let pixels = IndexedPixels(pixels, colours: min(max(registers, 2), 256))
    var writer = SixelWriter()
    // Pixels are square (1:1), and what is not drawn keeps what was there (P2 = 1).
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
