public import Foundation

/// Parses the response to a data request.
///
/// Runs once for each handler and attempt, off the caller's thread, after the serializers added before it.
public protocol DataResponseSerializerProtocol<SerializedObject>: Sendable {
  /// The parsed value.
  associatedtype SerializedObject: Sendable

  /// - Parameter error: An earlier error; a serializer that does not handle failed responses throws it.
  /// - Throws: Any error. Errors other than `RequestError` are wrapped.
  func serialize(
    request: OutgoingRequest?, response: HTTPResponse?, data: Data?, error: RequestError?
  ) throws -> SerializedObject
}

/// Parses the result of a download.
public protocol DownloadResponseSerializerProtocol<SerializedObject>: Sendable {
  /// The parsed value.
  associatedtype SerializedObject: Sendable

  /// - Parameter fileURL: The file with the body; `nil` if no byte was received.
  /// - Parameter error: An earlier error; a serializer that does not handle failed responses throws it.
  /// - Throws: Any error. Errors other than `RequestError` are wrapped.
  func serializeDownload(
    request: OutgoingRequest?, response: HTTPResponse?, fileURL: URL?, error: RequestError?
  ) throws -> SerializedObject
}

/// A serializer for data requests and downloads. Implementing `serialize` is enough: a download's file is read for it.
public protocol ResponseSerializer<SerializedObject>: DataResponseSerializerProtocol,
  DownloadResponseSerializerProtocol
{}

/// Returns the body's bytes.
public struct DataResponseSerializer: ResponseSerializer {
  private let dataPreprocessor: any DataPreprocessor
  private let emptyBodies: EmptyBodyRule

  /// Creates a serializer.
  ///
  /// - Parameter emptyBodies: Responses that may have no body; others without one fail with `inputDataNilOrZeroLength`.
  public init(
    dataPreprocessor: any DataPreprocessor = PassthroughPreprocessor(), emptyBodies: EmptyBodyRule = .success
  ) {
    self.dataPreprocessor = dataPreprocessor
    self.emptyBodies = emptyBodies
  }

  /// Returns the body, or empty data if `emptyBodies` allows it.
  ///
  /// - Throws: `error`, or `inputDataNilOrZeroLength`.
  public func serialize(
    request: OutgoingRequest?, response: HTTPResponse?, data: Data?, error: RequestError?
  ) throws -> Data {
    if let error { throw error }
    if let data, !data.isEmpty { return try dataPreprocessor.preprocess(data) }
    if emptyBodies.allows(request?.method, response) { return Data() }
    throw RequestError.responseSerializationFailed(.inputDataNilOrZeroLength)
  }
}

/// The body as received; `nil` if there was none.
struct PassthroughSerializer: ResponseSerializer {
  func serialize(
    request: OutgoingRequest?, response: HTTPResponse?, data: Data?, error: RequestError?
  ) throws -> Data? {
    if let error { throw error }
    return data
  }
}

/// Decodes the body as text: in the given encoding, else the response's charset, else UTF-8.
public struct StringResponseSerializer: ResponseSerializer {
  private let bytes: DataResponseSerializer
  private let encoding: String.Encoding?

  /// Creates a serializer.
  ///
  /// - Parameter encoding: Overrides the response's charset.
  public init(
    dataPreprocessor: any DataPreprocessor = PassthroughPreprocessor(), encoding: String.Encoding? = nil,
    emptyBodies: EmptyBodyRule = .success
  ) {
    bytes = DataResponseSerializer(dataPreprocessor: dataPreprocessor, emptyBodies: emptyBodies)
    self.encoding = encoding
  }

  /// Returns the body's text.
  ///
  /// - Throws: `error`, `inputDataNilOrZeroLength`, or `stringSerializationFailed` if the bytes are not text in the encoding.
  public func serialize(
    request: OutgoingRequest?, response: HTTPResponse?, data: Data?, error: RequestError?
  ) throws -> String {
    let data = try bytes.serialize(request: request, response: response, data: data, error: error)
    let encoding = encoding ?? response?.declaredEncoding ?? .utf8
    guard let text = String(data: data, encoding: encoding) else {
      throw RequestError.responseSerializationFailed(.stringSerializationFailed(encoding: "\(encoding)"))
    }
    return text
  }
}

extension HTTPResponse {
  /// The encoding of the content type's `charset`, if it is a known one.
  var declaredEncoding: String.Encoding? {
    guard let type = headerFields[.contentType] else { return nil }
    for parameter in type.unicodeScalars.split(separator: ";").dropFirst() {
      let parts = parameter.split(separator: "=", maxSplits: 1).map {
        String($0).trimmingCharacters(in: .whitespaces)
      }
      guard parts.count == 2, parts[0].lowercased() == "charset" else { continue }
      let name = parts[1].trimmingCharacters(in: CharacterSet(charactersIn: "\"'")).lowercased()
      return Self.encodings[name]
    }
    return nil
  }

