/// One variable of an environment, a collection, a folder or the workspace.
///
/// Wraps the variable's object in the file, so unknown members are kept.
package struct Variable: Equatable, Hashable, Sendable {
  package var document: JSONObject
  /// The scope of a secret that a response or a script set in memory; `nil` for all other variables. Secrets of other
  /// scopes may have the same name.
  package var secretScope: SessionValues.Scope?

  package init(document: JSONObject) { self.document = document }

  package init(_ name: String, _ source: VariableSource, off: Bool = false, secret: Bool = false) {
    document = ["name": .string(name)]
    self.source = source
    if secret { isSecret = true }
    isOff = off
  }

  package var name: String {
    get { document["name"]?.string ?? "" }
    set { if newValue != name || document["name"] == nil { document["name"] = .string(newValue) } }
  }

  /// The value in the file: any JSON, whose strings may contain other variables. With another source, the default.
  package var value: JSONValue? {
    get { document["value"] }
    set { document["value"] = newValue }
  }

  /// Whether the variable is disabled: kept in the file but ignored.
  package var isOff: Bool {
    get { document["off"]?.bool ?? false }
    set { if newValue != isOff { document["off"] = newValue ? true : nil } }
  }

  /// Whether the value must not be shown or stored.
  package var isSecret: Bool {
    get { document["secret"]?.bool ?? false }
    set { if newValue != isSecret { document["secret"] = newValue ? true : nil } }
  }

  /// The user's description of the variable.
  package var description: String? {
    get { document["description"]?.string }
    set { if newValue != description { document["description"] = newValue.map(JSONValue.string) } }
  }
}

extension Variable {
  /// The value that applies if another source has none. A prompt offers it as a suggestion instead.
  package var defaultValue: JSONValue? {
    if case .prompt = source { nil } else { value }
  }

  /// The value as shown in a table: strings verbatim, anything else as JSON.
  package var text: String { value?.templateText ?? "" }

  /// Takes a typed value. It stays a number, a list or another kind of JSON where it was one and the text still is.
  package mutating func setText(_ text: String) {
    guard text != self.text || value == nil else { return }
    guard let value, value.string == nil, let typed = try? JSONText(text).value, typed.string == nil else {
      self.value = .string(text)
      return
    }
    self.value = typed
  }
}

extension JSONValue {
  /// The text that replaces a variable of this value within a longer text.
  package var templateText: String { string ?? compact }
}

extension Variable {
  static func readAll(_ reader: ObjectReader) throws(DocumentError) -> [Variable] {
    var variables: [Variable] = []
    for row in try reader.objects("variables") { variables.append(try read(row)) }
    return variables
  }

  private static func read(_ row: ObjectReader) throws(DocumentError) -> Variable {
    try RowShape.variable.check(row)
    let variable = Variable(document: row.object)
    try variable.checkSource(at: row.path)
    guard variable.isSecret, variable.value != nil else { return variable }
    throw DocumentError(
      "\"\(variable.name)\" is secret but has a \"value\" in the file: remove it and use workbench secret set",
      at: row.path.appending("value"))
  }
}

extension RowShape {
  package static let variable = RowShape(
    name: "variable", summary: "One variable.",
    fields: [
      Field("name", "Name", "The name, used as {{name}}."),
      Field(
        "value", "Value",
        "The value: any JSON, whose strings may contain other {{variables}}. Empty if missing. With another source, the default. Not allowed if \"secret\" is true.",
        .json()),
      Field.flag("off", "Off", "true keeps the variable but ignores it."),
      Field.flag("secret", "Secret", "true masks the value and keeps it outside this file."),
      Field.literal("description", "Description", "What the variable is for."),
    ] + VariableSource.fields)
}
