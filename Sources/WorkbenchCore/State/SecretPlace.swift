/// The place of a secret variable's value, outside of the files.
package struct SecretPlace: Hashable, Sendable {
  /// The absolute path of the collection.
  package var collection: String
  /// `nil` for a variable of a collection or folder.
  package var environment: String?
  package var name: String

  package init(collection: String, environment: String?, name: String) {
    (self.collection, self.environment, self.name) = (collection, environment, name)
  }
}

/// What to do with the value of a secret variable.
package enum SecretAction: Equatable, Sendable {
  /// Finds out whether there is one.
  case find
  case set(String)
  case unset
  case reveal
}

/// What is known of the value of a secret variable.
package enum SecretState: Equatable, Sendable {
  case unset, set
  case revealed(String)
}
