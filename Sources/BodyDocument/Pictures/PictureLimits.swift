/// How much of the memory a picture may take. A few hundred bytes can claim four thousand million pixels.
enum PictureLimits {
  static let pixels = 64_000_000
  /// While it is decoded.
  static let bytes = 256_000_000
  /// The longer edge of what is kept, in pixels: more than any terminal shows.
  static let keptEdge = 2048

  /// - Parameter bytesPerPixel: What decoding takes; four where rows become red, green, blue and alpha.
  static func check(_ kind: PictureKind, _ width: Int, _ height: Int, bytesPerPixel: Double = 4) throws(PictureProblem) {
    guard width > 0, height > 0 else { throw .damaged(kind) }
    let (pixels, isOverflow) = width.multipliedReportingOverflow(by: height)
    guard !isOverflow, pixels <= Self.pixels, Double(pixels) * bytesPerPixel <= Double(bytes) else {
      throw .tooLarge(kind, width: width, height: height)
    }
  }
}
