/// Why no picture can be made of a body.
package enum PictureProblem: Error, Equatable, Sendable, CustomStringConvertible {
  /// The first bytes are of no kind that we know.
  case unknownKind
  case damaged(PictureKind)
  /// The header claims more pixels than `PictureLimits.pixels`, or more memory than `PictureLimits.bytes` to decode
  /// them.
  case tooLarge(PictureKind, width: Int, height: Int)

  package var description: String { Messages.cannotShow(self) }
}
