public import Foundation

extension MultipartFormData {
  /// The whole form in memory.
  ///
  /// Waits for the producers of its streams, which are then used up like those of a form that was sent.
  ///
  /// - Throws: `multipartEncodingFailed` with the form's first error, `partFailed`.
  public func encode() async throws(BodyFailure) -> Data {
    var data = Data(capacity: contentLength ?? 0)
    try await forEachPiece { piece throws(BodyFailure) in data.append(contentsOf: piece) }
    return data
  }

  /// Writes the form to a new file; memory does not grow with its size. A file that could not be completed is removed.
  ///
  /// - Throws: as `encode()`, and `multipartEncodingFailed` with `outputFileURLInvalid`, `outputFileAlreadyExists`,
  ///   `outputFileCreationFailed` or `outputFileWriteFailed`.
  public func write(to file: URL) async throws(BodyFailure) {
    if let firstFailure { throw .multipartEncodingFailed(firstFailure) }
    let output = try NewFile(file)
    try await forEachPiece { piece throws(BodyFailure) in try output.write(piece) }
    output.keep()
  }

  /// Gives the form's bytes piece by piece, in order.
  private func forEachPiece(_ body: (UnsafeRawBufferPointer) throws(BodyFailure) -> Void) async throws(BodyFailure) {
    let (ready, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    var calls = ready.makeAsyncIterator()
    let reader = try MultipartReader(self) { signal.yield() }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      switch try reader.read(into: buffer) {
      case .bytes(let count): try body(UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
      case .wait: guard await calls.next() != nil else { throw .producerFailed(CancellationError()) }
      case .end: return
      }
    }
  }
}
