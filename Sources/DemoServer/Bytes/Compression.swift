internal import CZlib

/// Creates gzip and zlib streams of stored blocks, whose bytes contain the text.
enum Compression {
  static func gzip(_ bytes: [UInt8]) -> [UInt8] { compress(bytes, windowBits: 31) }

  /// The zlib format (RFC 1950), which HTTP calls `deflate`.
  static func zlib(_ bytes: [UInt8]) -> [UInt8] { compress(bytes, windowBits: 15) }

  private static func compress(_ bytes: [UInt8], windowBits: Int32) -> [UInt8] {
    var stream = z_stream()
    precondition(zlib_start_deflate(&stream, Z_NO_COMPRESSION, windowBits) == Z_OK, "zlib has no memory")
    defer { deflateEnd(&stream) }
    let bound = Int(deflateBound(&stream, UInt(bytes.count)))
    var input = bytes
    return [UInt8](unsafeUninitializedCapacity: bound) { output, count in
      input.withUnsafeMutableBufferPointer { input in
        (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
        (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(bound))
        deflate(&stream, Z_FINISH)
      }
      count = bound - Int(stream.avail_out)
    }
  }
}
