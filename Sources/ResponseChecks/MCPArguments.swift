internal import JSONSchema
package import RequestModel

/// The typed arguments of a tool of an MCP server.
package struct MCPArguments: Sendable {
  /// The arguments given as JSON.
  package var object: JSONObject
  /// The arguments given as name and text. The schema of the tool decides their types.
  package var texts: [(name: String, text: String)]

  package init(_ object: JSONObject = JSONObject(), texts: [(name: String, text: String)] = []) {
    (self.object, self.texts) = (object, texts)
  }

  /// Returns the arguments by a schema: a text where it takes one, else the JSON that the text is.
  package func values(for schema: JSONObject) -> JSONObject {
    var values = object
    for (name, text) in texts {
      values[name] = Self.value(of: text, by: schema["properties"]?.object?[name]?.object ?? JSONObject())
    }
    return values
  }

  package static func value(of text: String, by schema: JSONObject) -> JSONValue {
    let json = takesText(schema) ? nil : try? JSONText(text).value
    return json ?? .string(text)
  }

  /// The mistake in a text that begins like a list or an object, for an argument that is not a text.
  package static func mistake(in text: String, by schema: JSONObject) -> String? {
    let first = text.first { !$0.isWhitespace }
    guard first == "[" || first == "{", !text.containsExactly("{{"), !takesText(schema) else { return nil }
    do throws(JSONSyntaxError) {
      _ = try JSONText(text)
      return nil
    } catch {
      return error.description
    }
  }

  private static func takesText(_ schema: JSONObject) -> Bool {
    if let type = schema["type"] { return (type.array ?? [type]).contains("string") }
    let choices = (schema["anyOf"]?.array ?? []) + (schema["oneOf"]?.array ?? [])
    return choices.compactMap(\.object).contains(where: takesText)
  }

  private static let mostFindings = 5
  /// The maximum number of steps of a check. The schema comes from the server, and the screen waits for the result.
  private static let steps = 100_000

  /// Checks arguments before they are sent. Texts with variables are not checked, as their values are not known yet.
  ///
  /// - Returns: A note if they could not be checked.
  package static func check(_ values: JSONObject, by schema: JSONObject, of tool: String) throws(Failure) -> String? {
    let findings: [SchemaFinding]
    do throws(SchemaProblem) {
      findings = try JSONSchema(.object(schema)).findings(in: .object(values), steps: steps)
    } catch {
      return "The arguments are not checked: the schema of \(tool) cannot be used: \(error.sentence)"
    }
    let counted = findings.filter { finding in
      let tokens = JSONPointer.tokens(finding.instancePath)
      guard let text = JSONPointer.value(at: tokens, in: .object(values))?.string else { return true }
      return !text.containsExactly("{{")
    }
    if counted.isEmpty { return nil }
    let sentences = counted.prefix(mostFindings).map(\.sentence).joined(separator: "; ")
    let more = counted.count > mostFindings ? ", and \(counted.count - mostFindings) more" : ""
    throw Failure(.unprepared, "Not called: the arguments do not match the schema of \(tool): \(sentences)\(more)")
  }

  /// The arguments of a tool in one line: `a: integer, b?: string`.
  package static func signature(of schema: JSONObject) -> String {
    let required = Set((schema["required"]?.array ?? []).compactMap(\.string))
    return (schema["properties"]?.object?.members ?? []).map { member in
      let name = member.key.value
      return name + (required.contains(name) ? ": " : "?: ") + typeName(of: member.value.object ?? JSONObject())
    }.joined(separator: ", ")
  }

  /// The type of one argument: `integer`, `"a"|"b"`, or `any`.
  package static func typeName(of schema: JSONObject) -> String {
    if let type = schema["type"] { return (type.array ?? [type]).compactMap(\.string).joined(separator: "|") }
    if let values = schema["enum"]?.array { return values.map(\.compact).joined(separator: "|") }
    let choices = (schema["anyOf"]?.array ?? schema["oneOf"]?.array ?? []).compactMap(\.object)
    return choices.isEmpty ? "any" : choices.map(typeName).joined(separator: "|")
  }
}
