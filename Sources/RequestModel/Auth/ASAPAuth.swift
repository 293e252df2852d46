internal import Foundation

extension AuthKind {
  package static let asap = AuthKind(
    "asap", "ASAP", "Atlassian S2S authentication: a short-lived token signed with a private key.",
    fields: [
      Field(
        "alg", "Algorithm", "How the token is signed.",
        .choice(SignatureAlgorithm.allCases.filter { $0 != .rsaSHA1 }.map(\.rawValue)), defaultValue: "RS256",
        group: .basics),
      .text("iss", "Issuer", "The issuer of the token.", .basics),
      .text("sub", "Subject", "The subject. If missing, the issuer.", .basics, note: "or the issuer"),
      .text("aud", "Audience", "The audience; several are separated by commas.", .basics),
      .text("kid", "Key id", "The id under which the public key is published.", .basics),
      .secret("privateKey", "Private key", "The private key in PEM; use a secret {{variable}}.", .basics, note: "PEM"),
      Field(
        "exp", "Lifetime", "Seconds until the token expires.", .number(.lifetime), defaultValue: 60, note: "seconds",
        group: .token),
      Field(
        "claims", "Claims", "More claims: a JSON object.", .json(keepsBrokenText: true), defaultValue: [:],
        group: .token),
    ],
    isMadeForEachHop: true,
    preview: { "Authorization: Bearer <token of \($0.text("iss", else: "the issuer")), signed with \($0.text("alg"))>" }
  ) { values, message, context throws(Failure) in
    for (name, label) in [("iss", "issuer"), ("aud", "audience"), ("kid", "key id")] where values[name].isEmpty {
      throw Failure(.unprepared, "ASAP needs the \(label) — type it in the Auth tab")
    }
    let token = try JSONWebToken(
      header: ["kid": .string(values["kid"])], claims: .object(try values.asapClaims(context))
    ).signed(values["alg"], secret: Data(), key: values["privateKey"], context)
    message.hide(token)
    message.addCredential("Authorization", "Bearer " + token)
  }
}

extension FieldValues {
  fileprivate func asapClaims(_ context: any KindContext) throws(Failure) -> JSONObject {
    let now = Int(context.now.timeIntervalSince1970)
    let audiences = self["aud"].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    var claims: JSONObject = [
      "iss": .string(self["iss"]), "sub": .string(self["sub"].isEmpty ? self["iss"] : self["sub"]),
      "aud": audiences.count == 1 ? .string(audiences[0]) : .array(audiences.map(JSONValue.string)),
      "iat": .number(JSONNumber(text: String(now))),
      "exp": .number(JSONNumber(text: String(now + Int(number("exp") ?? 60)))),
      "jti": .string(context.randomHex(16)),
    ]
    for member in try object("claims", called: "list of claims").members { claims[member.key.value] = member.value }
    return claims
  }
}
