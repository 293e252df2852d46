/// A named set of variables, one file in a collection's `environments` folder.
package struct Environment: Equatable, Hashable, Sendable {
  /// The file's stem; what `--env` takes.
  package var name: String
  package var variables: [Variable]

  package init(name: String, variables: [Variable] = []) {
    self.name = name
    self.variables = variables
  }

  package init(name: String, document: JSONObject) throws(DocumentError) {
    try MemberShape.environment.checkDuplicates(in: document)
    self.init(name: name, variables: try Variable.readAll(ObjectReader(document)))
  }
}

/// One variable of an environment, a collection or a folder.
package struct Variable: Equatable, Hashable, Sendable {
  package enum Source: Equatable, Hashable, Sendable {
    /// A value in the file; it may contain other variables.
    case value(String)
    /// Declared here; the value is in the user's secrets file.
    case secret
    /// Declared here; the value is read from a process environment variable when needed.
    case secretFromEnvironment(String)
  }

  package var name: String
  package var source: Source
  package var isOff: Bool

  package init(_ name: String, _ source: Source, off: Bool = false) {
    self.name = name
    self.source = source
    isOff = off
  }

  package var isSecret: Bool {
    if case .value = source { false } else { true }
  }

  static func readAll(_ reader: ObjectReader) throws(DocumentError) -> [Variable] {
    var variables: [Variable] = []
    for row in try reader.objects("variables") { variables.append(try read(row)) }
    return variables
  }

  private static func read(_ row: ObjectReader) throws(DocumentError) -> Variable {
    guard let name = try row.string("name") else { throw DocumentError("\(row.path) has no \"name\"", at: row.path) }
    let off = try row.bool("off") ?? false
    guard try row.bool("secret") ?? false else {
      return Variable(name, .value(try row.string("value") ?? ""), off: off)
    }
    guard row.object["value"] == nil else {
      throw DocumentError(
        "\"\(name)\" is secret but has a \"value\" in the file: remove it and use workbench secret set",
        at: row.path.appending("value"))
    }
    return Variable(name, try row.string("fromEnvironment").map(Source.secretFromEnvironment) ?? .secret, off: off)
  }
}

extension Environment {
  package static let fields: [Field] = [.variables]
}

extension RowShape {
  package static let variable = RowShape(
    "variable", "One variable.",
    [
      Field("name", "Name", "The name, used as {{name}}."),
      Field(
        "value", "Value",
        "The value; may contain other {{variables}}. Empty if missing. Not allowed if \"secret\" is true."),
      Field("off", "Off", "true keeps the variable but ignores it.", .flag, defaultValue: false),
      Field("secret", "Secret", "true keeps the value outside this file.", .flag, defaultValue: false),
      Field(
        "fromEnvironment", "From environment",
        "With \"secret\": the process environment variable that has the value."),
    ])
}
