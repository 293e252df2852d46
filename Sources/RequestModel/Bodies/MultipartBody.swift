extension BodyKind {
  /// RFC 7578.
  package static let multipart = BodyKind(
    "multipart", "Multipart", "A form with files: multipart/form-data.",
    fields: [
      Field(
        "multipart", "Parts", "multipart/form-data; each row has a value or a file.",
        .rows(.part, adding: "add a part (a value that starts with @ is a file)"))
    ]
  ) { values, _ in
    OutgoingBody(content: .parts(values.rows("multipart")), contentType: nil)
  }
}

extension RequestBody {
  /// - Parameter rows: Each has a `value` or a `file`.
  package static func multipart(_ rows: [Parameter]) -> RequestBody {
    RequestBody(.multipart, ["multipart": .array(rows.map { .object($0.document) })])
  }
}
