/// Why a body could not be sent, or not to its end. The sentences are in `BodyFailure+Description.swift`.
public enum BodyFailure: Error, Sendable {
  /// The URL of a file body has another scheme than `file`.
  case notAFileURL(String)
  /// The file is missing, or the system does not let us read it; the reason is the system's.
  case unreadableFile(path: String, reason: String)
  /// A folder, a pipe, a socket or a device, which have no length to be held to.
  case notAFile(path: String)
  /// The file grew or shrank while it was sent. `actual` is the size it had then, or how much could be read.
  case fileChanged(path: String, expected: Int, actual: Int)
  /// A stream gave another number of bytes than promised; `actual` counts what it had given until that was certain.
  case wrongLength(expected: Int, actual: Int)
  /// A one-shot stream would have to be sent a second time.
  case notReplayable
  /// The producer of a stream threw.
  case producerFailed(any Error)
  /// A form could not be made: the first of its errors.
  case multipartEncodingFailed(MultipartEncodingFailure)
  /// The part `name` of a form could not be sent.
  indirect case partFailed(name: String, BodyFailure)
}

extension BodyFailure {
  /// The error that the caller's own producer threw, in a part of a form too.
  public var underlyingError: (any Error)? {
    switch self {
    case .producerFailed(let error): error
    case .partFailed(_, let failure): failure.underlyingError
    default: nil
    }
  }
}
