public import Foundation

/// A request body.
///
/// If it `isReplayable`, it can be sent by several requests and again after a retry or redirect. Two streams are equal
/// if one is a copy of the other.
public enum HTTPBody: Hashable, Sendable {
  /// Bytes in memory, of known length.
  case data(Data)
  /// A regular file, streamed from disk.
  ///
  /// If its length changes while it is sent, the request fails with `BodyFailure.fileChanged`.
  case file(URL)
  /// Bytes produced while they are sent: chunked unless the stream has a length.
  case stream(BodyStream)
  /// A form, whose parts are streamed.
  case multipart(MultipartFormData)
}

extension HTTPBody {
  /// Whether the body can be sent more than once. `false` for one-shot streams and forms with such streams.
  public var isReplayable: Bool {
    switch self {
    case .data, .file: true
    case .stream(let stream): stream.isReplayable
    case .multipart(let form): form.isReplayable
    }
  }

  /// The length in bytes, if known in advance. `nil` for streams without a length, unreadable files and forms with one
  /// of these.
  public var knownLength: Int? {
    switch self {
    case .data(let data): data.count
    case .file(let url): try? PlainFile.length(of: url)  // Opening the file reports why it cannot be sent.
    case .stream(let stream): stream.length
    case .multipart(let form): form.contentLength
    }
  }

  /// The bytes of a body in memory.
  package var data: Data? { if case .data(let data) = self { data } else { nil } }

  /// The `Content-Type` of a form, with its boundary.
  var contentType: String? {
    if case .multipart(let form) = self { form.contentType } else { nil }
  }

  /// Opens the body on the transport's thread, once for each message that is sent.
  ///
  /// Opens a file or starts a stream's producer, but reads nothing yet.
  ///
  /// - Parameter whenReady: Called from any thread when a reader that returned `.wait` can continue. May be called
  ///   spuriously, even after the reader is released. Retained by the reader.
  /// - Throws: The first error of a form, `.notReplayable` for a one-shot stream that was opened before, or the reason
  ///   a file cannot be opened.
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
  /// The URL of a file body does not have the scheme `file`.
  case notAFileURL(String)
  /// The file cannot be read; the reason is the system's error text.
  case unreadableFile(path: String, reason: String)
  /// The path is a folder, a pipe, a socket or a device.
  case notAFile(path: String)
  /// The file's size changed while it was sent. `actual` is the new size, or how much could be read.
  case fileChanged(path: String, expected: Int, actual: Int)
  /// A stream does not have its declared length; `actual` counts the bytes until the mismatch.
  case wrongLength(expected: Int, actual: Int)
  /// A one-shot stream is needed a second time.
  case notReplayable
  /// The producer of a stream threw.
  case producerFailed(any Error)
  /// A form is invalid; the first of its errors.
  case multipartEncodingFailed(MultipartEncodingFailure)
  /// The part `name` of a form could not be sent.
  indirect case partFailed(name: String, BodyFailure)
}

extension BodyFailure {
  /// The error thrown by a stream's producer.
  public var underlyingError: (any Error)? {
    switch self {
    case .producerFailed(let error): error
    case .partFailed(_, let failure): failure.underlyingError
    default: nil
    }
  }
}

extension BodyFailure: DescribedError {
  /// A message saying what failed and what to do about it.
  public var description: String {
    switch self {
    case .notAFileURL(let url): "\"\(url)\" is not a file — give a URL that begins with file:"
    case .unreadableFile(let path, let reason): "Cannot read \"\(path)\": \(reason) — check its path"
    case .notAFile(let path): "\"\(path)\" is not a regular file — send the contents of a pipe or device as a stream"
    case .fileChanged(let path, let expected, let actual):
      "\"\(path)\" changed while it was sent: \(expected) bytes became \(actual) — send it again when it is complete"
    case .wrongLength(let expected, let actual): Self.wrongLength(expected, actual)
    case .notReplayable: "The body is a one-shot stream that was already sent — use a stream that can be reopened"
    case .producerFailed(let error): "The body could not be produced: \(error.sentence)"
    case .multipartEncodingFailed(let failure): failure.description
    case .partFailed(let name, let failure): "The part \"\(name)\" of the form could not be sent: \(failure)"
    }
  }

  private static func wrongLength(_ expected: Int, _ actual: Int) -> String {
    actual < expected
      ? "The stream ended after \(actual) of its \(expected) bytes — set its actual length, or none"
      : "The stream has \(actual) bytes or more, not \(expected) — set its actual length, or none"
  }
}
