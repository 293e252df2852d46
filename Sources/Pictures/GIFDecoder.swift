internal import CPictures
import Foundation
import RequestBasics

/// Decodes the first picture of a GIF with giflib, row by row. Its function for whole files would keep every picture.
enum GIFDecoder {
  static func decode(_ body: Data, _ limits: PictureLimits) throws(PictureProblem) -> DecodedPicture {
    try body.withTypedBytes { (bytes) throws(PictureProblem) -> DecodedPicture in
      var source = Source(rest: bytes)
      // The source must outlive the file.
      return try withUnsafeMutablePointer(to: &source) { source throws(PictureProblem) in
        guard let file = DGifOpen(source, read, nil) else { throw .damaged(.gif) }
        defer { DGifCloseFile(file, nil) }
        return try firstPicture(of: file, limits)
      }
    }
  }

  private struct Source {
    var rest: UnsafeRawBufferPointer
  }

  private static let read: InputFunc = { file, target, count in
    guard let source = file?.pointee.UserData?.assumingMemoryBound(to: Source.self), let target, count > 0 else {
      return 0
    }
    let piece = source.pointee.rest.prefix(Int(count))
    UnsafeMutableRawBufferPointer(start: target, count: piece.count).copyMemory(
      from: UnsafeRawBufferPointer(rebasing: piece))
    source.pointee.rest = UnsafeRawBufferPointer(rebasing: source.pointee.rest.dropFirst(piece.count))
    return Int32(piece.count)
  }

  private static func firstPicture(
    of file: UnsafeMutablePointer<GifFileType>, _ limits: PictureLimits
  ) throws(PictureProblem) -> DecodedPicture {
    var transparent: UInt8?
    while true {
      var record = UNDEFINED_RECORD_TYPE
      guard DGifGetRecordType(file, &record) == GIF_OK else { throw .damaged(.gif) }
      switch record {
      case IMAGE_DESC_RECORD_TYPE: return try picture(of: file, transparent, limits)
      case EXTENSION_RECORD_TYPE: transparent = try readExtension(of: file) ?? transparent
      default: throw .damaged(.gif)
      }
    }
  }

  /// The transparent colour from the graphic control extension, if any: GIF89a, 23.
  private static func readExtension(of file: UnsafeMutablePointer<GifFileType>) throws(PictureProblem) -> UInt8? {
    var code: Int32 = 0
    var block: UnsafeMutablePointer<GifByteType>?
    guard DGifGetExtension(file, &code, &block) == GIF_OK else { throw .damaged(.gif) }
    var transparent: UInt8?
    while let bytes = block {
      if code == GRAPHICS_EXT_FUNC_CODE, bytes[0] >= 4, bytes[1] & 1 != 0 { transparent = bytes[4] }
      guard DGifGetExtensionNext(file, &block) == GIF_OK else { throw .damaged(.gif) }
    }
    return transparent
  }

  private static func picture(
    of file: UnsafeMutablePointer<GifFileType>, _ transparent: UInt8?, _ limits: PictureLimits
  ) throws(PictureProblem) -> DecodedPicture {
    guard DGifGetImageDesc(file) == GIF_OK else { throw .damaged(.gif) }
    let part = file.pointee.Image
    // Some files have an empty logical screen.
    let width = max(Int(file.pointee.SWidth), Int(part.Left) + Int(part.Width))
    let height = max(Int(file.pointee.SHeight), Int(part.Top) + Int(part.Height))
    try limits.check(.gif, width, height)
    guard part.Width > 0, part.Height > 0, let colours = part.ColorMap ?? file.pointee.SColorMap else {
      throw .damaged(.gif)
    }
    let palette = (0..<256).map { colour($0, colours.pointee, transparent) }
    var rows = [UInt8](repeating: 0, count: width * height * 4)
    var line = [GifPixelType](repeating: 0, count: Int(part.Width))
    var isPartial = false
    for row in rowOrder(of: part) {
      guard DGifGetLine(file, &line, part.Width) == GIF_OK else {
        isPartial = true
        break
      }
      var index = ((Int(part.Top) + row) * width + Int(part.Left)) * 4
      for pixel in line {
        let colour = palette[Int(pixel)]
        for channel in 0..<4 { rows[index + channel] = colour[channel] }
        index += 4
      }
    }
    return DecodedPicture(
      width: width, height: height, pixels: Pixels(width: width, height: height, bytes: rows), isPartial: isPartial)
  }

  private static func colour(_ index: Int, _ colours: ColorMapObject, _ transparent: UInt8?) -> SIMD4<UInt8> {
    guard index != transparent.map(Int.init), index < Int(colours.ColorCount), let colour = colours.Colors?[index]
    else {
      return .zero
    }
    return SIMD4(colour.Red, colour.Green, colour.Blue, 255)
  }

  /// The rows in file order, in four passes if interlaced: GIF89a, appendix E.
  private static func rowOrder(of part: GifImageDesc) -> [Int] {
    let height = Int(part.Height)
    guard part.Interlace else { return Array(0..<height) }
    return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
  }
}
