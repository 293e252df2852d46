extension JSONObject {
  /// All paths of files in the fields of a file, also in rows that are off.
  package func namedFiles(of role: FileRole) -> [String] {
    var paths: [String] = []
    _ = changingNamedFiles(of: role) { path in
      paths.append(path)
      return path
    }
    return paths
  }

  /// Returns the document of a file with other paths of files in its fields.
  package func changingNamedFiles(of role: FileRole, _ change: (String) -> String) -> JSONObject {
    let others = NamedFiles.schemas(in: self) + NamedFiles.scripts(in: self) + NamedFiles.sent(in: self)
    let walk = NamedFileWalk(others: Set(others.map { $0.place }))
    return walk.changed(.object(self), FieldShape(role), at: JSONLocation(), change).object ?? self
  }
}

/// Finds the fields of a document that name files: by the shape of the file, which also has rows that are off.
private struct NamedFileWalk {
  /// The places of paths that no shape has, such as the schema of a check.
  let others: Set<JSONLocation>

  func changed(
    _ value: JSONValue, _ shape: FieldShape, at place: JSONLocation, _ change: (String) -> String
  ) -> JSONValue {
    switch value {
    case .null, .bool, .number: return value
    case .string(let string):
      guard shape.namesFile || others.contains(place) else { return value }
      let path = change(string.value)
      return path.isExactly(string.value) ? value : .string(path)
    case .array(let elements):
      return .array(
        elements.enumerated().map { changed($0.element, shape.element, at: place.appending($0.offset), change) })
    case .object(let object):
      var result = object
      for (index, member) in object.members.enumerated() {
        let name = member.key.value
        result.members[index].value = changed(member.value, shape.member(name), at: place.appending(name), change)
      }
      return .object(result)
    }
  }
}

extension FieldShape {
  /// Whether its value is the path of a file.
  fileprivate var namesFile: Bool {
    if case .plain(let field) = self, case .file = field.type { true } else { false }
  }
}
