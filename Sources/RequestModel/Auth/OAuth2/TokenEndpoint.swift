internal import Foundation

/// The token endpoint, RFC 6749, section 3.2.
struct TokenEndpoint {
  enum TokenResponse {
    case token(AccessToken)
    case error(OAuth2ErrorResponse)
  }

  let settings: OAuth2Settings
  let context: any KindContext
  let url: String

  /// Host and path, for messages.
  var name: String { URLHost.withPath(of: url) }

  func request(_ fields: [(String, String)]) async throws(Failure) -> TokenResponse {
    let (members, response) = try await members(fields)
    if let token = AccessToken(response: members, at: context.clock), members["error"] == nil { return .token(token) }
    return .error(OAuth2ErrorResponse(members, response))
  }

  /// Sends a form with the client's credentials, and returns the members of the response after masking its secrets.
  func members(_ fields: [(String, String)]) async throws(Failure) -> (JSONObject, Response) {
    let response = try await context.send(try message(fields))
    let members = Self.members(of: response)
    for name in ["access_token", "refresh_token", "id_token", "device_code"] {
      if let secret = members[name]?.string { context.mask(secret) }
    }
    return (members, response)
  }

  private func message(_ fields: [(String, String)]) throws(Failure) -> OutgoingMessage {
    var fields = fields
    var message = OutgoingMessage(
      method: "POST", url: url,
      headers: [
        Header("Accept", "application/json"), Header("Content-Type", "application/x-www-form-urlencoded"),
      ])
    try addClient(to: &message, &fields)
    fields += settings.rows("tokenRequestParams").map { ($0.name, $0.value) }
    let form = fields.map { PercentEncoding.form($0.0) + "=" + PercentEncoding.form($0.1) }
    message.body = Data(form.joined(separator: "&").utf8)
    return message
  }

  // MARK: Client authentication

  private func addClient(to message: inout OutgoingMessage, _ fields: inout [(String, String)]) throws(Failure) {
    let (client, secret) = (settings["clientId"], settings["clientSecret"])
    switch settings.clientAuthentication {
    case .header where !secret.isEmpty:
      let login = PercentEncoding.form(client) + ":" + PercentEncoding.form(secret)
      message.addCredential("Authorization", "Basic " + Data(login.utf8).base64EncodedString())
    // A public client has no secret.
    case .header: fields.append(("client_id", client))
    case .body: fields += [("client_id", client)] + (secret.isEmpty ? [] : [("client_secret", secret)])
    case .mtls:
      guard context.hasClientCertificate(for: url) else {
        throw Failure(
          .unprepared,
          "No client certificate for \(URLHost.text(of: url)) — add one under \"Certificates by host\" in the Options tab"
        )
      }
      fields.append(("client_id", client))
    case .privateKeyJWT:
      let assertion = try assertion()
      context.mask(assertion)
      fields += [
        ("client_id", client), ("client_assertion_type", Self.assertionType), ("client_assertion", assertion),
      ]
    }
  }

  private static let assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
  /// In seconds; the server's clock may be behind.
  private static let assertionLifetime = 300

  /// RFC 7523, section 2.2.
  private func assertion() throws(Failure) -> String {
    let (client, now) = (JSONValue.string(settings["clientId"]), Int(context.clock.timeIntervalSince1970))
    let claims: JSONObject = [
      "iss": client, "sub": client, "aud": .string(url), "jti": .string(context.randomHex(16)), "iat": .number(now),
      "exp": .number(now + Self.assertionLifetime),
    ]
    var header = JSONObject()
    if !settings["kid"].isEmpty { header["kid"] = .string(settings["kid"]) }
    return try JSONWebToken(header: header, claims: .object(claims)).signed(
      settings["alg"], secret: Data(), key: try settings.required("privateKey"), context)
  }

  // MARK: The response

  /// The members of a JSON response, or of a form, which some servers send against RFC 6749.
  private static func members(of response: Response) -> JSONObject {
    if let object = (try? JSONText(Array(response.body)))?.value.object { return object }
    guard response.headers.first("Content-Type")?.contains("x-www-form-urlencoded") == true else { return JSONObject() }
    return members(ofForm: String(decoding: response.body, as: UTF8.self))
  }

  /// The pairs of a query, a fragment or a form.
  static func members(ofForm text: String) -> JSONObject {
    text.unicodeScalars.split(separator: "&").reduce(into: JSONObject()) { object, pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let texts = parts.map {
        String(decoding: PercentEncoding.decode(Substring($0), plusIsSpace: true), as: UTF8.self)
      }
      object[texts[0]] = .string(texts.count > 1 ? texts[1] : "")
    }
  }
}
