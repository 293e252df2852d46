extension RequestOptions {
  /// These options, and those of `outer` that these do not have. Rows of a table are added in front of those of `outer`.
  package func inheriting(from outer: RequestOptions) -> RequestOptions {
    var merged = outer
    for member in document.members {
      let name = member.key.value
      if Self.tables.contains(name), let own = member.value.array, let others = outer.document[name]?.array {
        merged.document[name] = .array(own + others)
      } else if member.value != .null {
        merged.document[name] = member.value
      }
    }
    return merged
  }

  private static let tables: Set<String> = Set(
    fields.filter { if case .rows = $0.type { true } else { false } }.map(\.name))

  /// The same options with `change` made to the text of each field, also in the rows of tables.
  package func mapTexts(_ change: (Field, String) -> String) -> RequestOptions {
    RequestOptions(document: Self.mapTexts(of: document, Self.fields, change))
  }

  private static func mapTexts(
    of object: JSONObject, _ fields: [Field], _ change: (Field, String) -> String
  ) -> JSONObject {
    var object = object
    if object.members.isEmpty { return object }
    for field in fields {
      switch (field.type, object[field.name]) {
      case (.rows(let shape, _), .array(let rows)?):
        object[field.name] = .array(
          rows.map { row in row.object.map { .object(mapTexts(of: $0, shape.fields, change)) } ?? row })
      case (.text, .string(let text)?), (.file, .string(let text)?):
        object[field.name] = .string(change(field, text.value))
      default: break
      }
    }
    return object
  }
}
