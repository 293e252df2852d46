/// A named set of variables, one file in a collection's `environments` folder.
package struct Environment: Equatable, Hashable, Sendable {
  /// The file's stem, which is also the value of `--env`.
  package var name: String
  package var variables: [Variable]
  package var options: RequestOptions

  package init(name: String, variables: [Variable] = [], options: RequestOptions = RequestOptions()) {
    self.name = name
    self.variables = variables
    self.options = options
  }

  package init(name: String, document: JSONObject) throws(DocumentError) {
    try MemberShape.environment.checkDuplicates(in: document)
    self.init(
      name: name, variables: try Variable.readAll(ObjectReader(document)),
      options: try RequestOptions.read(ObjectReader(document)))
  }
}

extension Environment {
  package static let fields: [Field] = [.variables, .inheritedOptions]
}
