/// A value in a shared file that looks as if it should be kept outside of it.
package struct LikelySecret: Equatable, Sendable {
  package let place: JSONLocation
  /// The name of its field, row or member; in a URL that of the parameter, or `user` or `password`.
  package let name: String
  /// The kind of secret that it looks like, with an article.
  package let likeness: String
  /// The part of the text that is the secret.
  package let secret: String
}
