package import Foundation

/// What a terminal that shows real pictures is sent of one. It is shared, and equal only to itself: frames compare it
/// often.
package final class PictureSource: Sendable {
  /// What kitty's protocol takes.
  package enum Pixels: Sendable {
    case png(Data)
    /// Straight RGBA, four bytes a pixel.
    case rgba(Data, width: Int, height: Int)
  }

  package let pixels: Pixels
  /// The file of any kind, which iTerm2's protocol takes.
  package let file: Data
  private let reduced: (@Sendable (PixelSize) -> RGBAPixels?)?

  /// - Parameter reduced: Gives the picture, decoded, in at most that many pixels, its shape kept; for sixels.
  package init(_ pixels: Pixels, file: Data, reduced: (@Sendable (PixelSize) -> RGBAPixels?)? = nil) {
    self.pixels = pixels
    self.file = file
    self.reduced = reduced
  }

  /// Pixels for sixels, in about that size; `nil` where nobody decodes the file.
  func rgba(about size: PixelSize) -> RGBAPixels? {
    if let reduced { return reduced(size) }
    guard case .rgba(let bytes, let width, let height) = pixels else { return nil }
    return RGBAPixels(width: width, height: height, bytes: bytes)
  }
}

extension PictureSource: Equatable {
  package static func == (a: PictureSource, b: PictureSource) -> Bool { a === b }
}

/// A place in a frame that a real picture may take. Its cells show the picture in half blocks for all other terminals.
package struct PlacedPicture: Equatable, Sendable {
  package let source: PictureSource
  package let part: Rect
}
