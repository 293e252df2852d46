/// What a request does with the body of its final answer.
enum RequestKind: Sendable {
  /// Keeps it in memory.
  case data
  case download(DownloadFile)
  case stream(StreamHub)

  var sink: (any BodySink)? {
    switch self {
    case .data: nil
    case .download(let file): file
    case .stream(let hub): hub
    }
  }

  /// In bytes, for requests whose options name no limit; memory is not left to the server.
  var defaultBodyLimit: Int {
    switch self {
    case .data: 1 << 30
    case .download, .stream: .max
    }
  }
}

/// Where the body of a final answer goes that is not kept in memory. It is called on the transport's thread, one call
/// after another and with no lock held, so it must be quick and call no user code.
protocol BodySink: Sendable {
  /// An answer begins; another one may have begun before it, of an earlier attempt.
  func begin(_ head: ResponseHead, of request: RequestCore) throws(RequestError)
  func take(_ piece: UnsafeRawBufferPointer, of request: RequestCore) throws(RequestError)
  /// Whether it takes no more before it calls `RequestCore.sinkHasRoom()`.
  var isFull: Bool { get }
}
