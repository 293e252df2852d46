/// The body of a request of Insomnia.
struct InsomniaBody {
  private(set) var value: JSONValue?
  /// The media type that the body brings itself, so that no header is needed.
  private(set) var impliedType: String?
  /// A type that must be a header: as the type of the body, it would remove comments and trailing commas.
  private(set) var headerType: String?
  private let isRendered: Bool

  static let formType = "application/x-www-form-urlencoded"
  static let multipartType = "multipart/form-data"
  static let graphQLType = "application/graphql"
  static let fileType = "application/octet-stream"

  /// - Parameters:
  ///   - contentType: The header; it counts more than the `mimeType`.
  ///   - isRendered: Whether templates in it are replaced.
  init(
    _ source: JSONValue?, contentType: String?, isRendered: Bool, _ templates: inout InsomniaTemplates
  ) {
    self.isRendered = isRendered
    let body = source?.object ?? source?.string.map { ["text": .string($0)] } ?? JSONObject()
    let type = body.filledText("mimeType") ?? contentType ?? ""
    let essence = type.prefix { $0 != ";" }.lowercased()
    let params = body["params"].objects.filter(Self.isUsed)
    let content = body.text("text") ?? ""
    if essence == Self.multipartType {
      value = params.isEmpty ? nil : ["multipart": .array(params.map { .object(part($0, &templates)) })]
      impliedType = Self.multipartType
    } else if essence == Self.formType {
      setForm(params, content, &templates)
    } else if let file = body.filledText("fileName") {
      var value: JSONObject = ["file": .string(text(file, &templates))]
      impliedType = contentType ?? type
      if let impliedType, !impliedType.isEmpty, impliedType != Self.fileType { value["type"] = .string(impliedType) }
      self.value = .object(value)
    } else if essence == Self.graphQLType, let graphql = Self.graphql(text(content, &templates)) {
      value = graphql
      impliedType = "application/json"
    } else if !content.isEmpty {
      setText(text(content, &templates), essence, type: contentType ?? type)
    } else if !params.isEmpty {
      setForm(params, "", &templates)
    }
  }

  private func text(_ source: String, _ templates: inout InsomniaTemplates) -> String {
    isRendered ? templates.translated(source) : Template.escaping(source)
  }

  /// Tables end with an empty row in Insomnia.
  private static func isUsed(_ param: JSONObject) -> Bool {
    ["name", "value", "fileName"].contains { !(param[$0]?.isEmpty ?? true) }
  }

  private mutating func setText(_ text: String, _ essence: String, type: String) {
    if essence == "application/json" || essence == Self.graphQLType, let json = JSONBodyText.value(of: text) {
      value = ["json": json]
      impliedType = "application/json"
      return
    }
    var body: JSONObject = ["text": .wireText(text)]
    let type = essence == Self.graphQLType ? "application/json" : type
    if JSONBodyText.isSentShortened(text), essence != Self.graphQLType {
      headerType = type
    } else {
      impliedType = type
      if !type.isEmpty { body["type"] = .string(type) }
    }
    value = .object(body)
  }

  private mutating func setForm(_ params: [JSONObject], _ content: String, _ templates: inout InsomniaTemplates) {
    var rows: [JSONValue] = []
    for param in params { rows.append(.object(row(param, &templates))) }
    if params.isEmpty {
      for (name, value) in URLQuery.decoded(content) {
        rows.append(["name": .string(text(name, &templates)), "value": .string(text(value, &templates))])
      }
    }
    if !rows.isEmpty { value = ["form": .array(rows)] }
    impliedType = Self.formType
  }

  private func row(_ param: JSONObject, _ templates: inout InsomniaTemplates) -> JSONObject {
    var row: JSONObject = [
      "name": .string(text(param.text("name") ?? "", &templates)),
      "value": .string(text(param.text("value") ?? "", &templates)),
    ]
    if param.flag("disabled") { row["off"] = true }
    if let description = param.filledText("description") { row["description"] = .string(description) }
    return row
  }

  private func part(_ param: JSONObject, _ templates: inout InsomniaTemplates) -> JSONObject {
    var row = row(param, &templates)
    if param.text("type") == "file" {
      let file = param.text("fileName") ?? ""
      if file.isEmpty { templates.context.note(.changed, "Part \"\(row.text("name") ?? "")\": no file was chosen") }
      row["value"] = nil
      row["file"] = .string(text(file, &templates))
    } else if let type = param["multiline"]?.string, type.contains("/") {
      row["type"] = .string(type)
    }
    return row
  }

  private static func graphql(_ text: String) -> JSONValue? {
    guard let source = try? JSONText(text).value.object, let query = source.text("query") else { return nil }
    return source.graphQLBody(query: .wireText(query))
  }
}
