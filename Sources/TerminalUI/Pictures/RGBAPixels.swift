package import Foundation

/// Rows of straight RGBA, four bytes per pixel.
package struct RGBAPixels: Sendable {
  package let width: Int
  package let height: Int
  package let bytes: Data

  /// - Returns: `nil` if `bytes` is empty or its size is not `width * height * 4`.
  package init?(width: Int, height: Int, bytes: Data) {
    guard width > 0, height > 0, bytes.count == width * height * 4 else { return nil }
    self.width = width
    self.height = height
    self.bytes = bytes
  }
}
