/// A picture in terminal cells, two pixels per cell, one above the other.
package struct PictureCells: Equatable, Sendable {
  package let columns: Int
  package let rows: Int
  /// `columns` pixels per row, two rows per row of cells.
  private let colours: [PictureColour]

  package subscript(column: Int, row: Int) -> (top: PictureColour, bottom: PictureColour) {
    (colours[2 * row * columns + column], colours[(2 * row + 1) * columns + column])
  }

  init(_ pixels: Pixels) {
    precondition(pixels.height % 2 == 0)
    columns = pixels.width
    rows = pixels.height / 2
    colours = pixels.bytes.withUnsafeBufferPointer { bytes in
      (0..<pixels.width * pixels.height).map { index in
        let square = Self.square(column: index % pixels.width, row: index / pixels.width)
        let rest = (255 - UInt32(bytes[index * 4 + 3])) * square / 255
        func over(_ channel: Int) -> UInt8 { UInt8(min(255, UInt32(bytes[index * 4 + channel]) + rest)) }
        return PictureColour(red: over(0), green: over(1), blue: over(2))
      }
    }
  }

  /// The grey of the checkerboard behind transparent pixels, on which both black and white are visible.
  private static func square(column: Int, row: Int) -> UInt32 { (column / 4 + row / 4) % 2 == 0 ? 0x66 : 0x88 }
}
