/// The body of a request of Insomnia.
struct InsomniaBody {
  private(set) var value: JSONValue?
  /// The media type that the body brings itself, so that no header is needed.
  private(set) var impliedType: String?
  /// A type that must be a header: as the type of the body, it would remove comments and trailing commas.
  private(set) var headerType: String?

  static let formType = "application/x-www-form-urlencoded"
  static let multipartType = "multipart/form-data"
  static let graphQLType = "application/graphql"
  static let fileType = "application/octet-stream"

  /// - Parameters:
  ///   - contentType: The header; it counts more than the `mimeType`.
  ///   - isRendered: Whether templates in it are replaced.
  init(
    _ source: JSONValue?, contentType: String?, isRendered: Bool, _ templates: inout InsomniaTemplates,
    _ context: inout InterchangeContext
  ) {
    let body = source?.object ?? source?.string.map { ["text": .string($0)] } ?? JSONObject()
    var texts = templates
    func text(_ source: String, _ context: inout InterchangeContext) -> String {
      isRendered ? texts.translated(source, &context) : Template.escaping(source)
    }
    defer { templates = texts }
    let type = body.filledText("mimeType") ?? contentType ?? ""
    let essence = type.prefix { $0 != ";" }.lowercased()
    let params = body["params"].objects.filter(Self.isUsed)
    let content = body.text("text") ?? ""
    if essence == Self.multipartType {
      value = params.isEmpty ? nil : ["multipart": .array(params.map { .object(part($0, &context, text)) })]
      impliedType = Self.multipartType
    } else if essence == Self.formType {
      setForm(params, content, &context, text)
    } else if let file = body.filledText("fileName") {
      var value: JSONObject = ["file": .string(text(file, &context))]
      impliedType = contentType ?? type
      if let impliedType, !impliedType.isEmpty, impliedType != Self.fileType { value["type"] = .string(impliedType) }
      self.value = .object(value)
    } else if essence == Self.graphQLType, let graphql = Self.graphql(text(content, &context)) {
      value = graphql
      impliedType = "application/json"
    } else if !content.isEmpty {
      setText(text(content, &context), essence, type: contentType ?? type)
    } else if !params.isEmpty {
      setForm(params, "", &context, text)
    }
  }

  private typealias Translate = (String, inout InterchangeContext) -> String

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

  private mutating func setForm(
    _ params: [JSONObject], _ content: String, _ context: inout InterchangeContext, _ text: Translate
  ) {
    var rows: [JSONValue] = []
    for param in params { rows.append(.object(row(param, &context, text))) }
    if params.isEmpty {
      for (name, value) in URLQuery.decoded(content) {
        rows.append(["name": .string(text(name, &context)), "value": .string(text(value, &context))])
      }
    }
    if !rows.isEmpty { value = ["form": .array(rows)] }
    impliedType = Self.formType
  }

  private func row(_ param: JSONObject, _ context: inout InterchangeContext, _ text: Translate) -> JSONObject {
    var row: JSONObject = [
      "name": .string(text(param.text("name") ?? "", &context)),
      "value": .string(text(param.text("value") ?? "", &context)),
    ]
    if param.flag("disabled") { row["off"] = true }
    if let description = param.filledText("description") { row["description"] = .string(description) }
    return row
  }

  private func part(_ param: JSONObject, _ context: inout InterchangeContext, _ text: Translate) -> JSONObject {
    var row = row(param, &context, text)
    if param.text("type") == "file" {
      let file = param.text("fileName") ?? ""
      if file.isEmpty { context.note(.changed, "Part \"\(row.text("name") ?? "")\": no file was chosen") }
      row["value"] = nil
      row["file"] = .string(text(file, &context))
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
