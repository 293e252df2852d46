/// Writes the body of a request.
struct InsomniaBodyWriter {
  private(set) var value: JSONObject?
  /// The media type for the header.
  private(set) var contentType: String?

  init(_ body: JSONObject?, _ templates: inout InsomniaTemplateWriter) {
    guard let body, let kind = BodyKind.all.first(where: { body[$0.name] != nil }) else { return }
    let content = body[kind.name] ?? .null
    switch kind.name {
    case "json": setText(templates.json(content).compact, "application/json")
    case "text": setText(templates.text(content.linesText), body.text("type") ?? "text/plain")
    case "form": setParams(content, InsomniaBody.formType, &templates)
    case "multipart": setParams(content, InsomniaBody.multipartType, &templates)
    case "file":
      let type = body.text("type")
      value = [
        "mimeType": .string(type ?? InsomniaBody.fileType),
        "fileName": .string(templates.text(content.string ?? "")),
      ]
      contentType = type
    case "graphql": setGraphQL(content.object ?? JSONObject(), &templates)
    default: templates.context.note(.dropped, "Body \(kind.name): Insomnia does not have it")
    }
  }

  private mutating func setText(_ text: String, _ type: String) {
    value = ["mimeType": .string(type), "text": .string(text)]
    contentType = type
  }

  private mutating func setParams(_ rows: JSONValue, _ type: String, _ templates: inout InsomniaTemplateWriter) {
    let params = rows.objects.map { row -> JSONValue in
      var param = InsomniaRowWriter.row(row, &templates)
      if let file = row.text("file") {
        param["type"] = "file"
        param["value"] = nil
        param["fileName"] = .string(templates.text(file))
        for name in ["type", "filename"] where row[name] != nil {
          templates.context.note(.dropped, "Part \"\(row.text("name") ?? "")\": Insomnia chooses its \(name) itself")
        }
      } else if let type = row.text("type") {
        param["multiline"] = .string(type)
      }
      return .object(param)
    }
    value = ["mimeType": .string(type), "params": .array(params)]
    contentType = type
  }

  private mutating func setGraphQL(_ source: JSONObject, _ templates: inout InsomniaTemplateWriter) {
    var content: JSONObject = ["query": .string(templates.text(source["query"]?.linesText ?? ""))]
    if let variables = source["variables"] { content["variables"] = templates.json(variables) }
    if let operation = source.filledText("operationName") {
      content["operationName"] = .string(templates.text(operation))
    }
    value = ["mimeType": .string(InsomniaBody.graphQLType), "text": .string(JSONValue.object(content).compact)]
    contentType = "application/json"
  }
}

enum InsomniaRowWriter {
  static func row(_ row: JSONObject, _ templates: inout InsomniaTemplateWriter) -> JSONObject {
    var result: JSONObject = [
      "name": .string(templates.text(row.text("name") ?? "")),
      "value": .string(templates.text(row.text("value") ?? "")),
    ]
    if let description = row.text("description") { result["description"] = .string(description) }
    if row.flag("off") { result["disabled"] = true }
    return result
  }

  static func rows(_ value: JSONValue?, _ templates: inout InsomniaTemplateWriter) -> [JSONValue] {
    value.objects.map { .object(row($0, &templates)) }
  }
}

extension JSONValue {
  /// Long text: a string, or an array of lines.
  var linesText: String { joinedLines ?? "" }
}
