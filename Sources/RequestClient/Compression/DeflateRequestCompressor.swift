internal import CZlib
public import Foundation

/// Compresses request bodies and sets `Content-Encoding` (RFC 9110, section 8.4.1).
///
/// Only non-empty bodies in memory are compressed, not files, streams and forms. Few servers accept compressed
/// requests.
public struct DeflateRequestCompressor: RequestInterceptor {
  /// The compression format.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// The zlib format (RFC 1950), which HTTP calls `deflate`.
    case deflate
    /// The gzip format (RFC 1952).
    case gzip
  }

  /// How to handle requests that already have a `Content-Encoding`.
  public enum DuplicateHeaderBehavior: Hashable, Sendable, CaseIterable {
    /// Fail the request with `RequestCompressionFailure.duplicateHeader`.
    case error
    /// Compress the body and replace the header.
    case replace
    /// Leave the request unchanged.
    case skip
  }

  let format: Format
  let duplicateHeaderBehavior: DuplicateHeaderBehavior
  let shouldCompressBodyData: @Sendable (Data) -> Bool

  /// Creates a compressor.
  ///
  /// - Parameters:
  ///   - duplicateHeaderBehavior: How requests that already have a `Content-Encoding` are handled.
  ///   - shouldCompressBodyData: Decides whether to compress a body; by default all, though small ones may become larger.
  public init(
    format: Format = .deflate, duplicateHeaderBehavior: DuplicateHeaderBehavior = .error,
    shouldCompressBodyData: @escaping @Sendable (Data) -> Bool = { _ in true }
  ) {
    self.format = format
    self.duplicateHeaderBehavior = duplicateHeaderBehavior
    self.shouldCompressBodyData = shouldCompressBodyData
  }

  /// Returns the request with a compressed body, `Content-Encoding` set and `Content-Length` removed.
  ///
  /// - Throws: `RequestCompressionFailure`.
  public func adapt(_ request: OutgoingRequest, for session: Session) throws -> OutgoingRequest {
    try compress(request)
  }

  /// `false`: this interceptor never retries.
  public var retriesFailedSerialization: Bool { false }

  /// Returns the request with a compressed body, `Content-Encoding` set and `Content-Length` removed.
  ///
  /// - Throws: `duplicateHeader` if the behavior is `.error`, or `outOfMemory`.
  func compress(_ request: OutgoingRequest) throws(RequestCompressionFailure) -> OutgoingRequest {
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

/// The reason a request body could not be compressed.
public enum RequestCompressionFailure: Error, Hashable, Sendable {
  /// The request already has this `Content-Encoding`.
  case duplicateHeader(String)
  /// zlib ran out of memory.
  case outOfMemory
}

extension RequestCompressionFailure: DescribedError {
  /// A message saying what failed and what to do about it.
  public var description: String {
    switch self {
    case .duplicateHeader(let encoding):
      "The body is encoded as \"\(encoding)\" already — remove the header or let the compressor replace or skip it"
    case .outOfMemory: "There is no memory to compress the body — send it as it is"
    }
  }
}

extension OutgoingRequest {
  /// The body if it is in memory and not empty.
  var compressibleBody: Data? {
    guard case .data(let data) = body, !data.isEmpty else { return nil }
    return data
  }

  var contentEncoding: String? { headers.first("Content-Encoding") }

  /// Returns the request with another body and matching headers.
  func withBody(_ data: Data, encodedAs encoding: String) -> OutgoingRequest {
    var request = self
    request.body = .data(data)
    request.headers.remove(name: "Content-Length")
    request.headers.update(name: "Content-Encoding", value: encoding)
    return request
  }
}

/// Compresses bytes in memory with zlib.
enum Deflation {
  static func compress(
    _ data: Data, _ format: DeflateRequestCompressor.Format
  ) throws(RequestCompressionFailure) -> Data {
    // zlib stores the stream's address.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer { stream.deallocate() }
    // The parameters are valid constants, so only memory allocation can fail.
    guard zlib_start_deflate(stream, Z_DEFAULT_COMPRESSION, format.windowBits) == Z_OK else { throw .outOfMemory }
    defer { deflateEnd(stream) }
    return data.withUnsafeBytes { compress(stream, on: $0) }
  }

  private static func compress(_ stream: UnsafeMutablePointer<z_stream>, on bytes: UnsafeRawBufferPointer) -> Data {
    var result = Data()
    var rest = bytes[...]
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 64 << 10)
    defer { buffer.deallocate() }
    var status = Z_OK
    while status != Z_STREAM_END {
      // zlib counts in 32 bits.
      let input = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 30))
      stream.pointee.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
      stream.pointee.avail_in = uInt(input.count)
      stream.pointee.next_out = buffer.baseAddress
      stream.pointee.avail_out = uInt(buffer.count)
      status = deflate(stream, input.count == rest.count ? Z_FINISH : Z_NO_FLUSH)
      rest = rest.dropFirst(input.count - Int(stream.pointee.avail_in))
      result.append(contentsOf: buffer.prefix(buffer.count - Int(stream.pointee.avail_out)))
    }
    return result
  }
}

extension DeflateRequestCompressor.Format {
  fileprivate var windowBits: CInt {
    switch self {
    case .deflate: 15
    case .gzip: 31
    }
  }
}
