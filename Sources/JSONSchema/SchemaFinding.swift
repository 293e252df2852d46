/// Why a value does not match a schema.
package struct SchemaFinding: Equatable, Hashable, Sendable {
  /// The part of the value, as a JSON Pointer: `/items/3/name`; empty for the whole value.
  package var instancePath: String
  /// The keyword, as the URI of its document and a JSON Pointer: `#/properties/name/minLength`.
  package var schemaPath: String
  /// The problem of the part, as a clause: `is a number, not a string`.
  package var message: String

  /// The clause with its subject: `/items/3/name is a number, not a string`.
  package var sentence: String { (instancePath.isEmpty ? "The value" : instancePath) + " " + message }
}

/// Why a schema cannot be used.
package struct SchemaProblem: Error, Equatable, Sendable {
  package var sentence: String

  init(_ sentence: String) { self.sentence = sentence }
}
