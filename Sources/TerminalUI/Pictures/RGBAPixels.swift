package import Foundation

/// Rows of pixels in straight RGBA, four bytes each.
package struct RGBAPixels: Sendable {
  package let width: Int
  package let height: Int
  package let bytes: Data

  /// - Returns: `nil` where `bytes` are not `width * height * 4`, or none.
  package init?(width: Int, height: Int, bytes: Data) {
    guard width > 0, height > 0, bytes.count == width * height * 4 else { return nil }
    self.width = width
    self.height = height
    self.bytes = bytes
  }
}
