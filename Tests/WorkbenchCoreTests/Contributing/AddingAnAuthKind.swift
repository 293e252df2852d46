import RequestModel

extension AuthKind {
  static let queryToken = AuthKind(
    "queryToken", "Query token", "Sends a token as a parameter of the query.",
    fields: [
      Field("parameter", "Parameter", "The parameter's name.", defaultValue: "token"),
      Field("token", "Token", "The token; use a {{variable}} that is secret.", isSecret: true, defaultValue: ""),
    ]
  ) { values, message, context in
    context.mask(values["token"])
    message.addQuery(values["parameter"], values["token"])
  }
}
