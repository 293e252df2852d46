internal import CZstandard
internal import Synchronization

/// Compresses and decompresses whole blocks with libzstd.
///
/// The contexts are large and calls are short, so all threads share them.
enum Zstandard {
  /// Addresses, since pointers cannot cross threads. Created on first use.
  private struct Contexts: Sendable {
    private var compressorAddress = 0
    private var dictionaryAddress = 0
    private var decompressorAddress = 0

    mutating func compressor() -> OpaquePointer? { Self.pointer(&compressorAddress) { ZSTD_createCCtx() } }
    mutating func decompressor() -> OpaquePointer? { Self.pointer(&decompressorAddress) { ZSTD_createDCtx() } }

    mutating func dictionary(of bytes: UnsafeRawBufferPointer, level: Int32) -> OpaquePointer? {
      Self.pointer(&dictionaryAddress) { ZSTD_createCDict(bytes.baseAddress, bytes.count, level) }
    }

    private static func pointer(_ address: inout Int, create: () -> OpaquePointer?) -> OpaquePointer? {
      if address == 0 { address = Int(bitPattern: create()) }
      return OpaquePointer(bitPattern: address)
    }
  }

  private static let contexts = Mutex(Contexts())

  /// Whether the library could be loaded.
  static var isAvailable: Bool { contexts.withLock { contexts in contexts.decompressor() != nil } }

  // Bodies are compressed while a send waits for its record; level 1 costs 2 to 3 ns a byte.
  private static let bodyLevel: Int32 = 1
  private static let textLevel: Int32 = 3

  /// Returns the compressed size, or 0 if it exceeds the size of `output`.
  ///
  /// - Parameter dictionary: The same bytes in every call.
  static func compress(
    _ bytes: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer,
    with dictionary: UnsafeRawBufferPointer?
  ) -> Int {
    let size = contexts.withLock { contexts in
      let compressor = contexts.compressor()
      guard let dictionary else {
        return ZSTD_compressCCtx(
          compressor, output.baseAddress, output.count, bytes.baseAddress, bytes.count, bodyLevel)
      }
      return ZSTD_compress_usingCDict(
        compressor, output.baseAddress, output.count, bytes.baseAddress, bytes.count,
        contexts.dictionary(of: dictionary, level: textLevel))
    }
    return ZSTD_isError(size) == 0 ? size : 0
  }

  /// The size of a compressed block's content; `nil` for other bytes.
  static func size(of bytes: UnsafeRawBufferPointer) -> Int? {
    Int(exactly: ZSTD_getFrameContentSize(bytes.baseAddress, bytes.count))
  }

  /// Decompresses a block and returns whether its content has exactly the size of `output`.
  static func decompress(
    _ bytes: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer,
    with dictionary: UnsafeRawBufferPointer?
  ) -> Bool {
    contexts.withLock { contexts in
      let size = ZSTD_decompress_usingDict(
        contexts.decompressor(), output.baseAddress, output.count, bytes.baseAddress, bytes.count,
        dictionary?.baseAddress, dictionary?.count ?? 0)
      return size == output.count
    }
  }
}
