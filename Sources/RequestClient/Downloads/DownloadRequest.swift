public import Foundation
internal import Synchronization

/// A request whose body goes to a file; memory stays flat whatever its size.
public final class DownloadRequest: Request {
  /// The library's part of the request, which has nothing to call.
  public let core: RequestCore

  init(_ core: RequestCore) { self.core = core }

  /// Where the body is: a temporary file at first, then its destination; `nil` where none has begun to come.
  public var fileURL: URL? { core.downloadFile?.url }

  /// What `Session.download(resumingWith:)` needs to go on: plain JSON of URL, validators, offset and file, no secrets.
  ///
  /// It is there after the end of a download that was cancelled by `cancel(producingResumeData:)` or lost its
  /// connection, if the server gave an `ETag` or `Last-Modified`.
  public var resumeData: Data? { core.downloadFile?.resumeData }

  /// Ends the request, keeping what has come if it can be taken up later.
  @discardableResult
  public func cancel(producingResumeData: Bool) -> Self {
    if producingResumeData { core.downloadFile?.keepPart() }
    return cancel()
  }

  /// Ends the request, keeping what has come if it can be taken up later.
  ///
  /// - Parameter completion: Gets the resume data at the request's end, `nil` where there are none.
  @discardableResult
  public func cancel(byProducingResumeData completion: @escaping @Sendable (Data?) -> Void) -> Self {
    core.whenFinished { core in completion(core.downloadFile?.resumeData) }
    return cancel(producingResumeData: true)
  }
}

extension DownloadRequest {
  /// Says where a finished download belongs. It runs when the whole body has come and passed validation.
  public typealias Destination =
    @Sendable (_ temporaryURL: URL, _ response: HTTPResponse) -> (destinationURL: URL, options: Options)

  /// How a download comes to its destination.
  public struct Options: OptionSet, Sendable {
    /// One bit for each option.
    public let rawValue: Int
    /// Bits without a name mean nothing.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Makes the folders that are missing; without it they are an error.
    public static let createIntermediateDirectories = Options(rawValue: 1)
    /// Replaces a file that is there, at once or not at all; without it that is an error, and the file stays.
    public static let removePreviousFile = Options(rawValue: 2)
  }

  /// In `folder`, by the name that the server suggests in `Content-Disposition`, else by the temporary file's. Path
  /// separators, control characters and leading dots are taken out of the name.
  public static func suggestedDownloadDestination(in folder: URL, options: Options = []) -> Destination {
    { temporary, response in
      let name = SuggestedFileName.of(response) ?? temporary.lastPathComponent
      return (folder.appending(path: name), options)
    }
  }
}

// Checks.
extension DownloadRequest {
  /// Adds a check of the message, the answer's head and the temporary file with its body, made before the file goes to
  /// its destination.
  @discardableResult
  public func validate(
    _ validation: @escaping @Sendable (OutgoingRequest?, HTTPResponse, URL?) -> Result<Void, any Error>
  ) -> Self {
    core.addValidator { core, request, response in validation(request, response, core.downloadFile?.url) }
    return self
  }
}

extension RequestCore {
  var downloadFile: DownloadFile? {
    if case .download(let file) = kind { file } else { nil }
  }

  /// The first bytes are there already.
  func countResumed(_ offset: Int) {
    state.withLock { state in
      state.downloadProgress.completed = offset
      if let rest = state.downloadProgress.total { state.downloadProgress.total = offset + rest }
    }
  }
}
