internal import Foundation

/// The parameters of a request by name: strings, numbers, booleans, and arrays and dictionaries of them.
///
/// Encodings may support other types. `nil` is null in JSON and omitted from queries and forms.
public typealias Parameters = [String: (any Sendable)?]

/// Encodes `Parameters` into a request.
public protocol ParameterEncoding: Sendable {
  /// - Parameter parameters: `nil` leaves the request unchanged.
  /// - Throws: `ParameterEncodingFailure` for the library's encodings.
  func encode(_ request: OutgoingRequest, with parameters: Parameters?) throws -> OutgoingRequest
}

/// Encodes an `Encodable` value into a request.
public protocol ParameterEncoder: Sendable {
  /// - Parameter parameters: `nil` leaves the request unchanged.
  /// - Throws: `ParameterEncoderFailure` for the library's encoders.
  func encode<Parameters: Encodable & Sendable>(
    _ parameters: Parameters?, into request: OutgoingRequest
  ) throws -> OutgoingRequest
}

/// Destination of URL-encoded parameters.
public enum ParameterDestination: Hashable, Sendable {
  /// The query for GET, HEAD and DELETE, the body for other methods.
  case methodDependent
  /// The query, after existing parameters.
  case queryString
  /// The body.
  case httpBody

  func isQuery(for method: HTTPRequest.Method) -> Bool {
    switch self {
    case .methodDependent: [.get, .head, .delete].contains(method)
    case .queryString: true
    case .httpBody: false
    }
  }
}

/// The reason `Parameters` could not be encoded.
public enum ParameterEncodingFailure: Error, Sendable {
  /// The error is an `UnencodableValue`.
  case urlEncodingFailed(any Error)
  /// The error is an `UnencodableValue`.
  case jsonEncodingFailed(any Error)
  /// The error is an `UnencodableValue` or the property list encoder's.
  case propertyListEncodingFailed(any Error)
  /// The closure of a `CustomEncoding` threw.
  case customEncodingFailed(any Error)
  /// The request already has a body.
  case bodyAlreadySet

  /// The underlying error.
  public var underlyingError: any Error {
    switch self {
    case .urlEncodingFailed(let error), .jsonEncodingFailed(let error), .propertyListEncodingFailed(let error),
      .customEncodingFailed(let error):
      error
    case .bodyAlreadySet: self
    }
  }
}

/// The reason an `Encodable` value could not be encoded into a request.
public enum ParameterEncoderFailure: Error, Sendable {
  /// The value's `encode(to:)` or the encoder threw; form encoders throw `URLEncodedFormEncoder.Error`.
  case encoderFailed(any Error)
  /// The request already has a body.
  case bodyAlreadySet

  /// The underlying error.
  public var underlyingError: any Error {
    switch self {
    case .encoderFailed(let error): error
    case .bodyAlreadySet: self
    }
  }
}

/// A parameter of a type that the format does not support.
public struct UnencodableValue: Error, Hashable, Sendable {
  /// The format of a body or query.
  public enum Format: Hashable, Sendable {
    /// The format.
    case form, json, propertyList
  }

  /// The path to the value, such as `items[2].price`. Empty for the root.
  public var path: String
  /// The value's Swift type, or the number if the format does not support it.
  public var found: String
  /// The format that does not support the value.
  public var format: Format

  init(_ found: String, at path: JSONLocation, in format: Format) {
    self.found = found
    self.path = path.description
    self.format = format
  }
}

extension ParameterEncodingFailure: DescribedError {
  /// A message saying what failed and what to do about it.
  public var description: String {
    switch self {
    case .urlEncodingFailed(let error): "The parameters cannot be URL-encoded: \(error.sentence)"
    case .jsonEncodingFailed(let error): "The parameters cannot be written as JSON: \(error.sentence)"
    case .propertyListEncodingFailed(let error):
      "The parameters cannot be written as a property list: \(error.sentence)"
    case .customEncodingFailed(let error): "The parameters could not be encoded: \(error.sentence)"
    case .bodyAlreadySet: bodyAlreadySetSentence
    }
  }
}

extension ParameterEncoderFailure: DescribedError {
  /// A message saying what failed and what to do about it.
  public var description: String {
    switch self {
    case .encoderFailed(let error): "The parameters could not be encoded: \(error.sentence)"
    case .bodyAlreadySet: bodyAlreadySetSentence
    }
  }
}

extension URLEncodedFormEncoder.Error: DescribedError {
  /// The actual root and the required one.
  public var description: String {
    switch self {
    case .invalidRootObject(let type): "\(type) has no keys, but a form needs names — encode a struct or a dictionary"
    }
  }
}

extension UnencodableValue: DescribedError {
  /// The value, its type and the supported types.
  public var description: String {
    let place = path.isEmpty ? "the root" : "\"\(path)\""
    return switch format {
    case .form: "\(place) is \(found), which has no standard form — give a string"
    case .json: "\(place) is \(found), which JSON does not have — give a string or a number"
    case .propertyList: "\(place) is \(found), which a property list does not have — leave it out or give a string"
    }
  }
}

private let bodyAlreadySetSentence =
  "The parameters would replace the request's own body — send one of them, or encode the parameters into the query"

extension OutgoingRequest {
  /// Writes URL-encoded text to `destination`. Empty text leaves the query or an existing body unchanged.
  ///
  /// - Returns: `false` if it would have replaced a body.
  mutating func setForm(_ form: String, at destination: ParameterDestination) -> Bool {
    if destination.isQuery(for: method) {
      guard !form.isEmpty else { return true }
      url.query = [url.query, form].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "&")
    } else if body == nil {
      setBody(Data(form.utf8), contentType: "application/x-www-form-urlencoded; charset=utf-8")
    } else {
      return form.isEmpty
    }
    return true
  }

  /// Sets the body, and the content type unless the request has one.
  mutating func setBody(_ data: Data, contentType: String) {
    body = .data(data)
    if headers.first("Content-Type") == nil { headers.append(.contentType(contentType)) }
  }
}
