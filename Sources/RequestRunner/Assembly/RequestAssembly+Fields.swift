extension RequestAssembly {
  /// Returns the fields of a section with their variables replaced. Masks the values of secret fields.
  mutating func values<Kind>(of content: KindContent<Kind>) -> FieldValues {
    var values: [String: JSONValue] = [:]
    for field in content.kind.fields {
      guard let value = content[field.name] else { continue }
      values[field.name] = resolved(value, field)
      if field.isSecret, let secret = values[field.name]?.string { credentials.note(secret: secret) }
    }
    return FieldValues(values)
  }

  private mutating func resolved(_ value: JSONValue, _ field: Field) -> JSONValue {
    switch field.type {
    case .rows:
      let rows = (value.array ?? []).compactMap { $0.object.map(Parameter.init(document:)) }.filter { !$0.isOff }
      return .array(resolved(rows).map { .object($0.document) })
    case .json, .scalar: return resolver.resolve(value)
    default: return field.allowsVariables ? value.string.map { .string(resolver.resolve($0)) } ?? value : value
    }
  }

  /// Replaces variables in the names, values and file names of rows.
  mutating func resolved(_ rows: [Parameter]) -> [Parameter] {
    var resolved: [Parameter] = []
    for var row in rows {
      row.name = resolver.resolve(row.name)
      if let file = row.file {
        row.document["file"] = .string(resolver.resolve(file))
      } else if row.hasValue {
        row.value = resolver.resolve(row.value)
      }
      resolved.append(row)
    }
    return resolved
  }
}
