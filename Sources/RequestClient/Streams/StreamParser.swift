public import Foundation

/// Makes values of a body's pieces, whose borders mean nothing.
public protocol StreamParser: Sendable {
  /// What is made of the pieces.
  associatedtype Value: Sendable

  /// The values that `piece` completes; a failure is delivered in its place and ends nothing by itself.
  mutating func take(_ piece: Data) -> [Result<Value, any Error>]
  /// What the end of the body completes.
  mutating func end() -> [Result<Value, any Error>]
}

/// Makes a value of the bytes of one piece or one frame.
public protocol DataStreamSerializer: Sendable {
  /// What is made of a piece or frame.
  associatedtype SerializedObject: Sendable

  /// - Throws: Any error; it is delivered in the value's place.
  func serialize(_ data: Data) throws -> SerializedObject
}

/// The bytes as they are.
public struct PassthroughStreamSerializer: DataStreamSerializer {
  /// Without settings.
  public init() {}
  /// `data`
  public func serialize(_ data: Data) -> Data { data }
}

/// A decodable value.
public struct DecodableStreamSerializer<Value: Decodable & Sendable>: DataStreamSerializer {
  private let decoder: any DataDecoder

  /// - Parameter decoder: Decodes each piece or frame by itself.
  public init(decoder: any DataDecoder = JSONDecoder()) { self.decoder = decoder }

  /// - Throws: What the decoder throws.
  public func serialize(_ data: Data) throws -> Value { try decoder.decode(Value.self, from: data) }
}
