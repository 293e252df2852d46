extension AuthKind {
  package static let header = AuthKind(
    "header", "Header", "Sends a header of the API's own, such as X-Api-Key.",
    fields: [
      Field("name", "Header", "The header's name.", defaultValue: "", initial: "X-Api-Key"),
      Field(
        "value", "Value", "The header's value; use a {{variable}} that is secret.", isSecret: true, defaultValue: ""),
    ]
  ) { values, message, _ in
    message.addCredential(values["name"], values["value"])
  }
}

extension RequestAuth {
  package static func header(name: String, value: String) -> RequestAuth {
    RequestAuth(.header, ["name": .string(name), "value": .string(value)])
  }
}
