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

/// An action on the value of a secret variable.
package enum SecretAction: Equatable, Sendable {
  /// Finds out whether it has a value.
  case find
  case set(String)
  case unset
  case reveal
}

/// The known state of a secret variable's value.
package enum SecretState: Equatable, Sendable {
  case unset, set
  case revealed(String)
}
