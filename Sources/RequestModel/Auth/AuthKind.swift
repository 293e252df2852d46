/// A way to authenticate a request.
///
/// To add a kind, add a file to this folder and a line to `all`.
package struct AuthKind: FieldKind {
  package static let section = "auth"
  package static let all: [AuthKind] = [.none, .basic, .bearer, .header, .oauth2]

  package let shape: KindShape
  /// Adds the credentials to a request whose method, URL, headers and body are known.
  package let authenticate: Authenticate

  package typealias Authenticate =
    @Sendable (FieldValues, inout OutgoingMessage, any KindContext) async throws(Failure) -> Void

  package init(
    _ name: String, _ title: String, _ summary: String, hint: String = "", fields: [Field],
    authenticate: @escaping Authenticate
  ) {
    shape = KindShape(name, title, summary, hint: hint, isNested: true, fields: fields)
    self.authenticate = authenticate
  }
}
