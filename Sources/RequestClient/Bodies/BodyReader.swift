/// Gives a body's bytes in order; lives on one thread. What it holds (a file, a producer) goes with it.
package protocol BodyReader: AnyObject {
  /// How many bytes there will be, `nil` where only the end tells. A reader that has a length keeps to it or throws.
  var length: Int? { get }

  /// Fills the beginning of `buffer`, which is not empty, with as much as is at hand; never waits for a producer.
  ///
  /// The last bytes of a body of known length are given only when it is certain that no more follow, so that the server
  /// never takes a wrong body for a whole one.
  ///
  /// - Throws: what keeps the rest from being sent; nothing may be read after that.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(BodyFailure) -> BodyPiece
}

/// What a reader had.
package enum BodyPiece: Equatable {
  /// This many bytes, one or more, at the beginning of the buffer.
  case bytes(Int)
  /// All has been given.
  case end
  /// Nothing now: `whenReady` is called when there is.
  case wait
}
