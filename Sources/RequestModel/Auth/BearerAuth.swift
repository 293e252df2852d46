extension AuthKind {
  /// RFC 6750.
  package static let bearer = AuthKind(
    "bearer", "Bearer", "Sends Authorization: Bearer and the token.",
    fields: [
      Field("token", "Token", "The token; use a {{variable}} that is secret.", isSecret: true, defaultValue: "")
    ]
  ) { values, message, _ in
    message.addCredential("Authorization", "Bearer " + values["token"])
  }
}

extension RequestAuth {
  package static func bearer(token: String) -> RequestAuth { RequestAuth(.bearer, ["token": .string(token)]) }
}
