internal import Foundation

extension AuthKind {
  /// RFC 7617.
  package static let basic = AuthKind(
    "basic", "Basic", "HTTP Basic.",
    fields: [.username, .password],
    preview: { "Authorization: Basic <\($0.text("username", else: "username")):password in Base64>" }
  ) { values, message, _ in
    let login = Data((values["username"] + ":" + values["password"]).utf8)
    message.addCredential("Authorization", "Basic " + login.base64EncodedString())
  }
}

extension RequestAuth {
  package static func basic(username: String, password: String) -> RequestAuth {
    RequestAuth(.basic, ["username": .string(username), "password": .string(password)])
  }
}
