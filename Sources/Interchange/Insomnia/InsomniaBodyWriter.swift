/// Writes the body of a request.
struct InsomniaBodyWriter {
  private(set) var value: JSONObject?
  /// The media type for the header.
  private(set) var contentType: String?
  private let templates: InsomniaTemplateWriter

  init(_ body: JSONObject?, _ templates: InsomniaTemplateWriter, _ context: inout InterchangeContext) {
    self.templates = templates
    guard let body, let kind = BodyKind.all.first(where: { body[$0.name] != nil }) else { return }
    let content = body[kind.name] ?? .null
    switch kind.name {
    case "json": setText(templates.json(content, &context).compact, "application/json")
    case "text": setText(templates.text(content.linesText, &context), body.text("type") ?? "text/plain")
    case "form": setParams(content, InsomniaBody.formType, &context)
    case "multipart": setParams(content, InsomniaBody.multipartType, &context)
    case "file":
      let type = body.text("type")
      value = [
        "mimeType": .string(type ?? InsomniaBody.fileType),
        "fileName": .string(templates.text(content.string ?? "", &context)),
      ]
      contentType = type
    case "graphql": setGraphQL(content.object ?? JSONObject(), &context)
    default: context.note(.dropped, "Body \(kind.name): Insomnia does not have it")
    }
  }

  private mutating func setText(_ text: String, _ type: String) {
    value = ["mimeType": .string(type), "text": .string(text)]
    contentType = type
  }

  private mutating func setParams(_ rows: JSONValue, _ type: String, _ context: inout InterchangeContext) {
    let params = rows.objects.map { row -> JSONValue in
      var param = InsomniaRowWriter.row(row, templates, &context)
      if let file = row.text("file") {
        param["type"] = "file"
        param["value"] = nil
        param["fileName"] = .string(templates.text(file, &context))
        for name in ["type", "filename"] where row[name] != nil {
          context.note(.dropped, "Part \"\(row.text("name") ?? "")\": Insomnia chooses its \(name) itself")
        }
      } else if let type = row.text("type") {
        param["multiline"] = .string(type)
      }
      return .object(param)
    }
    value = ["mimeType": .string(type), "params": .array(params)]
    contentType = type
  }

  private mutating func setGraphQL(_ source: JSONObject, _ context: inout InterchangeContext) {
    var content: JSONObject = ["query": .string(templates.text(source["query"]?.linesText ?? "", &context))]
    if let variables = source["variables"] { content["variables"] = templates.json(variables, &context) }
    if let operation = source.filledText("operationName") {
      content["operationName"] = .string(templates.text(operation, &context))
    }
    value = ["mimeType": .string(InsomniaBody.graphQLType), "text": .string(JSONValue.object(content).compact)]
    contentType = "application/json"
  }
}

enum InsomniaRowWriter {
  static func row(
    _ row: JSONObject, _ templates: InsomniaTemplateWriter, _ context: inout InterchangeContext
  ) -> JSONObject {
    var result: JSONObject = [
      "name": .string(templates.text(row.text("name") ?? "", &context)),
      "value": .string(templates.text(row.text("value") ?? "", &context)),
    ]
    if let description = row.text("description") { result["description"] = .string(description) }
    if row.flag("off") { result["disabled"] = true }
    return result
  }

  static func rows(
    _ value: JSONValue?, _ templates: InsomniaTemplateWriter, _ context: inout InterchangeContext
  ) -> [JSONValue] {
    value.objects.map { .object(row($0, templates, &context)) }
  }
}

extension JSONValue {
  /// Long text: a string, or an array of lines.
  var linesText: String { joinedLines ?? "" }
}
