public import Foundation

/// What a request sends.
///
/// A value: the same one may be sent by many requests at once, and again for a retry or a redirect where it
/// `isReplayable`. Two streams are equal if one is a copy of the other.
public enum HTTPBody: Hashable, Sendable {
  /// Bytes in memory, of known length.
  case data(Data)
  /// A plain file, streamed from disk; its length is taken when it is opened.
  ///
  /// A file that changes its length while it is sent fails the request with `BodyFailure.fileChanged`.
  case file(URL)
  /// Bytes that are made while they are sent: chunked unless the stream's length is given.
  case stream(BodyStream)
  /// A form, its parts streamed from where they are.
  case multipart(MultipartFormData)
}

extension HTTPBody {
  /// Whether the body can be sent more than once: false only for a one-shot stream, in a form too.
  public var isReplayable: Bool {
    switch self {
    case .data, .file: true
    case .stream(let stream): stream.isReplayable
    case .multipart(let form): form.isReplayable
    }
  }

  /// How many bytes there will be, without opening anything; files are asked for their size.
  ///
  /// `nil` if unknown in advance: a stream without a length, a file that cannot be sent, a form with one of these.
  public var knownLength: Int? {
    switch self {
    case .data(let data): data.count
    case .file(let url): try? PlainFile.length(of: url)  // Why it cannot be sent is told when it is opened.
    case .stream(let stream): stream.length
    case .multipart(let form): form.contentLength
    }
  }

  /// The `Content-Type` that only the body can know: a form's, with its boundary.
  var contentType: String? {
    if case .multipart(let form) = self { form.contentType } else { nil }
  }
}

extension HTTPBody {
  /// Opened on the transport's thread, once for each message that is sent.
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

/// Why a body could not be sent completely.
public enum BodyFailure: Error, Sendable {
  /// The URL of a file body has another scheme than `file`.
  case notAFileURL(String)
  /// The file is missing, or the system does not let us read it; the reason is the system's error text.
  case unreadableFile(path: String, reason: String)
  /// A folder, a pipe, a socket or a device, which have no length to be held to.
  case notAFile(path: String)
  /// The file grew or shrank while it was sent. `actual` is the size it had then, or how much could be read.
  case fileChanged(path: String, expected: Int, actual: Int)
  /// A stream's length did not match; `actual` counts the bytes until that was certain.
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

extension BodyFailure: CustomStringConvertible, LocalizedError {
  /// A message saying what failed and what to do about it.
  public var description: String {
    switch self {
    case .notAFileURL(let url): "\"\(url)\" is no file to send — give a URL that begins with file:"
    case .unreadableFile(let path, let reason): "Cannot read \"\(path)\": \(reason) — check its path"
    case .notAFile(let path): "\"\(path)\" is no plain file — send the contents of a pipe or device as a stream"
    case .fileChanged(let path, let expected, let actual):
      "\"\(path)\" changed while it was sent: \(expected) bytes became \(actual) — send it again when it is complete"
    case .wrongLength(let expected, let actual): Self.wrongLength(expected, actual)
    case .notReplayable: "The body is a stream that was sent already — give a stream that can be opened again"
    case .producerFailed(let error): "The body could not be made: \(Self.sentence(error))"
    case .multipartEncodingFailed(let failure): failure.description
    case .partFailed(let name, let failure): "The part \"\(name)\" of the form could not be sent: \(failure)"
    }
  }

  /// Same as `description`.
  public var errorDescription: String? { description }

  private static func wrongLength(_ expected: Int, _ actual: Int) -> String {
    actual < expected
      ? "The stream ended after \(actual) of its \(expected) bytes — give the length it has, or none"
      : "The stream has \(actual) bytes or more, not \(expected) — give the length it has, or none"
  }

  private static func sentence(_ error: any Error) -> String {
    (error as? any LocalizedError)?.errorDescription ?? String(describing: error)
  }
}
