public import Foundation

/// Turns what came of a data request into a value, knowing nothing of how it came.
///
/// It runs once for each handler and attempt, off the caller's thread, after those added before it.
public protocol DataResponseSerializerProtocol<SerializedObject>: Sendable {
  /// What is made of the answer.
  associatedtype SerializedObject: Sendable

  /// - Parameter error: What went wrong before; a serializer that has no use for a failed answer throws it.
  /// - Throws: Any error; one that is no `RequestError` is wrapped.
  func serialize(
    request: OutgoingRequest?, response: HTTPResponse?, data: Data?, error: RequestError?
  ) throws -> SerializedObject
}

/// Turns what came of a download into a value.
public protocol DownloadResponseSerializerProtocol<SerializedObject>: Sendable {
  /// What is made of the file.
  associatedtype SerializedObject: Sendable

  /// - Parameter fileURL: Where the body is; `nil` where none has begun to come.
  /// - Parameter error: What went wrong before; a serializer that has no use for a failed answer throws it.
  /// - Throws: Any error; one that is no `RequestError` is wrapped.
  func serializeDownload(
    request: OutgoingRequest?, response: HTTPResponse?, fileURL: URL?, error: RequestError?
  ) throws -> SerializedObject
}

/// A serializer for both kinds; implementing `serialize` is enough, downloads are read from their file.
public protocol ResponseSerializer<SerializedObject>: DataResponseSerializerProtocol,
  DownloadResponseSerializerProtocol
{}
