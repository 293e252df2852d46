internal import CZlib

/// gzip, also in several members (RFC 1952, section 2.2), and what HTTP calls deflate: zlib's form or, as some servers
/// send, the bare data.
final class ZlibDecoder: ContentDecoder {
  enum Format: String {
    case gzip, deflate
  }

  private let format: Format
  // zlib keeps the address of the stream.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private var hasBegun = false
  private(set) var isComplete = false

  init(_ format: Format) {
    self.format = format
    stream.initialize(to: z_stream())
  }

  deinit {
    if hasBegun { inflateEnd(stream) }
    stream.deallocate()
  }

  func decode(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(ContentCodingProblem) -> (consumed: Int, produced: Int) {
    guard let first = input.first else { return hasBegun && !isComplete ? try inflate(input, output) : (0, 0) }
    if !hasBegun { try begin(first) }
    if isComplete {
      guard format == .gzip, first == Self.gzipMark else { throw .trailingBytes(format.rawValue) }
      inflateReset(stream)
      isComplete = false
    }
    return try inflate(input, output)
  }

  private static let gzipMark: UInt8 = 0x1F

  private func begin(_ first: UInt8) throws(ContentCodingProblem) {
    // zlib's form begins with the method 8; bare data begin with that only in a block that nobody writes.
    let windowBits: CInt = format == .gzip ? 31 : first & 0x0F == 8 ? 15 : -15
    guard zlib_start_inflate(stream, windowBits) == Z_OK else { throw .outOfMemory }
    hasBegun = true
  }

  private func inflate(
    _ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer
  ) throws(ContentCodingProblem) -> (consumed: Int, produced: Int) {
    stream.pointee.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
    stream.pointee.avail_in = uInt(input.count)
    stream.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
    stream.pointee.avail_out = uInt(output.count)
    switch CZlib.inflate(stream, Z_NO_FLUSH) {
    case Z_OK, Z_BUF_ERROR: break
    case Z_STREAM_END: isComplete = true
    case Z_MEM_ERROR: throw .outOfMemory
    default: throw .damaged(format.rawValue, reason: stream.pointee.msg.map { String(cString: $0) })
    }
    return (input.count - Int(stream.pointee.avail_in), output.count - Int(stream.pointee.avail_out))
  }
}
