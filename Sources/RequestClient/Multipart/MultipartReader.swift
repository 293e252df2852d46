/// The bytes of a form.
final class MultipartReader: BodyReader {
  init(_ form: MultipartFormData, whenReady: @escaping @Sendable () -> Void) throws(BodyFailure) {}

  var length: Int? { 0 }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(BodyFailure) -> BodyPiece { .end }
}
