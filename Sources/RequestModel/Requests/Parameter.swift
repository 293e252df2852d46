/// A row of a table: a query parameter, a header, a form field or a part of a multipart form.
///
/// Wraps the row's object in the file, so unknown members are kept.
package struct Parameter: Equatable, Hashable, Sendable {
  package var document: JSONObject

  package init(document: JSONObject) { self.document = document }

  package init(_ name: String, _ value: String, off: Bool = false) {
    document = ["name": .string(name), "value": .string(value)]
    isOff = off
  }

  package var name: String {
    get { document["name"]?.string ?? "" }
    set { if newValue != name || document["name"] == nil { document["name"] = .string(newValue) } }
  }

  package var value: String {
    get { document["value"]?.string ?? "" }
    set { if newValue != value || document["value"] == nil { document["value"] = .string(newValue) } }
  }

  /// Whether there is a value, possibly empty.
  package var hasValue: Bool { document["value"] != nil && document["value"] != .null }

  /// Whether the row is disabled: kept in the file but not sent.
  package var isOff: Bool {
    get { document["off"]?.bool ?? false }
    set { if newValue != isOff { document["off"] = newValue ? true : nil } }
  }

  /// The path of a multipart part's file, used instead of `value`.
  package var file: String? { document["file"]?.string }

  /// The media type of a multipart part.
  package var contentType: String? { document["type"]?.string }

  /// The file name of a multipart part, instead of the file's own.
  package var fileName: String? { document["filename"]?.string }

  static func read(_ reader: ObjectReader) throws(DocumentError) -> Parameter {
    try RowShape.parameter.check(reader)
    return Parameter(document: reader.object)
  }
}

extension RowShape {
  package static let parameter = RowShape(name: "parameter", summary: "A row of a table.", fields: basics)

  package static let queryParameter = RowShape(
    name: "queryParameter", summary: "A row of the query table.",
    fields: basics + [
      Field(
        "asIs", "As is", "true sends the name and the value as they are written, without percent-encoding.", .flag,
        defaultValue: false, isInForm: false)
    ])

  package static let part = RowShape(
    name: "part", summary: "A part of a multipart form: a value or a file.",
    fields: basics + [
      Field(
        "file", "File", "The path of the file to send, relative to the request file.", .file),
      Field.literal("type", "Type", "The media type of the part."),
      Field.literal("filename", "File name", "The file name to send instead of the file's own."),
      .fileVariables,
    ])

  private static let basics = [
    Field("name", "Name", "The name; may contain {{variables}}."),
    Field("value", "Value", "The value; may contain {{variables}}. Empty if missing."),
    Field.flag("off", "Off", "true keeps the row but does not send it."),
    Field("description", "Description", "What it is for.", isInForm: false, allowsVariables: false),
  ]
}
