extension AuthKind {
  package static let none = AuthKind(
    "none", "None", "No credentials, even if a parent folder has some: {\"none\": {}}.",
    hint: "No credentials, even if a parent folder has some", fields: [], authenticate: { _, _, _ in })
}

extension RequestAuth {
  package static let none = RequestAuth(AuthKind.none)
}
