internal import Foundation

/// A stored request with its variables replaced, and the parts of it that must be masked.
package struct PreparedRequest: Equatable, Sendable {
  package var method: String
  package var url: String
  package var headers: [Header]
  package var body: HTTPBody?
  /// The body's files, kept open while it may be sent.
  package var files: [OpenFile]
  /// The options of the request, its folders and its environment, with their variables replaced.
  package var options: RequestOptions
  /// The certificates, those of inner folders first.
  package var certificates: [CertificateFiles] = []
  package var socket: String?
  package var systemTrust = SystemTrust()
  /// Whether it opens a WebSocket. Its URL is the one of the handshake, with a scheme of HTTP.
  package var isWebSocket = false
  /// Whether it is a call to a program, whose command line its URL has.
  var isProgram = false
  var isSecure: Bool { url.lowercased().startsExactly(with: "https:") }
  /// Those that a WebSocket offers.
  package var subprotocols: [String] = []
  /// `nil` unless the messages of a WebSocket are those of Socket.IO.
  package var socketIO: SocketIOSettings?
  var redirectMethod = RedirectMethod.standard
  /// Whether redirects send a `Referer`.
  var sendsReferer = false
  /// The host for the request's own certificates; `nil` for the host of `url`.
  var ownHost: String?
  /// Values to mask wherever the exchange is shown or stored.
  package var secrets: Set<String>
  /// Lower-case names of headers besides `Authorization` that must not reach another origin: credentials, and headers
  /// that use a secret.
  package var credentialHeaders: Set<String>
  /// Lower-case names of headers whose values are always masked.
  package var maskedHeaders: Set<String>
  /// The login with which the client responds to challenges.
  package var login: OutgoingMessage.Login?
  var keepsWireLog = true
  /// The time limit in seconds for the whole exchange if the options have none.
  var patience: Double?
  /// The options of the command line, for messages.
  var typedOptions = TypedOptions()

  package var mask: SecretMask { SecretMask(secrets, credentialHeaders: maskedHeaders) }

  /// The request as stored in history, with only the beginning of a body read from files.
  package var sent: SentRequest {
    let (body, omission) = body?.beginning(limit: Self.keptOfFiles) ?? (Data(), nil)
    return SentRequest(method: method, url: shownURL, headers: headers, body: body, omission: omission)
  }

  /// The URL with the scheme that the user knows.
  var shownURL: String { isWebSocket && url.lowercased().startsExactly(with: "http") ? "ws" + url.dropFirst(4) : url }

  /// The host of `url`; empty if the URL is invalid, which the client will report.
  var host: String { Self.host(of: url) }

  static func host(of url: String) -> String { (try? RequestURL(url))?.host.lowercased() ?? "" }

  /// Whether the request has a header of this name that must not reach another origin.
  func isCredential(_ name: String) -> Bool {
    let name = name.lowercased()
    let isKnown = credentialHeaders.contains(name) || ["authorization", "cookie"].contains(name)
    return isKnown && headers.contains { $0.name.lowercased() == name }
  }

  /// Whether the body is large enough to report upload progress.
  var isLarge: Bool {
    guard let body else { return false }
    return body.knownLength.map { $0 > Self.smallBody } ?? true
  }

  private static let smallBody = 1 << 18

  /// Returns the failure with descriptor paths replaced by file paths.
  func named(_ failure: Failure) -> Failure {
    Failure(failure.kind, files.reduce(failure.sentence) { $1.named(in: $0) })
  }

  /// Returns the failure for an error of the client, in the names that the user knows.
  func failure(_ error: RequestError, of method: HTTPMethod?) -> Failure {
    named(error.failure(of: method, typedOptions))
  }

  private static let keptOfFiles = 1 << 20
}
