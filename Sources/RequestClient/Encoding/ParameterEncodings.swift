public import Foundation
internal import RequestBasics

/// Writes parameters as `name=value` pairs into the query or the body.
///
/// Pairs are sorted by key, inner ones too: `["b": ["d": 1, "c": 2], "a": true]` is `a=1&b%5Bc%5D=2&b%5Bd%5D=1`.
/// Values are strings, numbers, booleans, URLs, UUIDs, values of raw types, and arrays and dictionaries of them;
/// `nil` omits the pair. Convert other types, such as dates and data, to text first.
public struct URLEncoding: ParameterEncoding {
  /// Query or body depending on the method, `a[]=1&a[]=2`, `true` is `1`.
  public static let `default` = URLEncoding()
  /// Always into the query.
  public static let queryString = URLEncoding(destination: .queryString)
  /// Always into the body.
  public static let httpBody = URLEncoding(destination: .httpBody)

  /// Destination of the pairs.
  public let destination: ParameterDestination
  /// How the elements of arrays are named.
  public let arrayEncoding: URLEncodedFormEncoder.ArrayEncoding
  /// How booleans are written.
  public let boolEncoding: URLEncodedFormEncoder.BoolEncoding

  /// Creates an encoding; the defaults are what most servers expect.
  public init(
    destination: ParameterDestination = .methodDependent,
    arrayEncoding: URLEncodedFormEncoder.ArrayEncoding = .brackets,
    boolEncoding: URLEncodedFormEncoder.BoolEncoding = .numeric
  ) {
    self.destination = destination
    self.arrayEncoding = arrayEncoding
    self.boolEncoding = boolEncoding
  }

  /// Appends to the query or sets the body, and then sets `Content-Type` if there is none.
  ///
  /// - Parameter parameters: `nil` leaves the request as it is; an empty dictionary adds no `?` and makes an empty
  ///   body if there is none.
  /// - Throws: `urlEncodingFailed` with the `UnencodableValue` that names the value, or `bodyAlreadySet`.
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

/// Writes parameters as a JSON body, the members of objects sorted by key, and sets `Content-Type` if there is none.
///
/// Values are strings, finite numbers, booleans, `nil` for null, URLs, UUIDs, values of raw types, `JSON`, and arrays
/// and dictionaries of them.
public struct JSONEncoding: ParameterEncoding {
  /// The shortest text.
  public static let `default` = JSONEncoding()
  /// One member or element a line.
  public static let prettyPrinted = JSONEncoding(prettyPrinted: true)

  private let isPretty: Bool

  /// - Parameter prettyPrinted: Whether the text is laid out for a reader.
  public init(prettyPrinted: Bool = false) { isPretty = prettyPrinted }

  /// Sets the body.
  ///
  /// - Parameter parameters: `nil` leaves the request as it is.
  /// - Throws: `jsonEncodingFailed` with the `UnencodableValue` that names the value, or `bodyAlreadySet`.
  public func encode(
    _ request: OutgoingRequest, with parameters: Parameters?
  ) throws(ParameterEncodingFailure) -> OutgoingRequest {
    try encode(request, withJSONObject: parameters)
  }

  /// Sets the body to any JSON value.
  ///
  /// - Parameter object: An array or a scalar; `nil` leaves the request as it is, `JSON.null` writes null.
  /// - Throws: `jsonEncodingFailed` with the `UnencodableValue` that names the value, or `bodyAlreadySet`.
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

/// Writes parameters as a property list body and sets `Content-Type: application/x-plist` if there is none.
///
/// Values are strings, numbers, booleans, dates, data, URLs, UUIDs, values of raw types, and arrays and dictionaries of
/// them. A property list has no null.
public struct PropertyListEncoding: ParameterEncoding {
  /// Same as `xml`.
  public static let `default` = PropertyListEncoding()
  /// The format that people can read.
  public static let xml = PropertyListEncoding(format: .xml)
  /// The shorter format.
  public static let binary = PropertyListEncoding(format: .binary)

  /// How the list is written.
  public let format: PropertyListSerialization.PropertyListFormat

  /// - Parameter format: `.xml` or `.binary`; `.openStep` is not supported and fails.
  public init(format: PropertyListSerialization.PropertyListFormat = .xml) { self.format = format }

  /// Sets the body.
  ///
  /// - Parameter parameters: `nil` leaves the request as it is.
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

/// Writes parameters with a closure.
public struct CustomEncoding: ParameterEncoding {
  private let body: @Sendable (OutgoingRequest, Parameters?) throws -> OutgoingRequest

  /// - Parameter body: Called without parameters too, with `nil`; what it throws becomes `customEncodingFailed`.
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
