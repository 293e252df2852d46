internal import RequestModel

extension ImportFormat {
  /// Collections of Postman: v2.1 and v2.0, and v1 converted to them.
  static let postman = ImportFormat("postman", "Postman collection") { source in
    source.json?.object.map { PostmanCollection.unwrapped($0) }.map(PostmanCollection.isCollection) ?? false
  } read: { source throws(ImportError) in
    guard let object = source.json?.object else {
      throw ImportError("It is no Postman collection: \(source.jsonProblem ?? "its JSON is not an object")")
    }
    var reader = PostmanCollection()
    return reader.read(PostmanCollection.unwrapped(object), stem: source.stem)
  }

  /// Environments and globals of Postman.
  static let postmanEnvironment = ImportFormat("postman-environment", "Postman environment") { source in
    source.json.flatMap(PostmanEnvironment.values) != nil
  } read: { source throws(ImportError) in
    guard let json = source.json, let values = PostmanEnvironment.values(json) else {
      throw ImportError("It is no Postman environment: \(source.jsonProblem ?? "it has no \"values\"")")
    }
    return PostmanEnvironment.read(json, values, stem: source.stem)
  }
}
