internal import CLate

/// br (RFC 7932) and zstd (RFC 8878).
final class LateDecoder: ContentDecoder {
  enum Format: String {
    case br, zstd
  }

  private let format: Format
  private let decoder: OpaquePointer
  private(set) var isComplete = false

  /// `nil` where the library is missing.
  init?(_ format: Format) {
    guard let decoder = format == .br ? content_decoder_brotli() : content_decoder_zstd() else { return nil }
    self.format = format
    self.decoder = decoder
  }

  /// How another frame of zstd begins, one to skip among them.
  private static let frameMarks: Set<UInt8> = Set([0x28] + Array(0x50...0x5F))

  deinit { content_decoder_free(decoder) }

  func decode(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(ContentCodingProblem) -> (consumed: Int, produced: Int) {
    if isComplete {
      guard let first = input.first else { return (0, 0) }
      if format == .br || !Self.frameMarks.contains(first) { throw .trailingBytes(format.rawValue) }
    }
    let step = content_decoder_decode(
      decoder, input.bindMemory(to: UInt8.self).baseAddress, input.count,
      output.bindMemory(to: UInt8.self).baseAddress, output.count)
    if step.status == content_decoder_failed {
      throw isComplete ? .trailingBytes(format.rawValue) : .damaged(format.rawValue, reason: nil)
    }
    isComplete = step.status == content_decoder_ended
    return (step.consumed, step.produced)
  }
}
