internal import Foundation

extension AuthKind {
  /// The UsernameToken of OASIS Web Services Security in a header of its own.
  package static let wsse = AuthKind(
    "wsse", "WSSE", "Sends X-WSSE with a digest of the password, a nonce and the time.",
    fields: [.username, .password],
    isMadeForEachHop: true,
    preview: { "X-WSSE: UsernameToken Username=\"\($0.text("username"))\", PasswordDigest=…" }
  ) { values, message, context throws(Failure) in
    // Text, as some servers put the digest together as text.
    let (nonce, created) = (Data(context.randomHex(16).utf8), UTCTime(context.now).extended)
    let digest = try context.hash(nonce + Data((created + values["password"]).utf8), with: .sha1).base64EncodedString()
    message.hide(digest)
    message.addCredential("Authorization", "WSSE profile=\"UsernameToken\"")
    message.addCredential(
      "X-WSSE",
      "UsernameToken Username=\"\(values["username"].quotable)\", PasswordDigest=\"\(digest)\", "
        + "Nonce=\"\(nonce.base64EncodedString())\", Created=\"\(created)\"")
  }
}

extension String {
  /// For a quoted string of a header: quotes and backslashes escaped.
  var quotable: String { replacingExactly("\\", with: "\\\\").replacingExactly("\"", with: "\\\"") }
}
