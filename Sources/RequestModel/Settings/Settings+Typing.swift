extension Settings {
  /// The field of a setting, by its names from the root.
  package static func field(at path: [String]) -> Field? {
    var fields = Self.fields
    var field: Field?
    for name in path {
      field = fields.first { $0.name == name }
      if case .object(let inner) = field?.type { fields = inner }
    }
    return field
  }

  /// Every setting with a value of its own, by its names from the root.
  package static var paths: [[String]] {
    fields.flatMap { field in
      if case .object(let inner) = field.type { return inner.map { [field.name, $0.name] } }
      return [[field.name]]
    }
  }

  /// The value that a typed text is; an empty text is the default.
  ///
  /// - Throws: `FieldProblem` for an invalid value.
  package static func value(of text: String, at path: [String]) throws(FieldProblem) -> JSONValue? {
    guard let field = field(at: path), !text.isEmpty else { return nil }
    return try field.value(of: text)
  }

  /// The value as the settings screen shows it.
  package func text(at path: [String]) -> String {
    let value = path.reduce(JSONValue?.some(.object(document))) { $0?.object?[$1] }
    return Self.field(at: path)?.text(of: value) ?? ""
  }
}
