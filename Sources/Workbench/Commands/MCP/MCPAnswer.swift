/// An answer of an MCP server, as `mcp` prints it.
enum MCPAnswer {
  case list(MCPSession.List, [JSONObject])
  /// The result of a tool.
  case result(JSONObject)

  /// Writes it to standard output.
  ///
  /// - Returns: Whether the tool reports an error.
  func write(asJSON: Bool, quiet: Bool) throws(OutputProblem) -> Bool {
    switch self {
    case .list(let list, let items):
      if asJSON {
        try Self.write(.array(items.map(JSONValue.object)))
      } else {
        if items.isEmpty, !quiet { StandardError.write("The server has no \(list.rawValue)") }
        try StandardOutput.write(rows: items.map { Self.row($0, of: list) })
      }
      return false
    case .result(let result):
      if asJSON { try Self.write(.object(result)) } else { try Self.writeContent(of: result, quiet: quiet) }
      return result["isError"]?.bool ?? false
    }
  }

  private static func write(_ value: JSONValue) throws(OutputProblem) { try write(text: value.rendered()) }

  /// Writes a text and a line end.
  private static func write(text: String) throws(OutputProblem) {
    try StandardOutput.write(text: text.hasSuffix("\n") ? text : text + "\n")
  }

  private static func row(_ item: JSONObject, of list: MCPSession.List) -> [String] {
    func text(_ name: String) -> String {
      let lines = (item[name]?.string ?? "").split(whereSeparator: \.isNewline)
      return lines.first.map { String($0) } ?? ""
    }
    switch list {
    case .tools:
      let signature = MCPArguments.signature(of: item["inputSchema"]?.object ?? JSONObject())
      return [text("name"), signature, text("description")]
    case .resources: return [text("uri"), text("name"), text("mimeType"), text("description")]
    case .prompts:
      let names = (item["arguments"]?.array ?? []).compactMap(\.object).map { argument in
        (argument["name"]?.string ?? "") + (argument["required"]?.bool == true ? "" : "?")
      }
      return [text("name"), names.joined(separator: ", "), text("description")]
    }
  }

  /// Writes the texts of a result, or its structured content if it has none.
  private static func writeContent(of result: JSONObject, quiet: Bool) throws(OutputProblem) {
    let parts = (result["content"]?.array ?? []).compactMap(\.object)
    let texts = parts.compactMap(text)
    for text in texts { try write(text: text) }
    if texts.isEmpty, let structured = result["structuredContent"] { try write(structured) }
    guard !quiet else { return }
    for part in parts where text(of: part) == nil {
      let type = part["type"]?.string ?? "part"
      let media = (part["mimeType"] ?? part["resource"]?.object?["mimeType"])?.string.map { " (\($0))" } ?? ""
      StandardError.write("Not shown: \(type)\(media) — --json writes it")
    }
  }

  private static func text(of part: JSONObject) -> String? {
    switch part["type"]?.string {
    case "text": part["text"]?.string
    case "resource": part["resource"]?.object?["text"]?.string
    case "resource_link": part["uri"]?.string
    default: nil
    }
  }
}
