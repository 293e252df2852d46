extension AuthKind {
  package static let apiKey = AuthKind(
    "apikey", "API key", "Sends a key in a header, in the query or in a cookie.",
    fields: [
      Field("key", "Key", "The name of the header, parameter or cookie.", defaultValue: "", initial: "X-Api-Key"),
      .secret("value", "Value", "The key itself; use a secret {{variable}}."),
      Field(
        "in", "Sent in", "Where the key is sent.", .choice(["header", "query", "cookie"]), defaultValue: "header"),
    ],
    isMadeForEachHop: true, lacks: { $0.firstEmpty(["key": "name of the key"]) },
    preview: { auth in
      switch auth.text("in") {
      case "query": "Query: \(auth.text("key", else: "<key>"))=…"
      case "cookie": "Cookie: \(auth.text("key", else: "<key>"))=…"
      default: "\(auth.text("key", else: "<key>")): …"
      }
    }
  ) { values, message, _ in
    switch values["in"] {
    case "query": message.addCredentialQuery(values["key"], values["value"], isToken: true)
    case "cookie": message.addCookie(values["key"], values["value"])
    default: message.addCredential(values["key"], values["value"])
    }
  }
}
