extension AuthKind {
  /// RFC 6750.
  package static let bearer = AuthKind(
    "bearer", "Bearer", "Bearer token in the Authorization header.",
    fields: [
      .secret("token", "Token", "The token; use a secret {{variable}}.")
    ],
    lacks: { $0.firstEmpty(["token": "token"]) },
    preview: { _ in "Authorization: Bearer …" }
  ) { values, message, _ in
    message.addCredential("Authorization", "Bearer " + values["token"])
  }
}

extension RequestAuth {
  package static func bearer(token: String) -> RequestAuth { RequestAuth(.bearer, ["token": .string(token)]) }
}
