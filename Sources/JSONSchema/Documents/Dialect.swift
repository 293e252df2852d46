/// The rules of a version of the standard, as a metaschema chooses them.
struct Dialect: Equatable {
  var draft: JSONSchema.Draft
  /// Whether keywords such as `minimum` have an effect.
  var hasValidation = true
  /// Whether the vocabulary demands that `format` is asserted.
  var assertsFormats = false

  init(_ draft: JSONSchema.Draft) { self.draft = draft }

  /// Whether `$ref` hides the keywords beside it, and `$id` may be an anchor.
  var isOld: Bool { draft == .draft7 }
}
