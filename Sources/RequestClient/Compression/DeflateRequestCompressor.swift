internal import CZlib
public import Foundation

/// Compresses the bodies of requests and names the encoding in `Content-Encoding` (RFC 9110, section 8.4.1).
///
/// Only bodies in memory are compressed: files, streams and forms are sent as they are, as is an empty body. Few
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
    /// Compress the body and replace the header.
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
  /// - Throws: `duplicateHeader` if that was chosen, `outOfMemory`.
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

/// Why a request body was not compressed.
public enum RequestCompressionFailure: Error, Hashable, Sendable {
  /// The request has this `Content-Encoding` already.
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
  /// The bytes in memory, if there are any.
  var compressibleBody: Data? {
    guard case .data(let data) = body, !data.isEmpty else { return nil }
    return data
  }

  var contentEncoding: String? { headers.first("Content-Encoding") }

  /// The request with another body and its headers.
  func withBody(_ data: Data, encodedAs encoding: String) -> OutgoingRequest {
    var request = self
    request.body = .data(data)
    request.headers.remove(name: "Content-Length")
    request.headers.update(name: "Content-Encoding", value: encoding)
    return request
  }
}

/// zlib's deflate on bytes in memory.
enum Deflation {
  static func compress(
    _ data: Data, _ format: DeflateRequestCompressor.Format
  ) throws(RequestCompressionFailure) -> Data {
    // zlib keeps the address of the stream.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer { stream.deallocate() }
    // The parameters are constants that zlib takes: memory is all that can be missing.
    guard zlib_start_deflate(stream, Z_DEFAULT_COMPRESSION, format.windowBits) == Z_OK else { throw .outOfMemory }
    defer { deflateEnd(stream) }
    return data.withUnsafeBytes { run(stream, on: $0) }
  }

  private static func run(_ stream: UnsafeMutablePointer<z_stream>, on bytes: UnsafeRawBufferPointer) -> Data {
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
