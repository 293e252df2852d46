public import Foundation

/// Changes a body before a serializer gets it.
public protocol DataPreprocessor: Sendable {
  /// - Throws: Any error; it is the response's, wrapped.
  func preprocess(_ data: Data) throws -> Data
}

/// Leaves bodies as they are.
public struct PassthroughPreprocessor: DataPreprocessor {
  /// Without settings.
  public init() {}
  /// `data`
  public func preprocess(_ data: Data) -> Data { data }
}

/// Takes away the line `)]}',` with which some servers keep their JSON from being run as a script.
public struct XSSIPreprocessor: DataPreprocessor {
  private static let prefix = Data(")]}',\n".utf8)

  /// Without settings.
  public init() {}
  /// `data` without the prefix, where it begins with it.
  public func preprocess(_ data: Data) -> Data {
    data.starts(with: Self.prefix) ? Data(data.dropFirst(Self.prefix.count)) : data
  }
}
