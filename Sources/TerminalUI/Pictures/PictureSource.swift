package import Foundation

/// The data of a picture for terminals that show pictures. Shared and compared by identity, which keeps comparing frames
/// cheap.
package final class PictureSource: Sendable {
  /// The formats of kitty's protocol.
  package enum Pixels: Sendable {
    case png(Data)
    /// Straight RGBA, four bytes per pixel.
    case rgba(Data, width: Int, height: Int)
  }

  package let pixels: Pixels
  /// The original file, for iTerm2's protocol.
  package let file: Data
  private let reduced: (@Sendable (PixelSize) -> RGBAPixels?)?

  /// - Parameter reduced: Returns the decoded picture scaled to at most the given size, for sixels.
  package init(_ pixels: Pixels, file: Data, reduced: (@Sendable (PixelSize) -> RGBAPixels?)? = nil) {
    self.pixels = pixels
    self.file = file
    self.reduced = reduced
  }

  /// Pixels for sixels in about the given size; `nil` if the file cannot be decoded.
  func rgba(about size: PixelSize) -> RGBAPixels? {
    if let reduced { return reduced(size) }
    guard case .rgba(let bytes, let width, let height) = pixels else { return nil }
    return RGBAPixels(width: width, height: height, bytes: bytes)
  }
}

extension PictureSource: Equatable {
  package static func == (a: PictureSource, b: PictureSource) -> Bool { a === b }
}

/// The place of a picture in a frame. Its cells show half blocks on terminals without pictures.
package struct PlacedPicture: Equatable, Sendable {
  package let source: PictureSource
  package let part: Rect
}
