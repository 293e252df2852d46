/// A cookie kept for a workspace.
package struct StoredCookie: Equatable, Sendable {
  package var name: String
  package var domain: String
  package var path: String
  /// Its expiry and its attributes.
  package var detail: String
  /// Whether it has no expiry, and is kept until it is cleared.
  package var isSession: Bool
  /// Its URL and its `Set-Cookie` line, as the user edits them.
  package var text: String

  package init(name: String, domain: String, path: String, detail: String, isSession: Bool = false, text: String) {
    (self.name, self.domain, self.path, self.detail) = (name, domain, path, detail)
    (self.isSession, self.text) = (isSession, text)
  }
}
