/// Why a body cannot be decoded as a picture.
package enum PictureProblem: Error, Equatable, Sendable, CustomStringConvertible {
  /// An unknown file type.
  case unknownKind
  case damaged(PictureKind)
  /// The header exceeds `PictureLimits.pixels`, or decoding would exceed `PictureLimits.bytes`.
  case tooLarge(PictureKind, width: Int, height: Int)

  package var description: String { Messages.cannotShow(self) }
}
