internal import CZlib
internal import Foundation

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
