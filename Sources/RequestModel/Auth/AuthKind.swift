/// A way to authenticate a request.
///
/// To add a kind, add a file to this folder and a line to `all`.
package struct AuthKind: FieldKind {
  package static let section = "auth"
  package static let all: [AuthKind] = [
    .none, .basic, .bearer, .apiKey, .header, .digest, .ntlm, .negotiate, .awsV4, .oauth1, .jwt, .hawk, .edgeGrid,
    .asap, .wsse, .oauth2,
  ]

  package let shape: KindShape
  /// Whether the credentials are good for one message alone: a redirect within the origin gets new ones.
  package let isMadeForEachHop: Bool
  /// The missing value that the credentials need, as a noun; `nil` if they are complete. A request with incomplete
  /// credentials is sent without them, as by other programs.
  package let lacks: @Sendable (FieldValues) -> String?
  /// One line that describes the added credentials, or is empty. Does not contain secrets or their templates.
  package let preview: @Sendable (RequestAuth) -> String
  /// Adds the credentials to a request whose method, URL, headers and body are known.
  package let authenticate: Authenticate

  package typealias Authenticate =
    @Sendable (FieldValues, inout OutgoingMessage, any KindContext) async throws(Failure) -> Void

  package init(
    _ name: String, _ title: String, _ summary: String, hint: String = "", fields: [Field],
    isMadeForEachHop: Bool = false, lacks: @escaping @Sendable (FieldValues) -> String? = { _ in nil },
    preview: @escaping @Sendable (RequestAuth) -> String = { _ in "" }, authenticate: @escaping Authenticate
  ) {
    shape = KindShape(name, title, summary, hint: hint, isNested: true, fields: fields)
    self.isMadeForEachHop = isMadeForEachHop
    self.lacks = lacks
    self.preview = preview
    self.authenticate = authenticate
  }
}

extension FieldValues {
  func firstEmpty(_ labels: KeyValuePairs<String, String>) -> String? {
    labels.first { self[$0.key].isEmpty }?.value
  }
}

// Fields of credentials, whose texts are empty by default.
extension Field {
  static func text(
    _ name: String, _ label: String, _ help: String, _ group: FieldGroup? = nil, note: String = ""
  ) -> Field {
    Field(name, label, help, defaultValue: "", note: note, group: group)
  }

  /// A text that is masked.
  static func secret(
    _ name: String, _ label: String, _ help: String, _ group: FieldGroup? = nil, note: String = ""
  ) -> Field {
    Field(name, label, help, isSecret: true, defaultValue: "", note: note, group: group)
  }

  /// A switch that is off by default.
  static func flag(_ name: String, _ label: String, _ help: String, _ group: FieldGroup? = nil) -> Field {
    Field(name, label, help, .flag, defaultValue: false, group: group)
  }

  static let username = text("username", "Username", "The user's name.")
  static let password = secret("password", "Password", "The password; use a secret {{variable}}.")
  static let nonce = text("nonce", "Nonce", "Random text if empty.", .signature, note: "random")
  static let timestamp = text(
    "timestamp", "Timestamp", "Seconds since 1970. If empty, the current time.", .signature, note: "now")
}
