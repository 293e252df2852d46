/// A tool of an MCP server. A server's texts and lists may have any size and are measured in each frame, so they have
/// limits.
struct MCPTool: Equatable, Sendable {
  /// The number of characters shown of a text, in the form and in a list.
  static let (shown, shownInList) = (1_000, 200)
  /// The maximum number of arguments in a form.
  static let mostArguments = 500

  let name: String
  let description: String
  /// The JSON Schema of its arguments.
  let schema: JSONObject

  /// - Returns: `nil` without a name.
  init?(_ object: JSONObject) {
    guard let name = object["name"]?.string, !name.isEmpty else { return nil }
    self.name = name
    description = String((object["description"]?.string ?? object["title"]?.string ?? "").prefix(Self.shown))
    schema = object["inputSchema"]?.object ?? JSONObject()
  }

  /// The name, shortened.
  var title: String { String(name.prefix(Self.shownInList)) }

  /// The first line of the description.
  var summary: String {
    description.split(whereSeparator: \.isNewline).first.map { String($0.prefix(Self.shownInList)) } ?? ""
  }
}
