/// A file without its credentials, and the places they move to.
package struct CredentialMove: Equatable, Sendable {
  package var address: Address
  package var file: SavedFile
  /// The values of the secrets.
  package var secrets: [SecretPlace: String]
  /// The secrets to declare in the environment, or in the collection if there is no environment, sorted by name.
  package var undeclared: [SecretPlace]
  /// Whether the file has unsaved edits, which are saved with it.
  package var savesEdits = false
}
