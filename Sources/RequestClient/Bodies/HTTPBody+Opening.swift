extension HTTPBody {
  /// Opened on the transport's thread, once for each message that goes out.
  ///
  /// Cost: a file is opened and asked for its size, a stream's producer is started; nothing is read yet.
  ///
  /// - Parameter whenReady: Called from any thread, when a reader that said `.wait` has more, the end or an error; now
  ///   and then once too often, even just after the reader is released. It is kept as long as the reader, so it should
  ///   not keep the reader.
  /// - Throws: what keeps the body from being sent at all; the first error of a form, `.notReplayable` for a one-shot
  ///   stream that was opened before.
  package func open(whenReady: @escaping @Sendable () -> Void) throws(BodyFailure) -> any BodyReader {
    switch self {
    case .data(let data): DataReader(data)
    case .file(let url): try FileReader(url)
    case .stream(let stream): StreamReader(try stream.start(), length: stream.length, whenReady: whenReady)
    case .multipart(let form): try MultipartReader(form, whenReady: whenReady)
    }
  }
}
