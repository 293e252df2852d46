public import Foundation
internal import RequestBasics

/// Writes parameters as a property list body and sets `Content-Type: application/x-plist` where there is none.
///
/// Values are strings, numbers, booleans, dates, data, URLs, UUIDs, values of raw types, and arrays and dictionaries of
/// them. A property list has no null.
public struct PropertyListEncoding: ParameterEncoding {
  /// What `xml` is.
  public static let `default` = PropertyListEncoding()
  /// The format that people can read.
  public static let xml = PropertyListEncoding(format: .xml)
  /// The shorter format.
  public static let binary = PropertyListEncoding(format: .binary)

  /// How the list is written.
  public let format: PropertyListSerialization.PropertyListFormat

  /// - Parameter format: `.xml` or `.binary`; nobody writes `.openStep` any more, and it fails.
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
