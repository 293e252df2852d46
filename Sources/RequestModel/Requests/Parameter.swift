/// One row of a table: a query parameter, a header, a form field or a part of a multipart form.
///
/// It is the object of the file itself, so that members we do not know stay where they are.
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

  /// Whether there is a value, be it an empty one.
  package var hasValue: Bool { document["value"] != nil && document["value"] != .null }

  /// Whether the row stays in the file but is not sent.
  package var isOff: Bool {
    get { document["off"]?.bool ?? false }
    set { if newValue != isOff { document["off"] = newValue ? true : nil } }
  }

  /// Multipart: the path of the file that is the part's content, instead of `value`.
  package var file: String? { document["file"]?.string }

  /// Multipart: the part's media type.
  package var contentType: String? { document["type"]?.string }

  static func read(_ reader: ObjectReader) throws(DocumentError) -> Parameter {
    try RowShape.parameter.check(reader)
    return Parameter(document: reader.object)
  }
}

extension RowShape {
  package static let parameter = RowShape("parameter", "One row of a table.", basics)

  package static let part = RowShape(
    "part", "One part of a multipart form: a value or a file.",
    basics + [
      Field(
        "file", "File", "The path of the file that is the part's content, relative to the request's file.", .file),
      Field("type", "Type", "The part's media type.", allowsVariables: false),
    ])

  private static let basics = [
    Field("name", "Name", "The name; may hold {{variables}}."),
    Field("value", "Value", "The value; may hold {{variables}}. Missing is empty."),
    Field("off", "Off", "true keeps the row and does not send it.", .flag, defaultValue: false),
  ]
}
