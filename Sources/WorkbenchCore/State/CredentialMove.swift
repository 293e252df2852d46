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

/// The secrets that a move of credentials has declared in another file.
struct MovedSecrets: Equatable, Sendable {
  var places: [SecretPlace]
  /// Whether no undo has taken the declarations back.
  var areDeclared = true

  /// Whether a file refers to one of them.
  func areUsed(in file: SavedFile) -> Bool {
    let text = JSONValue.object(file.document).compact
    return places.contains { text.containsExactly("{{\($0.name)}}") }
  }
}
