/// The responses of an operation as saved responses.
struct OpenAPIResponses {
  private(set) var rows: [JSONValue] = []
  /// The media type for `Accept`, from the first successful or default response.
  private(set) var accepted: String?

  private let state: OpenAPIImport
  private var hasSample = false
  private var bytes = 0

  /// How much the examples of a request may have in all.
  private static let byteLimit = 1_000_000

  init(_ operation: OpenAPIOperation, _ state: OpenAPIImport) {
    self.state = state
    for (code, node) in operation.responses { read(code, node) }
  }

  private mutating func read(_ code: String, _ node: OpenAPINode) {
    if node["links"]?.entries.isEmpty == false { state.notes.note(.dropped, "Links of responses") }
    let content = node["content"]?.entries.filter { !$0.key.hasPrefix("x-") } ?? []
    let index = OpenAPIMediaType.preferred(content.map(\.key))
    let isSuccess = code.hasPrefix("2")
    let type = index.map { OpenAPIMediaType(content[$0].key) }
    if isSuccess || code == "default", accepted == nil, let type, !type.isPattern { accepted = type.written }
    var row: JSONObject = ["name": .string(Self.name(code, node))]
    if let status = Self.status(code) { row["status"] = .number(status) }
    let headers = headers(node["headers"], type)
    if !headers.isEmpty { row["headers"] = .array(headers) }
    guard let index, let type else {
      // The description of the default response is not an example.
      if code != "default" || !headers.isEmpty { rows.append(.object(row)) }
      return
    }
    let media = content[index].node
    let examples = OpenAPIExamples.listed(media).filter { $0.value != nil }
    if examples.isEmpty {
      if isSuccess, !hasSample, let text = sample(media, type) {
        hasSample = true
        row["body"] = .textLines(text)
      }
      return rows.append(.object(row))
    }
    hasSample = hasSample || isSuccess
    append(examples, row, media, type)
  }

  private mutating func append(
    _ examples: [OpenAPIExample], _ row: JSONObject, _ media: OpenAPINode, _ type: OpenAPIMediaType
  ) {
    let base = row.text("name") ?? ""
    for example in examples {
      var row = row
      let title = (example.title ?? example.name).map { OpenAPIText.name($0, limit: 80) }
      if examples.count > 1, let title { row["name"] = .string("\(base): \(title)") }
      let text = text(example.value ?? .null, media, type)
      bytes += text.utf8.count
      guard bytes < Self.byteLimit else {
        return state.notes.note(.dropped, "Examples of responses above \(Self.byteLimit / 1_000_000) MB")
      }
      if !text.isEmpty { row["body"] = .textLines(text) }
      rows.append(.object(row))
    }
  }

  static func name(_ code: String, _ node: OpenAPINode) -> String {
    let description = OpenAPIText.name(node.text("summary") ?? node.text("description") ?? "", limit: 80)
    if code == "default" { return description.isEmpty ? "Default" : "Default: \(description)" }
    return description.isEmpty ? code : "\(code): \(description)"
  }

  /// The status of `200`, the first of `2XX`.
  private static func status(_ code: String) -> Int? {
    let number = code.count == 3 && code.uppercased().hasSuffix("XX") ? Int(code.prefix(1) + "00") : Int(code)
    return number.flatMap { (100...599).contains($0) ? $0 : nil }
  }

  private func headers(_ node: OpenAPINode?, _ type: OpenAPIMediaType?) -> [JSONValue] {
    var rows: [JSONValue] = []
    if let type, !type.isPattern { rows.append(["name": "Content-Type", "value": .string(type.written)]) }
    for entry in node?.entries ?? [] where entry.node.isObject && entry.key.lowercased() != "content-type" {
      let (name, header) = (entry.key, entry.node)
      let schema = header["schema"]
      let given = OpenAPIExamples.listed(header).first?.value
      let value = given ?? schema.flatMap { state.sampler.value(of: $0, for: .response) } ?? ""
      var row: JSONObject = ["name": .string(name)]
      row["value"] = .string(OpenAPIStyle(header, standard: "simple").text(name, value))
      row.append("description", header.text("description").map { .string($0) })
      rows.append(.object(row))
    }
    return rows
  }

  private func sample(_ media: OpenAPINode, _ type: OpenAPIMediaType) -> String? {
    guard let schema = media["schema"] ?? media["itemSchema"] else { return nil }
    switch type.kind {
    case .json, .lines, .any, .xml:
      guard let value = state.sampler.value(of: schema, for: .response) else { return nil }
      return text(value, media, type)
    default: return nil
    }
  }

  private func text(_ value: JSONValue, _ media: OpenAPINode, _ type: OpenAPIMediaType) -> String {
    let schema = media["schema"] ?? media["itemSchema"]
    switch type.kind {
    case .xml: return OpenAPIXML.text(value, schema, state.schemas)
    case .lines where value.string == nil: return (value.array ?? [value]).map { $0.compact + "\n" }.joined()
    case .json:
      // Reading the schema also reports its references that lead nowhere.
      let kind = schema.map(state.schemas.schema)?.type
      guard let text = value.string else { return value.rendered() }
      // JSON as text, unless the value is a text.
      return kind == "string" ? value.compact : text
    default: return value.string ?? value.rendered()
    }
  }
}
