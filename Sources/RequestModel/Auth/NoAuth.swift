extension AuthKind {
  package static let none = AuthKind(
    "none", "None", "Sends no credentials, whatever the folders above say: {\"none\": {}}.",
    hint: "Sends no credentials, whatever the folders above say", fields: [], authenticate: { _, _, _ in })
}

extension RequestAuth {
  package static let none = RequestAuth(AuthKind.none)
}
