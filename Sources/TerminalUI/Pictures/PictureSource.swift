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

  package init(_ pixels: Pixels, file: Data) {
    self.pixels = pixels
    self.file = file
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
