extension BodyKind {
  package static let file = BodyKind(
    "file", "File", "The bytes of a file.",
    fields: [
      Field(
        "file", "File", "The path of a file that is the body, relative to the request's file.", .file,
        defaultValue: "", note: "relative to the request's own file"),
      .mediaType,
    ]
  ) { values, _ in
    OutgoingBody(.file(values["file"]), contentType: values.optional("type"))
  }
}

extension RequestBody {
  /// - Parameter type: `nil` stands for what the file's name says.
  package static func file(_ path: String, type: String?) -> RequestBody {
    RequestBody(.file, ["file": .string(path), "type": type.map(JSONValue.string)])
  }
}
