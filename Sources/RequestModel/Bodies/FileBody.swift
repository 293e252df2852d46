extension BodyKind {
  package static let file = BodyKind(
    "file", "File", "The bytes of a file.",
    fields: [
      Field(
        "file", "File", "The path of the file to send, relative to the request file.", .file,
        defaultValue: "", note: "relative to the request file"),
      .mediaType,
      .fileVariables,
    ]
  ) { values, _ in
    OutgoingBody(content: .file(values["file"]), contentType: values.optional("type"))
  }
}

extension Field {
  /// Also in rows of multipart forms.
  static let fileVariables = Field(
    "variables", "Variables", "true replaces {{variables}} in the file, which is text in UTF-8.", .flag,
    defaultValue: false, isInForm: false)
}

extension RequestBody {
  /// - Parameter type: The media type; `nil` derives it from the file name.
  package static func file(_ path: String, type: String?) -> RequestBody {
    RequestBody(.file, ["file": .string(path), "type": type.map(JSONValue.string)])
  }
}
