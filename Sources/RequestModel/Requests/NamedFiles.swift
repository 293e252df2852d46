/// The files that a request or a folder names.
package enum NamedFiles {
  /// - Returns: The paths as written in the document, with their locations.
  package static func scripts(in document: JSONObject) -> [(place: JSONLocation, path: String)] {
    ["preRequestFile", "postResponseFile"].compactMap { name in
      document["scripts"]?.object?[name]?.string.map { ([.key("scripts"), .key(name)], $0) }
    }
  }

  /// - Returns: The paths of files to send and of certificates, as written in the document, with their locations.
  package static func sent(in document: JSONObject) -> [(place: JSONLocation, path: String)] {
    let files = [Field.body, .options].flatMap { field in
      document[field.name].map { field.files(in: $0, at: [.key(field.name)]) } ?? []
    }
    return files
      + SavedMessage.written(in: document).compactMap { place, message in
        message.file.map { (place.appending("file"), $0) }
      }
  }

  /// - Returns: The paths of schemas as written in the document, with their locations.
  package static func schemas(in document: JSONObject) -> [(place: JSONLocation, path: String)] {
    checks(in: document).compactMap { place, check in
      guard let value = check["value"]?.object, value.members.count == 1 else { return nil }
      return value["file"]?.string.map { (place.appending("value").appending("file"), $0) }
    }
  }

  /// The checks of a response, and those that steps have as rows.
  private static func checks(in document: JSONObject) -> [(place: JSONLocation, check: JSONObject)] {
    let own = (document["checks"]?.array ?? []).enumerated().compactMap { index, check in
      check.object.map { (place: JSONLocation([.key("checks"), .index(index)]), check: $0) }
    }
    let steps = (document["steps"]?.array ?? []).enumerated().flatMap { index, step in
      ["expect", "never"].compactMap { verb in
        step.object?[verb]?.object.map {
          (place: JSONLocation([.key("steps"), .index(index), .key(verb)]), check: $0)
        }
      }
    }
    return own + steps
  }
}

extension Field {
  /// The files that a value of the field names, and where. Rows that are off need none.
  fileprivate func files(in value: JSONValue, at place: JSONLocation) -> [(place: JSONLocation, path: String)] {
    switch type {
    // A socket is there while its server runs.
    case .file: return name.isExactly("unixSocket") ? [] : value.string.map { [(place, $0)] } ?? []
    case .object(let fields): return Self.files(in: value.object, of: fields, at: place)
    case .rows(let shape, _):
      return (value.array ?? []).enumerated().flatMap { index, row in
        row.object?["off"]?.bool == true
          ? [] : Self.files(in: row.object, of: shape.fields, at: place.appending(index))
      }
    case .kinds(let table):
      return table.kinds.filter { value.object?[$0.name] != nil }.flatMap { kind in
        kind.isNested
          ? Self.files(in: value.object?[kind.name]?.object, of: kind.fields, at: place.appending(kind.name))
          : Self.files(in: value.object, of: kind.fields, at: place)
      }
    case .text, .scalar, .lines, .number, .flag, .choice, .json, .strings, .names: return []
    }
  }

  private static func files(
    in object: JSONObject?, of fields: [Field], at place: JSONLocation
  ) -> [(place: JSONLocation, path: String)] {
    fields.flatMap { field in object?[field.name].map { field.files(in: $0, at: place.appending(field.name)) } ?? [] }
  }
}
