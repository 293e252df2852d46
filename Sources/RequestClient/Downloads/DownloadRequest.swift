public import Foundation
internal import Synchronization

/// A request that writes the response body to a file; memory use does not depend on its size.
public final class DownloadRequest: Request {
  /// Internal state of the request.
  public let core: RequestCore

  init(_ core: RequestCore) { self.core = core }

  /// The file with the body: temporary at first, then at its destination; `nil` if no byte was received.
  public var fileURL: URL? { core.downloadFile?.url }

  /// Data for `Session.download(resumingWith:)`: JSON with URL, validators, offset and file, without secrets.
  ///
  /// Available after a download was cancelled by `cancel(producingResumeData:)` or lost its connection, if the server
  /// sent a strong `ETag`, or no `ETag` and a `Last-Modified` at least a second before `Date` (RFC 9110, section
  /// 8.8.2.2). A resumed download that ends without the rest, for example with a 503, has it too.
  public var resumeData: Data? { core.downloadFile?.resumeData }

  /// Cancels the request and keeps what was received if the download can be resumed.
  @discardableResult
  public func cancel(producingResumeData: Bool) -> Self {
    if producingResumeData { core.downloadFile?.keepPart() }
    return cancel()
  }

  /// Cancels the request and keeps what was received if the download can be resumed.
  ///
  /// - Parameter completion: Called at the end with the resume data, or `nil`.
  @discardableResult
  public func cancel(byProducingResumeData completion: @escaping @Sendable (Data?) -> Void) -> Self {
    core.whenFinished { core in completion(core.downloadFile?.resumeData) }
    return cancel(producingResumeData: true)
  }
}

extension DownloadRequest {
  /// Chooses the destination of a download. Called after the complete body has passed validation.
  public typealias Destination =
    @Sendable (_ temporaryURL: URL, _ response: HTTPResponse) -> (destinationURL: URL, options: Options)

  /// How a download is moved to its destination.
  public struct Options: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int
    /// Creates options from bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Creates missing folders. Otherwise they are an error.
    public static let createIntermediateDirectories = Options(rawValue: 1)
    /// Replaces an existing file atomically. Otherwise an existing file is an error.
    public static let removePreviousFile = Options(rawValue: 2)
  }

  /// Returns a destination in `folder`, named by `Content-Disposition` or else like the temporary file. Path
  /// separators, control characters and leading dots are removed from the name.
  public static func suggestedDownloadDestination(in folder: URL, options: Options = []) -> Destination {
    { temporary, response in
      let name = SuggestedFileName.of(response) ?? temporary.lastPathComponent
      return (folder.appending(path: name), options)
    }
  }
}

// Validation.
extension DownloadRequest {
  /// Adds a custom validator, which receives the temporary file before it is moved to its destination.
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

  /// Adds the bytes of the partial file to the progress.
  func countResumed(_ offset: Int) {
    state.withLock { state in
      state.downloadProgress.completed = offset
      if let rest = state.downloadProgress.total { state.downloadProgress.total = offset + rest }
    }
  }
}

extension DownloadRequest {
  /// The file's URL.
  ///
  /// - Parameter queue: See `Request`.
  @discardableResult
  public func response(
    queue: DispatchQueue? = nil, completionHandler: @escaping @Sendable (ClientDownloadResponse<URL?>) -> Void
  ) -> Self {
    response(queue: queue, responseSerializer: FileURLSerializer(), completionHandler: completionHandler)
  }

  /// The file parsed by `responseSerializer`.
  ///
  /// - Parameter queue: See `Request`.
  @discardableResult
  public func response<Serializer: DownloadResponseSerializerProtocol>(
    queue: DispatchQueue? = nil, responseSerializer: Serializer,
    completionHandler: @escaping @Sendable (ClientDownloadResponse<Serializer.SerializedObject>) -> Void
  ) -> Self {
    core.append(.download(responseSerializer, on: queue, completionHandler))
    return self
  }

  /// The file's URL; fails if there is no file.
  @discardableResult
  public func responseURL(
    queue: DispatchQueue? = nil, completionHandler: @escaping @Sendable (ClientDownloadResponse<URL>) -> Void
  ) -> Self {
    response(queue: queue, responseSerializer: URLResponseSerializer(), completionHandler: completionHandler)
  }

  /// The file's bytes.
  @discardableResult
  public func responseData(
    queue: DispatchQueue? = nil, emptyBodies: EmptyBodyRule = .success,
    completionHandler: @escaping @Sendable (ClientDownloadResponse<Data>) -> Void
  ) -> Self {
    response(
      queue: queue, responseSerializer: DataResponseSerializer(emptyBodies: emptyBodies),
      completionHandler: completionHandler)
  }

  /// The file as text: in the given encoding, else the one the response names, else UTF-8.
  @discardableResult
  public func responseString(
    queue: DispatchQueue? = nil, encoding: String.Encoding? = nil, emptyBodies: EmptyBodyRule = .success,
    completionHandler: @escaping @Sendable (ClientDownloadResponse<String>) -> Void
  ) -> Self {
    response(
      queue: queue, responseSerializer: StringResponseSerializer(encoding: encoding, emptyBodies: emptyBodies),
      completionHandler: completionHandler)
  }

  /// The file as a decodable value.
  @discardableResult
  public func responseDecodable<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self, queue: DispatchQueue? = nil, decoder: any DataDecoder = JSONDecoder(),
    emptyBodies: EmptyBodyRule = .success,
    completionHandler: @escaping @Sendable (ClientDownloadResponse<Value>) -> Void
  ) -> Self {
    response(
      queue: queue, responseSerializer: DecodableResponseSerializer<Value>(decoder: decoder, emptyBodies: emptyBodies),
      completionHandler: completionHandler)
  }
}

/// Returns the file's URL; fails if there is no file.
public struct URLResponseSerializer: DownloadResponseSerializerProtocol {
  /// Creates the serializer.
  public init() {}

  /// Returns the file's URL.
  ///
  /// - Throws: `error`, or `inputFileNil` if no byte was received.
  public func serializeDownload(
    request: OutgoingRequest?, response: HTTPResponse?, fileURL: URL?, error: RequestError?
  ) throws -> URL {
    if let error { throw error }
    guard let fileURL else { throw RequestError.responseSerializationFailed(.inputFileNil) }
    return fileURL
  }
}

/// Returns the file's URL, if there is a file.
struct FileURLSerializer: DownloadResponseSerializerProtocol {
  func serializeDownload(
    request: OutgoingRequest?, response: HTTPResponse?, fileURL: URL?, error: RequestError?
  ) throws -> URL? {
    if let error { throw error }
    return fileURL
  }
}

extension DownloadResponseSerializerProtocol where Self: DataResponseSerializerProtocol {
  /// Maps the file into memory and serializes its contents.
  ///
  /// - Throws: `inputFileNil` or `inputFileReadFailed` if there is nothing to read.
  public func serializeDownload(
    request: OutgoingRequest?, response: HTTPResponse?, fileURL: URL?, error: RequestError?
  ) throws -> SerializedObject {
    if let error { return try serialize(request: request, response: response, data: nil, error: error) }
    guard let fileURL else { throw RequestError.responseSerializationFailed(.inputFileNil) }
    let data: Data
    do {
      data = try Data(contentsOf: fileURL, options: .mappedIfSafe)
    } catch {
      throw RequestError.responseSerializationFailed(.inputFileReadFailed(fileURL, error))
    }
    return try serialize(request: request, response: response, data: data, error: nil)
  }
}
