internal import Foundation
package import RequestClient
package import RequestModel

/// A stored request after variables: exactly what goes out, and what of it must not be shown.
package struct PreparedRequest: Equatable, Sendable {
  package var method: String
  package var url: String
  package var headers: [Header]
  package var body: HTTPBody?
  /// The body's files, kept open for as long as it may be sent.
  package var files: [OpenFile]
  /// Those of the request, its folders and its environment, with their variables replaced.
  package var options: RequestOptions
  /// Inner first.
  package var certificates: [CertificateFiles] = []
  package var socket: String?
  package var systemTrust = SystemTrust()
  /// The host that the request's own certificates are for; `nil` for that of `url`.
  var ownHost: String?
  /// Values that are masked wherever the exchange is shown or kept.
  package var secrets: Set<String>
  /// Names, in lower case, of headers besides `Authorization` that must not reach another origin: credentials, and
  /// whatever a secret was used in.
  package var credentialHeaders: Set<String>
  /// Those among them whose values never show, wherever they came from.
  package var maskedHeaders: Set<String>

  package var mask: SecretMask { SecretMask(secrets, credentialHeaders: maskedHeaders) }

  /// The request as history keeps it: of a body that is read from files, the beginning.
  package var sent: SentRequest {
    let (body, omission) = body?.beginning(limit: Self.keptOfFiles) ?? (Data(), nil)
    return SentRequest(method: method, url: url, headers: headers, body: body, omission: omission)
  }

  /// The host of `url`; empty where the client cannot read it, and will say so.
  var host: String { Self.host(of: url) }

  static func host(of url: String) -> String { (try? RequestURL(url))?.host.lowercased() ?? "" }

  /// Whether sending the body can take so long that somebody wants to know how far it is.
  var isLarge: Bool {
    guard let body else { return false }
    return body.knownLength.map { $0 > Self.smallBody } ?? true
  }

  private static let smallBody = 1 << 18

  /// The failure with the files' own names in it.
  func named(_ failure: Failure) -> Failure {
    Failure(failure.kind, files.reduce(failure.sentence) { $1.named(in: $0) })
  }

  private static let keptOfFiles = 1 << 20
}
