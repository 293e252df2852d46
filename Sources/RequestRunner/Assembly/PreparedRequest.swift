package import Foundation
package import RequestModel

/// A stored request after variables: exactly what goes out, and what of it must not be shown.
package struct PreparedRequest: Equatable, Sendable {
  package var method: String
  package var url: String
  package var headers: [Header]
  package var body: Data?
  package var options: RequestOptions
  /// Values that are masked wherever the exchange is shown or kept.
  package var secrets: Set<String>
  /// Names, in lower case, of headers besides `Authorization` whose values are credentials.
  package var credentialHeaders: Set<String>

  package var sent: SentRequest { SentRequest(method: method, url: url, headers: headers, body: body ?? Data()) }
}
