/// A cookie that is kept for a workspace.
package struct StoredCookie: Equatable, Sendable {
  package var name: String
  package var domain: String
  package var path: String
  /// When it ends, and its attributes.
  package var detail: String
  /// The URL that it is for and its `Set-Cookie` line, as the user edits them.
  package var text: String

  package init(name: String, domain: String, path: String, detail: String, text: String) {
    (self.name, self.domain, self.path, self.detail, self.text) = (name, domain, path, detail, text)
  }
}
