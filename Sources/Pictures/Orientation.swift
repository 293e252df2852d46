import Foundation

/// The orientation of a JPEG: Exif 2.32, 4.6.4, tag 274.
enum Orientation: Int {
  case upright = 1
  case mirrored, upsideDown, upsideDownMirrored, transposed, turnedLeft, transversed, turnedRight

  /// `upright` if the file does not specify it.
  init(ofJPEG body: Data) {
    self = Self.tiff(in: body).flatMap(Self.value).flatMap(Self.init) ?? .upright
  }

  /// The Exif segment (APP1), which precedes the first scan.
  private static func tiff(in body: Data) -> Data? {
    var offset = 2
    while let marker = body.number(at: offset, 2, .big), (0xFFC0...0xFFFE).contains(marker), marker != 0xFFDA,
      let length = body.number(at: offset + 2, 2, .big), length >= 2
    {
      let segment = body.dropFirst(offset + 4).prefix(length - 2)
      if marker == 0xFFE1, segment.starts(with: Array("Exif\0\0".utf8)) { return segment.dropFirst(6) }
      offset += 2 + length
    }
    return nil
  }

  /// Finds the tag in the first TIFF directory, whose entries have twelve bytes: tag, type, count, value.
  private static func value(in tiff: Data) -> Int? {
    let order: Data.ByteOrder = tiff.first == 0x49 ? .little : .big
    guard tiff.number(at: 2, 2, order) == 42, let directory = tiff.number(at: 4, 4, order),
      let count = tiff.number(at: directory, 2, order)
    else { return nil }
    let entries = (0..<count).lazy.map { directory + 2 + 12 * $0 }
    return entries.first { tiff.number(at: $0, 2, order) == 274 }.flatMap { tiff.number(at: $0 + 8, 2, order) }
  }

  /// Whether rows and columns are swapped.
  private var swapsEdges: Bool { rawValue >= 5 }

  /// The pixels in upright orientation.
  func turn(_ pixels: Pixels) -> Pixels {
    guard self != .upright else { return pixels }
    let width = swapsEdges ? pixels.height : pixels.width
    let height = swapsEdges ? pixels.width : pixels.height
    let turned = pixels.bytes.withUnsafeBufferPointer { source in
      [UInt8](unsafeUninitializedCapacity: width * height * 4) { target, count in
        for row in 0..<height {
          for column in 0..<width {
            let place = self.source(of: column, row, right: pixels.width - 1, bottom: pixels.height - 1)
            let from = (place.row * pixels.width + place.column) * 4
            for channel in 0..<4 { target[(row * width + column) * 4 + channel] = source[from + channel] }
          }
        }
        count = width * height * 4
      }
    }
    return Pixels(width: width, height: height, bytes: turned)
  }

  private func source(of column: Int, _ row: Int, right: Int, bottom: Int) -> (column: Int, row: Int) {
    switch self {
    case .upright: (column, row)
    case .mirrored: (right - column, row)
    case .upsideDown: (right - column, bottom - row)
    case .upsideDownMirrored: (column, bottom - row)
    case .transposed: (row, column)
    case .turnedLeft: (row, bottom - column)
    case .transversed: (right - row, bottom - column)
    case .turnedRight: (right - row, column)
    }
  }
}
