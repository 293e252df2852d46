import Foundation

/// Writes parameters as a JSON body, the members of objects sorted by key, and sets `Content-Type` where there is none.
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

  /// The same for a root that is no dictionary.
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
