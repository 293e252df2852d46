extension BodyKind {
  package static let text = BodyKind(
    "text", "Text", "Any text; \"type\" is its media type.",
    fields: [
      Field("text", "Text", "Any text: a string, or an array of lines.", .lines(.plain), defaultValue: ""),
      .mediaType,
    ],
    warning: warning
  ) { values, _ in
    let type = values.optional("type")
    let text = values["text"]
    return .text(
      (type == json.mediaType ? JSONComments.removed(from: text) : nil) ?? text,
      contentType: type ?? "text/plain; charset=utf-8")
  }

  /// Returns where JSON text does not parse. It may still parse once its variables are replaced.
  @Sendable private static func warning(_ body: RequestBody) -> String? {
    let text = body.text("text")
    guard body["type"]?.string == json.mediaType, text.utf8.count < longestChecked else { return nil }
    var check = JSONCheck(Array(text.utf8))
    if let problem = check.run() { return "Not valid JSON: \(problem.description(in: text))" }
    if check.note != nil || check.hasVariables { return check.note }
    do {
      _ = try JSONText(text)
      return nil
    } catch {
      return "Not valid JSON: \(error)"
    }
  }

  /// Longer texts are not checked: the form asks on every change.
  private static let longestChecked = 32_768
}

extension RequestBody {
  /// - Parameter type: The media type; `nil` is `text/plain`.
  package static func text(_ text: String, type: String?) -> RequestBody {
    RequestBody(.text, ["text": .string(text), "type": type.map(JSONValue.string)])
  }
}
