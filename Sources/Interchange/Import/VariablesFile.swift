extension ImportSource {
  /// The source as an environment: Postman's environments and globals, a list of their values, or a file of an
  /// `environments` folder.
  ///
  /// - Returns: `nil` for other files.
  package func variables() -> PortableEnvironment? {
    if let json, let values = PostmanEnvironment.values(json) {
      return PostmanEnvironment.environment(json, values, stem: stem)
    }
    guard let document = json?.object, document["variables"]?.array != nil else { return nil }
    return PortableEnvironment(name: stem ?? "environment", document: document)
  }

  /// Whether it is an environment or the globals of Postman.
  package var isPostmanEnvironment: Bool { json.flatMap(PostmanEnvironment.values) != nil }

  /// The id and the name of a Postman environment or globals; `nil` if missing.
  package var postmanLabel: (id: String?, name: String?) {
    guard isPostmanEnvironment, let object = json.flatMap(PostmanEnvironment.object(of:)) else { return (nil, nil) }
    return (object.text("id"), object.text("name"))
  }
}

extension ExportFormat {
  /// Postman's kind of a variables file.
  package enum PostmanScope: String, Sendable {
    case environment, globals
  }

  /// An environment or globals as Postman exports them. Secrets have no values in it.
  package static func postmanVariables(_ variables: PortableEnvironment, _ scope: PostmanScope) -> JSONValue {
    var writer = PostmanWriter(includesSecrets: false)
    return writer.environment(variables.name, variables.document, [], scope: scope.rawValue)
  }
}
