/// Undoes one content coding (RFC 9110, section 8.4.1), piece by piece.
protocol ContentDecoder: AnyObject {
  /// Whether the data may end here.
  var isComplete: Bool { get }

  /// Consumes some of `input` and writes what it stands for to `output`. Without progress it needs more input.
  func decode(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(ContentCodingProblem) -> (consumed: Int, produced: Int)
}

/// Why a body could not be decoded.
enum ContentCodingProblem: Error, Hashable {
  /// Nothing here knows the coding of this name.
  case unknown(String)
  /// More codings than one body can need.
  case tooMany
  /// The data is not of the coding; the reason is the library's, where it gives one.
  case damaged(String, reason: String?)
  /// The data stops in the middle.
  case truncated(String)
  /// More data follows the end of the coding's.
  case trailingBytes(String)
  /// There is no memory for a decoder.
  case outOfMemory
}

extension ContentCodingProblem {
  var detail: String {
    switch self {
    case .unknown(let name): "the coding \"\(name)\" is unknown"
    case .tooMany: "it has more codings than a body can need"
    case .damaged(let name, let reason?): "the \(name) data is damaged: \(reason)"
    case .damaged(let name, reason: nil): "the \(name) data is damaged"
    case .truncated(let name): "the \(name) data ends early"
    case .trailingBytes(let name): "other bytes follow the end of the \(name) data"
    case .outOfMemory: "there is no memory for it"
    }
  }
}