  private static let encodings: [String: String.Encoding] = [
    "utf-8": .utf8, "utf8": .utf8, "us-ascii": .ascii, "ascii": .ascii, "iso-8859-1": .isoLatin1,
    "latin1": .isoLatin1, "iso-8859-2": .isoLatin2, "windows-1250": .windowsCP1250, "windows-1251": .windowsCP1251,
    "windows-1252": .windowsCP1252, "utf-16": .utf16, "utf-16le": .utf16LittleEndian, "utf-16be": .utf16BigEndian,
    "utf-32": .utf32, "shift_jis": .shiftJIS, "euc-jp": .japaneseEUC, "iso-2022-jp": .iso2022JP,
  ]
}

/// Decodes values from bytes, as `JSONDecoder` and `PropertyListDecoder` do.
public protocol DataDecoder: Sendable {
  /// Returns the value that `data` represents.
  ///
  /// - Throws: Any error; it is reported as `decodingFailed`.
  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}

extension JSONDecoder: DataDecoder {}
extension PropertyListDecoder: DataDecoder {}

/// A type that has a value for empty responses.
public protocol EmptyResponse {
  /// The value for a response without a body.
  static func emptyValue() -> Self
}

/// An empty response.
public struct Empty: EmptyResponse, Codable, Hashable, Sendable {
  /// Creates the value.
  public init() {}
  /// The value.
  public static func emptyValue() -> Empty { Empty() }
}

extension Optional: EmptyResponse {
  /// `nil`
  public static func emptyValue() -> Wrapped? { nil }
}

/// Decodes the body. An empty body of a successful response is the empty value of `EmptyResponse` types and an error for
/// others.
public struct DecodableResponseSerializer<Value: Decodable & Sendable>: ResponseSerializer {
  private let dataPreprocessor: any DataPreprocessor
  private let decoder: any DataDecoder
  private let emptyBodies: EmptyBodyRule

  /// Creates a serializer.
  ///
  /// - Parameter emptyBodies: Responses that may have no body.
  public init(
    dataPreprocessor: any DataPreprocessor = PassthroughPreprocessor(), decoder: any DataDecoder = JSONDecoder(),
    emptyBodies: EmptyBodyRule = .success
  ) {
    self.dataPreprocessor = dataPreprocessor
    self.decoder = decoder
    self.emptyBodies = emptyBodies
  }

  /// Returns the decoded body, or the empty value of the type if `emptyBodies` allows it.
  ///
  /// - Throws: `error`, `decodingFailed`, or for an empty body `inputDataNilOrZeroLength` or `invalidEmptyResponse`.
  public func serialize(
    request: OutgoingRequest?, response: HTTPResponse?, data: Data?, error: RequestError?
  ) throws -> Value {
    if let error { throw error }
    guard let data, !data.isEmpty else { return try emptyValue(request, response) }
    let bytes = try dataPreprocessor.preprocess(data)
    do {
      return try decoder.decode(Value.self, from: bytes)
    } catch {
      throw RequestError.responseSerializationFailed(.decodingFailed(error))
    }
  }

  private func emptyValue(_ request: OutgoingRequest?, _ response: HTTPResponse?) throws(RequestError) -> Value {
    guard emptyBodies.allows(request?.method, response) else {
      throw .responseSerializationFailed(.inputDataNilOrZeroLength)
    }
    guard let type = Value.self as? any EmptyResponse.Type, let value = type.emptyValue() as? Value else {
      throw .responseSerializationFailed(.invalidEmptyResponse(type: "\(Value.self)"))
    }
    return value
  }
}

/// Decides which responses may have no body.
public struct EmptyBodyRule: Sendable {
  let allows: @Sendable (HTTPRequest.Method?, HTTPResponse?) -> Bool

  /// All successful responses, and those that `standard` allows.
  public static let success = EmptyBodyRule { method, response in
    (200..<300).contains(response?.status.code ?? 0) || standard.allows(method, response)
  }

  /// Responses to HEAD and responses with status 204, 205 or 304.
  public static let standard = EmptyBodyRule.only(statusCodes: [204, 205, 304], methods: [.head])

  /// Responses with one of these statuses or to one of these methods.
  public static func only(statusCodes: Set<Int>, methods: Set<HTTPRequest.Method>) -> EmptyBodyRule {
    EmptyBodyRule { method, response in
      method.map(methods.contains) == true || statusCodes.contains(response?.status.code ?? 0)
    }
  }
}

/// Transforms a body before it is serialized.
public protocol DataPreprocessor: Sendable {
  /// - Throws: Any error; it is reported wrapped.
  func preprocess(_ data: Data) throws -> Data
}

/// Leaves bodies as they are.
public struct PassthroughPreprocessor: DataPreprocessor {
  /// Creates the preprocessor.
  public init() {}
  /// `data`
  public func preprocess(_ data: Data) -> Data { data }
}

/// Removes the line `)]}',` that some servers put before JSON to keep it from running as a script.
public struct XSSIPreprocessor: DataPreprocessor {
  private static let prefix = Data(")]}',\n".utf8)

  /// Creates the preprocessor.
  public init() {}
  /// `data` without the prefix.
  public func preprocess(_ data: Data) -> Data {
    data.starts(with: Self.prefix) ? Data(data.dropFirst(Self.prefix.count)) : data
  }
}
