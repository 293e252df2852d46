internal import Foundation
package import RequestClient
package import RequestModel

/// A stored request after variables: exactly what goes out, and what of it must not be shown.
package struct PreparedRequest: Equatable, Sendable {
  package var method: String
  package var url: String
  package var headers: [Header]
  package var body: HTTPBody?
  package var options: RequestOptions
  /// Values that are masked wherever the exchange is shown or kept.
  package var secrets: Set<String>
  /// Names, in lower case, of headers besides `Authorization` that must not reach another origin: credentials, and
  /// whatever a secret was used in.
  package var credentialHeaders: Set<String>
  /// Those among them whose values never show, wherever they came from.
  package var maskedHeaders: Set<String>

  package var mask: SecretMask { SecretMask(secrets, credentialHeaders: maskedHeaders) }

  /// As history keeps it: of a body that is read from files, the beginning.
  package var sent: SentRequest {
    SentRequest(method: method, url: url, headers: headers, body: body?.beginning(limit: Self.keptOfFiles) ?? Data())
  }

  private static let keptOfFiles = 1 << 20
}
