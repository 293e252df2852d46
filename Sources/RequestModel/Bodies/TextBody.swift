extension BodyKind {
  package static let text = BodyKind(
    "text", "Text", "Any text, with the media type that \"type\" names.",
    fields: [
      Field("text", "Text", "Any text: one string, or one string a line.", .lines(.plain), defaultValue: ""),
      .mediaType,
    ],
    warning: warning
  ) { values, _ in
    .text(values["text"], contentType: values.optional("type") ?? "text/plain; charset=utf-8")
  }

  /// Says where a text that is sent as JSON does not parse; with its variables replaced it still may.
  @Sendable private static func warning(_ body: RequestBody) -> String? {
    let text = body.text("text")
    guard body["type"]?.string == json.mediaType, text.utf8.count < longestChecked else { return nil }
    do {
      _ = try JSONText(text)
      return nil
    } catch {
      return "Not JSON as it stands: \(error)"
    }
  }

  /// The form asks often: what takes longer to read than to draw is left alone.
  private static let longestChecked = 32_768
}

extension RequestBody {
  /// - Parameter type: `nil` stands for `text/plain`.
  package static func text(_ text: String, type: String?) -> RequestBody {
    RequestBody(.text, ["text": .string(text), "type": type.map(JSONValue.string)])
  }
}
