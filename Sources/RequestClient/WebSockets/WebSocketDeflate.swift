internal import CZlib
internal import Foundation

/// Decompresses messages (RFC 7692, section 7.2.2). Used on one thread at a time.
final class WebSocketInflater {
  typealias Violation = WebSocketFrameParser.Violation

  // zlib stores the stream's address.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private let output = UnsafeMutableRawBufferPointer.allocate(byteCount: 32 << 10, alignment: 16)
  private let resetsWindow: Bool

  /// - Parameter resetsWindow: Whether each message is compressed on its own.
  init(resetsWindow: Bool) throws(WebSocketFailure) {
    self.resetsWindow = resetsWindow
    stream.initialize(to: z_stream())
    // The largest window reads data of every window.
    if zlib_start_inflate(stream, -15) != Z_OK { throw .outOfMemory }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    output.deallocate()
  }

  /// Decompresses a part of a message.
  ///
  /// - Parameter take: Called with bounded pieces of the output, whose error ends the decompression: nothing more is
  ///   produced than it allows.
  func inflate(
    _ input: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer) throws(Violation) -> Void
  ) throws(Violation) {
    stream.pointee.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
    stream.pointee.avail_in = uInt(input.count)
    repeat {
      stream.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
      stream.pointee.avail_out = uInt(output.count)
      let result = CZlib.inflate(stream, Z_SYNC_FLUSH)
      let count = output.count - Int(stream.pointee.avail_out)
      if count > 0 { try take(UnsafeRawBufferPointer(rebasing: output[..<count])) }
      switch result {
      case Z_OK: break
      // The message goes on after a block that is marked as the last (section 7.2.3.4).
      case Z_STREAM_END: inflateReset(stream)
      case Z_BUF_ERROR: return
      case Z_MEM_ERROR: throw Violation("there is no memory to decompress a message", .internalError)
      default: throw Violation("a message that cannot be decompressed", .invalidPayload)
      }
    } while stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0
  }

  /// Decompresses the rest of a message after its last part.
  func finishMessage(_ take: (UnsafeRawBufferPointer) throws(Violation) -> Void) throws(Violation) {
    // Senders leave out the empty block at the end.
    let tail: [UInt8] = [0x00, 0x00, 0xFF, 0xFF]
    let result = tail.withUnsafeBytes { bytes in
      Result { () throws(Violation) in try inflate(bytes, take) }
    }
    try result.get()
    if resetsWindow { inflateReset(stream) }
  }
}

/// Compresses messages (RFC 7692, section 7.2.1). Used on one thread at a time.
final class WebSocketDeflater {
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private let resetsWindow: Bool

  /// zlib refuses raw data with a window of 8 bits.
  static let windows = 9...15

  /// - Parameters:
  ///   - windowBits: One of `windows`.
  ///   - resetsWindow: Whether each message is compressed on its own.
  init(windowBits: Int, resetsWindow: Bool) throws(WebSocketFailure) {
    self.resetsWindow = resetsWindow
    stream.initialize(to: z_stream())
    if zlib_start_deflate(stream, Z_DEFAULT_COMPRESSION, CInt(-windowBits)) != Z_OK { throw .outOfMemory }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// Returns the compressed message.
  func deflate(_ message: UnsafeRawBufferPointer) -> [UInt8] {
    // An empty block; zlib writes no second one.
    if message.isEmpty { return [0x00] }
    let capacity = Int(deflateBound(stream, uLong(message.count))) + 16
    return [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      stream.pointee.next_in = UnsafeMutablePointer(mutating: message.bindMemory(to: UInt8.self).baseAddress)
      stream.pointee.avail_in = uInt(message.count)
      stream.pointee.next_out = buffer.baseAddress
      stream.pointee.avail_out = uInt(capacity)
      let result = CZlib.deflate(stream, Z_SYNC_FLUSH)
      precondition(result == Z_OK && stream.pointee.avail_out > 0, "zlib needs more room than it announced")
      // Receivers add the empty block at the end again.
      count = capacity - Int(stream.pointee.avail_out) - 4
      if resetsWindow { deflateReset(stream) }
    }
  }
}
