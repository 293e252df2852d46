internal import RequestBasics

/// Writes parameters as `name=value` pairs into the query or the body.
///
/// Pairs are sorted by key, inner ones too: `["b": ["d": 1, "c": 2], "a": true]` is `a=1&b%5Bc%5D=2&b%5Bd%5D=1`.
/// Values are strings, numbers, booleans, URLs, UUIDs, values of raw types, and arrays and dictionaries of them;
/// `nil` drops the pair. Of another type, dates and data among them, the caller gives the text: there is no one way
/// to write it.
public struct URLEncoding: ParameterEncoding {
  /// Where the pairs go.
  public typealias Destination = ParameterDestination
  /// How the elements of arrays are named.
  public typealias ArrayEncoding = URLEncodedFormEncoder.ArrayEncoding
  /// How booleans are written.
  public typealias BoolEncoding = URLEncodedFormEncoder.BoolEncoding

  /// Where the method says, `a[]=1&a[]=2`, `true` is `1`.
  public static let `default` = URLEncoding()
  /// Always into the query.
  public static let queryString = URLEncoding(destination: .queryString)
  /// Always into the body.
  public static let httpBody = URLEncoding(destination: .httpBody)

  /// Where the pairs go.
  public let destination: Destination
  /// How the elements of arrays are named.
  public let arrayEncoding: ArrayEncoding
  /// How booleans are written.
  public let boolEncoding: BoolEncoding

  /// Each argument is what most servers expect where it is left out.
  public init(
    destination: Destination = .methodDependent, arrayEncoding: ArrayEncoding = .brackets,
    boolEncoding: BoolEncoding = .numeric
  ) {
    self.destination = destination
    self.arrayEncoding = arrayEncoding
    self.boolEncoding = boolEncoding
  }

  /// Appends to the query or sets the body, and then sets `Content-Type` where there is none.
  ///
  /// - Parameter parameters: `nil` leaves the request as it is; an empty dictionary adds no `?` and makes an empty
  ///   body where there is none.
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
