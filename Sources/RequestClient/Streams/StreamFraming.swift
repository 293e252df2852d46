internal import Foundation

/// Where one value of a stream ends and the next one begins.
public enum StreamFraming: Hashable, Sendable {
  /// Each piece as it came from the network is a value. Servers do not promise anything about pieces.
  case pieces
  /// Lines ending in LF or CRLF, as NDJSON has them; empty ones are left out.
  ///
  /// - Parameter limit: In bytes; a longer line is delivered as a failure, and the next one is the next value.
  case lines(limit: Int)
  /// JSON text sequences (RFC 7464): each value after a record separator (1E).
  case jsonSequence(limit: Int)

  /// Lines of up to 16 MiB.
  public static let lines = StreamFraming.lines(limit: 16 << 20)
  /// Values of up to 16 MiB.
  public static let jsonSequence = StreamFraming.jsonSequence(limit: 16 << 20)
}

/// A frame that is longer than its limit.
public struct FrameTooLong: Error, Hashable, CustomStringConvertible {
  /// In bytes.
  public let limit: Int
  /// A sentence for people.
  public var description: String {
    "A value of the stream is longer than \(limit) bytes — raise the limit of its framing"
  }
}

/// Cuts a body at a byte.
struct FrameSplitter: Sendable {
  let separator: UInt8
  let limit: Int
  private var rest = Data()
  private var isSkipping = false

  init(separator: UInt8, limit: Int) {
    self.separator = separator
    self.limit = limit
  }

  mutating func take(_ piece: Data) -> [Result<Data, any Error>] {
    var results: [Result<Data, any Error>] = []
    var piece = piece[...]
    while let end = piece.firstIndex(of: separator) {
      append(piece[..<end], &results)
      piece = piece[piece.index(after: end)...]
      if !isSkipping { results.append(.success(rest)) }
      rest = Data()
      isSkipping = false
    }
    append(piece, &results)
    return results
  }

  mutating func end() -> [Result<Data, any Error>] { rest.isEmpty ? [] : [.success(rest)] }

  private mutating func append(_ bytes: Data, _ results: inout [Result<Data, any Error>]) {
    if isSkipping { return }
    if rest.count + bytes.count <= limit { return rest.append(bytes) }
    isSkipping = true
    rest = Data()
    results.append(.failure(FrameTooLong(limit: limit)))
  }
}

/// Frames, each given to a serializer.
struct FramedParser<Serializer: DataStreamSerializer>: StreamParser {
  private let serializer: Serializer
  private let framing: StreamFraming
  private var splitter: FrameSplitter

  init(_ serializer: Serializer, framing: StreamFraming) {
    self.serializer = serializer
    self.framing = framing
    switch framing {
    case .pieces: splitter = FrameSplitter(separator: 0, limit: 0)
    case .lines(let limit): splitter = FrameSplitter(separator: 0x0A, limit: limit)
    case .jsonSequence(let limit): splitter = FrameSplitter(separator: 0x1E, limit: limit)
    }
  }

  mutating func take(_ piece: Data) -> [Result<Serializer.SerializedObject, any Error>] {
    framing == .pieces ? [value(of: piece)] : splitter.take(piece).compactMap(value)
  }

  mutating func end() -> [Result<Serializer.SerializedObject, any Error>] {
    framing == .pieces ? [] : splitter.end().compactMap(value)
  }

  private func value(of bytes: Data) -> Result<Serializer.SerializedObject, any Error> {
    Result { try serializer.serialize(bytes) }
  }

  private func value(of frame: Result<Data, any Error>) -> Result<Serializer.SerializedObject, any Error>? {
    switch frame {
    case .failure(let error): return .failure(error)
    case .success(var bytes):
      if case .lines = framing, bytes.last == 0x0D { bytes.removeLast() }
      return bytes.allSatisfy({ $0 <= 0x20 }) ? nil : value(of: Data(bytes))
    }
  }
}
