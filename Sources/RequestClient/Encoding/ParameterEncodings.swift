public import Foundation

/// Encodes parameters as `name=value` pairs in the query or the body.
///
/// Pairs are sorted by key on each level: `["b": ["d": 1, "c": 2], "a": true]` is `a=1&b%5Bc%5D=2&b%5Bd%5D=1`.
/// Values are strings, numbers, booleans, URLs, UUIDs, values of raw types, and arrays and dictionaries of them;
/// `nil` omits the pair. Convert other types, such as dates and data, to text first.
public struct URLEncoding: ParameterEncoding {
  /// Query or body depending on the method; arrays as `a[]=1&a[]=2`, `true` as `1`.
  public static let `default` = URLEncoding()
  /// Always in the query.
  public static let queryString = URLEncoding(destination: .queryString)
  /// Always in the body.
  public static let httpBody = URLEncoding(destination: .httpBody)

  let destination: ParameterDestination
  let arrayEncoding: URLEncodedFormEncoder.ArrayEncoding
  let boolEncoding: URLEncodedFormEncoder.BoolEncoding

  /// Creates an encoding. Most servers expect the defaults.
  ///
  /// - Parameters:
  ///   - destination: Destination of the pairs.
  ///   - arrayEncoding: How the elements of arrays are named.
  ///   - boolEncoding: How booleans are written.
  public init(
    destination: ParameterDestination = .methodDependent,
    arrayEncoding: URLEncodedFormEncoder.ArrayEncoding = .brackets,
    boolEncoding: URLEncodedFormEncoder.BoolEncoding = .numeric
  ) {
    self.destination = destination
    self.arrayEncoding = arrayEncoding
    self.boolEncoding = boolEncoding
  }

  /// Appends to the query, or sets the body and, unless it is present, `Content-Type`.
  ///
  /// - Parameter parameters: `nil` leaves the request unchanged. An empty dictionary adds no `?`, or an empty body if
  ///   the request has none.
  /// - Throws: `urlEncodingFailed` with an `UnencodableValue`, or `bodyAlreadySet`.
  public func encode(
    _ request: OutgoingRequest, with parameters: Parameters?
  ) throws(ParameterEncodingFailure) -> OutgoingRequest {
    guard let parameters else { return request }
    var request = request
    let form: String
    do throws(UnencodableValue) {
      form = FormSerializer(arrayEncoding: arrayEncoding).text(
        of: try node(ParameterValue(parameters, in: .form), at: []))
    } catch {
      throw .urlEncodingFailed(error)
    }
    guard request.setForm(form, at: destination) else { throw .bodyAlreadySet }
    return request
  }

  private func node(_ value: ParameterValue, at path: JSONLocation) throws(UnencodableValue) -> FormNode {
    switch value {
    case .null: return FormNode(.null)
    case .bool(let bool): return FormNode(.text(boolEncoding.encode(bool)))
    case .integer(let text), .real(let text), .string(let text): return FormNode(.text(text))
    case .date: throw UnencodableValue("Date", at: path, in: .form)
    case .data: throw UnencodableValue("Data", at: path, in: .form)
    case .array(let elements):
      let array = FormNode(.array([]))
      for (index, element) in elements.enumerated() {
        try array.append(node(element, at: path.appending(index)))
      }
      return array
    case .object(let members):
      let object = FormNode(.object(FormNode.Members()))
      for (key, value) in members { try object.set(node(value, at: path.appending(key)), for: key) }
      return object
    }
  }
}

/// Encodes parameters as a JSON body with members sorted by key, and sets `Content-Type` unless it is present.
///
/// Values are strings, finite numbers, booleans, `nil` for null, URLs, UUIDs, values of raw types, `JSON`, and arrays
/// and dictionaries of them.
public struct JSONEncoding: ParameterEncoding {
  /// Compact JSON.
  public static let `default` = JSONEncoding()
  /// Indented JSON.
  public static let prettyPrinted = JSONEncoding(prettyPrinted: true)

