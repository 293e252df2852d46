internal import CPictures

/// Encodes PNG with libpng's simplified API.
package enum PNGEncoder {
  /// - Parameter pixels: Rows of RGB, one byte per channel.
  /// - Returns: `nil` if libpng runs out of memory.
  package static func encode(_ pixels: [UInt8], width: Int, height: Int) -> [UInt8]? {
    precondition(pixels.count == width * height * 3)
    var image = png_image()
    defer { png_image_free(&image) }
    image.version = pictures_png_version
    image.format = pictures_png_rgb
    (image.width, image.height) = (UInt32(width), UInt32(height))
    var size = 0
    guard png_image_write_to_memory(&image, nil, &size, 0, pixels, 0, nil) != 0 else { return nil }
    var file = [UInt8](repeating: 0, count: size)
    guard png_image_write_to_memory(&image, &file, &size, 0, pixels, 0, nil) != 0 else { return nil }
    return Array(file.prefix(size))
  }
}
