internal import CPictures
import Foundation
import RequestBasics

/// Decodes PNG with libpng's simplified API. The other one reports errors with `longjmp`, which must not cross Swift frames.
enum PNGDecoder {
  static func decode(_ body: Data, _ limits: PictureLimits) throws(PictureProblem) -> DecodedPicture {
    var image = png_image()
    image.version = pictures_png_version
    defer { png_image_free(&image) }
    return try body.withTypedBytes { (bytes) throws(PictureProblem) -> DecodedPicture in
      guard png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0 else {
        throw .damaged(.png)
      }
      return try rows(of: &image, limits)
    }
  }

  private static func rows(of image: inout png_image, _ limits: PictureLimits) throws(PictureProblem) -> DecodedPicture
  {
    let width = Int(image.width)
    let height = Int(image.height)
    try limits.check(.png, width, height)
    image.format = pictures_png_rgba
    image.flags |= pictures_png_16_bits_are_srgb
    var rows = [UInt8](repeating: 0, count: width * height * 4)
    let isWhole = rows.withUnsafeMutableBytes { png_image_finish_read(&image, nil, $0.baseAddress, 0, nil) != 0 }
    guard isWhole || rows.contains(where: { $0 != 0 }) else { throw .damaged(.png) }
    rows.premultiply()
    return DecodedPicture(
      width: width, height: height, pixels: Pixels(width: width, height: height, bytes: rows), isPartial: !isWhole)
  }
}
