import ResponseChecks

/// The row of a form for an argument of a tool.
struct ToolField: Equatable, Sendable {
  let name: String
  let schema: JSONObject
  let isRequired: Bool
  /// The name, shortened, with a mark if it is required.
  let label: String
  /// The type in the schema.
  let type: String
  /// The type, the description and the default.
  let help: String
  /// The values to choose from; `nil` for a text.
  let choices: [JSONValue]?
  /// The index of the chosen value; `nil` leaves the argument out.
  private(set) var choice: Int?
  var editor: TextEditor
  /// The argument in the request, and its text in the field. It keeps its type while the text is unchanged.
  private let former: JSONValue?
  private let formerText: String

  /// - Parameter former: The argument in the request.
  init(_ name: String, _ schema: JSONObject, isRequired: Bool, former: JSONValue?) {
    (self.name, self.schema, self.isRequired, self.former) = (name, schema, isRequired, former)
    label = String(name.prefix(MCPTool.shownInList)) + (isRequired ? " *" : "")
    type = String(MCPArguments.typeName(of: schema).prefix(MCPTool.shown))
    help = Self.help(type, schema)
    let values = Self.values(of: schema)
    let choice = former.flatMap { former in values?.firstIndex { $0.escapingTemplates == former } }
    // Other values, such as variables, are edited as text.
    choices = former == nil || choice != nil ? values : nil
    self.choice = choice
    let editor = TextEditor(former.map { $0.string ?? $0.compact } ?? "")
    (self.editor, formerText) = (editor, editor.text)
  }

  private static func help(_ type: String, _ schema: JSONObject) -> String {
    let usual = schema["default"].map { "default: " + ($0.string ?? $0.compact) }
    let texts = [type, schema["description"]?.string, usual].compactMap(\.self).filter { !$0.isEmpty }
    return String(texts.joined(separator: " · ").prefix(MCPTool.shown))
  }

  private static func values(of schema: JSONObject) -> [JSONValue]? {
    if let values = schema["enum"]?.array, !values.isEmpty { return values }
    let types = schema["type"].map { ($0.array ?? [$0]).compactMap(\.string) } ?? []
    guard types.contains("boolean"), types.allSatisfy({ $0 == "boolean" || $0 == "null" }) else { return nil }
    var values: [JSONValue] = [true, false]
    if types.contains("null") { values.append(.null) }
    return values
  }

  /// The argument; `nil` leaves it out.
  ///
  /// - Parameter escapes: Whether texts from the server are escaped, as needed in a request.
  func value(escapes: Bool) -> JSONValue? {
    if let choices {
      let value = choice.map { choices[$0] }
      return escapes ? value?.escapingTemplates : value
    }
    let text = editor.text
    if let former, text.isExactly(formerText) { return former }
    return text.isEmpty ? nil : MCPArguments.value(of: text, by: schema)
  }

  /// The mistake in the JSON of a list or an object.
  var mistake: String? { choices == nil ? MCPArguments.mistake(in: editor.text, by: schema) : nil }

  /// Chooses the value after or before the chosen one.
  mutating func choose(by step: Int) {
    guard let choices else { return }
    let count = choices.count + 1
    let index = ((choice.map { $0 + 1 } ?? 0) + step + count) % count
    choice = index == 0 ? nil : index - 1
  }

  /// The text of the chosen value.
  var choiceText: String {
    guard let choices, let choice else { return isRequired ? "choose" : "not sent" }
    return String((choices[choice].string ?? choices[choice].compact).prefix(MCPTool.shown))
  }
}
