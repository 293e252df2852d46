package import RequestModel

/// A file without its credentials, and where those go.
package struct CredentialMove: Equatable, Sendable {
  package var address: Address
  package var file: SavedFile
  /// The values of the secrets.
  package var secrets: [SecretPlace: String]
  /// The secrets that the environment, or without one the collection, is to declare, sorted by name.
  package var undeclared: [SecretPlace]
}
