extension AuthKind {
  package static let header = AuthKind(
    "header", "Header", "A key in a custom header, such as X-Api-Key.",
    fields: [
      Field("name", "Header", "The header name.", defaultValue: "", initial: "X-Api-Key"),
      .secret("value", "Value", "The header value; use a secret {{variable}}."),
    ],
    lacks: { $0.firstEmpty(["name": "header name"]) },
    preview: { "\($0.text("name", else: "<header>")): …" }
  ) { values, message, _ in
    message.addCredential(values["name"], values["value"])
  }
}

extension RequestAuth {
  package static func header(name: String, value: String) -> RequestAuth {
    RequestAuth(.header, ["name": .string(name), "value": .string(value)])
  }
}
