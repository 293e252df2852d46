internal import Foundation

/// Decodes a content coding (RFC 9110, section 8.4.1) incrementally.
protocol ContentDecoder: AnyObject {
  /// Whether the data may end here.
  var isComplete: Bool { get }

  /// Decodes some of `input` into `output`. If it makes no progress, it needs more input.
  func decode(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(ContentCodingProblem) -> (consumed: Int, produced: Int)
}

/// The reason a body could not be decoded.
enum ContentCodingProblem: Error, Hashable {
  /// The coding is not supported.
  case unknown(String)
  /// The body has more codings than allowed.
  case tooMany
  /// The data is invalid. The reason is the decoder's, if it gives one.
  case damaged(String, reason: String?)
  /// The data ends prematurely.
  case truncated(String)
  /// Data follows the end of the coded data.
  case trailingBytes(String)
  /// Memory for a decoder could not be allocated.
  case outOfMemory
}

extension ContentCodingProblem {
  var detail: String {
    switch self {
    case .unknown(let name): "the coding \"\(name)\" is unknown"
    case .tooMany: "it has more codings than a body can need"
    case .damaged(let name, let reason?): "the \(name) data is damaged: \(reason)"
    case .damaged(let name, reason: nil): "the \(name) data is damaged"
    case .truncated(let name): "the \(name) data ends early"
    case .trailingBytes(let name): "other bytes follow the end of the \(name) data"
    case .outOfMemory: "there is no memory for it"
    }
  }
}

/// Decodes all codings of a body, in chunks of bounded size.
final class ContentDecoding {
  private struct Stage {
    let name: String
    let decoder: any ContentDecoder
    /// Output of the previous stage; empty for the first, which reads the received bytes.
    var buffer: [UInt8] = []
    var rest = 0..<0
  }

  private var stages: [Stage] = []
  private static let stageLimit = 5
  private static let bufferSize = 32 << 10

  /// - Parameter codings: Coding names in the order in which they were applied.
  init(_ codings: [String]) throws(ContentCodingProblem) {
    if codings.count > Self.stageLimit { throw .tooMany }
    for name in codings.reversed() {
      guard let decoder = Self.decoder(of: name) else { throw .unknown(name) }
      let buffer = stages.isEmpty ? [] : [UInt8](repeating: 0, count: Self.bufferSize)
      stages.append(Stage(name: name, decoder: decoder, buffer: buffer))
    }
  }

  /// The lower-case names of codings in `Content-Encoding`, without `identity`, and the other names in it: charsets, for
  /// example, which change no byte.
  static func names(in headers: HTTPHeaders) -> (codings: [String], others: [String]) {
    let values = headers.values(for: "Content-Encoding")
    if values.isEmpty { return ([], []) }
    let names = values.flatMap { $0.split(separator: ",") }.map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !["", "identity", "none"].contains($0.lowercased()) }
    return (
      names.map { $0.lowercased() }.filter(registered.contains), names.filter { !registered.contains($0.lowercased()) }
    )
  }

  /// The registry of HTTP content codings. Those without a decoder are an error.
  private static let registered: Set = [
    "aes128gcm", "br", "compress", "dcb", "dcz", "deflate", "exi", "gzip", "pack200-gzip", "x-compress", "x-gzip",
    "zstd",
  ]

  private static func decoder(of name: String) -> (any ContentDecoder)? {
    switch name {
    case "gzip", "x-gzip": ZlibDecoder(.gzip)
    case "deflate": ZlibDecoder(.deflate)
    case "br": BrotliDecoder()
    case "zstd": ZstdDecoder()
    default: nil
    }
  }

  /// The problem if the data ended now.
  var problemAtEnd: ContentCodingProblem? {
    stages.first { !$0.decoder.isComplete || !$0.rest.isEmpty }.map { .truncated($0.name) }
  }

  /// Consumes bytes of `input` until there are decoded bytes or `input` is empty.
  ///
  /// - Returns: The number of bytes in `output`; zero if more input is needed.
  func read(
    _ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(ContentCodingProblem) -> Int {
    try read(stages.count - 1, &input, output)
  }

  private func read(
    _ index: Int, _ input: inout UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer
  ) throws(ContentCodingProblem) -> Int {
    while true {
      let step = try decode(index, &input, output)
      if step.produced > 0 { return step.produced }
      if step.consumed > 0 { continue }
      if index == 0 { return 0 }
      guard try refill(index, &input) else { return 0 }
    }
  }

  private func decode(
    _ index: Int, _ input: inout UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer
  ) throws(ContentCodingProblem) -> (consumed: Int, produced: Int) {
    let decoder = stages[index].decoder
    if index == 0 {
      let step = try decoder.decode(input, into: output)
      input = UnsafeRawBufferPointer(rebasing: input[step.consumed...])
      return step
    }
    let rest = stages[index].rest
    let result = stages[index].buffer.withUnsafeBytes { buffer in
      Result { () throws(ContentCodingProblem) in
        try decoder.decode(UnsafeRawBufferPointer(rebasing: buffer[rest]), into: output)
      }
    }
    let step = try result.get()
    stages[index].rest = rest.lowerBound + step.consumed..<rest.upperBound
    return step
  }

  /// - Returns: Whether the stage has more input.
  private func refill(_ index: Int, _ input: inout UnsafeRawBufferPointer) throws(ContentCodingProblem) -> Bool {
    // A decoder that makes no progress despite input is stuck.
    if !stages[index].rest.isEmpty { throw .damaged(stages[index].name, reason: nil) }
    var buffer: [UInt8] = []
    swap(&buffer, &stages[index].buffer)
    defer { swap(&buffer, &stages[index].buffer) }
    var source = input
    let result = buffer.withUnsafeMutableBytes { bytes in
      Result { () throws(ContentCodingProblem) in try read(index - 1, &source, bytes) }
    }
    input = source
    let count = try result.get()
    stages[index].rest = 0..<count
    return count > 0
  }
}
