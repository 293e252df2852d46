/// The files that scripts and checks of a request or a folder name.
package enum NamedFiles {
  /// - Returns: The paths as they are written, and where.
  package static func scripts(in document: JSONObject) -> [(place: JSONLocation, path: String)] {
    ["preRequestFile", "postResponseFile"].compactMap { name in
      document["scripts"]?.object?[name]?.string.map { ([.key("scripts"), .key(name)], $0) }
    }
  }

  /// - Returns: The paths of schemas as they are written, and where.
  package static func schemas(in document: JSONObject) -> [(place: JSONLocation, path: String)] {
    (document["checks"]?.array ?? []).enumerated().compactMap { index, check in
      guard let value = check.object?["value"]?.object, value.members.count == 1 else { return nil }
      return value["file"]?.string.map { ([.key("checks"), .index(index), .key("value"), .key("file")], $0) }
    }
  }
}
