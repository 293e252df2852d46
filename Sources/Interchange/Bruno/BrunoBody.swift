/// Bodies of Bruno, which keeps one for each mode and sends the one selected by `mode`.
enum BrunoBody {
  /// - Parameter extras: Gets the bodies that are not sent.
  static func read(
    _ value: JSONValue?, contentType: String?, _ extras: inout JSONObject, _ context: inout InterchangeContext
  ) -> JSONValue? {
    guard let body = value?.object else { return nil }
    let mode = body.text("mode") ?? "none"
    keepOthers(of: body, mode, &extras, &context)
    switch modes[mode] ?? mode {
    case "none", "": return nil
    case "json":
      return json(text(body["json"]), hasContentType: contentType != nil, &context)
    case "text", "xml", "sparql":
      let text = text(body[mode])
      guard !text.isEmpty else { return nil }
      // A header of the request counts more than the mode.
      return contentType == nil
        ? ["text": .textLines(text), "type": types[mode].map(JSONValue.string) ?? "text/plain"]
        : ["text": .textLines(text)]
    case "formUrlEncoded":
      // Also without rows, which scripts may set.
      return ["form": .array(BrunoRows.rows(body["formUrlEncoded"]))]
    case "multipartForm":
      let rows = parts(body["multipartForm"], &context)
      return rows.isEmpty ? nil : ["multipart": .array(rows)]
    case "graphql": return graphql(body["graphql"])
    case "file": return file(body["file"], &extras, &context)
    default:
      context.note(.dropped, "Body: its mode \"\(mode)\" is unknown")
      return nil
    }
  }

  private static let types = ["xml": "application/xml", "sparql": "application/sparql-query"]
  private static let modes = [
    "form-urlencoded": "formUrlEncoded", "multipart-form": "multipartForm", "form_urlencoded": "formUrlEncoded",
  ]

  private static func keepOthers(
    of body: JSONObject, _ mode: String, _ extras: inout JSONObject, _ context: inout InterchangeContext
  ) {
    var others = JSONObject()
    for member in body.members where member.key.value != "mode" && member.key.value != (modes[mode] ?? mode) {
      let isEmpty = member.value.object?.members.allSatisfy(\.value.isEmpty) ?? member.value.isEmpty
      if !isEmpty { others[member.key.value] = member.value }
    }
    guard !others.members.isEmpty else { return }
    extras["body"] = .object(others)
    context.note(.changed, "Body \(others.keys.joined(separator: ", ")): it is not the chosen one, and only kept")
  }

  private static func text(_ value: JSONValue?) -> String { value?.bodyText ?? "" }

  /// Bruno leaves out comments, as a text body of the type JSON does.
  private static func json(_ text: String, hasContentType: Bool, _ context: inout InterchangeContext) -> JSONValue? {
    guard !text.isEmpty else { return nil }
    if let json = JSONBodyText.value(of: text) { return ["json": json] }
    if hasContentType, !JSONBodyText.hasComments(text) { return ["text": .textLines(text)] }
    JSONBodyText.noteDifferences(of: text, from: "Bruno", &context)
    return ["text": .textLines(text), "type": "application/json"]
  }

  private static func parts(_ value: JSONValue?, _ context: inout InterchangeContext) -> [JSONValue] {
    func files(_ source: JSONObject) -> [String] {
      source["value"]?.array?.compactMap(\.scalarText) ?? source.text("value").map { [$0] } ?? []
    }
    return MultipartParts.rows(value, row: BrunoRows.row, files: files, &context)
  }

  private static func graphql(_ value: JSONValue?) -> JSONValue? {
    let source = value?.object ?? JSONObject()
    var graphql: JSONObject = ["query": .textLines(text(source["query"]))]
    if let variables = source["variables"], !variables.isEmpty, !text(variables)[...].trimmed.isEmpty {
      graphql["variables"] = variables.asGraphQLVariables
    }
    return ["graphql": .object(graphql)]
  }

  private static func file(
    _ value: JSONValue?, _ extras: inout JSONObject, _ context: inout InterchangeContext
  ) -> JSONValue? {
    var files = value.objects
    guard let index = files.firstIndex(where: { $0.flag("selected") }) else {
      if !files.isEmpty { extras["body"] = ["file": .array(files.map(JSONValue.object))] }
      context.note(.dropped, "Body: no file was chosen")
      return nil
    }
    let chosen = files.remove(at: index)
    if !files.isEmpty {
      extras["files"] = .array(files.map(JSONValue.object))
      context.note(.changed, "Body: only the chosen file is sent; the others are kept")
    }
    var body: JSONObject = ["file": .string(chosen.text("filePath") ?? "")]
    if let type = chosen.filledText("contentType") { body["type"] = .string(type) }
    return .object(body)
  }

  // MARK: Writing

  static func written(
    _ value: JSONValue?, contentType: String?, extras: JSONObject?, _ context: inout InterchangeContext
  ) -> (body: JSONObject, addedType: String?) {
    var result: JSONObject = ["mode": "none"]
    var addedType: String?
    func set(_ mode: String, _ content: JSONValue) {
      result["mode"] = .string(mode)
      result[mode] = content
    }
    let body = value?.object ?? JSONObject()
    if let json = body["json"] {
      set("json", .string(json.compact))
    } else if body["text"] != nil {
      let own = body.text("type")
      let type = (own ?? contentType ?? "text/plain").lowercased()
      let mode =
        type.contains("json") ? "json" : type.contains("sparql") ? "sparql" : type.contains("xml") ? "xml" : "text"
      set(mode, .string(BrunoText.lines(body["text"]) ?? ""))
      let isStandard = ["application/json", "application/xml", "application/sparql-query", "text/plain"].contains(type)
      if let own, contentType == nil, !isStandard { addedType = own }
    } else if body["form"] != nil {
      set("formUrlEncoded", .array(BrunoRows.written(body["form"])))
    } else if body["multipart"] != nil {
      set("multipartForm", .array(body["multipart"].objects.map { part($0, &context) }))
    } else if let path = body.text("file") {
      let chosen: JSONValue = [
        "filePath": .string(path), "contentType": .string(body.text("type") ?? ""), "selected": true,
      ]
      set("file", .array([chosen] + (extras?["files"]?.array ?? [])))
    } else if let graphql = body["graphql"]?.object {
      set("graphql", written(graphql, &context))
    }
    for member in extras?["body"]?.object?.members ?? [] where result[member.key.value] == nil {
      result[member.key.value] = member.value
    }
    return (result, addedType)
  }

  private static func written(_ graphql: JSONObject, _ context: inout InterchangeContext) -> JSONValue {
    let variables = graphql["variables"].map { $0.string ?? $0.rendered() } ?? ""
    if let operation = graphql.filledText("operationName") {
      context.note(.dropped, "GraphQL: the operation name \"\(operation)\"")
    }
    return ["query": .string(BrunoText.lines(graphql["query"]) ?? ""), "variables": .string(variables)]
  }

  private static func part(_ row: JSONObject, _ context: inout InterchangeContext) -> JSONValue {
    var part = BrunoRows.written(row)
    if row["filename"] != nil {
      context.note(.dropped, "Part \"\(row.text("name") ?? "")\": its file name")
    }
    part["type"] = "text"
    if let file = row.text("file") {
      part["type"] = "file"
      part["value"] = [.string(file)]
    }
    if let type = row.text("type") { part["contentType"] = .string(type) }
    return .object(part)
  }
}
