/// The body of a request: the example of the document, else one made for its schema.
struct OpenAPIBody {
  private(set) var body: JSONValue?
  /// The media type, where the kind of the body does not say it.
  private(set) var contentType: String?
  private let state: OpenAPIImport

  init(_ node: OpenAPINode, _ state: OpenAPIImport) {
    self.state = state
    let content = node["content"]?.entries.filter { !$0.key.hasPrefix("x-") } ?? []
    guard let index = OpenAPIMediaType.preferred(content.map(\.key)) else { return }
    let type = OpenAPIMediaType(content[index].key)
    let examples = OpenAPIExamples.listed(content[index].node)
    read(type, content[index].node, examples)
    let others = content.indices.filter { $0 != index }.map { content[$0].key }
    if !others.isEmpty {
      state.notes.note(.dropped, "The body can be of other types too: \(others.joined(separator: ", "))")
    }
    for link in examples.compactMap(\.link) { state.notes.note(.dropped, "The example at \(link) was not read") }
  }

  private mutating func read(_ type: OpenAPIMediaType, _ media: OpenAPINode, _ examples: [OpenAPIExample]) {
    let schema = media["schema"] ?? media["itemSchema"]
    let example = examples.lazy.compactMap(\.value).first
    switch type.kind {
    case .json: readJSON(type, schema, example)
    case .lines: readLines(type, media, example)
    case .form:
      let rows = OpenAPIForm(media, schema, example, state).rows
      if !rows.isEmpty { body = ["form": .array(rows)] }
    case .multipart:
      if type.name != "multipart/form-data" {
        state.notes.note(.changed, "The body is sent as multipart/form-data and not as \(type.name)")
      }
      let parts = OpenAPIForm(media, schema, example, state).parts
      if !parts.isEmpty { body = ["multipart": .array(parts)] }
    case .xml:
      let value = example ?? schema.flatMap { state.sampler.value(of: $0, for: .request) }
      setText(OpenAPIXML.text(value, schema, state.schemas), type)
    case .text: setText(example?.compactText ?? sampledText(schema), type)
    case .binary:
      body = ["file": "", "type": .string(type.isPattern ? "application/octet-stream" : type.written)]
    case .any: readAny(type, schema, example)
    }
  }

  private mutating func readJSON(_ type: OpenAPIMediaType, _ schema: OpenAPINode?, _ example: JSONValue?) {
    let kind = schema.map(state.schemas.schema)
    var value = example
    if let example, let kind { value = OpenAPIExamples.fitting(example, kind) }
    if let text = value?.string, kind?.type != "string" {
      // JSON written as text, or invalid JSON.
      guard let parsed = try? JSONText(text).value else { return setText(text, type) }
      value = parsed
    }
    let sample = value ?? schema.flatMap { state.sampler.value(of: $0, for: .request) }
    body = ["json": (sample ?? [:]).escapingBraces]
    if type.written != "application/json", !type.isPattern { contentType = type.written }
  }

  /// JSON values with a line end after each.
  private mutating func readLines(_ type: OpenAPIMediaType, _ media: OpenAPINode, _ example: JSONValue?) {
    if let text = example?.string { return setText(text, type) }
    let item = (media["itemSchema"] ?? media["schema"]).flatMap { state.sampler.value(of: $0, for: .request) }
    let values = example?.array ?? item?.array ?? item.map { [$0] } ?? []
    setText(values.map { $0.compact + "\n" }.joined(), type)
  }

  /// A body of an open type: JSON unless the value is plain.
  private mutating func readAny(_ type: OpenAPIMediaType, _ schema: OpenAPINode?, _ example: JSONValue?) {
    let kind = schema.map(state.schemas.schema)
    if kind?.isBinary == true {
      body = ["file": "", "type": "application/octet-stream"]
    } else if example?.string != nil || kind?.type == "string" {
      setText(example?.compactText ?? sampledText(schema), OpenAPIMediaType("text/plain"))
    } else if type.isPattern {
      readJSON(OpenAPIMediaType("application/json"), schema, example)
    } else if kind?.type == "object" || kind?.type == "array" {
      readJSON(type, schema, example)
    } else {
      body = ["file": "", "type": .string(type.written)]
    }
  }

  private func sampledText(_ schema: OpenAPINode?) -> String {
    schema.flatMap { state.sampler.value(of: $0, for: .request) }?.compactText ?? ""
  }

  private mutating func setText(_ text: String, _ type: OpenAPIMediaType) {
    body = ["text": .textLines(Template.escaping(text)), "type": .string(type.written)]
  }
}

struct OpenAPIMediaType {
  enum Kind {
    case json, lines, form, multipart, xml, text, binary, any
  }

  /// As the document has it.
  let written: String
  /// Without parameters, in lower case.
  let name: String

  init(_ written: String) {
    self.written = written
    let type = (written.cut(at: ";")?.before ?? written).lowercased()
    name = type.utf8.allSatisfy { 0x20 < $0 && $0 < 0x80 } ? type : type.split(whereSeparator: \.isWhitespace).joined()
  }

  /// Whether it matches several types.
  var isPattern: Bool { name.contains("*") || !name.contains("/") }

  var kind: Kind {
    let subtype = name.split(separator: "/").last ?? ""
    if subtype == "json" || subtype.hasSuffix("+json") || subtype == "*+json" { return .json }
    if ["jsonl", "x-jsonlines", "jsonlines", "ndjson", "x-ndjson", "json-seq", "x-json-stream"].contains(subtype)
      || subtype.hasSuffix("+json-seq")
    {
      return .lines
    }
    if subtype == "x-www-form-urlencoded" { return .form }
    if name.hasPrefix("multipart/") { return .multipart }
    if subtype == "xml" || subtype.hasSuffix("+xml") { return .xml }
    if name == "text/*" || name.hasPrefix("text/") { return .text }
    if isPattern && (name.hasPrefix("*") || name.hasPrefix("application/") || !name.contains("/")) { return .any }
    if Self.texts.contains(String(subtype)) { return .text }
    if ["image", "audio", "video", "font"].contains(name.prefix { $0 != "/" }) { return .binary }
    return Self.binaries.contains(String(subtype)) ? .binary : .any
  }

  private static let texts: Set = [
    "yaml", "x-yaml", "javascript", "graphql", "sql", "sparql-query", "jwt", "jose", "toml", "x-pem-file",
    "openapi+yaml", "x-sh",
  ]
  private static let binaries: Set = [
    "octet-stream", "zip", "gzip", "x-gzip", "pdf", "x-tar", "protobuf", "x-protobuf", "x-binary", "msword",
  ]

  /// The type to send or to ask for: JSON, else the first.
  static func preferred(_ types: [String]) -> Int? {
    types.firstIndex { OpenAPIMediaType($0).name == "application/json" }
      ?? types.firstIndex { OpenAPIMediaType($0).kind == .json } ?? types.indices.first
  }
}
