/// Differences as JSON.
extension FieldChange {
  package var document: JSONObject {
    var field: JSONObject = [
      "field": .string(label), "change": .string(kind.rawValue), "path": .string(place.description),
    ]
    field["old"] = oldText.map(JSONValue.string)
    field["new"] = newText.map(JSONValue.string)
    return field
  }
}

extension ExchangeDiff {
  package var json: JSONValue {
    let fields = sections.flatMap { section in
      section.changes.map { change in
        var field: JSONObject = ["section": .string(section.kind.rawValue)]
        field.members += change.document.members
        return JSONValue.object(field)
      }
    }
    return .object([
      "old": .string(old.id.description), "new": .string(new.id.description), "same": .bool(isSame),
      "fields": .array(fields),
    ])
  }
}
