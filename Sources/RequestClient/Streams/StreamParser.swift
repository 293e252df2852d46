public import Foundation

/// Parses values from the chunks of a body. Chunk boundaries have no meaning.
public protocol StreamParser: Sendable {
  /// The parsed value.
  associatedtype Value: Sendable

  /// Returns the values completed by `chunk`. A failure is delivered in its place and does not end the stream.
  mutating func parse(_ chunk: Data) -> [Result<Value, any Error>]
  /// Returns the values completed by the end of the body.
  mutating func end() -> [Result<Value, any Error>]
}

/// Parses one chunk or frame.
public protocol DataStreamSerializer: Sendable {
  /// The parsed value.
  associatedtype SerializedObject: Sendable

  /// - Throws: Any error; it is delivered instead of a value.
  func serialize(_ data: Data) throws -> SerializedObject
}

/// Returns the bytes unchanged.
public struct PassthroughStreamSerializer: DataStreamSerializer {
  /// Creates the serializer.
  public init() {}
  /// `data`
  public func serialize(_ data: Data) -> Data { data }
}

/// Decodes a value.
public struct DecodableStreamSerializer<Value: Decodable & Sendable>: DataStreamSerializer {
  private let decoder: any DataDecoder

  /// Creates a serializer.
  ///
  /// - Parameter decoder: Decodes each chunk or frame separately.
  public init(decoder: any DataDecoder = JSONDecoder()) { self.decoder = decoder }

  /// Returns the decoded value.
  ///
  /// - Throws: The error of the decoder.
  public func serialize(_ data: Data) throws -> Value { try decoder.decode(Value.self, from: data) }
}

/// Text as it arrives: characters split across chunks are joined, invalid UTF-8 is replaced.
struct TextParser: StreamParser {
  private var rest = Data()

  mutating func parse(_ chunk: Data) -> [Result<String, any Error>] {
    rest.append(chunk)
    let whole = rest.count - Self.unfinished(rest)
    if whole == 0 { return [] }
    defer { rest = Data(rest.suffix(rest.count - whole)) }
    return [.success(String(decoding: rest.prefix(whole), as: UTF8.self))]
  }

  mutating func end() -> [Result<String, any Error>] {
    rest.isEmpty ? [] : [.success(String(decoding: rest, as: UTF8.self))]
  }

  /// Number of bytes at the end that start an incomplete character.
  private static func unfinished(_ bytes: Data) -> Int {
    for (count, byte) in bytes.suffix(3).reversed().enumerated() {
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : byte >= 0x80 ? 0 : 1
      if length == 0 { continue }
      return length > count + 1 ? count + 1 : 0
    }
    return 0
  }
}

/// Non-empty lines of text, without line endings.
struct LineParser: StreamParser {
  private var lines: FramedParser<LineSerializer>

  init(limit: Int) { lines = FramedParser(LineSerializer(), framing: .lines(limit: limit)) }

  mutating func parse(_ chunk: Data) -> [Result<String, any Error>] { lines.parse(chunk) }
  mutating func end() -> [Result<String, any Error>] { lines.end() }

  private struct LineSerializer: DataStreamSerializer {
    func serialize(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }
  }
}

/// Separates the values of a stream.
public enum StreamFraming: Hashable, Sendable {
  /// Each chunk as received. Servers guarantee nothing about chunk boundaries.
  case chunks
  /// Non-empty lines ending in LF or CRLF, as in NDJSON.
  ///
  /// - Parameter limit: In bytes; a longer line is delivered as a failure.
  case lines(limit: Int)
  /// JSON text sequences (RFC 7464), separated by 1E.
  case jsonSequence(limit: Int)

  /// Lines of up to 16 MiB.
  public static let lines = StreamFraming.lines(limit: 16 << 20)
  /// Values of up to 16 MiB.
  public static let jsonSequence = StreamFraming.jsonSequence(limit: 16 << 20)
}

/// A value is longer than its limit.
public struct FrameTooLong: Error, Hashable, CustomStringConvertible {
  /// In bytes.
  public let limit: Int
  /// The part that is too long and its remedy.
  public var description: String {
    "A value of the stream is longer than \(limit) bytes — raise the limit of its framing"
  }
}

/// Splits a body at a separator byte.
struct FrameSplitter: Sendable {
  let separator: UInt8
  let limit: Int
  private var rest = Data()
  private var isSkipping = false

  init(separator: UInt8, limit: Int) {
    self.separator = separator
    self.limit = limit
  }

  mutating func parse(_ chunk: Data) -> [Result<Data, any Error>] {
    var results: [Result<Data, any Error>] = []
    var chunk = chunk[...]
    while let end = chunk.firstIndex(of: separator) {
      append(chunk[..<end], &results)
      chunk = chunk[chunk.index(after: end)...]
      if !isSkipping { results.append(.success(rest)) }
      rest = Data()
      isSkipping = false
    }
    append(chunk, &results)
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
    case .chunks: splitter = FrameSplitter(separator: 0, limit: 0)
    case .lines(let limit): splitter = FrameSplitter(separator: 0x0A, limit: limit)
    case .jsonSequence(let limit): splitter = FrameSplitter(separator: 0x1E, limit: limit)
    }
  }

  mutating func parse(_ chunk: Data) -> [Result<Serializer.SerializedObject, any Error>] {
    framing == .chunks ? [value(of: chunk)] : splitter.parse(chunk).compactMap(value)
  }

  mutating func end() -> [Result<Serializer.SerializedObject, any Error>] {
    framing == .chunks ? [] : splitter.end().compactMap(value)
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
