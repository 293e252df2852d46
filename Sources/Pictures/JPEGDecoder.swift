internal import CPictures
import Foundation
import RequestBasics

/// Decodes JPEG with TurboJPEG, which can halve large pictures up to three times while decoding.
enum JPEGDecoder {
  static func decode(_ body: Data, _ limits: PictureLimits) throws(PictureProblem) -> DecodedPicture {
    guard let decompressor = tjInitDecompress() else { throw .damaged(.jpeg) }
    defer { tjDestroy(decompressor) }
    return try body.withTypedBytes { (bytes) throws(PictureProblem) -> DecodedPicture in
      let source = bytes.bindMemory(to: UInt8.self)
      return try rows(of: source, header(of: source, decompressor, limits), decompressor, limits)
    }
  }

  private struct Header {
    var width: Int
    var height: Int
    var isCMYK: Bool
  }

  private static func header(
    of source: UnsafeBufferPointer<UInt8>, _ decompressor: tjhandle, _ limits: PictureLimits
  ) throws(PictureProblem) -> Header {
    var (width, height, subsampling, space): (Int32, Int32, Int32, Int32) = (0, 0, -1, -1)
    // An error here may be an unusual subsampling, which still decodes.
    tjDecompressHeader3(decompressor, source.baseAddress, UInt(source.count), &width, &height, &subsampling, &space)
    guard space >= 0 else { throw .damaged(.jpeg) }
    let isCMYK = space == TJCS_CMYK.rawValue || space == TJCS_YCCK.rawValue
    // With scans in any order, all coefficients are kept before the first row, two bytes per sample.
    let samples: Double =
      switch subsampling {
      case _ where isCMYK: 4
      case Int32(TJSAMP_GRAY.rawValue): 1
      case Int32(TJSAMP_420.rawValue): 1.5
      case Int32(TJSAMP_422.rawValue), Int32(TJSAMP_440.rawValue): 2
      default: 3
      }
    try limits.check(.jpeg, Int(width), Int(height), bytesPerPixel: 2 * samples)
    return Header(width: Int(width), height: Int(height), isCMYK: isCMYK)
  }

  private static func rows(
    of source: UnsafeBufferPointer<UInt8>, _ header: Header, _ decompressor: tjhandle, _ limits: PictureLimits
  ) throws(PictureProblem) -> DecodedPicture {
    let (width, height) = scaled(header, limits.keptEdge)
    var rows = [UInt8](repeating: 0, count: width * height * 4)
    let format = header.isCMYK ? TJPF_CMYK : TJPF_RGBA
    // Limit the scans: a file may repeat them thousands of times, each as costly as the whole picture.
    let status = rows.withUnsafeMutableBufferPointer {
      tjDecompress2(
        decompressor, source.baseAddress, UInt(source.count), $0.baseAddress, Int32(width), 0, Int32(height),
        Int32(format.rawValue), TJFLAG_LIMITSCANS)
    }
    guard status == 0 || tjGetErrorCode(decompressor) == TJERR_WARNING.rawValue else { throw .damaged(.jpeg) }
    if header.isCMYK { rows.convertFromInvertedCMYK() }
    return DecodedPicture(
      width: header.width, height: header.height, pixels: Pixels(width: width, height: height, bytes: rows),
      isPartial: status != 0)
  }

  /// The smallest scale (1, 1/2, 1/4 or 1/8) that still covers the kept size.
  private static func scaled(_ header: Header, _ edge: Int) -> (width: Int, height: Int) {
    let longerEdge = max(header.width, header.height)
    let divisor = [8, 4, 2].first { longerEdge / $0 >= edge } ?? 1
    return ((header.width + divisor - 1) / divisor, (header.height + divisor - 1) / divisor)
  }
}

extension [UInt8] {
  /// Converts CMYK, which all programs write inverted like Adobe's, to RGBA.
  fileprivate mutating func convertFromInvertedCMYK() {
    for pixel in stride(from: 0, to: count - 3, by: 4) {
      let black = UInt32(self[pixel + 3])
      for channel in pixel..<(pixel + 3) { self[channel] = UInt8(UInt32(self[channel]) * black / 255) }
      self[pixel + 3] = 255
    }
  }
}