  private let isPretty: Bool

  /// Creates an encoding.
  ///
  /// - Parameter prettyPrinted: Whether the JSON is indented.
  public init(prettyPrinted: Bool = false) { isPretty = prettyPrinted }

  /// Sets the body.
  ///
  /// - Parameter parameters: `nil` leaves the request unchanged.
  /// - Throws: `jsonEncodingFailed` with an `UnencodableValue`, or `bodyAlreadySet`.
  public func encode(
    _ request: OutgoingRequest, with parameters: Parameters?
  ) throws(ParameterEncodingFailure) -> OutgoingRequest {
    try encode(request, withJSONObject: parameters)
  }

  /// Sets the body to any JSON value.
  ///
  /// - Parameter object: Any supported value. `nil` leaves the request unchanged; `JSON.null` is encoded as null.
  /// - Throws: `jsonEncodingFailed` with an `UnencodableValue`, or `bodyAlreadySet`.
  public func encode(
    _ request: OutgoingRequest, withJSONObject object: (any Sendable)?
  ) throws(ParameterEncodingFailure) -> OutgoingRequest {
    guard let object else { return request }
    if request.body != nil { throw .bodyAlreadySet }
    var request = request
    do throws(UnencodableValue) {
      let json = try JSON(jsonObject: object)
      request.setBody(Data(json.rawString(prettyPrinted: isPretty).utf8), contentType: "application/json")
    } catch {
      throw .jsonEncodingFailed(error)
    }
    return request
  }
}

/// Encodes parameters as a property list body and sets `Content-Type: application/x-plist` unless it is present.
///
/// Values are strings, numbers, booleans, dates, data, URLs, UUIDs, values of raw types, and arrays and dictionaries of
/// them. Property lists cannot represent null.
public struct PropertyListEncoding: ParameterEncoding {
  /// Same as `xml`.
  public static let `default` = PropertyListEncoding()
  /// XML format.
  public static let xml = PropertyListEncoding(format: .xml)
  /// Binary format.
  public static let binary = PropertyListEncoding(format: .binary)

  /// The property list format.
  public let format: PropertyListSerialization.PropertyListFormat

  /// Creates an encoding.
  ///
  /// - Parameter format: `.xml` or `.binary`; `.openStep` is not supported and fails.
  public init(format: PropertyListSerialization.PropertyListFormat = .xml) { self.format = format }

  /// Sets the body.
  ///
  /// - Parameter parameters: `nil` leaves the request unchanged.
  /// - Throws: `propertyListEncodingFailed` or `bodyAlreadySet`.
  public func encode(
    _ request: OutgoingRequest, with parameters: Parameters?
  ) throws(ParameterEncodingFailure) -> OutgoingRequest {
    guard let parameters else { return request }
    if request.body != nil { throw .bodyAlreadySet }
    var request = request
    do {
      let encoder = PropertyListEncoder()
      encoder.outputFormat = format
      let root = try PropertyListValue(ParameterValue(parameters, in: .propertyList), at: [])
      try request.setBody(encoder.encode(root), contentType: "application/x-plist")
    } catch {
      throw .propertyListEncodingFailed(error)
    }
    return request
  }
}

/// Encodes parameters with a closure.
public struct CustomEncoding: ParameterEncoding {
  private let body: @Sendable (OutgoingRequest, Parameters?) throws -> OutgoingRequest

  /// Creates an encoding.
  ///
  /// - Parameter body: Called with `nil` if there are no parameters. Its errors are wrapped in `customEncodingFailed`.
  public init(
    _ body: @escaping @Sendable (_ request: OutgoingRequest, _ parameters: Parameters?) throws -> OutgoingRequest
  ) {
    self.body = body
  }

  /// Calls the closure.
  public func encode(
    _ request: OutgoingRequest, with parameters: Parameters?
  ) throws(ParameterEncodingFailure) -> OutgoingRequest {
    do {
      return try body(request, parameters)
    } catch {
      throw .customEncodingFailed(error)
    }
  }
}
