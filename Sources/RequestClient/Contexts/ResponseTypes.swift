internal import Foundation

/// The body's bytes are expected back.
public protocol DataResponseType: ResponseType {}

extension DataResponseType {
  /// Takes an empty body of any answer of success.
  public var responseSerializer: DataResponseSerializer { DataResponseSerializer() }
}

/// Text is expected back: in the encoding that the response names, else UTF-8.
public protocol StringResponseType: ResponseType {}

extension StringResponseType {
  /// Takes an empty body of any answer of success.
  public var responseSerializer: StringResponseSerializer { StringResponseSerializer() }
}

/// A decodable value is expected back, JSON by default; `typealias Value = …` says which.
public protocol DecodableResponseType<Value>: ResponseType where Value: Decodable {
  /// Reads the body.
  var decoder: any DataDecoder { get }
}

extension DecodableResponseType {
  /// For JSON, with its defaults.
  public var decoder: any DataDecoder { JSONDecoder() }
  /// Reads with `decoder`.
  public var responseSerializer: DecodableResponseSerializer<Value> {
    DecodableResponseSerializer<Value>(decoder: decoder)
  }
}
