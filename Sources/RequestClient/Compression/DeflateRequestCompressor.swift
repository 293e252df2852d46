public import Foundation

/// Compresses the bodies of requests and names the encoding in `Content-Encoding` (RFC 9110, section 8.4.1).
///
/// Only bodies in memory are compressed: files, streams and forms go out as they are, as does an empty body. Few
/// servers take compressed requests; ask yours. The work is done, in one go, where
/// the request is made.
public struct DeflateRequestCompressor: RequestInterceptor {
  /// What goes around the deflated bytes.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// zlib's form (RFC 1950), which HTTP calls `deflate`.
    case deflate
    /// RFC 1952.
    case gzip
  }

  /// What to do with a request that has a `Content-Encoding` already.
  public enum DuplicateHeaderBehavior: Hashable, Sendable, CaseIterable {
    /// Fail the request with `RequestCompressionFailure.duplicateHeader`.
    case error
    /// Compress the body, whatever it is, and name only our encoding.
    case replace
    /// Leave the request as it is.
    case skip
  }

  /// What the compressed bytes are wrapped in.
  public let format: Format
  /// What becomes of a request that has a `Content-Encoding` already.
  public let duplicateHeaderBehavior: DuplicateHeaderBehavior
  /// The rule for which bodies are worth it, asked once for each request with a body in memory.
  public let shouldCompressBodyData: @Sendable (Data) -> Bool

  /// - Parameter shouldCompressBodyData: By default every body is compressed; small ones may become larger.
  public init(
    format: Format = .deflate, duplicateHeaderBehavior: DuplicateHeaderBehavior = .error,
    shouldCompressBodyData: @escaping @Sendable (Data) -> Bool = { _ in true }
  ) {
    self.format = format
    self.duplicateHeaderBehavior = duplicateHeaderBehavior
    self.shouldCompressBodyData = shouldCompressBodyData
  }

  /// See `compress(_:)`.
  public func adapt(_ request: OutgoingRequest, for session: Session) throws -> OutgoingRequest {
    try compress(request)
  }

  /// `false`: it never retries.
  public var retriesFailedSerialization: Bool { false }

  /// The request with its body compressed and its headers telling so.
  ///
  /// `Content-Encoding` becomes the format's name, and a `Content-Length` is taken out, which the transport gives anew.
  ///
  /// - Throws: `duplicateHeader` where that was chosen, `outOfMemory`.
  public func compress(_ request: OutgoingRequest) throws(RequestCompressionFailure) -> OutgoingRequest {
    guard let body = request.compressibleBody, shouldCompressBodyData(body) else { return request }
    if let existing = request.contentEncoding {
      switch duplicateHeaderBehavior {
      case .error: throw .duplicateHeader(existing)
      case .replace: break
      case .skip: return request
      }
    }
    return request.withBody(try Deflation.compress(body, format), encodedAs: format.rawValue)
  }
}
