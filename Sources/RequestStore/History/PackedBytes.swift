internal import Foundation

/// The packed format of history: a byte for the encoding, then the bytes, compressed if that saves space.
///
/// The encodings and the dictionary are part of the file format and never change.
enum PackedBytes {
  private enum Encoding: UInt8 {
    case plain = 0
    case zstd = 1
    /// zstd with `HistoryDictionary.first`.
    case zstdWithDictionary = 2
  }

  /// Packs a log or a request with the dictionary.
  static func packText(_ bytes: Data) -> Data { pack(bytes, .zstdWithDictionary) }

  /// Packs a body or a chunk of it.
  static func packBody(_ bytes: Data) -> Data { pack(bytes, .zstd) }

  private static func pack(_ bytes: Data, _ encoding: Encoding) -> Data {
    // Saving less than an eighth is not worth the decompression time.
    let capacity = bytes.count - bytes.count / 8
    var packed = Data(count: capacity + 1)
    let count = packed.withUnsafeMutableBytes { output in
      bytes.withUnsafeBytes { input in
        Zstandard.compress(
          input, into: UnsafeMutableRawBufferPointer(rebasing: output.dropFirst()), with: dictionary(encoding))
      }
    }
    guard count > 0 else { return Data([Encoding.plain.rawValue]) + bytes }
    packed[0] = encoding.rawValue
    return packed.prefix(count + 1)
  }

  /// Returns the unpacked bytes.
  ///
  /// - Parameter limit: The largest size to expect.
  /// - Throws: `PackingProblem`
  static func unpack(_ packed: Data, limit: Int = 1 << 30) throws -> Data {
    guard let first = packed.first, let encoding = Encoding(rawValue: first) else { throw PackingProblem.damaged }
    let content = packed.dropFirst()
    if encoding == .plain { return Data(content) }
    guard let size = content.withUnsafeBytes(Zstandard.size), size <= limit else { throw PackingProblem.damaged }
    var bytes = Data(count: size)
    let isWhole = bytes.withUnsafeMutableBytes { output in
      content.withUnsafeBytes { input in
        Zstandard.decompress(input, into: output, with: dictionary(encoding))
      }
    }
    guard isWhole else { throw PackingProblem.damaged }
    return bytes
  }

  private static func dictionary(_ encoding: Encoding) -> UnsafeRawBufferPointer? {
    encoding == .zstdWithDictionary ? HistoryDictionary.first : nil
  }
}

/// Why packed bytes cannot be read.
enum PackingProblem: Error, CustomStringConvertible {
  case damaged

  var description: String {
    switch self {
    case .damaged: "its record is damaged"
    }
  }
}
