/// How much of the memory a picture may take. A few hundred bytes can claim four thousand million pixels.
package struct PictureLimits: Equatable, Sendable {
  package var pixels: Int
  /// While it is decoded.
  package var bytes: Int
  /// The longer edge of what is kept, in pixels.
  package var keptEdge: Int

  /// 64 million pixels, 256 MB to decode them; what is kept is more than any terminal shows.
  package static let standard = PictureLimits(pixels: 64_000_000, bytes: 256_000_000, keptEdge: 2048)

  package init(pixels: Int, bytes: Int, keptEdge: Int) {
    (self.pixels, self.bytes, self.keptEdge) = (pixels, bytes, keptEdge)
  }

  /// - Parameter bytesPerPixel: What decoding takes; four where rows become red, green, blue and alpha.
  func check(_ kind: PictureKind, _ width: Int, _ height: Int, bytesPerPixel: Double = 4) throws(PictureProblem) {
    guard width > 0, height > 0 else { throw .damaged(kind) }
    let (pixels, isOverflow) = width.multipliedReportingOverflow(by: height)
    guard !isOverflow, pixels <= self.pixels, Double(pixels) * bytesPerPixel <= Double(bytes) else {
      throw .tooLarge(kind, width: width, height: height)
    }
  }
}
