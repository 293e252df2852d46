internal import Foundation

extension AuthKind {
  /// RFC 7519, sent as RFC 6750 says.
  package static let jwt = AuthKind(
    "jwt", "JWT", "Signs a JSON Web Token for each request and sends it as a bearer token.",
    fields: [
      Field(
        "algorithm", "Algorithm", "How the token is signed.", .choice(JSONWebToken.algorithms), defaultValue: "HS256",
        group: .basics),
      .secret(
        "secret", "Secret", "The shared secret of HS256, HS384 and HS512.", .basics, note: "for HS256, HS384, HS512"),
      .flag("isSecretBase64Encoded", "Base64 secret", "Whether the secret is written in base64.", .basics),
      .secret(
        "privateKey", "Private key", "The private key in PEM for all other algorithms; use a secret {{variable}}.",
        .basics, note: "PEM, for RS, PS, ES and EdDSA"),
      Field(
        "lifetime", "Lifetime", "Seconds until the token expires: adds iat and exp to a payload without them.",
        .number(.lifetime), missingNote: "seconds; adds iat and exp", group: .token),
      Field(
        "headerPrefix", "Prefix", "The word before the token in the header.", defaultValue: "Bearer", group: .token),
      Field(
        "addTokenTo", "Sent in", "Whether the token is sent in the header Authorization or in the query.",
        .choice(["header", "query"]), defaultValue: "header", group: .token),
      Field("queryParamKey", "Parameter", "The name of the query's parameter.", defaultValue: "token", group: .token),
      Field(
        "payload", "Payload", "The claims: a JSON object.", .json(keepsBrokenText: true), defaultValue: [:],
        group: .token),
      Field(
        "header", "Token header", "More members of the token's header, such as kid: a JSON object.",
        .json(keepsBrokenText: true), defaultValue: [:], group: .token),
    ],
    isMadeForEachHop: true,
    preview: { auth in
      let token = "<token signed with \(auth.text("algorithm"))>"
      return auth.text("addTokenTo") == "query"
        ? "Query: \(auth.text("queryParamKey"))=\(token)" : "Authorization: \(auth.text("headerPrefix")) \(token)"
    }
  ) { values, message, context throws(Failure) in
    let token = try JSONWebToken(
      header: try values.object("header", called: "token header"), claims: .object(try values.claims(at: context.now))
    ).signed(values["algorithm"], secret: try values.secret, key: values["privateKey"], context)
    message.hide(token)
    if values["addTokenTo"] == "query" { return message.addCredentialQuery(values["queryParamKey"], token) }
    let prefix = values["headerPrefix"]
    message.addCredential("Authorization", prefix.isEmpty ? token : prefix + " " + token)
  }
}

extension NumberRule {
  static let lifetime = NumberRule(
    1...315_360_000, isWhole: true, noun: "number of seconds", advice: "from 1 to ten years",
    not: "a whole number of seconds from 1 to ten years")
}

extension FieldValues {
  fileprivate func claims(at now: Date) throws(Failure) -> JSONObject {
    var claims = try object("payload", called: "payload")
    guard let lifetime = number("lifetime") else { return claims }
    let seconds = Int(now.timeIntervalSince1970)
    if claims["iat"] == nil { claims["iat"] = .number(JSONNumber(text: String(seconds))) }
    if claims["exp"] == nil { claims["exp"] = .number(JSONNumber(text: String(seconds + Int(lifetime)))) }
    return claims
  }

  fileprivate var secret: Data {
    get throws(Failure) {
      // Anyone can make a token that is signed with an empty secret.
      guard !self["algorithm"].hasPrefix("HS") || !self["secret"].isEmpty else {
        throw Failure(.unprepared, "The secret of the JWT is empty — type it in the Auth tab")
      }
      guard flag("isSecretBase64Encoded") else { return Data(self["secret"].utf8) }
      guard let secret = Data(base64ForURLs: self["secret"].replacingExactly("=", with: "")) else {
        throw Failure(.unprepared, "The secret is not base64 — correct it, or turn \"Base64 secret\" off")
      }
      return secret
    }
  }
}
