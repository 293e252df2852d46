// Credentials that the client sends when the server asks for them.
extension AuthKind {
  /// RFC 7616.
  package static let digest = AuthKind(
    "digest", "Digest", "HTTP Digest, once the server asks for it.", fields: [.username, .password],
    lacks: { $0.firstEmpty(["username": "username"]) },
    preview: { "Authorization: Digest username=\"\($0.text("username"))\", … once the server asks" }
  ) { values, message, _ in
    message.login = .digest(username: values["username"], password: values["password"])
  }

  package static let ntlm = AuthKind(
    "ntlm", "NTLM", "Windows NTLM, once the server asks for it; it authenticates the connection.",
    fields: [
      .username, .password, .text("domain", "Domain", "The Windows domain, if there is one."),
    ],
    preview: { _ in "Authorization: NTLM … once the server asks" }
  ) { values, message, _ in
    let domain = values["domain"]
    message.login = .ntlm(
      username: values["username"], password: values["password"], domain: domain.isEmpty ? nil : domain)
  }

  /// RFC 4559.
  package static let negotiate = AuthKind(
    "negotiate", "Negotiate",
    "Kerberos with the ticket of the user (kinit), once the server asks: {\"negotiate\": {}}.",
    hint: "Uses the Kerberos ticket of kinit", fields: [],
    preview: { _ in "Authorization: Negotiate … once the server asks" }
  ) { _, message, _ in
    message.login = .negotiate
  }
}

extension RequestAuth {
  package static func digest(username: String, password: String) -> RequestAuth {
    RequestAuth(.digest, ["username": .string(username), "password": .string(password)])
  }

  package static func ntlm(username: String, password: String) -> RequestAuth {
    RequestAuth(.ntlm, ["username": .string(username), "password": .string(password)])
  }

  package static var negotiate: RequestAuth { RequestAuth(.negotiate) }
}
