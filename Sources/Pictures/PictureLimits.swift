/// Memory limits of decoding. A few hundred bytes can claim four billion pixels.
package struct PictureLimits: Equatable, Sendable {
  package var pixels: Int
  /// The memory for decoding, in bytes.
  package var bytes: Int
  /// The longer edge of the kept picture, in pixels.
  package var keptEdge: Int

  /// 64 million pixels and 256 MB for decoding. The kept size exceeds any terminal.
  package static let standard = PictureLimits(pixels: 64_000_000, bytes: 256_000_000, keptEdge: 2048)

  /// - Parameter bytesPerPixel: The memory that decoding takes per pixel; four for RGBA.
  func check(_ kind: PictureKind, _ width: Int, _ height: Int, bytesPerPixel: Double = 4) throws(PictureProblem) {
    guard width > 0, height > 0 else { throw .damaged(kind) }
    let (pixels, isOverflow) = width.multipliedReportingOverflow(by: height)
    guard !isOverflow, pixels <= self.pixels, Double(pixels) * bytesPerPixel <= Double(bytes) else {
      throw .tooLarge(kind, width: width, height: height)
    }
  }
}
