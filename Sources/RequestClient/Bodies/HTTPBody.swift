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
  /// `nil` where only sending tells: a stream without a length, a file that cannot be sent, a form with one of these.
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
