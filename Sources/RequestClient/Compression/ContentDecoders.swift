internal import CBrotli
internal import CZlib
internal import CZstandard

/// Decodes gzip, including several members (RFC 1952, section 2.2), and HTTP's deflate: the zlib format or, as some
/// servers send it, raw deflate data.
final class ZlibDecoder: ContentDecoder {
  enum Format: String {
    case gzip, deflate
  }

  private let format: Format
  // zlib stores the stream's address.
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
    // The zlib format begins with method 8. Raw data would begin with it only in a block type that encoders do not use.
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

/// Decodes br (RFC 7932).
final class BrotliDecoder: ContentDecoder {
  private let state: OpaquePointer
  private(set) var isComplete = false

  /// Returns `nil` if memory allocation fails.
  init?() {
    guard let state = BrotliDecoderCreateInstance(nil, nil, nil) else { return nil }
    self.state = state
  }

  deinit { BrotliDecoderDestroyInstance(state) }

  func decode(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(ContentCodingProblem) -> (consumed: Int, produced: Int) {
    if isComplete {
      if input.isEmpty { return (0, 0) }
      throw .trailingBytes("br")
    }
    var (inputLeft, outputLeft) = (input.count, output.count)
    var nextInput = input.bindMemory(to: UInt8.self).baseAddress
    var nextOutput = output.bindMemory(to: UInt8.self).baseAddress
    let result = BrotliDecoderDecompressStream(state, &inputLeft, &nextInput, &outputLeft, &nextOutput, nil)
    if result == BROTLI_DECODER_RESULT_ERROR { throw .damaged("br", reason: nil) }
    isComplete = result == BROTLI_DECODER_RESULT_SUCCESS
    return (input.count - inputLeft, output.count - outputLeft)
  }
}

/// Decodes zstd (RFC 8878), including several consecutive frames.
final class ZstdDecoder: ContentDecoder {
  private let state: OpaquePointer
  private(set) var isComplete = false

  /// The first bytes of frames and skippable frames.
  private static let frameMarks: Set<UInt8> = Set([0x28] + Array(0x50...0x5F))

  /// Returns `nil` if memory allocation fails.
  init?() {
    guard let state = ZSTD_createDStream() else { return nil }
    self.state = state
  }

  deinit { ZSTD_freeDStream(state) }

  func decode(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(ContentCodingProblem) -> (consumed: Int, produced: Int) {
    if isComplete {
      guard let first = input.first else { return (0, 0) }
      if !Self.frameMarks.contains(first) { throw .trailingBytes("zstd") }
    }
    var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
    var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
    let result = ZSTD_decompressStream(state, &target, &source)
    if ZSTD_isError(result) != 0 { throw isComplete ? .trailingBytes("zstd") : .damaged("zstd", reason: nil) }
    isComplete = result == 0
    return (source.pos, target.pos)
  }
}
