extension BodyKind {
  package static let file = BodyKind(
    "file", "File", "The bytes of a file.",
    fields: [
      Field(
        "file", "File", "The path of the file to send, relative to the request file.", .file,
        defaultValue: "", note: "relative to the request file"),
      .mediaType,
    ]
  ) { values, _ in
    OutgoingBody(.file(values["file"]), contentType: values.optional("type"))
  }
}

extension RequestBody {
  /// - Parameter type: The media type; `nil` derives it from the file name.
  package static func file(_ path: String, type: String?) -> RequestBody {
    RequestBody(.file, ["file": .string(path), "type": type.map(JSONValue.string)])
  }
}
