internal import CZlib
internal import Foundation
internal import Synchronization

/// Decompresses messages (RFC 7692, section 7.2.2).
final class WebSocketInflater: Sendable {
  typealias Violation = WebSocketFrameParser.Violation

  private let stream: Mutex<InflateStream>
  private let resetsWindow: Bool

  /// - Parameter resetsWindow: Whether each message is compressed on its own.
  init(resetsWindow: Bool) throws(WebSocketFailure) {
    self.resetsWindow = resetsWindow
    stream = Mutex(try InflateStream())
  }

  /// Decompresses a part of a message.
  ///
  /// - Returns: At most `limit` bytes; `nil` if there are more.
  func inflate(_ input: [UInt8], atMost limit: Int) throws(Violation) -> [UInt8]? {
    try stream.withLock { (stream) throws(Violation) in try stream.inflate(input, atMost: limit) }
  }

  /// Decompresses the rest of a message after its last part; see `inflate`.
  func finishMessage(atMost limit: Int) throws(Violation) -> [UInt8]? {
    // Senders leave out the empty block at the end.
    let rest = try inflate([0x00, 0x00, 0xFF, 0xFF], atMost: limit)
    if resetsWindow { stream.withLock { $0.reset() } }
    return rest
  }
}

private struct InflateStream: ~Copyable {
  typealias Violation = WebSocketFrameParser.Violation

  // zlib stores the stream's address.
  private let stream: UnsafeMutablePointer<z_stream>
  /// How much is produced before the limit is checked.
  private static let pieceSize = 32 << 10

  init() throws(WebSocketFailure) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // The largest window reads data of every window.
    if zlib_start_inflate(stream, -15) != Z_OK { throw .outOfMemory }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  func reset() { inflateReset(stream) }

  func inflate(_ input: [UInt8], atMost limit: Int) throws(Violation) -> [UInt8]? {
    var input = input
    var output: [UInt8] = []
    stream.pointee.avail_in = uInt(input.count)
    var consumed = 0
    while true {
      let before = stream.pointee.avail_in
      let result = input.withUnsafeMutableBufferPointer { bytes in
        stream.pointee.next_in = bytes.baseAddress.map { $0 + consumed }
        return append(to: &output)
      }
      consumed += Int(before - stream.pointee.avail_in)
      if output.count > limit { return nil }
      switch result {
      case Z_OK: break
      // The message may continue after a block marked as the last (section 7.2.3.4).
      case Z_STREAM_END: reset()
      case Z_BUF_ERROR: return output
      case Z_MEM_ERROR: throw Violation("a message for which there is no memory", .internalError)
      default: throw Violation("a message that cannot be decompressed", .invalidPayload)
      }
      if stream.pointee.avail_in == 0, stream.pointee.avail_out > 0 { return output }
    }
  }

  /// - Returns: zlib's result.
  private func append(to output: inout [UInt8]) -> CInt {
    var result = Z_OK
    output += [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
      stream.pointee.next_out = buffer.baseAddress
      stream.pointee.avail_out = uInt(buffer.count)
      result = CZlib.inflate(stream, Z_SYNC_FLUSH)
      count = buffer.count - Int(stream.pointee.avail_out)
    }
    return result
  }
}

/// Compresses messages (RFC 7692, section 7.2.1).
final class WebSocketDeflater: Sendable {
  private let stream: Mutex<DeflateStream>
  private let resetsWindow: Bool

  /// zlib refuses raw data with a window of 8 bits.
  static let windows = 9...15

  /// - Parameters:
  ///   - windowBits: One of `windows`.
  ///   - resetsWindow: Whether each message is compressed on its own.
  init(windowBits: Int, resetsWindow: Bool) throws(WebSocketFailure) {
    self.resetsWindow = resetsWindow
    stream = Mutex(try DeflateStream(windowBits: windowBits))
  }

  /// Returns the compressed message.
  func deflate(_ message: [UInt8]) -> [UInt8] {
    // An empty block; zlib writes no second one.
    if message.isEmpty { return [0x00] }
    return stream.withLock { stream in
      let compressed = stream.deflate(message)
      if resetsWindow { stream.reset() }
      return compressed
    }
  }
}

private struct DeflateStream: ~Copyable {
  private let stream: UnsafeMutablePointer<z_stream>

  init(windowBits: Int) throws(WebSocketFailure) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    if zlib_start_deflate(stream, Z_DEFAULT_COMPRESSION, CInt(-windowBits)) != Z_OK { throw .outOfMemory }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  func reset() { deflateReset(stream) }

  func deflate(_ message: [UInt8]) -> [UInt8] {
    var message = message
    // For the empty block at the end, which zlib does not count.
    let capacity = Int(deflateBound(stream, uLong(message.count))) + 16
    return message.withUnsafeMutableBufferPointer { bytes in
      [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        stream.pointee.next_in = bytes.baseAddress
        stream.pointee.avail_in = uInt(bytes.count)
        stream.pointee.next_out = buffer.baseAddress
        stream.pointee.avail_out = uInt(capacity)
        let result = CZlib.deflate(stream, Z_SYNC_FLUSH)
        precondition(result == Z_OK && stream.pointee.avail_out > 0, "zlib needs more room than it announced")
        // Receivers add the empty block at the end again.
        count = capacity - Int(stream.pointee.avail_out) - 4
      }
    }
  }
}
