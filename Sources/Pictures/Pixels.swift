/// Rows of RGBA pixels, one byte per channel, premultiplied so that they can be averaged.
struct Pixels: Sendable {
  let width: Int
  let height: Int
  let bytes: [UInt8]

  /// - Parameter bytes: `width * height * 4` bytes.
  init(width: Int, height: Int, bytes: [UInt8]) {
    precondition(bytes.count == width * height * 4)
    self.width = width
    self.height = height
    self.bytes = bytes
  }

  /// The largest size with the same aspect ratio that fits. Never enlarges, and never returns an empty size.
  static func size(
    _ old: (width: Int, height: Int), fitting width: Int, _ height: Int
  ) -> (width: Int, height: Int) {
    guard old.width > width || old.height > height else { return old }
    // Find the limiting edge without division.
    return old.width * height > width * old.height
      ? (width, max(1, (old.height * width + old.width / 2) / old.width))
      : (max(1, (old.width * height + old.height / 2) / old.height), height)
  }

  /// Scales down by averaging. Reads every old pixel once.
  func reduced(to width: Int, _ height: Int) -> Pixels {
    guard width != self.width || height != self.height, width > 0, height > 0 else { return self }
    let reduced = bytes.withUnsafeBufferPointer { source in
      [UInt8](unsafeUninitializedCapacity: width * height * 4) { target, count in
        for row in 0..<height {
          let rows = Self.covered(row, of: height, self.height)
          for column in 0..<width {
            let mean = mean(source, Self.covered(column, of: width, self.width), rows)
            for channel in 0..<4 { target[(row * width + column) * 4 + channel] = mean[channel] }
          }
        }
        count = width * height * 4
      }
    }
    return Pixels(width: width, height: height, bytes: reduced)
  }

  /// The bytes with straight alpha, as used by files and terminals.
  var straight: [UInt8] {
    var straight = bytes
    for pixel in stride(from: 0, to: bytes.count, by: 4) where bytes[pixel + 3] != 255 && bytes[pixel + 3] != 0 {
      let alpha = Int(bytes[pixel + 3])
      for channel in pixel..<(pixel + 3) {
        straight[channel] = UInt8(min(255, (Int(bytes[channel]) * 255 + alpha / 2) / alpha))
      }
    }
    return straight
  }

  /// The range of old pixels covered by a new one. Never empty.
  private static func covered(_ index: Int, of new: Int, _ old: Int) -> Range<Int> {
    let start = index * old / new
    return start..<max(start + 1, (index + 1) * old / new)
  }

  private func mean(_ source: UnsafeBufferPointer<UInt8>, _ columns: Range<Int>, _ rows: Range<Int>) -> SIMD4<UInt8> {
    var sum = SIMD4<UInt32>.zero
    for row in rows {
      var index = (row * width + columns.lowerBound) * 4
      for _ in columns {
        sum &+= SIMD4(
          UInt32(source[index]), UInt32(source[index + 1]), UInt32(source[index + 2]), UInt32(source[index + 3]))
        index += 4
      }
    }
    // 32 bits hold the sum of 16 million pixels. Larger pictures are reduced so far that no new pixel covers more than
    // about ten thousand.
    let count = UInt32(columns.count * rows.count)
    return SIMD4(truncatingIfNeeded: (sum &+ SIMD4(repeating: count / 2)) / SIMD4(repeating: count))
  }
}

extension [UInt8] {
  /// Premultiplies straight RGBA.
  mutating func premultiply() {
    withUnsafeMutableBufferPointer { bytes in
      for pixel in stride(from: 0, to: bytes.count - 3, by: 4) where bytes[pixel + 3] != 255 {
        let alpha = UInt32(bytes[pixel + 3])
        for channel in pixel..<(pixel + 3) { bytes[channel] = UInt8((UInt32(bytes[channel]) * alpha + 127) / 255) }
      }
    }
  }
}
