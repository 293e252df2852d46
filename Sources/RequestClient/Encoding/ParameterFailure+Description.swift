public import Foundation

extension ParameterEncodingFailure: CustomStringConvertible, LocalizedError {
  /// What could not be written, and why.
  public var description: String {
    switch self {
    case .urlEncodingFailed(let error): "The parameters cannot be URL-encoded: \(error.parameterSentence)"
    case .jsonEncodingFailed(let error): "The parameters cannot be written as JSON: \(error.parameterSentence)"
    case .propertyListEncodingFailed(let error):
      "The parameters cannot be written as a property list: \(error.parameterSentence)"
    case .customEncodingFailed(let error): "The parameters could not be encoded: \(error.parameterSentence)"
    case .bodyAlreadySet: bodyAlreadySetSentence
    }
  }

  /// The same as `description`.
  public var errorDescription: String? { description }
}

extension ParameterEncoderFailure: CustomStringConvertible, LocalizedError {
  /// What could not be written, and why.
  public var description: String {
    switch self {
    case .encoderFailed(let error): "The parameters could not be encoded: \(error.parameterSentence)"
    case .bodyAlreadySet: bodyAlreadySetSentence
    }
  }

  /// The same as `description`.
  public var errorDescription: String? { description }
}

extension URLEncodedFormEncoder.Error: CustomStringConvertible, LocalizedError {
  /// What the root is, and what it must be.
  public var description: String {
    switch self {
    case .invalidRootObject(let type): "\(type) has no keys, and a form needs names — encode a struct or a dictionary"
    }
  }

  /// The same as `description`.
  public var errorDescription: String? { description }
}

extension UnencodableValue: CustomStringConvertible, LocalizedError {
  /// Which value, what it is, and what to give.
  public var description: String {
    let place = path.isEmpty ? "the root" : "\"\(path)\""
    return switch format {
    case .form: "\(place) is \(found), which has no one form — give a string"
    case .json: "\(place) is \(found), which JSON does not have — give a string or a number"
    case .propertyList: "\(place) is \(found), which a property list does not have — leave it out or give a string"
    }
  }

  /// The same as `description`.
  public var errorDescription: String? { description }
}

private let bodyAlreadySetSentence =
  "The parameters would replace the request's own body — send one of them, or encode the parameters into the query"

extension Error {
  fileprivate var parameterSentence: String {
    (self as? any LocalizedError)?.errorDescription ?? String(describing: self)
  }
}
