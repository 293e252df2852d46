public import Foundation

/// Where the file is; no file is an error.
public struct URLResponseSerializer: DownloadResponseSerializerProtocol {
  /// Without settings.
  public init() {}

  /// - Throws: `inputFileNil` where no body has begun to come.
  public func serializeDownload(
    request: OutgoingRequest?, response: HTTPResponse?, fileURL: URL?, error: RequestError?
  ) throws -> URL {
    if let error { throw error }
    guard let fileURL else { throw RequestError.responseSerializationFailed(.inputFileNil) }
    return fileURL
  }
}

/// Where the file is, if there is one.
struct FileURLSerializer: DownloadResponseSerializerProtocol {
  func serializeDownload(
    request: OutgoingRequest?, response: HTTPResponse?, fileURL: URL?, error: RequestError?
  ) throws -> URL? {
    if let error { throw error }
    return fileURL
  }
}

extension DownloadResponseSerializerProtocol where Self: DataResponseSerializerProtocol {
  /// Reads the file, mapped rather than copied, and serializes what is in it.
  ///
  /// - Throws: `inputFileNil` or `inputFileReadFailed` where there is nothing to read.
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
