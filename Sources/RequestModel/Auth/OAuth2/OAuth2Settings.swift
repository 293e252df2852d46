internal import Foundation

/// The settings of OAuth 2 with their variables replaced.
struct OAuth2Settings: Sendable {
  /// The values are Postman's.
  enum Grant: String, CaseIterable, Sendable {
    case clientCredentials = "client_credentials"
    case password = "password_credentials"
    case codeWithPKCE = "authorization_code_with_pkce"
    case code = "authorization_code"
    case device = "device_code"
    case implicit

    /// The grants with an authorization page.
    static let withPage: [Grant] = [.codeWithPKCE, .code, .implicit]
  }

  enum ClientAuthentication: String, CaseIterable, Sendable {
    case header, body
    /// RFC 8705: the client certificate of the TLS connection.
    case mtls
    case privateKeyJWT = "private_key_jwt"
  }

  static let standardRedirect = "http://127.0.0.1/callback"

  let grant: Grant
  let clientAuthentication: ClientAuthentication
  private let values: FieldValues

  init(_ values: FieldValues) throws(Failure) {
    self.values = values
    grant = try Self.choice("grant_type", values)
    clientAuthentication = try Self.choice("client_authentication", values)
  }

  subscript(name: String) -> String { values[name] }

  func rows(_ name: String) -> [Parameter] { values.rows(name) }

  /// The value of a setting that the grant needs.
  func required(_ name: String) throws(Failure) -> String {
    if !values[name].isEmpty { return values[name] }
    let label = AuthKind.oauth2.field(name)?.label ?? name
    throw Failure(.unprepared, "OAuth 2 has no \(label.lowercased()) — type it in the Auth tab, or set \"\(name)\"")
  }

  private static func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String, _ values: FieldValues
  ) throws(Failure) -> Choice where Choice.RawValue == String {
    if let choice = Choice(rawValue: values[name]) { return choice }
    let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    throw Failure(.unprepared, "\"\(values[name])\" is not a \"\(name)\" — use one of \(known)")
  }

  /// The name under which the token is kept: readable, and unique to the settings. Contains no passwords, as names are
  /// listed.
  func tokenName(_ context: any KindContext) throws(Failure) -> String {
    let parts = [
      grant.rawValue, values["authUrl"], values["deviceAuthUrl"], values["accessTokenUrl"], values["clientId"],
      values["username"], values["scope"], values["audience"], values["resource"],
    ]
    let rows = (rows("authRequestParams") + rows("tokenRequestParams")).flatMap { [$0.name, $0.value] }
    let hash = try context.hash(Data((parts + rows).joined(separator: "\u{1F}").utf8), with: .sha256)
    return "\(AccessToken.namePrefix)\(tokenHost)/\(values["clientId"]) \(hash.prefix(4).hex)"
  }

  /// The authorization server, for names and messages.
  var tokenHost: String {
    URLHost.text(of: values["accessTokenUrl"].isEmpty ? values["authUrl"] : values["accessTokenUrl"])
  }

  /// Adds a token to the request, in its header or query.
  func add(_ token: AccessToken, to message: inout OutgoingMessage) {
    if values["addTokenTo"] == "queryParams" {
      message.addCredentialQuery("access_token", token.value, isToken: true)
    } else {
      let prefix = values["headerPrefix"]
      message.addCredential("Authorization", prefix.isEmpty ? token.value : prefix + " " + token.value)
    }
  }
}
